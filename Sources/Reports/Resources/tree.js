// Nested values as a tree of lines: what differs inside them is open, what is equal is folded.
const MOST_LINES = 200;

const isElement = (step) => Array.isArray(step);
const stepText = (step) => (isElement(step) ? `[${step[1] ?? step[0]}]` : PLAIN_NAME.test(step) ? step : `[${JSON.stringify(step)}]`);

/** A path as rules and the terminal spell it: `items[sku=A1].price`. */
const pathText = (column, steps) => steps.reduce((text, step) => text + (stepText(step)[0] === "[" ? "" : ".") + stepText(step), meta.columns[column]);

/** What differs inside one value as a tree: each node knows its step, what happened to it, and the nodes below it. */
function treeOf(column, differences) {
  const root = { nodes: new Map(), size: 0, steps: [], column };
  for (const { before, after, inside } of differences) {
    let node = root;
    inside.steps.forEach((step, at) => {
      node.size = inside.sizes[at];
      node = nodeBelow(node, step, inside.kind === "d" && at === inside.steps.length - 1);
    });
    if (inside.kind === "m") Object.assign(node, { from: Number(before[0]), value: after });
    else Object.assign(node, { kind: inside.kind, before, after });
  }
  return root;
}

function nodeBelow(holder, step, isGone) {
  let key = `${isGone ? "-" : "+"}${isElement(step) ? step[0] : `.${step}`}`;
  // Names may repeat: what differs in each of them is a node of its own.
  while (holder.nodes.get(key)?.kind) key += "'";
  if (!holder.nodes.has(key)) holder.nodes.set(key, { step, nodes: new Map(), size: 0, steps: [...holder.steps, step], column: holder.column });
  return holder.nodes.get(key);
}

// Lines: { depth, name, title, mark, state, cells, parts, isOpen, isKey, isAlike, judge, note }. `parts` makes the lines below
// a line that can be opened; `judge` names the rule that compared the values.

/** The lines below a container: what left first, then the rest in its order, and how many parts between are equal. */
function linesBelow(node, value, depth) {
  const nodes = [...node.nodes.values()];
  const gone = nodes.filter(({ kind }) => kind === "d");
  const rest = nodes.filter(({ kind }) => kind !== "d");
  const known = hasParts(value) ? partsOf(value) : null;
  const lines = gone.map((each) => nodeLine(each, 0, depth));
  if (nodes.length && !isElement(nodes[0].step)) {
    const names = new Set(nodes.map(({ step }) => step));
    const values = new Map(known);
    lines.push(...rest.map((each) => nodeLine(each, values.get(each.step), depth)));
    lines.push(...equalLine(node.size - nodes.length, "member", known?.filter(([name]) => !names.has(name)), depth));
    return lines;
  }
  let next = 0;
  const skipTo = (place) => lines.push(...equalLine(place - next, "element", known?.slice(next, place), depth));
  for (const each of rest) {
    skipTo(each.step[0]);
    next = each.step[0] + 1;
    lines.push(nodeLine(each, known?.[each.step[0]]?.[1], depth));
  }
  skipTo(node.size - gone.length);
  return lines;
}

/** `12 equal members`, which can be opened if they are in the page. */
function equalLine(count, noun, parts, depth) {
  if (count <= 0) return [];
  return [{ depth, text: `${grouped(count)} equal ${noun}${count === 1 ? "" : "s"}`, state: "fold",
    parts: parts?.length ? () => parts.map(([name, value]) => valueLine(nameOfPart(name), [value, value], "same", depth + 1)) : null }];
}

const nameOfPart = (name) => (typeof name === "number" ? `[${name}]` : stepText(name));

/** A part that differs, or has parts that do. */
function nodeLine(node, value, depth) {
  const line = { depth, name: stepText(node.step), title: pathText(node.column, node.steps), state: "changed" };
  if (node.from !== undefined) line.mark = "m";
  if (node.kind === "d" || node.kind === "i") {
    const own = valueLine(line.name, [node.before, node.after], node.kind, depth);
    return { ...own, ...line, mark: node.kind };
  }
  if (node.kind) return { ...line, cells: differingCells(node.before, node.after) };
  const below = node.nodes.size > 0;
  const cells = [toldCell(node, toldOf(node))];
  return { ...line, cells, state: below ? "group" : "moved", isOpen: below,
    parts: below ? () => linesBelow(node, value, depth + 1) : partsUnder([value, value], "same", depth) };
}

/** Where an element was and is, if it moved; and what it is, if nothing names it. */
function toldOf(node) {
  if (node.from === undefined) return [];
  const what = node.value ? [make("bdi", { className: "v" }, shortInside(node.value)), " "] : [];
  return [...what, "moved ", make("b", {}, `[${node.from}] → [${node.step[0]}]`)];
}

