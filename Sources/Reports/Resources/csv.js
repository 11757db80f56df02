// What is listed as CSV: the rows that the program's own format csv has of it.
const csvText = (text) => {
  const isFormula = /^[=@\t\r]/.test(text) || (/^[+-]/.test(text) && !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text));
  const cell = (isFormula ? "'" : "") + text;
  return isFormula || /[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
};

const csvRow = (cells) => `${cells.map(csvText).join()}\n`;
const csvValue = (value) => (value === undefined || value === null ? "" : spelled(value));

function csvHead(keys) {
  const own = [...(meta.sections ? ["section"] : []), "column", "old", "new", "old_record", "new_record"];
  const names = ["kind"];
  const add = (name, prefix, others) => {
    let free = name;
    while (names.includes(free) || others.includes(free)) free = prefix + free;
    names.push(free);
  };
  for (const name of keys) add(name, "key ", own);
  names.push(...own);
  for (const name of meta.context) add(name, "with ", []);
  return csvRow(names);
}

/** Names for the parts of a key that a rule computes. */
const csvKeys = (first) => (!meta.duplicates.hasKey ? [] : meta.keyNames ?? (first?.key.length > 1 ? first.key.map((_, at) => `key${at + 1}`) : ["key"]));

/** The rows of a change: of an update those that columns, path and what is repeated leave. */
function csvRows(change) {
  const lead = [...(meta.duplicates.hasKey ? change.key.map(csvValue) : []), ...(meta.sections ? [csvValue(meta.sections[change.section])] : [])];
  const context = contextOf(change);
  const ends = [change.source, change.target].map((record) => (record < 0 ? "" : String(record + 1)));
  const row = (kind, column, before, after) =>
    csvRow([kind, ...lead, column, csvValue(before), csvValue(after), ...ends, ...meta.context.map((name) => csvValue(context.get(name)))]);
  if (isSided(change)) return csvRecord(change, row);
  const rows = [];
  eachDifference(change, (column, before, after, inside) => {
    if (!isChosen(column, before, after, inside)) return;
    const path = inside ? pathText(column, inside.steps) : meta.columns[column];
    if (inside?.kind !== "m") return rows.push(row("updated", path, before, after));
    const from = pathText(column, inside.steps.with(-1, [Number(before[0]), inside.steps.at(-1)[1]]));
    rows.push(row("moved", path, from, path));
  });
  if (change.kind === "u" && !rows.length && !isNarrow()) rows.push(row("updated", "", 0, 0));
  if (change.moved || change.kind === "m") rows.push(row("moved", "", 0, 0));
  return rows;
}

/** The values of columns for context by name; those that the page shows as a part of the change, too. */
function contextOf(change) {
  const values = new Map(meta.context.map((name) => [name, valueAt(change.row, change.columns.indexOf(meta.columns.indexOf(name)))]));
  eachDifference(change, (column, before, after, inside) => { if (!inside && values.has(meta.columns[column])) values.set(meta.columns[column], after); });
  eachContext(change, (name, value) => values.set(name, value));
  return values;
}

function csvRecord(change, row) {
  return Object.entries(change.row ?? []).flatMap(([at, value]) => {
    const column = change.columns[at];
    if (value === 0 || isKeyColumn(column)) return [];
    return [row(NAMES[change.kind], meta.columns[column], ...(change.kind === "d" ? [value, 0] : [0, value]))];
  });
}

/** Saves what is listed, made in slices. */
async function saveCSV() {
  const listed = items.filter((item) => item >= 0);
  const parts = [csvHead(csvKeys(listed.length ? changeAt(listed[0]) : null))];
  let started = performance.now();
  for (const index of listed) {
    parts.push(...csvRows(changeAt(index)));
    if (performance.now() - started < SLICE) continue;
    tell(`${grouped(parts.length)} rows …`);
    await new Promise((resume) => setTimeout(resume));
    started = performance.now();
  }
  const link = make("a", { href: URL.createObjectURL(new Blob(parts, { type: "text/csv" })), download: "changes.csv" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  tell(`${plural(parts.length - 1, "row")} saved as changes.csv`);
}
