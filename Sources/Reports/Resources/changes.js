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
  eachDifference(change, (column, before, after, path) => {
    if (hidden) return hidden++;
    const [left, right] = shortSides(before, after, 28);
    say(path ?? meta.columns[column], make("bdi", { className: "v old" }, left), " → ", make("bdi", { className: "v new" }, right));
  });
  if (change.fromSection !== undefined) words.push(words.length ? " · " : "", `moved from ${sectionName(change.fromSection)}`);
  else if (change.moved) words.push(words.length ? " · " : "", `moved from record ${grouped(change.source + 1)} to record ${grouped(change.target + 1)}`);
  if (change.kind === "d" || change.kind === "i") eachValue(change, (name, value) => say(name, make("bdi", { className: "v" }, short(value, 28))));
  return [words, hidden ? make("span", { className: "more", title: `${plural(hidden, "more column")}` }, `+${hidden}`) : ""];
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

const holds = (value, needle) => (typeof value === "string" ? value : spelled(value)).toLowerCase().includes(needle);

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

/** Every column of a change as `[column, old, new, differs, path, kind]`, in the target's order; of nested values every path that differs. */
function columnsOf(change) {
  const changed = new Map();
  eachDifference(change, (column, before, after, path, kind) => {
    changed.set(column, [...(changed.get(column) ?? []), [column, before, after, true, path, kind]]);
  });
  const result = [];
  change.columns.forEach((column, at) => {
    const value = change.row && at < change.row.length ? change.row[at] : 0;
    const rows = changed.get(column);
    if (rows) result.push(...rows);
    else if (change.row) result.push([column, change.kind === "i" || meta.insertedColumns.includes(column) ? 0 : value, change.kind === "d" ? 0 : value, false]);
    changed.delete(column);
  });
  for (const rows of changed.values()) result.push(...rows);
  return result;
}

function sidesTable(change) {
  const both = change.kind === "u" || change.kind === "m";
  const body = make("tbody");
  for (const [column, before, after, differs, path, kind] of columnsOf(change)) {
    if (change.kind === "u" && !differs && !showsAll.value) continue;
    body.append(kind === "moved" ? movedRow(path, before, after) : sidesRow(change, column, before, after, differs, path));
  }
  const heads = both ? ["Old", "New"] : [change.kind === "d" ? "Old" : "New"];
  const table = make("table", { className: "sides" },
    make("colgroup", {}, make("col", { className: "name" }), ...heads.map(() => make("col"))),
    make("thead", {}, make("tr", {}, ["Column", ...heads].map((text) => make("th", { scope: "col" }, text)))), body);
  // Wide enough for the longest name, within reason.
  const longest = Math.max(...columnsOf(change).map(([column, , , , path]) => (path ?? meta.columns[column]).length), 6);
  table.style.setProperty("--names", `${Math.min(longest, 24) + 4}ch`);
  return table;
}

/** An element of a list that stands in another place. */
function movedRow(path, before, after) {
  const cell = (className, value) => make("td", { className }, `[${spelled(value)}]`);
  return make("tr", { className: "changed" }, make("th", { scope: "row" }, make("bdi", {}, visible(path)), " moved"), cell("old", before), cell("new", after));
}

function sidesRow(change, column, before, after, differs, path) {
  const row = make("tr", { className: differs ? "changed" : change.kind === "u" || change.kind === "m" ? "same" : "" });
  if (meta.keyColumns?.includes(column)) row.classList.add("key");
  row.append(make("th", { scope: "row" }, make("bdi", {}, visible(path ?? meta.columns[column]))));
  if (change.kind === "d") row.append(make("td", { className: "old", dir: "auto" }, ...single(before)));
  else if (change.kind === "i") row.append(make("td", { className: "new", dir: "auto" }, ...single(after)));
  else {
    const [left, right] = differs ? sides(before, after) : [single(before), single(after)];
    const delta = differs ? difference(before, after) : "";
    row.append(make("td", { className: "old", dir: "auto" }, ...left),
      make("td", { className: "new", dir: "auto" }, ...right, delta ? make("span", { className: "difference" }, delta) : null));
  }
  return row;
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
