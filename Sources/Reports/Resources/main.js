// The frame: heading, kinds, views, theme, keyboard, print.
const views = { changes: null, columns: renderColumns, sections: renderSections, duplicates: renderDuplicates, stages: renderStages };
const drawn = new Set(["changes"]);
let view = "changes";

function renderHeading() {
  const { source, target } = meta;
  if (!meta.title) byId("title").replaceChildren(pathName(source.path, target.path), make("span", { className: "arrow" }, "→"), pathName(target.path, source.path));
  const facts = [`${grouped(source.records)} → ${plural(target.records, "record")}`];
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
  const notes = [...warnings, ...meta.notes.filter((note) => !note.warning)];
  byId("terms").hidden = !meta.rules.length && !notes.length;
  byId("rules").replaceChildren(...meta.rules.map(([name, words]) => make("div", {}, make("dt", {}, visible(name)), words === undefined ? null : make("dd", {}, visible(words)))));
  byId("notes").replaceChildren(...notes.map(({ warning, message }) => make("li", { className: warning ? "warning" : "" }, make("b", {}, warning ? "warning" : "note"), visible(message))));
}

/** A path; a long one shortened, until somebody wants to read it whole. */
function pathName(path, other) {
  const text = shortPath(path, other);
  if (text === path) return make("bdi", {}, visible(path));
  const button = make("button", { type: "button", className: "path", title: path, onclick: () => button.replaceWith(make("bdi", {}, visible(path))) }, visible(text));
  return button;
}

const MOST_COLUMNS = 12;

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
  const share = byId("share");
  share.setAttribute("aria-label", counts.map(([name, count]) => `${grouped(count)} ${name}`).join(", "));
  share.replaceChildren(...counts.filter(([, count]) => count).map(([name, count]) => {
    const part = make("i", { className: name, title: `${grouped(count)} ${name}` });
    part.style.flexGrow = count;
    return part;
  }));
}

function renderKinds() {
  const buttons = Object.entries(NAMES).map(([kind, name], at) => make("button", {
    type: "button", className: `kind ${kind}`, ariaPressed: String(filter.kinds.has(kind) && meta.summary[name] > 0), disabled: !meta.summary[name],
    title: `Show or hide (${at + 1})`, onclick: () => toggleKind(kind) }, make("span", { className: "mark" }, MARKS[kind]), make("b", {}, grouped(meta.summary[name])), ` ${name}`));
  byId("kinds").replaceChildren(...buttons, make("span", { className: "kind still" }, make("b", {}, grouped(meta.summary.unchanged)), " unchanged"));
}

function toggleKind(kind) {
  if (!meta.summary[NAMES[kind]]) return;
  if (!filter.kinds.delete(kind)) filter.kinds.add(kind);
  renderKinds();
  showView("changes");
  applyFilters();
}

function renderTabs() {
  const counts = { changes: total, columns: meta.statistics.columns.length, sections: meta.sections ? meta.sections.length : 0,
    duplicates: meta.duplicates.source.identities + meta.duplicates.target.identities, stages: 0 };
  const shownViews = Object.keys(views).filter((name) => (name === "sections" || name === "duplicates" ? counts[name] : name !== "stages" || meta.all || sectionCounts()));
  byId("tabs").replaceChildren(...shownViews.map((name) => make("button", {
    type: "button", className: "tab", id: `tab-${name}`, role: "tab", ariaSelected: String(name === view), tabIndex: name === view ? 0 : -1, onclick: () => showView(name) },
    name[0].toUpperCase() + name.slice(1), counts[name] ? make("small", {}, grouped(counts[name])) : null)));
}

function showView(name) {
  if (name === view) return;
  Player.current?.pause();
  view = name;
  for (const other of Object.keys(views)) byId(`view-${other}`).hidden = other !== name;
  for (const tab of byId("tabs").children) {
    tab.ariaSelected = String(tab.id === `tab-${name}`);
    tab.tabIndex = tab.id === `tab-${name}` ? 0 : -1;
  }
  if (drawn.has(name)) return name === "changes" ? list.draw() : undefined;
  drawn.add(name);
  views[name](byId(`view-${name}`));
}

const THEMES = { "": ["◐", "as the system"], light: ["☀", "light"], dark: ["☾", "dark"] };

function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  byId("theme").textContent = THEMES[theme][0];
  byId("theme").title = `Theme: ${THEMES[theme][1]} (t)`;
  try { localStorage.setItem("lunadiff-theme", theme); } catch { /* A file opened from disk may have no storage. */ }
  redrawStage();
}

function nextTheme() {
  const names = Object.keys(THEMES);
  setTheme(names[(names.indexOf(document.documentElement.dataset.theme ?? "") + 1) % names.length]);
}

function storedTheme() {
  try { return localStorage.getItem("lunadiff-theme") in THEMES ? localStorage.getItem("lunadiff-theme") : ""; } catch { return ""; }
}

