// What stands above the views: names, counts, findings, and what held.
function renderHeading() {
  const { source, target } = meta;
  if (meta.batch) byId("title").before(make("a", { className: "back", href: meta.batch }, "← All pairs"));
  if (!meta.title) byId("title").replaceChildren(pathName(source.path, target.path), make("span", { className: "arrow" }, "→"), pathName(target.path, source.path));
  const amount = ({ records, read }) => (read === undefined ? plural(records, "record") : `${plural(read, "record")} in ${plural(records, "group")}`);
  const facts = [`${source.read === undefined && target.read === undefined ? grouped(source.records) : amount(source)} → ${amount(target)}`];
  if (meta.elapsed) facts.push(`compared in ${meta.elapsed}`);
  if (sectionCounts()) facts.push(`sections: ${sectionCounts()}`);
  if (meta.isFull) facts.push(`${grouped(total)} of ${plural(meta.changes, "change")} are listed, as many as fit into 10 MB; a page made with --limit lists more`);
  else if (total < meta.changes) facts.push(total ? `the first ${grouped(total)} of ${plural(meta.changes, "change")} are listed` : `${plural(meta.changes, "change")} left out by --limit`);
  if (meta.changes < meta.all) facts.push(`${plural(meta.all - meta.changes, "change")} left out by --show`);
  byId("facts").replaceChildren(facts.join(" · "));
}

/** What held: the key, the rules, and what a person should know before reading the result; warnings first. */
function renderTerms() {
  const warnings = meta.notes.filter((note) => note.warning);
  const [rules, others] = [meta.rules.length, meta.notes.length - warnings.length];
  fold("terms", [rules && plural(rules, "rule"), others && plural(others, "note")].filter(Boolean).join(", "));
  const notes = [...warnings, ...meta.notes.filter((note) => !note.warning)];
  byId("terms").hidden = !meta.rules.length && !notes.length;
  byId("rules").replaceChildren(...meta.rules.map(([name, words]) => make("div", {}, make("dt", {}, visible(name)), words === undefined ? null : make("dd", {}, visible(words)))));
  byId("notes").replaceChildren(...notes.map(({ warning, message }) => make("li", { className: warning ? "warning" : "" }, make("b", {}, warning ? "warning" : "note"), visible(message))));
}

/** The first findings alone are to be seen, in a small window warnings, too, and a button that shows the others. */
function fold(box, words) {
  const button = byId(`more-${box}`);
  button.hidden = !words;
  byId(box).classList.toggle("folds", words !== "");
  button.textContent = words;
  button.onclick = () => {
    const isOpen = byId(box).classList.toggle("open");
    button.ariaExpanded = String(isOpen);
    button.textContent = isOpen ? "less" : words;
  };
}

/** A path; a long one shortened, until somebody wants to read it whole. */
function pathName(path, other) {
  const text = shortPath(path, other, smallWindow.matches ? 20 : 34);
  if (text === path) return make("bdi", {}, visible(path));
  const button = make("button", { type: "button", className: "path", title: path, onclick: () => button.replaceWith(make("bdi", {}, visible(path))) }, visible(text));
  return button;
}

/** So many columns are named; in a small window few. */
const MOST_COLUMNS = matchMedia("(max-width: 560px)").matches ? 1 : 6;

/** A column's name; of `[column, old name]` both of its names. */
const columnName = (column) => (Array.isArray(column) ? `${visible(column[1])} → ${columnName(column[0])}` : visible(meta.columns[column]));

/** Which columns came, went, or have another name: what no record shows. */
function renderColumnNames() {
  const names = (title, kind, columns) => {
    if (!columns.length) return [];
    const tags = columns.slice(0, MOST_COLUMNS).map((column) => make("span", { className: `tag ${kind}` }, columnName(column)));
    const more = columns.length - tags.length;
    if (more) tags.push(make("button", { type: "button", className: "link", onclick: () => showView("columns") }, `+${more}`));
    return [make("span", {}, title, ...tags)];
  };
  const parts = [...names("columns removed", "d", meta.deletedColumns), ...names("columns added", "i", meta.insertedColumns), ...names("columns renamed", "u", meta.renamedColumns)];
  byId("column-names").hidden = !parts.length;
  byId("column-names").replaceChildren(...parts);
}

function renderShare() {
  const counts = [...Object.values(NAMES), "unchanged"].map((name) => [name, meta.summary[name]]);
  // One that is updated, too, has its part there already.
  const parts = { ...meta.summary, moved: meta.summary.movedAlone };
  const share = byId("share");
  share.setAttribute("aria-label", counts.map(([name, count]) => `${grouped(count)} ${name}`).join(", "));
  share.replaceChildren(...counts.filter(([name]) => parts[name]).map(([name, count]) => {
    const part = make("i", { className: name, title: `${grouped(count)} ${name}` });
    part.style.flexGrow = parts[name];
    return part;
  }));
}

/** Findings as sentences: each leads to the columns that it is about, and has a command to try. */
function renderFindings() {
  const findings = meta.findings ?? [];
  byId("findings").hidden = !findings.length;
  fold("findings", findings.length > 2 ? `+${plural(findings.length - 2, "finding")}, and what to type` : "");
  const items = findings.map(({ kind, text, columns, command, again }, at) => {
    const numbers = (columns ?? []).map((name) => meta.columns.indexOf(name)).filter((column) => column >= 0);
    const path = numbers.length || columns?.length !== 1 || !parsePath(columns[0]) ? "" : columns[0];
    const count = (ofFinding[at] ?? "").split("y").length - 1;
    const its = count ? [make("button", { type: "button", className: "link", onclick: () => lookAtFinding(at, numbers) }, `Its ${plural(count, "record")}`)] : [];
    // More may differ in them than the finding is about.
    const all = path ? "All its changes" : `All changes of the ${numbers.length > 1 ? "columns" : "column"}`;
    const isWhole = numbers.length === 1 && count > 0 && count === meta.statistics.columns.find(({ column }) => column === numbers[0])?.changed;
    const differ = meta.statistics.columns.some(({ column }) => numbers.includes(column));
    const others = (differ && !isWhole) || path ? [make("button", { type: "button", className: "link", onclick: () => (path ? lookAtPath(path) : lookAtColumns(numbers)) }, all)] : [];
    const look = [...its, ...others];
    return make("li", { "data-kind": kind }, make("span", {}, visible(text)), ...look, ...(again ? [make("span", { className: "again" }, again)] : copied(command)));
  });
  if (meta.together) items.push(make("li", { "data-kind": "together" }, make("span", {}, meta.together.text), ...copied(meta.together.command)));
  byId("finding-list").replaceChildren(...items);
}

/** A command, if there is one, and a button that copies it. */
function copied(words) {
  if (!words) return [];
  const line = shellLine(words);
  const parts = words.flatMap((word) => [make("span", { className: "word" }, visible(shellLine([word]))), " "]);
  return [make("span", { className: "command" }, make("code", {}, ...parts),
    make("button", { type: "button", className: "link", ariaLabel: `Copy ${visible(line)}`, onclick: () => copy(line, "Command") }, "Copy"))];
}
