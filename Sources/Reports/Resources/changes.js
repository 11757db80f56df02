// The list of changes: filters and selection.
const filter = { kinds: new Set(), columns: new Set(), path: null, text: "", same: null, finding: -1, isOpen: false, isCounted: false };
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
  if (layout.isTable) return renderCells(change, row, index === selected);
  const [words, more] = gist(change, roomBeside(keyText(change)));
  row.setAttribute("role", "option");
  row.setAttribute("aria-selected", index === selected);
  row.replaceChildren(
    markOf(change), make("span", { className: "key" }, make("bdi", {}, keyText(change))),
    make("span", { className: "what" }, ...words), more, acceptedMark(item), doneMark(item));
}

/** How many characters a row has room for beside a key. */
function roomBeside(key) {
  const width = byId("list").clientWidth;
  return Math.max(16, Math.floor((width - 86 - Math.max(84, Math.min(8 * key.length, 0.42 * width))) / 7));
}

/** Says of a change that somebody has reviewed it. */
const doneMark = (index) => (reviewed.marks[index] ? make("span", { className: "done", title: "reviewed", role: "img", ariaLabel: "reviewed" }, "✓") : "");

/** Says of a change that it is accepted. */
const acceptedMark = (index) => (acceptedWord(index) ? make("span", { className: "accepted" }, acceptedWord(index)) : "");

const markOf = ({ kind }) => make("span", { className: `mark ${kind}`, title: NAMES[kind] }, MARKS[kind]);

/** What happened, on one line of about so many characters; and how many columns have no room on it, if some have none. */
function gist(change, room) {
  const words = [];
  let [taken, shown, hidden] = [0, 0, 0];
  const nameRoom = Math.max(12, Math.floor(room / 2));
  const say = (name, ...values) => {
    const length = [name, ...values].reduce((sum, part) => sum + (part.textContent ?? part).length + 1, 0);
    if (hidden || (shown && taken + length > room)) return hidden++;
    taken += length;
    shown++;
    words.push(words.length ? " · " : "", make("b", { title: visible(name) }, visible(endOf(name, nameRoom))), " ", ...values);
  };
  eachContext(change, (name, value) => {
    const text = name === "@records" ? `${name}: ${short(value, 28)}` : short(value, 28);
    taken += text.length;
    words.push(words.length ? " · " : "", make("span", { className: "context", title: visible(name) }, text));
  });
  if (change.pass) words.push(words.length ? " · " : "", make("span", { className: "context" }, change.pass));
  for (const [column, before, after, inside, compared] of chosenFirst(change)) {
    const name = nameOf(column, inside);
    // The first one is cut to the room that there is; others are there only if they have enough.
    const left = shown ? undefined : room - taken - Math.min(name.length, nameRoom) - 1;
    if (hidden) hidden++;
    else say(name, ...valuesOf(before, after, inside, left), ...byRules(before, after, compared));
  }
  if (change.fromSection !== undefined) words.push(words.length ? " · " : "", `moved from ${sectionName(change.fromSection)}`);
  else if (change.moved) words.push(words.length ? " · " : "", change.source === change.target
    ? `moved past others, still record ${grouped(change.target + 1)}` : `moved from record ${grouped(change.source + 1)} to record ${grouped(change.target + 1)}`);
  if (change.kind === "d" || change.kind === "i") eachValue(change, (name, value) => say(name, make("bdi", { className: "v" }, short(value, 28))));
  return [words, hidden ? make("span", { className: "more", title: `${plural(hidden, "more column")}` }, `+${hidden}`) : ""];
}

/** Whether columns, a path or a repeated change are looked for. */
const isNarrow = () => filter.columns.size > 0 || filter.path !== null || filter.same !== null;

/** Whether a change is one that the chosen finding is about, if one is chosen. */
const isFound = (index) => filter.finding < 0 || ofFinding[filter.finding][index] === "y";

/** Whether a difference is among those that are looked for. */
const isChosen = (column, before, after, inside) => (!filter.columns.size || filter.columns.has(column))
  && (!filter.path || touches(filter.path, column, before, after, inside)) && (!filter.same || isSame(filter.same, column, before, after, inside));

/** What differs; first what is looked for, last what most records have in common. */
function chosenFirst(change) {
  const differences = [];
  eachDifference(change, (...difference) => differences.push(difference));
  const place = (difference) => (isNarrow() && isChosen(...difference) ? 0 : isCommon(...difference) ? 2 : 1);
  return differences.map((difference) => [place(difference), difference]).sort((a, b) => a[0] - b[0]).map(([, difference]) => difference);
}

/** So many characters of a value stand on a line. */
const LONGEST = 28;

