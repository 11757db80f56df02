// Why: who decided about a column, as what its values were compared, and why a record has no partner.
const judges = new Map(meta.judges.map(([column, ...words]) => [column, words]));
const omitted = new Map(meta.omitted);

/** Who compares the values of a column, and what they go through before; nothing where no column has a rule. */
function judgeOf(column, isAlike) {
  if (omitted.has(column)) return `not compared: ${omitted.get(column)}`;
  if (!judges.size) return "";
  const [judge, ...steps] = judges.get(column) ?? ["exact"];
  return (isAlike ? "equal: " : "") + [steps.join(", "), judge].filter(Boolean).join(", then ");
}

/** Adds to the cells of two values as what they were compared, where that is something else. */
function tellCompared(cells, values) {
  values?.forEach((value, at) => cells[at].append(make("span", { className: "compared" }, "compared as ", ...single(value))));
  return cells;
}

/** As what two values were compared, which is how they stand where no rule says otherwise; as nothing where the page does not know it. */
const comparedOf = ({ index }, column, before, after, values) => values
  ?? (judges.get(column)?.length > 1 && (index >= (meta.shortened?.[1] ?? Infinity) || meta.rules.some(([name]) => name === "mask")) ? ["", ""] : [before, after]);

const reason = (...words) => make("p", { className: "reason" }, ...words);

/** Says of a change that the page may not have its values as they were compared, where there were too many of them. */
function shortageOf(change) {
  const [most, first] = meta.shortened ?? [];
  if (isSided(change) || change.index < (first ?? Infinity)) return [];
  return [reason(`As what values were compared is told here of the first ${grouped(most)} pairs only; `, make("b", {}, "lunadiff explain"), " says it of others.")];
}

/** Why a record has no partner, with the one that comes nearest. */
function absenceOf(change) {
  if (!isSided(change) || !meta.absences) return [];
  const { causes, of, obstacle } = meta.absences;
  if (obstacle) return [reason(`What comes nearest to it was not looked for, as ${obstacle}; `, make("b", {}, "lunadiff explain"), " says it.")];
  const [cause, record, key, number] = of[change.index] ?? [];
  if (cause === undefined) return [];
  if (record === undefined) return [reason(make("b", {}, "No partner: "), visible(causes[cause]))];
  const place = `${change.kind === "d" ? "new" : "old"} record ${grouped(record + 1)}: ${key.map((part) => short(part, 80)).join(" · ")}`;
  return [reason(make("b", {}, "No partner."), " Nearest is ", nearest(place, number), `, ${visible(causes[cause])}`)];
}

/** The record that comes nearest; a way to its own change, where that is listed. */
function nearest(text, number) {
  const at = number === undefined ? -1 : items.indexOf(number);
  const words = make("bdi", {}, text);
  return at < 0 ? words : make("button", { type: "button", className: "link", onclick: () => select(at) }, words);
}
