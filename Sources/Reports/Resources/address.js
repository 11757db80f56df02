// What is selected stands in the address, so that a link leads back to it: #show=updated&only=price&record=42.
let kept = "";
let keeping = 0;

/** The selection as parameters; the record that is looked at always in a link, else unless it is the first. */
function addressOf(isLink) {
  const words = new URLSearchParams();
  const say = (name, value) => { if (value) words.append(name, value); };
  say("view", view === "changes" ? "" : view);
  say("show", [...filter.kinds].map((kind) => NAMES[kind]).join());
  for (const column of filter.columns) say("only", meta.columns[column]);
  say("path", filter.path ? byId("path").value.trim() : "");
  say("search", filter.text.trim());
  if (filter.same) say("same", `${filter.same.kind}${filter.same.values ? `.${filter.same.values}` : ""} ${filter.same.path}`);
  if (filter.finding >= 0) say("finding", String(filter.finding + 1));
  say("left", filter.isOpen ? "1" : "");
  say("counted", filter.isCounted ? "1" : "");
  say("table", layout.isTable ? "1" : "");
  if (selected >= 0 && (isLink || selected !== items.findIndex((item) => item >= 0))) {
    say("record", keyText(changeAt(items[selected])));
    say("at", String(items[selected]));
  }
  return words.toString();
}

/** Writes the selection to the address, once it rests: browsers refuse that many times a second. */
function keepAddress() {
  clearTimeout(keeping);
  keeping = setTimeout(() => {
    const next = addressOf(false);
    if (next === kept) return;
    kept = next;
    try { history.replaceState(null, "", `#${next}`); } catch { /* Where a page may not change its address, links can still be copied. */ }
  }, 250);
}

const linkText = () => `${location.href.split("#")[0]}#${addressOf(true)}`;

/** Selects what the address says. */
async function followAddress() {
  clearTimeout(keeping);
  const words = new URLSearchParams(location.hash.slice(1));
  const text = (name) => words.get(name) ?? "";
  const kinds = Object.keys(NAMES).filter((kind) => text("show").split(",").includes(NAMES[kind]) && meta.summary[NAMES[kind]]);
  Object.assign(filter, { kinds: new Set(kinds), columns: new Set(words.getAll("only").map((name) => meta.columns.indexOf(name)).filter((column) => column >= 0)),
    text: text("search"), same: sameOf(text("same")), finding: ofFinding[Number(text("finding")) - 1] ? Number(text("finding")) - 1 : -1, isOpen: text("left") === "1",
    isCounted: text("counted") === "1" });
  byId("search").value = text("search");
  byId("path").value = text("path");
  readPath();
  renderKinds();
  renderChips();
  renderReviewed();
  renderCounted();
  if (layout.isTable !== (text("table") === "1")) setLayout(!layout.isTable);
  showView(text("view") in views && byId(`tab-${text("view")}`) ? text("view") : "changes");
  await applyFilters();
  if (words.has("record")) selectRecord(text("record"), Number(text("at")));
}

function sameOf(text) {
  const [, kind, values, path] = /^([udim])(?:\.(\w+))? (.+)$/s.exec(text) ?? [];
  return kind ? { kind, values, path, label: sameLabel({ kind, path }) } : null;
}

/** Looks at a record by its key: the change at a place of the page if it is that one, else the first that is listed. */
function selectRecord(key, place) {
  const isIt = (index) => index in items && items[index] >= 0 && keyText(changeAt(items[index])) === key;
  const at = items.indexOf(place);
  const found = isIt(at) ? at : items.findIndex((_, index) => isIt(index));
  if (found >= 0) select(found);
  else tell(`${key} is not among what is listed`);
}

window.addEventListener("hashchange", () => { if (location.hash.slice(1) !== kept) followAddress(); });
