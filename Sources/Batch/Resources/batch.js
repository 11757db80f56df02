// The pairs of a batch: searched, sorted by any column, and counted.
const table = document.querySelector("table");
const [found, search] = ["found", "search"].map((id) => document.getElementById(id));
const boxes = [...document.querySelectorAll(".outcomes input")];

/** Each pair's row, with the remarks below it. */
const pairs = [];
for (const row of table.tBodies[0].rows) {
  if (row.classList.contains("terms")) continue;
  if (row.classList.contains("remark")) pairs.at(-1).push(row);
  else pairs.push([row]);
}
const terms = [...table.tBodies[0].rows].filter((row) => row.classList.contains("terms"));
const isHidden = ([row]) => boxes.some((box) => !box.checked && row.classList.contains(box.name));

/** Shows the pairs whose name, outcome or remarks hold what is searched for. */
function show() {
  const needle = search.value.trim().toLowerCase();
  let count = 0;
  for (const rows of pairs) {
    const fits = rows.some((row, at) => (at ? row.textContent : `${row.cells[0].textContent} ${row.cells[1].textContent}`).toLowerCase().includes(needle));
    for (const row of rows) row.hidden = !fits;
    if (fits && !isHidden(rows)) count++;
  }
  found.textContent = count === pairs.length ? `${count} pairs` : `${count} of ${pairs.length} pairs`;
}

/** A cell as what it is sorted by: counts as numbers, of which a pair that failed has none. */
const keyOf = (cell, column) => (column < 2 ? cell.textContent : Number(cell.textContent.replaceAll(",", "") || -1));

/** Sorts by a column: names upward first, counts downward; pairs that are alike keep their order. */
function sortBy(head, column) {
  const isDown = head.ariaSort ? head.ariaSort === "ascending" : column > 1;
  for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
  head.ariaSort = isDown ? "descending" : "ascending";
  pairs.sort(([first], [second]) => {
    const [a, b] = [first, second].map((row) => keyOf(row.cells[column], column));
    const order = column < 2 ? a.localeCompare(b, "en", { numeric: true }) : a - b;
    return isDown ? -order : order;
  });
  table.tBodies[0].append(...pairs.flat(), ...terms);
}

[...table.tHead.rows[0].cells].forEach((head, column) => {
  const button = document.createElement("button");
  button.type = "button";
  button.append(...head.childNodes);
  button.addEventListener("click", () => sortBy(head, column));
  head.scope = "col";
  head.append(button);
});
search.addEventListener("input", show);
for (const box of boxes) box.addEventListener("change", show);

// Hides the pairs that do not differ; shows them again the second time.
const only = document.getElementById("only");
const alike = boxes.filter((box) => ["same", "tolerated"].includes(box.name));
only.hidden = !alike.length || alike.length === boxes.length;
only.addEventListener("click", () => {
  const isOn = !alike.some((box) => box.checked);
  for (const box of alike) box.checked = isOn;
  show();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target === search) return;
  event.preventDefault();
  search.focus();
});
search.parentNode.hidden = false;
show();
