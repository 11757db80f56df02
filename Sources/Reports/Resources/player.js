// Playing: stops that follow one another, and boards whose tiles go to their places.
class Player {
  /** `stops` have names; `show(stop)` is called with the one that is reached. */
  constructor(stops, show) {
    Object.assign(this, { stops, show, at: 0, timer: 0 });
    this.buttons = stops.map((stop, at) => make("button", { type: "button", className: "stop", onclick: () => { this.pause(); this.goTo(at); } }, stop.name));
    this.play = playerTool("▶", "Play (space)", () => this.toggle());
    this.bar = make("div", { className: "player" }, playerTool("◀", "Back (k)", () => this.step(-1)), this.play, playerTool("▶|", "Forward (j)", () => this.step(1)),
      make("div", { className: "stops" }, this.buttons));
  }

  get stop() { return this.stops[this.at]; }

  goTo(at) {
    this.at = Math.max(0, Math.min(this.stops.length - 1, at));
    this.buttons.forEach((button, place) => (place === this.at ? button.setAttribute("aria-current", "step") : button.removeAttribute("aria-current")));
    this.show(this.stop);
  }

  step(by) {
    this.pause();
    this.goTo(this.at + by);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.play.textContent = "▶";
    this.play.setAttribute("aria-pressed", "false");
  }

  toggle() {
    if (this.timer) return this.pause();
    Player.current?.pause();
    Player.current = this;
    if (this.at === this.stops.length - 1) this.goTo(0);
    this.play.textContent = "❚❚";
    this.play.setAttribute("aria-pressed", "true");
    this.timer = setInterval(() => (this.at < this.stops.length - 1 ? this.goTo(this.at + 1) : this.pause()), 1600);
  }
}

const playerTool = (text, name, act) => make("button", { type: "button", className: "tool", title: name, ariaLabel: name, onclick: act }, text);

/** Shows tiles `{ id, text, kind, title }` on a board; those that were there before go to their places. */
function showTiles(board, tiles) {
  const places = new Map([...board.children].map((tile) => [tile.dataset.id, tile.getBoundingClientRect()]));
  board.replaceChildren(...tiles.map(({ id, text, kind, title }) => {
    const tile = make("span", { className: kind ? `tile on ${kind}` : "tile", title }, kind ? `${MARKS[kind]} ${text}` : text);
    tile.dataset.id = id;
    return tile;
  }));
  if (!places.size || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const moves = [...board.children].map((tile) => [tile, places.get(tile.dataset.id), tile.getBoundingClientRect()]);
  for (const [tile, before, now] of moves) animateTile(tile, before, now);
}

function animateTile(tile, before, now) {
  if (!before) return tile.animate([{ opacity: 0 }, { opacity: 1 }], 500);
  const [right, down] = [before.left - now.left, before.top - now.top];
  if (right || down) tile.animate([{ transform: `translate(${right}px, ${down}px)` }, { transform: "none" }], { duration: 700, easing: "ease-in-out" });
}
