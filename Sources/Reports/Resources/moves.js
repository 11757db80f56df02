// Moves of a list's elements, played.

const MOST_TILES = 2000;

/** What there is to play of a list: its elements on both sides, if any of them moved. */
function listOf(node, value) {
  const nodes = [...node.nodes.values()];
  if (!nodes.some(({ from }) => from !== undefined)) return null;
  const gone = nodes.filter(({ kind }) => kind === "d");
  const count = node.size - gone.length;
  if (node.size > MOST_TILES) return null;
  const parts = hasParts(value) ? partsOf(value) : [];
  const names = keyNames(nodes);
  const changed = new Map(nodes.filter(({ kind }) => kind !== "d").map((each) => [each.step[0], each]));
  const after = Array.from({ length: count }, (_, place) => {
    const each = changed.get(place);
    const kind = each?.from !== undefined ? "m" : each?.kind === "i" ? "i" : undefined;
    return { id: `+${place}`, text: each?.step[1] ?? elementText(parts[place]?.[1], names, place), kind, from: each?.from, place };
  });
  const left = gone.map(({ step, before }) => ({ id: `-${step[0]}`, text: step[1] ?? shortInside(before, 32), kind: "d", from: step[0] }));
  return { before: orderBefore(after, left, node.size), after };
}

/** The old order: what left or moved stood at a place of its own, and the rest around it in the order that it still has. */
function orderBefore(after, left, size) {
  const before = new Array(size - after.filter(({ kind }) => kind === "i").length);
  for (const tile of [...left, ...after]) if (tile.from !== undefined) before[tile.from] = tile;
  const stayed = after.filter(({ kind }) => !kind).values();
  return Array.from(before, (tile) => tile ?? stayed.next().value);
}

/** The names of the members that tell the elements apart, as one of their labels says them. */
const keyNames = (nodes) => [...(nodes.find(({ step }) => step[1])?.step[1] ?? "").matchAll(/(?:^|,)([^=,]+)=/g)].map(([, name]) => name);

function elementText(value, names, place) {
  if (!hasParts(value)) return value === undefined || isNested(value) ? `[${place}]` : shortInside(value, 32);
  const members = new Map(partsOf(value));
  return names.length && names.every((name) => members.has(name)) ? names.map((name) => `${name}=${short(members.get(name), 32)}`).join(",") : short(value, 32);
}

const bare = ({ id, text }) => ({ id, text });
const only = (tiles, kinds) => tiles.map((tile) => (kinds.includes(tile.kind) ? { ...bare(tile), kind: tile.kind } : bare(tile)));

function stopsOf({ before, after }) {
  const titled = (tile) => (tile.kind === "m" ? { ...tile, title: `[${tile.from}] → [${tile.place}]` } : tile);
  return [
    { name: "Old", tiles: only(before, "") },
    ...(before.some(({ kind }) => kind === "d") ? [{ name: "Delete", tiles: only(before, "d") }] : []),
    { name: "Move", tiles: after.map(titled) },
    { name: "New", tiles: only(after, "") },
  ];
}

function playButton(line) {
  const button = make("button", { type: "button", className: "link play", ariaExpanded: "false" }, "▶ Play moves");
  button.addEventListener("click", () => {
    const row = button.closest("tr");
    const isOpen = button.ariaExpanded === "true";
    button.ariaExpanded = String(!isOpen);
    if (isOpen) return row.nextElementSibling.remove();
    row.after(boardRow(line));
    Player.current.toggle();
  });
  return button;
}

/** A board below the line of a list, which plays how its elements come to their places. */
function boardRow(line) {
  const board = make("div", { className: "board", tabIndex: 0, role: "group", ariaLabel: "Elements" });
  const player = new Player(stopsOf(line.list), ({ tiles }) => showTiles(board, tiles));
  const row = make("tr", { className: "playing" }, make("td", { colSpan: 3 }, player.bar, board));
  row.depth = line.depth + 1;
  Player.current?.pause();
  Player.current = player;
  player.goTo(0);
  return row;
}
