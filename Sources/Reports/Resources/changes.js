// The list of changes: filters, selection, and the change that is looked at.
const filter = { kinds: new Set("udim"), column: -1, text: "" };
const showsAll = { value: true };
let items = []; // change indices; below zero: a section's heading, -1 - section
let selected = -1;
let searchRun = 0;

const list = new VirtualList(byId("list"), { height: 36, render: renderItem });

function renderItem(index, row) {
  const item = items[index];
  if (item < 0) {
    row.classList.add("heading");
    row.setAttribute("role", "presentation");
    row.removeAttribute("aria-selected");
    row.replaceChildren("§ ", sectionName(-1 - item));
    return;
  }
  const change = changeAt(item);
  const [words, more] = gist(change, Math.floor((byId("list").clientWidth - 170) / 7));
  row.setAttribute("role", "option");
  row.setAttribute("aria-selected", index === selected);
  row.replaceChildren(
    make("span", { className: `mark ${change.kind}`, title: NAMES[change.kind] }, MARKS[change.kind]),
    make("span", { className: "key" }, make("bdi", {}, keyText(change))),
    make("span", { className: "what" }, ...words), more);
}

/** What happened, on one line of about so many characters; and how many columns have no room on it, if some have none. */
function gist(change, room) {
  const words = [];
  let [taken, shown, hidden] = [0, 0, 0];
  const say = (name, ...values) => {
    const length = [name, ...values].reduce((sum, part) => sum + (part.textContent ?? part).length + 1, 0);
    if (hidden || (shown && taken + length > room)) return hidden++;
    taken += length;
    shown++;
    words.push(words.length ? " · " : "", make("b", {}, visible(name)), " ", ...values);
  };
  eachContext(change, (name, value) => {
    const text = short(value, 28);
    taken += text.length;
    words.push(words.length ? " · " : "", make("span", { className: "context", title: visible(name) }, text));
  });
  eachDifference(change, (...difference) => {
    if (hidden) return hidden++;
    say(...wordsOf(...difference));
  });
  if (change.fromSection !== undefined) words.push(words.length ? " · " : "", `moved from ${sectionName(change.fromSection)}`);
  else if (change.moved) words.push(words.length ? " · " : "", `moved from record ${grouped(change.source + 1)} to record ${grouped(change.target + 1)}`);
  if (change.kind === "d" || change.kind === "i") eachValue(change, (name, value) => say(name, make("bdi", { className: "v" }, short(value, 28))));
  return [words, hidden ? make("span", { className: "more", title: `${plural(hidden, "more column")}` }, `+${hidden}`) : ""];
}

/** The name of what differs, and how: `price 1 → 2`, `borders + "BLR"`, `items[sku=A1] moved [2] → [0]`. */
function wordsOf(column, before, after, inside) {
  const bdi = (className, text) => make("bdi", { className }, text);
  if (!inside || inside.kind === "u") {
    const [left, right] = shortSides(before, after, 28);
    return [inside ? pathText(column, inside.steps) : meta.columns[column], bdi("v old", left), " → ", bdi("v new", right)];
  }
  const last = inside.steps.at(-1);
  const isNamed = !isElement(last) || last[1] !== undefined;
  const name = pathText(column, isNamed ? inside.steps : inside.steps.slice(0, -1));
  if (inside.kind === "m") return [name, "moved ", ...(after ? [bdi("v", shortInside(after, 28)), " "] : []), bdi("v moved", `[${before[0]}] → [${last[0]}]`)];
  const isGone = inside.kind === "d";
  return [name, bdi(`v ${isGone ? "old" : "new"}`, `${MARKS[inside.kind]} ${shortInside(isGone ? before : after, 28)}`)];
}

/** Calls `visit(name, value)` for each value that tells which record it is. */
function eachContext({ context }, visit) {
  for (let at = 0; at < context.length; at += 2) visit(meta.context[context[at]], context[at + 1]);
}

/** Calls `visit(name, value)` for each value beside the key, unless it is empty. */
function eachValue(change, visit) {
  (change.row || []).forEach((value, at) => {
    const column = change.columns[at];
    if (!isOdd(value) && !meta.keyColumns?.includes(column)) visit(meta.columns[column], value);
  });
}

const holds = (value, needle) => searched(value).toLowerCase().includes(needle);

