// The same change in many records: at the same path, and with the same values.
const LEAST_REPEATED = 2;
const MOST_REPEATED = 200;
const MOST_VALUES = 5;
/** So many changes are looked through without being asked. */
const MOST_LOOKED_THROUGH = 20_000;
/** What there is of each path and kind; `null` until somebody has looked through all changes. */
let repeated = null;
/** Columns in whose values something changed inside, too. */
const entered = new Set();

const kindOf = (inside) => inside?.kind ?? "u";
/** The path of a difference, in which all elements of a list are one: `items[].price`. */
const sharedPath = (column, inside) => (inside ? pathText(column, inside.steps.map((step) => (isElement(step) ? ["", ""] : step))) : meta.columns[column]);

/** A short name for two values: the same for the same ones. */
const valuesName = (before, after) => hashText(JSON.stringify([before, after]));

/** A hash of 53 bits (cyrb53), in letters and digits. */
function hashText(text, seed = 0) {
  let [a, b] = [0xdeadbeef ^ seed, 0x41c6ce57 ^ seed];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}

/** Whether a difference is one that is repeated: at its path, of its kind, and with its values if they are the same, too. */
const isSame = ({ kind, path, values }, column, before, after, inside) =>
  kindOf(inside) === kind && sharedPath(column, inside) === path && (!values || valuesName(before, after) === values);

const KIND_WORDS = { u: "changed", d: "removed", i: "added", m: "moved" };
const sameLabel = ({ kind, path, before, after }) => (before === undefined ? `${path} ${kind === "u" && entered.has(path) ? "changed as a whole" : KIND_WORDS[kind]}`
  : `${path}: ${valuesText(kind, before, after)}`);
const valuesText = (kind, before, after) => (kind === "d" ? `${MARKS.d} ${shortInside(before)}` : kind === "i" ? `${MARKS.i} ${shortInside(after)}`
  : kind === "m" ? KIND_WORDS.m : shortSides(before, after, 32).join(" → "));

/** Looks through all changes once, in slices. */
async function findRepeated() {
  const found = new Map();
  let started = performance.now();
  for (let number = 0; number * meta.block < total; number++) {
    for (const change of block(number)) countSame(found, members(change));
    if (performance.now() - started < SLICE) continue;
    await new Promise((resume) => setTimeout(resume));
    started = performance.now();
  }
  repeated = found;
}

function countSame(found, change) {
  const seen = new Set();
  eachDifference(change, (column, before, after, inside) => {
    const [kind, path] = [kindOf(inside), sharedPath(column, inside)];
    const name = `${kind} ${path}`;
    if (inside) entered.add(meta.columns[column]);
    const own = found.get(name) ?? found.set(name, { kind, path, records: 0, alike: new Map() }).get(name);
    if (!seen.has(name)) own.records++;
    seen.add(name);
    const values = valuesName(before, after);
    const alike = own.alike.get(values) ?? own.alike.set(values, { kind, path, values, before, after, records: 0 }).get(values);
    if (!seen.has(name + values)) alike.records++;
    seen.add(name + values);
  });
}

async function renderRepeated(box) {
  box.replaceChildren(make("h2", {}, "The same change in many records"), make("p", { role: "status" }, "Looking …"));
  if (!repeated) await findRepeated();
  const groups = [...repeated.values()].filter(({ records }) => records >= LEAST_REPEATED).sort((a, b) => b.records - a.records);
  const rows = groups.slice(0, MOST_REPEATED).flatMap((group) => [repeatedRow(group, ""), ...repeatedValues(group).map((alike) => repeatedRow(alike, "path")), ...moreValues(group)]);
  if (!rows.length) return box.lastChild.replaceChildren("No two records differ at the same place.");
  const more = groups.length > MOST_REPEATED ? ` The ${MOST_REPEATED} most frequent of ${grouped(groups.length)}.` : "";
  const few = total < meta.all ? " Records are counted as far as they are listed." : "";
  box.lastChild.replaceChildren("By path, and below that by values that are the same.", make("span", { className: "advice" }, " Choose one to see its records."), more, few);
  box.append(make("table", { className: "grid" }, head(["Change"], ["Records", "n"]), make("tbody", {}, rows)));
}

/** The most frequent values of a path, if more than one record has them. */
const repeatedValues = ({ kind, alike }) => (kind === "m" ? [] : [...alike.values()].filter(({ records }) => records >= LEAST_REPEATED)
  .sort((a, b) => b.records - a.records).slice(0, MOST_VALUES));

/** How many other values a path has, of which none is listed. */
function moreValues(group) {
  const shown = repeatedValues(group).length;
  const more = group.kind === "m" ? 0 : group.alike.size - shown;
  if (!more || group.alike.size < 2) return [];
  const text = shown ? `and ${grouped(more)} more` : `${grouped(more)} different ones`;
  return [make("tr", { className: "path" }, make("th", { scope: "row" }, text), cell("", "n"))];
}

function repeatedRow(group, className) {
  const label = sameLabel(group);
  const text = className ? valuesText(group.kind, group.before, group.after) : label;
  return make("tr", { className }, make("th", { scope: "row" }, make("button", { type: "button", className: "link", onclick: () => lookAtSame(group) }, make("bdi", {}, visible(text)))),
    cell(`in ${plural(group.records, "record")}`, "n"));
}

/** Shows the records that have a change in common; all of them for none. */
function lookAtSame(group) {
  filter.same = group && { kind: group.kind, path: group.path, values: group.values, label: sameLabel(group) };
  renderChips();
  showView("changes");
  applyFilters();
  if (!group) byId("list").focus();
}

/** Whether more than half of the updated records differ in just that, as far as it is known. */
function isCommon(column, before, after, inside) {
  const group = repeated?.get(`${kindOf(inside)} ${sharedPath(column, inside)}`);
  const alike = group?.kind === "m" ? group : group?.alike.get(valuesName(before, after));
  return 2 * (alike?.records ?? 0) > meta.statistics.updated && alike.records >= LEAST_REPEATED;
}

/** In how many other records the same differs, once that is known: a way to see them. */
function repeatedOf(change) {
  if (!repeated || change.kind !== "u") return [];
  const groups = new Map();
  eachDifference(change, (column, before, after, inside) => {
    const group = repeated.get(`${kindOf(inside)} ${sharedPath(column, inside)}`);
    const alike = group?.kind === "m" ? null : group?.alike.get(valuesName(before, after));
    for (const own of [group, alike]) if (own?.records >= LEAST_REPEATED && own.records < meta.statistics.updated + (own === alike)) groups.set(own, own);
  });
  const links = [...groups.values()].slice(0, 2 * MOST_VALUES).map((group) => make("li", {},
    make("button", { type: "button", className: "link", onclick: () => lookAtSame(group) }, make("bdi", {}, visible(sameLabel(group)))), ` in ${plural(group.records - 1, "other record")}`));
  return links.length ? [make("section", { className: "alike-list", ariaLabel: "Shared with other records" }, make("h3", {}, "Shared with other records"), make("ul", {}, links))] : [];
}
