// What the page knows. Changes stand in blocks that are parsed when somebody looks at them.
const byId = (id) => document.getElementById(id);
const meta = JSON.parse(byId("meta").textContent);
const blocks = [...document.querySelectorAll("script.changes-data")];
const total = meta.kinds.length;
const MARKS = { u: "~", d: "−", i: "+", m: ">" };
const NAMES = { u: "updated", d: "deleted", i: "inserted", m: "moved" };
const kindAt = (index) => meta.kinds[index].toLowerCase();
const isMoved = (index) => "mU".includes(meta.kinds[index]);
/** Whether a change is of one of some kinds; what is updated and moved is of both. */
const isOfKind = (index, kinds) => kinds.has(kindAt(index)) || (isMoved(index) && kinds.has("m"));
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

const KEPT_BLOCKS = 48;
const parsed = new Map();

function block(number) {
  let changes = parsed.get(number);
  if (changes) {
    parsed.delete(number);
  } else {
    changes = JSON.parse(blocks[number].textContent);
    if (parsed.size >= KEPT_BLOCKS) parsed.delete(parsed.keys().next().value);
  }
  parsed.set(number, changes);
  return changes;
}

/** A change as its block holds it; values for context are there only if somebody asked for such columns. */
function members([source, target, row, differences, ...rest]) {
  const context = meta.context.length ? rest.shift() : [];
  const [key, section, fromSection] = rest;
  return { source, target, row, differences, context, key, section, fromSection };
}

/** One change, by its place in the report. */
function changeAt(index) {
  const { source, target, row, differences, context, key, section, fromSection } =
    members(block(Math.floor(index / meta.block))[index % meta.block]);
  const kind = kindAt(index);
  const columns = kind === "d" ? meta.sourceColumns : meta.targetColumns;
  return { index, kind, moved: isMoved(index), source, target, row, differences, context, section, fromSection, columns,
    key: key || keyOf(row, columns) };
}

function keyOf(row, columns) {
  return (meta.keyColumns ?? []).map((column) => {
    const place = columns.indexOf(column);
    return row && place >= 0 && place < row.length ? row[place] : 0;
  });
}

/** Calls `visit(column, old, new, path, kind)` for each column that differs; inside nested values for each path that does. */
function eachDifference(change, visit) {
  const list = change.differences || [];
  for (let place = 0; place < list.length; place += 3) {
    const [column, path, kind] = [list[place]].flat();
    visit(column, list[place + 1], list[place + 2], path, kind);
  }
}

// Values: text is a string, absent 0, null null, a number [spelling], an object or array [spelling, 1].
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u00a0\u00ad\u061c\u180e\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const SIGNS = { "\n": "↵", "\r": "‹CR›", "\t": "⇥" };
const sign = (character) => SIGNS[character] ?? `‹U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}›`;

const visible = (text) => text.replace(HIDDEN, sign);
const spelled = (value) => (Array.isArray(value) ? value[0] : typeof value === "string" ? value : value === 0 ? "" : String(value));
const isOdd = (value) => value === 0 || value === "" || value === null;
const oddName = (value) => (value === 0 ? "absent" : value === null ? "null" : "empty");

/** A value on one line, not cut within a character. */
const short = (value, length = 60) => (isOdd(value) ? oddName(value) : excerpt(spelled(value), 0, length));

/** So many characters of a text on one line, from a place on or from before it, if the text ends sooner. */
function excerpt(text, start, length) {
  const from = Math.max(0, Math.min(start, text.length - length));
  const whole = text.slice(from, from + length).replace(/^[\udc00-\udfff]/, "").replace(/[\ud800-\udbff]$/, "");
  return visible((from ? "…" : "") + whole + (from + length < text.length ? "…" : ""));
}

/** A long path without the directories that it shares with another, and without those in the middle if it still is long. */
function shortPath(path, other, length = 34) {
  if (path.length <= length) return path;
  const [names, others] = [path, other].map((text) => text.split("/"));
  let same = 0;
  while (same < names.length - 1 && names[same] === others[same]) same++;
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
