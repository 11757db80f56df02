// A list of any length of which only the rows in sight exist.
const TALLEST = 8_000_000;

class VirtualList {
  /** `render(index, row)` fills a row; `role` is what a row is to assistive technology. */
  constructor(box, { height, render, role = "option" }) {
    Object.assign(this, { box, height, render, role, count: 0, first: -1, pool: [] });
    this.space = make("div", { className: "space" });
    this.rows = make("div", { className: "rows" });
    box.replaceChildren(this.space, this.rows);
    box.addEventListener("scroll", () => this.schedule(), { passive: true });
    new ResizeObserver(() => this.draw()).observe(box);
  }

  /** Shows another number of rows from the top, or what is there anew. */
  show(count, keepsPlace = false) {
    this.count = count;
    this.space.style.height = `${Math.min(count * this.height, TALLEST)}px`;
    if (!keepsPlace) this.box.scrollTop = 0;
    this.draw();
  }

  get inSight() { return Math.ceil(this.box.clientHeight / this.height); }

  /** Rows above the first one in sight. Beyond the tallest element that browsers lay out, scrolling is proportional. */
  get offset() {
    const all = this.count * this.height;
    const view = this.box.clientHeight;
    if (all <= TALLEST) return this.box.scrollTop / this.height;
    return (this.box.scrollTop / (TALLEST - view)) * (this.count - view / this.height);
  }

  set offset(rows) {
    const all = this.count * this.height;
    const view = this.box.clientHeight;
    this.box.scrollTop = all <= TALLEST ? rows * this.height : (rows / (this.count - view / this.height)) * (TALLEST - view);
  }

  reveal(index) {
    const offset = this.offset;
    const fit = Math.max(1, Math.floor(this.box.clientHeight / this.height));
    if (index < offset) this.offset = index;
    else if (index >= offset + fit) this.offset = index - fit + 1;
    this.draw();
  }

  schedule() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => { this.waiting = false; this.draw(); });
  }

  draw() {
    if (!this.box.clientHeight) return;
    const offset = this.offset;
    const first = Math.max(0, Math.floor(offset) - 4);
    const needed = Math.min(this.count - first, this.inSight + 9);
    while (this.pool.length < needed) {
      const row = make("div", { className: "row", role: this.role });
      this.pool.push(row);
      this.rows.append(row);
    }
    this.pool.forEach((row, place) => {
      row.hidden = place >= needed;
      if (place < needed) this.fill(row, first + place);
    });
    this.rows.style.transform = `translateY(${this.box.scrollTop + (first - offset) * this.height}px)`;
  }

  fill(row, index) {
    row.className = "row";
    row.dataset.index = index;
    row.id = `${this.box.id}-${index}`;
    this.render(index, row);
    const isInGrid = row.getAttribute("role") === "row";
    const place = { "aria-setsize": !isInGrid && this.count, "aria-posinset": !isInGrid && index + 1, "aria-rowindex": isInGrid && index + 1 };
    for (const [name, value] of Object.entries(place)) value === false ? row.removeAttribute(name) : row.setAttribute(name, value);
  }
}