/** What is told of a value, and the rule that tells the elements of a list apart. */
function toldCell({ column, steps }, told) {
  const rule = listRule(column, steps);
  const words = rule ? [told.length ? " · " : "", `list: ${visible(rule)}`] : [];
  return make("td", { className: "told", colSpan: 2 }, ...told, ...words);
}

/** A value that does not differ, or is on one side alone: `state` is `same`, `d` or `i`. */
function valueLine(name, [before, after], state, depth) {
  const cell = (className, value) => make("td", { className, dir: "auto" }, ...single(value));
  const cells = state === "same" ? [cell("old", before), cell("new", after)]
    : [state === "d" ? cell("old", before) : make("td", { className: "none" }), state === "i" ? cell("new", after) : make("td", { className: "none" })];
  return { depth, name, state, cells, parts: partsUnder([before, after], state, depth) };
}

/** The lines below a nested value of which nothing differs inside. */
function partsUnder([before, after], state, depth) {
  const value = state === "d" ? before : after;
  if (!hasParts(value) || value[0].length === 2) return null;
  return () => partsOf(value).map(([name, part]) => valueLine(nameOfPart(name), [part, part], state, depth + 1));
}

/** The cells of two values that differ; by how much, they do as they were compared. */
function differingCells(before, after, compared = [before, after]) {
  const [left, right] = sides(before, after);
  const delta = difference(...compared);
  return [make("td", { className: "old", dir: "auto" }, ...left),
    make("td", { className: "new", dir: "auto" }, ...right, delta ? make("span", { className: "difference" }, delta) : null)];
}

// Rows: lines are made into rows as they are needed, so that neither depth nor number is a burden.

/** Rows for lines and for what is open below them, without recursion. */
function* rowsOf(lines) {
  const open = [lines.values()];
  while (open.length) {
    const { value: line, done } = open.at(-1).next();
    if (done) {
      open.pop();
      continue;
    }
    yield rowOf(line);
    if (line.isOpen) open.push(line.parts().values());
  }
}

/** The next rows; and behind them, if there are more, a button that brings those. */
function someRows(rows, depth, columns) {
  const result = [];
  while (result.length < MOST_LINES) {
    const { value, done } = rows.next();
    if (done) return result;
    result.push(value);
  }
  const { value: after, done } = rows.next();
  if (done) return result;
  const more = make("button", { type: "button", className: "link", onclick: () => {
    row.after(after, ...someRows(rows, depth, columns));
    after.querySelector("button")?.focus();
    row.remove();
  } }, "Show more");
  const row = make("tr", { className: "fold" }, nameCell(depth, [more], { colSpan: columns + 1 }));
  row.depth = depth;
  return [...result, row];
}

/** The first cell of a row, as far to the right as it is deep; beyond some levels there is no more room. */
function nameCell(depth, content, properties) {
  const cell = make("th", { scope: "row", ...properties }, ...content);
  cell.style.setProperty("--depth", Math.max(0, Math.min(depth, 12)));
  return cell;
}

function rowOf(line) {
  const mark = line.mark ? make("span", { className: `mark ${line.mark}`, title: NAMES[line.mark] }, MARKS[line.mark]) : null;
  const text = line.text ?? visible(line.name);
  const name = make("bdi", { title: line.title && visible(line.title) }, text);
  const judge = line.judge ? make("small", { className: "judge" }, visible(line.judge)) : null;
  const label = [line.parts ? toggleOf(line, name) : name, mark, judge, line.note];
  const names = [line.state, line.isKey && "key", line.isAlike && "alike"].filter(Boolean);
  const row = make("tr", { className: names.join(" "), tabIndex: isDifference(line) ? -1 : undefined },
    nameCell(line.depth, label, line.cells ? {} : { colSpan: 3 }), ...(line.cells ?? []));
  row.depth = line.depth;
  return row;
}

const isDifference = ({ state, mark }) => state === "changed" || mark === "m";

function toggleOf(line, name) {
  const button = make("button", { type: "button", className: "toggler", ariaExpanded: String(line.isOpen === true) }, name);
  button.addEventListener("click", () => {
    const row = button.closest("tr");
    const isOpen = button.ariaExpanded === "true";
    button.ariaExpanded = String(!isOpen);
    if (isOpen) closeBelow(row);
    else row.after(...someRows(rowsOf(line.parts()), line.depth + 1, 2));
  });
  return button;
}

function closeBelow(row) {
  while (row.nextElementSibling?.depth > row.depth) row.nextElementSibling.remove();
}
