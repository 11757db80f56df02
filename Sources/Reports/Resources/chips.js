// Chips of kinds and columns: a click selects one alone, with Shift one more; a click on the only one selects all.
function choose(chosen, value, isMore) {
  const isOnly = chosen.size === 1 && chosen.has(value);
  if (isMore) return void (chosen.delete(value) || chosen.add(value));
  chosen.clear();
  if (!isOnly) chosen.add(value);
}

const chipTitle = (name, key) => `Only ${name}; with Shift also ${name}${key ? ` (${key})` : ""}`;

function renderKinds() {
  const buttons = Object.entries(NAMES).map(([kind, name], at) => make("button", {
    type: "button", className: `kind ${kind}`, ariaPressed: String(filter.kinds.has(kind)), disabled: !meta.summary[name],
    title: chipTitle(name, at + 1), onclick: (event) => chooseKind(kind, event.shiftKey) },
    make("span", { className: "mark", ariaHidden: "true" }, MARKS[kind]), make("b", {}, grouped(meta.summary[name])), ` ${name}`));
  byId("kinds").replaceChildren(...buttons, make("span", { className: "kind still" }, make("b", {}, grouped(meta.summary.unchanged)), " unchanged"));
}

function chooseKind(kind, isMore) {
  if (!meta.summary[NAMES[kind]]) return;
  choose(filter.kinds, kind, isMore);
  keepingFocus("kinds", renderKinds);
  showView("changes");
  applyFilters();
}

/** A button that leaves out what is accepted, where something is. */
function renderCounted() {
  const accepted = meta.accepted.split("a").length - 1;
  const button = byId("counted");
  button.hidden = !accepted;
  button.ariaPressed = String(filter.isCounted);
  button.replaceChildren(`${grouped(total - accepted)} of ${grouped(total)} not accepted`);
}

function toggleCounted() {
  if (byId("counted").hidden) return;
  filter.isCounted = !filter.isCounted;
  renderCounted();
  showView("changes");
  applyFilters();
}

const MOST_CHIPS = 12;

function renderChips() {
  const columns = meta.statistics.columns;
  // Chosen ones stay in sight, however many others there are.
  const listed = columns.length < 2 && !filter.columns.size ? []
    : columns.filter(({ column }, at) => at < MOST_CHIPS || filter.columns.has(column));
  const chips = listed.map(({ column, changed }) => make("button", {
    type: "button", className: "chip", ariaPressed: String(filter.columns.has(column)), title: chipTitle(visible(meta.columns[column])),
    onclick: (event) => chooseColumn(column, event.shiftKey) }, make("bdi", {}, visible(meta.columns[column])), make("small", {}, grouped(changed))));
  const more = columns.length - listed.length;
  if (listed.length && more > 0) chips.push(make("button", { type: "button", className: "link", onclick: () => showView("columns") }, `+${more}`));
  if (filter.same) {
    chips.unshift(make("button", { type: "button", className: "chip same", title: "Show other changes, too", onclick: () => lookAtSame(null) },
      make("bdi", {}, visible(filter.same.label)), make("span", { ariaHidden: "true" }, " ✕")));
  }
  if (filter.finding >= 0) {
    chips.unshift(make("button", { type: "button", className: "chip same", title: "Show other changes, too", onclick: () => lookAtFinding(-1, []) },
      make("bdi", {}, visible(meta.findings[filter.finding].text)), make("span", { ariaHidden: "true" }, " ✕")));
  }
  byId("chips").hidden = !chips.length;
  byId("chips").replaceChildren(...chips);
}

function chooseColumn(column, isMore) {
  choose(filter.columns, column, isMore);
  keepingFocus("chips", renderChips);
  applyFilters();
}

/** Shows the changes of some columns. */
function lookAtColumns(columns) {
  filter.columns = new Set(columns);
  renderChips();
  showView("changes");
  applyFilters();
}

/** Shows the records that a finding is about, and its columns in them; all of them for none. */
function lookAtFinding(finding, columns) {
  Object.assign(filter, { finding, same: null, text: "" });
  for (const name of ["search", "path"]) byId(name).value = "";
  readPath();
  lookAtColumns(columns);
  if (finding < 0) byId("list").focus();
}

/** Makes the buttons of a box anew; the one that had the focus has it again. */
function keepingFocus(box, render) {
  const at = [...byId(box).children].indexOf(document.activeElement);
  render();
  byId(box).children[at]?.focus();
}
