// The change that is looked at: its columns side by side, and the differences in it one after another.

/** Whether unchanged columns are shown: what differs is to be seen at once. */
const showsAll = { value: false };

function renderDetail() {
  const box = byId("detail");
  if (selected < 0) {
    box.replaceChildren(make("div", { className: "empty" }, ...emptiness()));
    return;
  }
  const change = changeAt(items[selected]);
  box.scrollTop = 0;
  const advice = change.moved && meta.moves ? [make("p", { className: "advice" }, `Moved: ${meta.moves}.`)] : [];
  box.replaceChildren(detailHeader(change), ...absenceOf(change), ...shortageOf(change), sidesTable(change), ...advice, ...repeatedOf(change));
}

/** Why no change is there to be looked at. */
function emptiness() {
  const say = (title, text) => [make("b", {}, title), text];
  if (total) return say("Nothing matches", "Widen the kinds, the path or the search.");
  if (meta.changes) return say("No change is listed", `${plural(meta.changes, "change")} left out by --limit.`);
  if (meta.all) return say("No change is listed", `${plural(meta.all, "change")} left out by --show.`);
  if (meta.deletedColumns.length + meta.insertedColumns.length) return say("No record differs", "Columns do: those of one side alone are named above.");
  if (!sectionCounts()) return say("No differences", `Both collections hold the same records${meta.rules.length ? " under the rules of this comparison" : ""}.`);
  const link = make("button", { type: "button", className: "link", onclick: () => showView("sections") }, "Look at the sections");
  return [...say("No record differs", `Sections do: ${sectionCounts()}. `), link];
}

function detailHeader(change) {
  const pills = [make("span", { className: `pill ${change.kind}` }, NAMES[change.kind])];
  if (change.moved && change.kind !== "m") pills.push(make("span", { className: "pill m" }, "moved"));
  if (change.pass) pills.push(make("span", { className: "pill pass", title: "What the identity's first pass did not pair" }, change.pass));
  if (acceptedWord(change.index)) pills.push(make("span", { className: "pill pass" }, acceptedWord(change.index)));
  const spots = [];
  if (change.source >= 0) spots.push(`old record ${grouped(change.source + 1)}`);
  if (change.target >= 0) spots.push(`new record ${grouped(change.target + 1)}`);
  const where = [spots.join(" → ")];
  eachContext(change, (name, value) => { if (name === "@records") where.push(`${name}: ${short(value, 400)}`); });
  if (change.fromSection !== undefined) where.unshift(`${sectionName(change.fromSection)} → ${sectionName(change.section)}`);
  else if (change.section !== undefined && meta.sections) where.unshift(sectionName(change.section));
  const button = (text, by, name) => make("button", { type: "button", className: "tool", title: name, ariaLabel: name, onclick: () => step(by) }, text);
  return make("header", {}, ...pills, make("h2", {}, make("bdi", {}, keyText(change))),
    make("span", { className: "steps" }, reviewBox(change), button("↑", -1, "Previous (k)"), button("↓", 1, "Next (j)"),
      make("button", { type: "button", className: "tool close", title: "Close (Esc)", ariaLabel: "Close", onclick: closeDetail }, "✕")),
    make("span", { className: "place" }, where.join(" · ")));
}

/**
 * The lines of a change, nested values with what differs inside them: first what differs in this record, then what does in most,
 * then what rules make equal, each in the target's order; what is the same in both is folded.
 */
function linesOf(change) {
  const differences = new Map();
  eachDifference(change, (column, before, after, inside, compared) => {
    differences.set(column, [...(differences.get(column) ?? []), { before, after, inside, compared }]);
  });
  const isSparse = change.row && !Array.isArray(change.row);
  const lines = [...(isSparse ? Object.keys(change.row) : change.columns.keys())].map((at) => [change.columns[at], bothAt(change.row, at), comparedAt(change.row, at)])
    .filter(([column]) => change.row || differences.has(column));
  const known = new Set(lines.map(([column]) => column));
  for (const column of differences.keys()) if (!known.has(column)) lines.push([column, [0, 0]]);
  const all = lines.map(([column, values, compared]) => ({ ...columnLine(change, column, values, differences.get(column), compared), isKey: isKeyColumn(column) }));
  if (isSided(change)) eachContext(change, (name, value) => all.push(sidedLine(valueLine(name, change.kind === "i" ? [0, value] : [value, 0], change.kind, 0))));
  const of = (fold) => all.filter((line) => line.fold === fold);
  const place = ({ state, isUsual }) => (state === "same" ? 2 : isUsual ? 1 : 0);
  return [...of(undefined).sort((a, b) => place(a) - place(b)), ...foldOf(of("same"), "unchanged column", "", change.kind === "m"),
    ...foldOf(of("d"), "column", " only in old"), ...foldOf(of("i"), "column", " only in new")];
}

