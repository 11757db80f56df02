// The views beside the list: columns, sections, duplicates.
const cell = (text, name = "") => make("td", { className: name }, text);
const head = (...names) => make("thead", {}, make("tr", {}, names.map(([text, name]) => make("th", { scope: "col", className: name ?? "" }, text))));
const percent = (part, whole) => (whole ? `${((100 * part) / whole).toFixed(part && part * 1000 < whole ? 2 : 1)} %` : "–");

function renderColumns(box) {
  const updated = meta.statistics.updated;
  const rows = meta.statistics.columns.flatMap((entry) => [columnRow(entry, updated), ...pathRows(entry, updated)]);
  const parts = [];
  if (rows.length) {
    parts.push(make("h2", {}, "How often each column changed"),
      make("p", {}, `Shares are of ${plural(updated, "updated record")}.`, make("span", { className: "advice" }, " Choose a column or a path to see its changes.")),
      make("table", { className: "grid" }, head(["Column"], ["Changed", "n"], ["Share"], ["Typical difference"], ["Most frequent change"]), make("tbody", {}, rows)),
      ...meta.statistics.where.map(whereLine));
  } else {
    parts.push(make("h2", {}, "No column changed"), make("p", {}, "No record was updated."));
  }
  const others = [...meta.deletedColumns.map((column) => ["d", column]), ...meta.insertedColumns.map((column) => ["i", column])];
  if (others.length) {
    parts.push(make("h2", {}, "Columns of one side only"),
      make("table", { className: "grid" }, head(["Column"], ["Only in"]), make("tbody", {}, others.map(([kind, column]) =>
        make("tr", {}, make("th", { scope: "row" }, visible(meta.columns[column])), make("td", {}, make("span", { className: `tag ${kind}` }, kind === "d" ? "old" : "new")))))));
  }
  box.replaceChildren(...parts);
}

/** A value that updated records have in common, as in "98.0 % of updated records have country = DE (12.0 % of all)". */
const whereLine = ([column, value, updated, paired]) => make("p", { className: "where" }, `${percent(updated, meta.statistics.updated)} of updated records have `,
  visible(column), " = ", make("code", {}, make("bdi", {}, short(value, 32))), ` (${percent(paired, meta.statistics.paired)} of all)`);

function columnRow(entry, updated) {
  const meter = make("i");
  meter.style.width = `${(100 * entry.changed) / Math.max(1, updated)}%`;
  return make("tr", {}, make("th", { scope: "row" }, lookButton(meta.columns[entry.column])), cell(grouped(entry.changed), "n"),
    make("td", {}, percent(entry.changed, updated), make("span", { className: "meter" }, meter)),
    make("td", {}, entry.numeric ? numericText(entry.numeric) : entry.respelled ?? "–"), make("td", {}, ...frequent(entry)));
}

/** Leads to the changes that touch a column, or a path into its values. */
const lookButton = (path) => make("button", { type: "button", className: "link", onclick: () => lookAtPath(path) }, visible(path));

/** Where inside a column's values something differs, and in how many records. */
function pathRows(entry, updated) {
  const rows = (entry.paths ?? []).map(([path, records]) => make("tr", { className: "path" }, make("th", { scope: "row" }, lookButton(path)),
    cell(grouped(records), "n"), cell(percent(records, updated)), cell("–"), cell("–")));
  if (entry.morePaths) rows.push(make("tr", { className: "path" }, make("th", { scope: "row" }, `+${plural(entry.morePaths, "path")}`), cell(""), cell(""), cell(""), cell("")));
  return rows;
}

const numericText = (numeric) =>
  make("span", {}, make("b", {}, numeric.median), ` median; ${numeric.least} to ${numeric.greatest}`);

function frequent(entry) {
  if (!entry.frequent) return entry.appeared || entry.vanished ? [`${grouped(entry.appeared)} filled, ${grouped(entry.vanished)} emptied`] : ["–"];
  const [before, after, count] = entry.frequent;
  return [make("code", { className: "old" }, make("bdi", {}, short(before, 32))), " → ", make("code", { className: "new" }, make("bdi", {}, short(after, 32))), ` · ${grouped(count)}×`];
}

/** What happened to sections themselves, and counts of their changes, made here from the kinds and each change's section. */
function renderSections(box) {
  const counts = new Map();
  const of = (section) => counts.get(section) ?? counts.set(section, { itself: new Set(), d: 0, i: 0, u: 0, m: 0 }).get(section);
  for (const kind of Object.keys(NAMES)) for (const section of meta.sectionChanges[kind]) of(section).itself.add(kind);
  for (let index = 0; index < total; index++) {
    const change = changeAt(index);
    const own = of(change.section);
    own[change.kind]++;
    if (change.moved && change.kind === "u") own.m++;
  }
  const sorted = [...counts].sort((a, b) => sum(b[1]) - sum(a[1]));
  const rows = sorted.map(([section, own]) => make("tr", {}, make("th", { scope: "row" }, make("bdi", {}, sectionName(section))),
    make("td", {}, [...own.itself].map((kind) => make("span", { className: `tag ${kind}` }, NAMES[kind]))),
    ...["d", "i", "u", "m"].map((kind) => cell(own[kind] ? grouped(own[kind]) : "–", "n"))));
  const text = [`Of the sections themselves: ${sectionCounts() || "none changed"}, ${grouped(meta.summary.sections.unchanged)} unchanged.`];
  if (total < meta.all) text.push("Records are counted as far as they are listed.");
  box.replaceChildren(make("h2", {}, `${plural(counts.size, "section")} with changes`), make("p", {}, text.join(" ")),
    make("table", { className: "grid" }, head(["Section"], ["Itself"], ["Deleted", "n"], ["Inserted", "n"], ["Updated", "n"], ["Moved", "n"]), make("tbody", {}, rows)));
}

const sum = (counts) => counts.d + counts.i + counts.u + counts.m;

function renderDuplicates(box) {
  const parts = [make("h2", {}, "Identities that occur more than once"),
    make("p", {}, meta.duplicates.inOrder ? "Records of one identity pair in their order: the first with the first, the second with the second." : "Records of one identity pair in this order: equal records first, then records of one section, then the others in the order of the files.")];
  for (const side of ["source", "target"]) {
    const own = meta.duplicates[side];
    if (!own.identities) continue;
    parts.push(make("h2", {}, `${side === "source" ? "Old" : "New"}: ${plural(own.identities, "identity").replace("identitys", "identities")}, ${plural(own.extra, "extra record")}`),
      make("table", { className: "grid" }, head(["Key"], ["Records"]), make("tbody", {}, own.examples.map(([key, records]) =>
        make("tr", {}, make("th", { scope: "row" }, make("bdi", {}, key.map((part) => short(part)).join(" · "))), cell(records.map((record) => grouped(record + 1)).join(", ")))))));
  }
  box.replaceChildren(...parts);
}