/** Whether a change as the block holds it has the needle, in the chosen column's values if one is chosen. */
function matches(change, needle) {
  const { row, differences, context, key } = members(change);
  const list = differences || [];
  for (let at = 0; at < list.length; at += 3) {
    if (filter.column >= 0 && [list[at]].flat()[0] !== filter.column) continue;
    if (holds(list[at + 1], needle) || holds(list[at + 2], needle)) return true;
  }
  if (filter.column >= 0) return false;
  return [row, context, key].some((values) => (values || []).some((value) => holds(value, needle)));
}

/** A block's text can hold the needle only if it is there as JSON spells it. */
function mayMatch(number, needle) {
  if (!needle || /[^\x20-\x7e]|["\\<]/.test(needle)) return true;
  return blocks[number].textContent.toLowerCase().includes(needle);
}

const SLICE = 24;
const REDRAW = 160;

/** Filters in slices, so that the page stays alive; what is found shows as it grows. */
async function applyFilters() {
  const run = ++searchRun;
  const result = { found: [], hits: 0, section: -1 };
  const needle = filter.text.trim().toLowerCase();
  let [started, shownAt] = [performance.now(), performance.now()];
  for (let number = 0; number * meta.block < total; number++) {
    if (mayMatch(number, needle)) filterBlock(number, needle, result);
    const now = performance.now();
    if (now - started < SLICE) continue;
    if (result.hits && now - shownAt > REDRAW) {
      publish(result, false);
      shownAt = now;
    }
    await new Promise((resume) => setTimeout(resume));
    if (run !== searchRun) return;
    started = performance.now();
  }
  publish(result, true);
}

function filterBlock(number, needle, result) {
  const isNarrow = needle || filter.column >= 0;
  const changes = isNarrow || meta.sections ? block(number) : null;
  const start = number * meta.block;
  for (let index = start; index < Math.min(total, start + meta.block); index++) {
    if (!isOfKind(index, filter.kinds) || (isNarrow && !matches(changes[index - start], needle))) continue;
    const section = meta.sections ? (members(changes[index - start]).section ?? -1) : -1;
    if (section >= 0 && section !== result.section) result.found.push(-1 - section);
    result.section = section;
    result.found.push(index);
    result.hits++;
  }
}

function publish({ found, hits }, isWhole) {
  const first = items !== found;
  items = found;
  byId("found").textContent = (hits === total ? plural(hits, "change") : `${grouped(hits)} of ${plural(total, "change")}`) + (isWhole ? "" : " …");
  list.show(items.length, !first);
  if (first) select(items.findIndex((item) => item >= 0));
  if (isWhole && !items.length) select(-1);
}

function select(index) {
  selected = index;
  const box = byId("list");
  if (index >= 0) {
    if (items[index - 1] < 0) list.reveal(index - 1);
    list.reveal(index);
    box.setAttribute("aria-activedescendant", `list-${index}`);
  } else {
    list.draw();
    box.removeAttribute("aria-activedescendant");
  }
  renderDetail();
}

function step(by) {
  let next = Math.max(0, Math.min(items.length - 1, selected + by));
  while (items[next] < 0) next += Math.sign(by);
  // Above the first change is its heading alone.
  if (!(next in items)) next = items.findIndex((item) => item >= 0);
  if (next >= 0) select(next);
}

function renderDetail() {
  const box = byId("detail");
  if (selected < 0) {
    box.replaceChildren(make("div", { className: "empty" }, ...emptiness()));
    return;
  }
  const change = changeAt(items[selected]);
  box.scrollTop = 0;
  Player.current?.pause();
  const advice = change.moved && meta.moves ? [make("p", { className: "advice" }, `Moved: ${meta.moves}.`)] : [];
  box.replaceChildren(detailHeader(change), sidesTable(change), ...contextToggle(change), ...advice);
}

/** Why no change is there to be looked at. */
function emptiness() {
  const say = (title, text) => [make("b", {}, title), text];
  if (total) return say("Nothing matches", "Widen the kinds, the column or the search.");
  if (meta.changes) return say("No change is listed", `${plural(meta.changes, "change")} left out by --limit.`);
  if (meta.all) return say("No change is listed", `${plural(meta.all, "change")} left out by --show.`);
  if (!sectionCounts()) return say("No differences", "Both collections hold the same records.");
  const link = make("button", { type: "button", className: "link", onclick: () => showView("sections") }, "Look at the sections");
  return [...say("No record differs", `Sections do: ${sectionCounts()}. `), link];
}

function detailHeader(change) {
  const pills = [make("span", { className: `pill ${change.kind}` }, NAMES[change.kind])];
  if (change.moved && change.kind !== "m") pills.push(make("span", { className: "pill m" }, "moved"));
  const spots = [];
  if (change.source >= 0) spots.push(`old record ${grouped(change.source + 1)}`);
  if (change.target >= 0) spots.push(`new record ${grouped(change.target + 1)}`);
  const where = [spots.join(" → ")];
  if (change.fromSection !== undefined) where.unshift(`${sectionName(change.fromSection)} → ${sectionName(change.section)}`);
  else if (change.section !== undefined && meta.sections) where.unshift(sectionName(change.section));
  const button = (text, by, name) => make("button", { type: "button", className: "tool", title: name, ariaLabel: name, onclick: () => step(by) }, text);
  return make("header", {}, ...pills, make("h2", {}, make("bdi", {}, keyText(change))),
    make("span", { className: "steps" }, button("↑", -1, "Previous (k)"), button("↓", 1, "Next (j)")),
    make("span", { className: "place" }, where.join(" · ")));
}

/** The lines for every column of a change, in the target's order; of nested values with what differs inside them. */
function linesOf(change) {
  const differences = new Map();
  eachDifference(change, (column, before, after, inside) => {
    differences.set(column, [...(differences.get(column) ?? []), { before, after, inside }]);
  });
  const columns = [...new Set([...(change.row ? change.columns : change.columns.filter((column) => differences.has(column))), ...differences.keys()])];
  return columns.map((column) => {
    const at = change.columns.indexOf(column);
    const value = change.row && at >= 0 && at < change.row.length ? change.row[at] : 0;
    return { ...columnLine(change, column, value, differences.get(column)), isKey: meta.keyColumns?.includes(column) };
  }).filter(({ state }) => change.kind !== "u" || state !== "same" || showsAll.value);
}

function columnLine(change, column, value, differences) {
  const name = meta.columns[column];
  if (!differences) {
    const isNew = change.kind === "i" || meta.insertedColumns.includes(column);
    const line = valueLine(name, [isNew ? 0 : value, change.kind === "d" ? 0 : value], isSided(change) ? change.kind : "same", 0);
    return { ...line, cells: isSided(change) ? line.cells.filter(({ className }) => className !== "none") : line.cells };
  }
  const [{ before, after, inside }] = differences;
  if (!inside) return { depth: 0, name, state: "changed", cells: differingCells(before, after) };
  const tree = treeOf(column, differences);
  const told = make("td", { className: "told", colSpan: 2 }, plural(differences.length, "difference"));
  return { depth: 0, name, state: "group", cells: [told], isOpen: true, parts: () => linesBelow(tree, value, 1), list: listOf(tree, value) };
}

const isSided = ({ kind }) => kind === "d" || kind === "i";

function sidesTable(change) {
  const heads = isSided(change) ? [change.kind === "d" ? "Old" : "New"] : ["Old", "New"];
  const lines = linesOf(change);
  const rows = someRows(rowsOf(lines), 0, heads.length);
  const table = make("table", { className: "sides" },
    make("colgroup", {}, make("col", { className: "name" }), ...heads.map(() => make("col"))),
    make("thead", {}, make("tr", {}, ["Column", ...heads].map((text) => make("th", { scope: "col" }, text)))), make("tbody", {}, rows));
  // Wide enough for the longest name, within reason.
  const longest = Math.max(6, ...rows.map((row) => row.cells[0].colSpan > 1 ? 0 : 2 * Math.min(row.depth, 12) + row.cells[0].textContent.length));
  table.style.setProperty("--names", `${Math.min(longest, 30) + 4}ch`);
  return table;
}

function contextToggle(change) {
  if (change.kind !== "u" || !change.row) return [];
  const box = make("input", { type: "checkbox", checked: showsAll.value, onchange: toggleContext });
  return [make("label", { className: "toggle" }, box, "Show unchanged columns ", make("kbd", {}, "c"))];
}

function toggleContext() {
  showsAll.value = !showsAll.value;
  renderDetail();
}