const KEYS = [["j  ↓", "next change, or stage"], ["k  ↑", "previous change, or stage"], ["Home  End", "first, last change"], ["Page keys", "a screen at a time"],
  ["Enter", "read the change in detail"], ["n  N", "next, previous difference"], ["/  p", "search, path"], ["v", "table or list"], ["Esc", "clear search and path, back to the list"], ["1 – 4", Object.values(NAMES).join(", ")],
  ["c", "unchanged columns on or off"], ["[  ]", "previous, next view"], ["space", "play the stages"], ["t", "theme"], ["?", "this help"]];

function showHelp() {
  const dialog = byId("keys");
  dialog.replaceChildren(make("h2", {}, "Keyboard"), make("dl", {}, KEYS.flatMap(([key, text]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, text)])));
  dialog.showModal();
}

function turnView(by) {
  const names = [...byId("tabs").children].map((tab) => tab.id.slice(4));
  showView(names[(names.indexOf(view) + by + names.length) % names.length]);
}

const always = {
  "/": () => { showView("changes"); byId("search").focus(); byId("search").select(); },
  p: () => { showView("changes"); byId("path").focus(); byId("path").select(); },
  t: nextTheme, "?": showHelp, "[": () => turnView(-1), "]": () => turnView(1),
  ...Object.fromEntries(Object.keys(NAMES).map((kind, at) => [at + 1, () => toggleKind(kind)])),
};
const aScreen = () => Math.max(1, list.inSight - 2);
const onChanges = {
  j: () => step(1), ArrowDown: () => step(1), k: () => step(-1), ArrowUp: () => step(-1), c: toggleContext,
  Home: () => step(-items.length), End: () => step(items.length), g: () => step(-items.length), G: () => step(items.length),
  n: () => stepDifference(1), N: () => stepDifference(-1), v: () => setLayout(!layout.isTable),
  PageDown: () => step(aScreen()), PageUp: () => step(-aScreen()), Enter: () => byId("detail").focus(), Escape: clearSearch,
};
const stepStage = (by) => () => stages.player?.step(by);
const onStages = { j: stepStage(1), ArrowRight: stepStage(1), k: stepStage(-1), ArrowLeft: stepStage(-1), " ": () => stages.player?.toggle() };

function clearSearch() {
  byId("search").value = "";
  byId("path").value = "";
  byId("list").focus();
  if (!filter.text && !filter.path) return;
  filter.text = "";
  filterByPath();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || byId("keys").open) return;
  const target = event.target;
  if (target.matches?.("input[type=search], select")) {
    if (event.key === "Escape") clearSearch();
    else if (event.key === "Enter" || (target.id === "search" && event.key === "ArrowDown")) byId("list").focus();
    else return;
    return event.preventDefault();
  }
  if (target.matches?.("button, input") && (event.key === " " || event.key === "Enter")) return;
  const act = always[event.key] ?? (view === "changes" ? onChanges : view === "stages" ? onStages : {})[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

byId("list").addEventListener("click", (event) => {
  const row = event.target.closest(".row");
  if (row && items[Number(row.dataset.index)] >= 0) select(Number(row.dataset.index));
});

let typing = 0;
byId("search").addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(() => { filter.text = byId("search").value; applyFilters(); }, 120);
});
byId("path").addEventListener("input", filterByPath);
byId("layout").addEventListener("click", () => setLayout(!layout.isTable));
byId("list").addEventListener("scroll", () => { byId("heads").scrollLeft = byId("list").scrollLeft; }, { passive: true });
byId("theme").addEventListener("click", nextTheme);
byId("help").addEventListener("click", showHelp);
window.addEventListener("resize", redrawStage);

const MOST_PRINTED = 500;

/** On paper: the columns' statistics and the changes that the filters leave, up to a limit. */
function preparePrint() {
  const box = byId("print");
  const sections = make("div");
  renderColumns(box);
  if (meta.sections) renderSections(sections);
  const chosen = items.filter((item) => item >= 0);
  const rows = chosen.slice(0, MOST_PRINTED).map((index) => {
    const change = changeAt(index);
    return make("tr", {}, make("td", {}, make("span", { className: `mark ${change.kind}` }, MARKS[change.kind])), make("th", { scope: "row" }, keyText(change)), make("td", {}, ...gist(change, 200).flat()));
  });
  const note = chosen.length > MOST_PRINTED ? `The first ${MOST_PRINTED} of ${grouped(chosen.length)}.` : "";
  box.append(sections, make("h2", {}, plural(chosen.length, "change")), make("p", {}, note), make("table", {}, make("tbody", {}, rows)));
}
window.addEventListener("beforeprint", preparePrint);

renderHeading();
renderTerms();
renderColumnNames();
renderShare();
renderKinds();
renderTabs();
setTheme(storedTheme());
byId("paths").replaceChildren(...knownPaths().map((value) => make("option", { value })));
applyFilters().then(() => { document.documentElement.dataset.ready = "true"; });
byId("list").focus({ preventScroll: true });