/** A long path without its beginning, by whole steps if that leaves some: `…eng.official`. */
function endOf(path, most) {
  if (path.length <= most) return path;
  const end = path.slice(1 - most);
  const step = end.search(/[.[]/);
  return `…${step >= 0 && step < end.length / 2 ? end.slice(step).replace(/^\./, "") : end}`;
}

/** The name of what differs: of an element that nothing names, that of its list. */
function nameOf(column, inside) {
  const last = inside?.steps.at(-1);
  const isPlace = inside && inside.kind !== "u" && isElement(last) && last[1] === undefined;
  return isPlace ? pathText(column, inside.steps.slice(0, -1)) : inside ? pathText(column, inside.steps) : meta.columns[column];
}

/** How it differs, in so many characters or a few more: `1 → 2`, `+ "BLR"`, `moved [2] → [0]`. */
function valuesOf(before, after, inside, room = 2 * LONGEST + 3) {
  const bdi = (className, text) => make("bdi", { className }, text);
  if (!inside || inside.kind === "u") {
    const [left, right] = shortSides(before, after, Math.min(LONGEST, lengthOfSides(before, after, room - 3)));
    return [bdi("v old", left), " → ", bdi("v new", right)];
  }
  const one = (value) => shortInside(value, Math.max(6, Math.min(LONGEST, room - 3)));
  if (inside.kind === "m") return ["moved ", ...(after ? [bdi("v", one(after)), " "] : []), bdi("v moved", `[${before[0]}] → [${inside.steps.at(-1)[0]}]`)];
  const isGone = inside.kind === "d";
  return [bdi(`v ${isGone ? "old" : "new"}`, `${MARKS[inside.kind]} ${one(isGone ? before : after)}`)];
}

/** By how much two values differ as they were compared, where that is not what they show: `(+1)`. */
function byRules(before, after, compared) {
  const delta = compared ? difference(...compared) : "";
  return delta && delta !== difference(before, after) ? [` (${delta.split(" ")[0]})`] : [];
}

/** Calls `visit(name, value)` for each value that tells which record it is. */
function eachContext({ context }, visit) {
  for (let at = 0; at < context.length; at += 2) visit(meta.context[context[at]], context[at + 1]);
}

/** Calls `visit(name, value)` for each value beside the key, unless it is empty. */
function eachValue(change, visit) {
  for (const [at, value] of Object.entries(change.row || [])) {
    const column = change.columns[at];
    if (!isOdd(value) && !isKeyColumn(column)) visit(nameIn(change, column), value);
  }
}

const holds = (value, needle) => searched(value).toLowerCase().includes(needle);

/** Whether a change as the block holds it has the needle; of what is looked for, in that. */
function matches(change, needle) {
  const { row, differences, context, key } = members(change);
  let isFound = false;
  eachDifference({ differences }, (column, before, after, inside) => {
    if (isFound || !isChosen(column, before, after, inside)) return;
    isFound = holds(before, needle) || holds(after, needle);
  });
  if (isFound || isNarrow()) return isFound;
  const all = (values) => Object.values(values || []).flatMap((value) => (isPair(value) ? [value.old, value.new] : [value]));
  return [row, context, key].some((values) => all(values).some((value) => holds(value, needle)));
}

/** A block's text can hold the needle only if it is there as JSON spells it. */
function mayMatch(number, needle) {
  if (!needle || /[^\x20-\x7e]|["\\<]/.test(needle)) return true;
  return blocks[number].toLowerCase().includes(needle);
}

const SLICE = 24;
const REDRAW = 160;

/** Filters in slices, so that the page stays alive; what is found shows as it grows. Then the row at a place is looked at. */
async function applyFilters(place = 0) {
  const run = ++searchRun;
  const result = { found: [], hits: 0, section: -1, place };
  renderCommand();
  renderRule();
  const needle = filter.text.trim().toLowerCase();
  let [started, shownAt] = [performance.now(), performance.now()];
  for (let number = 0; number * meta.block < total; number++) {
    if (mayMatch(number, needle)) filterBlock(number, needle, result);
    const now = performance.now();
    if (now - started < SLICE) continue;
    if (result.hits && !place && now - shownAt > REDRAW) {
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
  const looks = needle || isNarrow();
  const changes = looks || meta.sections ? block(number) : null;
  const start = number * meta.block;
  for (let index = start; index < Math.min(total, start + meta.block); index++) {
    if (!isOfKind(index, filter.kinds) || (filter.isOpen && reviewed.marks[index]) || (filter.isCounted && meta.accepted[index] === "a") || !isFound(index) || (looks && !matches(changes[index - start], needle))) continue;
    const section = meta.sections ? (members(changes[index - start]).section ?? -1) : -1;
    if (section >= 0 && section !== result.section) result.found.push(-1 - section);
    result.section = section;
    result.found.push(index);
    result.hits++;
  }
}

function publish({ found, hits, place }, isWhole) {
  const first = items !== found;
  items = found;
  byId("found").textContent = (hits === total ? plural(hits, "change") : `${grouped(hits)} of ${plural(total, "change")}`) + (isWhole ? "" : " …");
  list.show(items.length, !first || place > 0);
  if (first) select(items.findIndex((item, at) => item >= 0 && at >= Math.min(place, items.length - 1)));
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
    if (smallWindow.matches) layout.hasDetail = false;
  }
  placeDetail();
  renderDetail();
  keepAddress();
}

function step(by) {
  let next = Math.max(0, Math.min(items.length - 1, selected + by));
  while (items[next] < 0) next += Math.sign(by);
  // Above the first change is its heading alone.
  if (!(next in items)) next = items.findIndex((item) => item >= 0);
  if (next >= 0) select(next);
}
