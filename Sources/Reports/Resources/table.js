// The changes as a table: the key, then the columns that changed, side by side.
const MOST_SHOWN_COLUMNS = 30;
const layout = { isTable: false, hasDetail: false, columns: [], more: 0 };

/** The columns of the table: those of the key, then what changed, most often first; without changes of values the first ones. */
function chooseColumns() {
  const all = meta.columns.map((_, column) => column).filter((column) => !isKeyColumn(column));
  const changed = meta.statistics.columns.map(({ column }) => column).filter((column) => all.includes(column));
  const chosen = changed.length ? changed : all;
  layout.columns = chosen.slice(0, MOST_SHOWN_COLUMNS);
  layout.more = all.length - layout.columns.length;
}

function setLayout(isTable) {
  layout.isTable = isTable;
  if (isTable) chooseColumns();
  layout.hasDetail = false;
  byId("layout").ariaPressed = String(isTable);
  byId("view-changes").classList.toggle("table", isTable);
  placeDetail();
  byId("list").setAttribute("role", isTable ? "grid" : "listbox");
  byId("heads").hidden = !isTable;
  byId("view-changes").style.setProperty("--columns", layout.columns.length);
  byId("heads").replaceChildren(isTable ? headsOfColumns() : "");
  if (!isTable) byId("list").scrollLeft = 0;
  list.draw();
  if (selected >= 0) list.reveal(selected);
  keepAddress();
}

/** A small window has no room for a change beside the list: its detail lies over that. */
const smallWindow = matchMedia("(max-width: 560px)");
const isOnDemand = () => layout.isTable || smallWindow.matches;

/** The table fills the window, as does the list in a small one, until somebody wants to read a change in detail. */
function placeDetail() {
  const isOver = smallWindow.matches && layout.hasDetail && selected >= 0;
  byId("detail").hidden = isOnDemand() && !layout.hasDetail && selected >= 0;
  byId("view-changes").classList.toggle("alone", byId("detail").hidden);
  byId("view-changes").classList.toggle("over", isOver);
  for (const covered of document.querySelectorAll("body > header, body > section, .pane")) covered.inert = isOver;
}

/** Looks at the detail of what is selected. */
function openDetail() {
  if (selected < 0) return;
  layout.hasDetail = true;
  placeDetail();
  list.reveal(selected);
  byId("detail").focus({ preventScroll: true });
}

function headsOfColumns() {
  const key = meta.keyNames ? meta.keyNames.join(" · ") : "Record";
  const heads = [key, ...layout.columns.map((column) => meta.columns[column])].map((name) => make("span", { title: visible(name) }, make("bdi", {}, visible(name))));
  if (layout.more) heads[0].append(make("span", { className: "more" }, `+${plural(layout.more, "column")}`));
  return make("div", {}, heads);
}

/** Fills a row of the table. */
function renderCells(change, row, isSelected) {
  row.setAttribute("role", "row");
  row.setAttribute("aria-selected", isSelected);
  const differences = new Map();
  for (const difference of chosenFirst(change)) differences.set(difference[0], [...(differences.get(difference[0]) ?? []), difference]);
  const room = roomInCell();
  const cells = layout.columns.map((column) => cellOf(change, column, differences.get(column), room));
  row.replaceChildren(make("span", { className: "cell", role: "rowheader" }, markOf(change), make("bdi", { className: "key" }, keyText(change)), acceptedMark(change.index), doneMark(change.index)),
    ...cells.map((content, at) => tableCell(layout.columns[at], tintOf(change, layout.columns[at], differences, content), content)));
}

/** A cell, which says of what column it is: the heads are out of the grid, as they stay in sight. */
function tableCell(column, tint, content) {
  const cell = make("span", { className: `cell ${tint}`, role: "gridcell" }, ...content);
  if (content.length) cell.ariaLabel = `${visible(meta.columns[column])}: ${cell.textContent}`;
  return cell;
}

/** The kind whose colour a cell has: of what changed, came or went. */
function tintOf({ kind }, column, differences, content) {
  if (differences.has(column)) return "u";
  const side = kind === "d" || kind === "i" ? kind : sideOf(column);
  return content.length ? side : "";
}

/** How many characters a cell has room for, as the columns share the window. */
function roomInCell() {
  const width = Math.max(210, (1.2 * byId("list").clientWidth) / (1 + 1.2 * layout.columns.length));
  return Math.floor((width - 24) / 7.6);
}

function cellOf(change, column, differences, room) {
  if (differences) return differingCell(differences, room);
  const value = valueAt(change.row, change.columns.indexOf(column));
  if (value === 0) return [];
  const className = { d: "v old", i: "v new" }[isSided(change) ? change.kind : sideOf(column)] ?? "v";
  return [make("bdi", { className: isOdd(value) ? `${className} odd` : className }, short(value, 40))];
}

/**
 * What differs in one cell: old and new value, or of a nested one the first difference inside, below its path, and how
 * many more there are.
 */
function differingCell(differences, room) {
  const [[column, before, after, inside]] = differences;
  const words = valuesOf(before, after, inside, room);
  if (!inside) return words;
  const name = nameOf(column, inside).slice(meta.columns[column].length).replace(/^\./, "");
  const more = differences.length > 1 ? [make("span", { className: "more" }, ` +${differences.length - 1}`)] : [];
  return [make("b", { title: visible(name) }, visible(endOf(name, room - 4))), " ", make("span", { className: "words" }, ...words), ...more];
}
