// What the page knows. Changes stand in blocks that are parsed when somebody looks at them.
const byId = (id) => document.getElementById(id);
const meta = JSON.parse(byId("meta").textContent);
const blocks = await Promise.all([...document.querySelectorAll("script.changes-data")].map(textOf));
// A letter that follows on itself stands once, behind its number.
const lettersOf = (runs) => runs.replace(/(\d+)(\D)/g, (_, count, letter) => letter.repeat(count));
meta.kinds = lettersOf(meta.kinds);
meta.accepted = lettersOf(meta.accepted ?? "");
/** Of each finding a letter for each change, `y` where it is about that one. */
const ofFinding = (meta.found ?? []).map(lettersOf);
const total = meta.kinds.length;
const MARKS = { u: "~", d: "-", i: "+", m: ">" };
const NAMES = { u: "updated", d: "deleted", i: "inserted", m: "moved" };
const kindAt = (index) => meta.kinds[index].toLowerCase();
/** How a change is accepted: as a whole, in part, or not. */
const acceptedWord = (index) => ({ a: "accepted", p: "accepted in part" })[meta.accepted[index]] ?? "";
const isMoved = (index) => "mU".includes(meta.kinds[index]);
/** Whether a change is of one of some kinds, of which none are all; what is updated and moved is of both. */
const isOfKind = (index, kinds) => !kinds.size || kinds.has(kindAt(index)) || (isMoved(index) && kinds.has("m"));
const grouped = (number) => number.toLocaleString("en-US");
const plural = (number, noun) => `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;

/** Makes an element. Text always goes in as text, never as markup. */
function make(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && name !== "list") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== null));
  return element;
}

/** The text of a script of data, which is deflated on a large page. */
async function textOf(script) {
  if (script.type === "application/json") return script.textContent;
  if (!("DecompressionStream" in window)) {
    byId("facts").textContent = "This browser cannot read the changes of a large page (it has no DecompressionStream). A page made with --limit N is smaller.";
  }
  const bytes = Uint8Array.from(atob(script.textContent), (letter) => letter.charCodeAt(0));
  script.textContent = "";
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
}

const KEPT_BLOCKS = 48;
const parsed = new Map();

function block(number) {
  let changes = parsed.get(number);
  if (changes) {
    parsed.delete(number);
  } else {
    changes = JSON.parse(blocks[number]);
    if (parsed.size >= KEPT_BLOCKS) parsed.delete(parsed.keys().next().value);
  }
  parsed.set(number, changes);
  return changes;
}

/** A change as its block holds it; values for context are there only if somebody asked for such columns, and which pass has paired it only where there are several. */
function members([source, target, row, differences, ...rest]) {
  const context = meta.context.length ? rest.shift() : [];
  const pass = meta.passes ? rest.shift() : "";
  const [key, section, fromSection] = rest;
  return { source, target, row, differences, context, pass, key, section, fromSection };
}

/** A record of both sides has the target's columns, and behind them those that the source alone has. */
const pairedColumns = [...meta.targetColumns, ...meta.aloneColumns[0]];
/** The side that alone has a column, as its kind of change; nothing for one of both. */
const sideOf = (column) => ["d", "i"].find((_, at) => meta.aloneColumns[at].includes(column)) ?? "";

const oldNames = new Map(meta.renamedColumns);
/** A column's name; that which it had, of a record that is gone. */
const nameIn = ({ kind }, column) => (kind === "d" && oldNames.get(column)) || meta.columns[column];

/** One change, by its place in the report. */
function changeAt(index) {
  const { source, target, row, differences, context, pass, key, section, fromSection } =
    members(block(Math.floor(index / meta.block))[index % meta.block]);
  const kind = kindAt(index);
  const columns = { d: meta.sourceColumns, i: meta.targetColumns }[kind] ?? pairedColumns;
  return { index, kind, moved: isMoved(index), source, target, row, differences, context, pass, section, fromSection, columns,
    key: key || keyOf(row, columns) };
}

/** A record's value in the column at a place. A row is a list of values, or an object of those that a sparse record has. */
const valueAt = (row, place) => bothAt(row, place)[1];
/** The old and the new value there: they are two where rules call different ones equal. */
const bothAt = (row, place) => {
  const value = row && place in row ? row[place] : 0;
  return isPair(value) ? [value.old, value.new] : [value, value];
};
/** As what the two values were compared; nothing where that is as they stand. */
const comparedAt = (row, place) => (row && isPair(row[place]) ? row[place].compared : undefined);
const isPair = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isKeyColumn = (column) => meta.keyColumns?.includes(column) ?? meta.keyNames?.includes(meta.columns[column]) ?? false;

function keyOf(row, columns) {
  return (meta.keyColumns ?? []).map((column) => valueAt(row, columns.indexOf(column)));
}

/**
 * Calls `visit(column, old, new, inside)` for each column that differs. Of nested values it does so for each part that
 * differs, and `inside` has its kind, the steps that lead to it, and how many parts each container on the way has.
 * `compared` are the two values as they were compared, where that is something else.
 */
function eachDifference(change, visit) {
  const list = change.differences || [];
  for (let place = 0; place < list.length; place += 3) {
    const [column, kind, steps, sizes] = [list[place]].flat(1);
    const values = [list[place + 1], list[place + 2]];
    if (kind === "n") visit(column, ...values, undefined, [steps, sizes]);
    else visit(column, ...values, kind && { kind, steps, sizes });
  }
}

/** A long path without the directories that it shares with another, and without those in the middle if it still is long. */
function shortPath(path, other, length) {
  if (path.length <= length) return path;
  const [names, others] = [path, other].map((text) => text.split("/"));
  let same = 0;
  while (same < names.length - 1 && names[same] === others[same]) same++;
  // A name alone tells of what it is as little as `old.csv` does.
  if (same && same === names.length - 1) same--;
  const rest = names.slice(same);
  if (rest.join("/").length > length && rest.length > 2) rest.splice(1, rest.length - 2, "…");
  return (same ? "…/" : "") + rest.join("/");
}

const keyText = (change) => (change.key.length ? change.key.map((part) => short(part, 80)).join(" · ") : `record ${place(change)}`);
const place = (change) => grouped((change.target >= 0 ? change.target : change.source) + 1);
/** How many sections themselves changed, and how. */
const sectionCounts = () => Object.values(NAMES).filter((name) => meta.summary.sections?.[name])
  .map((name) => `${grouped(meta.summary.sections[name])} ${name}`).join(", ");
const sectionName = (number) => (meta.sections && number >= 0 ? short(meta.sections[number], 80) : "");