/** `12 unchanged columns`, open where nothing else is told or somebody wants to see them; the key, above it already, is not counted. */
function foldOf(lines, noun, end, isOpen) {
  const count = lines.filter(({ isKey }) => !isKey).length;
  if (!count) return isOpen ? lines : [];
  // What is below it begins at the margin.
  return [{ depth: -1, text: plural(count, noun) + end, state: "fold unchanged", isOpen: isOpen || showsAll.value,
    parts: () => lines, note: make("kbd", {}, "c") }];
}

function columnLine(change, column, [old, value], differences, compared) {
  const name = nameIn(change, column);
  const judge = isSided(change) ? "" : judgeOf(column, !differences);
  if (!differences && old !== value) {
    const line = valueLine(name, [old, value], "same", 0);
    return { ...line, cells: tellCompared(line.cells, compared), parts: null, isAlike: !omitted.has(column), judge };
  }
  if (!differences) {
    const side = isSided(change) ? change.kind : sideOf(column);
    const line = valueLine(name, [value, value], side || "same", 0);
    return isSided(change) ? sidedLine(line) : { ...line, fold: side || "same" };
  }
  const [{ before, after, inside, compared: values }] = differences;
  const isUsual = differences.every((each) => isCommon(column, each.before, each.after, each.inside));
  if (!inside) return { isUsual, depth: 0, name, state: "changed", cells: tellCompared(differingCells(before, after, comparedOf(change, column, before, after, values)), values), judge };
  const tree = treeOf(column, differences);
  const told = toldCell(tree, [plural(differences.length, "difference")]);
  return { isUsual, depth: 0, name, state: "group", cells: [told], isOpen: true, parts: () => linesBelow(tree, value, 1) };
}

/** A line of a record that came or went, without the side that it is not on. */
const sidedLine = (line) => ({ ...line, cells: line.cells.filter(({ className }) => className !== "none") });

const isSided = ({ kind }) => kind === "d" || kind === "i";

function sidesTable(change) {
  const heads = isSided(change) ? [change.kind === "d" ? "Old" : "New"] : ["Old", "New"];
  const lines = linesOf(change);
  const rows = someRows(rowsOf(lines), 0, heads.length);
  const table = make("table", { className: "sides" },
    make("colgroup", {}, make("col", { className: "name" }), ...heads.map(() => make("col"))),
    make("thead", {}, make("tr", {}, ["Column", ...heads].map((text) => make("th", { scope: "col" }, text)))), make("tbody", {}, rows));
  // Wide enough for the longest name, within reason.
  const longest = Math.max(9, ...rows.map((row) => row.cells[0].colSpan > 1 ? 0 : 2 * Math.min(row.depth, 12) + nameLength(row.cells[0])));
  table.style.setProperty("--names", `${Math.min(longest, 30) + 4}ch`);
  return table;
}

/** How long a column's name is; of who compared its values, which may take several lines, so much as reads well on one. */
function nameLength(cell) {
  const judge = cell.querySelector(".judge")?.textContent.length ?? 0;
  return Math.max(cell.textContent.length - judge, Math.min(judge, 20));
}

/** Goes to the next line that differs, or to the next change if this one has no more. */
function stepDifference(by) {
  const rows = () => [...byId("detail").querySelectorAll("tr[tabindex]")];
  let next = rows().indexOf(document.activeElement) + by;
  if (!rows().includes(document.activeElement)) next = by > 0 ? 0 : -1;
  if (!(next in rows())) {
    const before = selected;
    step(by);
    const isFirst = by > 0 === (selected !== before);
    next = isFirst ? 0 : rows().length - 1;
  }
  rows()[next]?.focus();
}

function toggleContext() {
  showsAll.value = !showsAll.value;
  renderDetail();
}

/** Closes the detail below the table or over the list, which then has the window for itself. */
function closeDetail() {
  layout.hasDetail = false;
  placeDetail();
  byId("list").focus({ preventScroll: true });
}
