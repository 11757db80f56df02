// Paths as rules write them, `translations.*.official`, `items[].price`, and which changes touch one.
const STEP = /\.?(?:\[\]|\["((?:[^"\\]|\\.)*)"\]|\[([^\]]*)\])|\.([^.[]+)/y;

/** A path as the column that it begins with and the steps below that; null if it begins with no column. */
function parsePath(text) {
  let best = null;
  meta.columns.forEach((name, column) => {
    if (!name || !text.startsWith(name) || name.length < (best?.length ?? 0)) return;
    const steps = parseSteps(text.slice(name.length));
    if (steps) best = { column, steps, length: name.length };
  });
  return best;
}

/** Steps as `{ isElement, name }`, whose name is undefined for any; null for what is none. */
function parseSteps(text) {
  const steps = [];
  for (STEP.lastIndex = 0; STEP.lastIndex < text.length;) {
    const [step, member, element, name] = STEP.exec(text) ?? [];
    if (step === undefined) return null;
    if (member !== undefined) steps.push({ isElement: false, name: unescaped(member) });
    else if (name !== undefined) steps.push({ isElement: false, name: name === "*" ? undefined : name });
    else steps.push({ isElement: true, name: element });
  }
  return steps;
}

function unescaped(text) {
  try { return JSON.parse(`"${text}"`); } catch { return text; }
}

/** Whether a step of a path, `*` and `[]` among them, leads where a step of a change does. */
function fits({ isElement: wantsElement, name }, step) {
  if (wantsElement !== isElement(step)) return false;
  return name === undefined || (wantsElement ? name === String(step[0]) || name === step[1] : name === step);
}

/** How the rules tell the elements of a list apart, in words; undefined where none does. */
const listRule = (column, steps) => meta.rules.find(([name]) => {
  const path = name.startsWith("lists.") ? parsePath(name.slice("lists.".length)) : null;
  return path?.column === column && path.steps.length === steps.length && path.steps.every((step, at) => fits(step, steps[at]));
})?.[1];

/** Whether a difference is at a path, inside what it leads to, or around it. */
function touches(path, column, before, after, inside) {
  if (column !== path.column) return false;
  const way = inside?.steps ?? [];
  if (!path.steps.every((step, at) => at >= way.length || fits(step, way[at]))) return false;
  const rest = path.steps.slice(way.length);
  if (!rest.length) return true;
  return inside?.kind !== "m" && [before, after].some((value) => leadsOn(value, rest));
}

/** Whether there is something inside a value at the end of some steps. */
function leadsOn(value, [step, ...rest]) {
  if (!step) return true;
  return hasParts(value) && partsOf(value).some(([name, part]) => fits(step, typeof name === "number" ? [name] : name) && leadsOn(part, rest));
}

/** The columns and paths that changed, to choose from. */
const knownPaths = () => meta.statistics.columns.flatMap(({ column, paths }) => [meta.columns[column], ...(paths ?? []).map(([path]) => path)]);

function readPath() {
  const text = byId("path").value.trim();
  filter.path = text ? parsePath(text) : null;
  byId("path").setAttribute("aria-invalid", text !== "" && !filter.path);
  byId("path").title = text && !filter.path ? "No column begins this path" : "";
}

function filterByPath() {
  readPath();
  applyFilters();
}

/** Shows the changes that touch a path. */
function lookAtPath(text) {
  byId("path").value = text;
  showView("changes");
  filterByPath();
}
