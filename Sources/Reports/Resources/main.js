// The frame: views, theme, keyboard, print.
const views = { changes: null, columns: renderColumns, repeated: renderRepeated, sections: renderSections, duplicates: renderDuplicates };
const drawn = new Set(["changes"]);
let view = "changes";

function renderTabs() {
  const counts = { changes: total, columns: meta.statistics.columns.length, repeated: meta.statistics.updated, sections: meta.sections ? meta.sections.length : 0,
    duplicates: meta.duplicates.source.identities + meta.duplicates.target.identities };
  const least = { sections: 1, duplicates: 1, repeated: LEAST_REPEATED };
  const shownViews = Object.keys(views).filter((name) => counts[name] >= (least[name] ?? 0));
  counts.repeated = 0;
  byId("tabs").replaceChildren(...shownViews.map((name) => make("button", {
    type: "button", className: "tab", id: `tab-${name}`, role: "tab", ariaSelected: String(name === view), "aria-controls": `view-${name}`, tabIndex: name === view ? 0 : -1, onclick: () => showView(name) },
    name[0].toUpperCase() + name.slice(1), counts[name] ? make("small", {}, grouped(counts[name])) : null)));
}

function showView(name) {
  if (name === view) return;
  view = name;
  for (const other of Object.keys(views)) byId(`view-${other}`).hidden = other !== name;
  for (const tab of byId("tabs").children) {
    tab.ariaSelected = String(tab.id === `tab-${name}`);
    tab.tabIndex = tab.id === `tab-${name}` ? 0 : -1;
  }
  keepAddress();
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
}

function nextTheme() {
  // The first step is one that shows.
  const names = matchMedia("(prefers-color-scheme: dark)").matches ? ["", "light", "dark"] : ["", "dark", "light"];
  setTheme(names[(names.indexOf(document.documentElement.dataset.theme ?? "") + 1) % names.length]);
}

function storedTheme() {
  try { return localStorage.getItem("lunadiff-theme") in THEMES ? localStorage.getItem("lunadiff-theme") : ""; } catch { return ""; }
}

const KEYS = [["j  ↓", "next change"], ["k  ↑", "previous change"], ["Home  End", "first, last change"], ["Page keys", "a screen at a time"],
  ["Enter", "read the change in detail"], ["r  R", "reviewed, only what is not"], ["a", "only what is not accepted"], ["y  Y  L", "copy a link, a command, a rule"], ["n  N", "next, previous difference"], ["/  p", "search, path"], ["v", "table or list"], ["Esc", "close the detail; clear search, path and columns"], ["1 – 4", `only ${Object.values(NAMES).join(", ")}; Shift adds`],
  ["c", "unchanged columns on or off"], ["[  ]", "previous, next view"], ["t", "theme"], ["?", "this help"]];

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
  y: () => copy(linkText(), "Link"), Y: copyCommand, L: copyRule, R: toggleUnreviewed, a: toggleCounted,
};
const aScreen = () => Math.max(1, list.inSight - 2);
const onChanges = {
  j: () => step(1), ArrowDown: () => step(1), k: () => step(-1), ArrowUp: () => step(-1), c: toggleContext,
  Home: () => step(-items.length), End: () => step(items.length), g: () => step(-items.length), G: () => step(items.length),
  n: () => stepDifference(1), N: () => stepDifference(-1), v: () => setLayout(!layout.isTable), r: reviewSelected,
  PageDown: () => step(aScreen()), PageUp: () => step(-aScreen()), Enter: openDetail, Escape: () => (isOnDemand() && layout.hasDetail ? closeDetail() : clearSearch()),
};

function clearSearch() {
  byId("search").value = "";
  byId("path").value = "";
  byId("list").focus();
  if (!filter.text && !isNarrow() && filter.finding < 0) return;
  Object.assign(filter, { text: "", columns: new Set(), same: null, finding: -1 });
  renderChips();
  filterByPath();
}

const KINDS_BY_KEY = Object.fromEntries(Object.keys(NAMES).map((kind, at) => [`Digit${at + 1}`, kind]));

/** A digit selects a kind, with Shift one more, whatever the keyboard then writes. */
function actOf(event) {
  const kind = KINDS_BY_KEY[event.code] ?? KINDS_BY_KEY[`Digit${event.key}`];
  if (kind) return () => chooseKind(kind, event.shiftKey);
  return always[event.key] ?? (view === "changes" ? onChanges : {})[event.key];
}

byId("tabs").addEventListener("keydown", ({ key }) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (!by) return;
  turnView(by);
  byId(`tab-${view}`).focus();
});

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
  const act = actOf(event);
  if (!act) return;
  event.preventDefault();
  act();
});

byId("list").addEventListener("click", (event) => {
  const row = event.target.closest(".row");
  if (!row || items[Number(row.dataset.index)] < 0) return;
  select(Number(row.dataset.index));
  if (isOnDemand()) openDetail();
  // On a narrow page the detail below the list may be out of sight.
  else byId("view-changes").scrollIntoView({ block: "nearest" });
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
byId("link").addEventListener("click", () => copy(linkText(), "Link"));
byId("command").addEventListener("click", copyCommand);
byId("rule").addEventListener("click", copyRule);
byId("csv").addEventListener("click", saveCSV);
byId("unreviewed").addEventListener("click", toggleUnreviewed);
byId("counted").addEventListener("click", toggleCounted);
byId("review").addEventListener("click", reviewListed);
smallWindow.addEventListener("change", placeDetail);

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
renderFindings();
renderTerms();
renderColumnNames();
renderShare();
renderTabs();
setTheme(storedTheme());
byId("paths").replaceChildren(...knownPaths().map((value) => make("option", { value })));
byId("list").focus({ preventScroll: true });
await followAddress();
readReviewed();
if (filter.isOpen) await applyFilters();
list.draw();
document.documentElement.dataset.ready = "true";
if (total <= MOST_LOOKED_THROUGH) findRepeated().then(() => { list.draw(); if (selected >= 0) renderDetail(); });
