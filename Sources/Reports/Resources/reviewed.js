// Which changes a person has reviewed: marks that the browser keeps for this comparison.
const reviewed = { marks: new Uint8Array(total), count: 0, place: "" };

/** What tells this comparison's changes from others: all that the page has of them. */
const fingerprint = () => blocks.reduce((name, text) => hashText(text, parseInt(name, 36) | 0), hashText(`${meta.source.path}\n${meta.target.path}\n${meta.kinds}`));

const PLACES = "lunadiff-reviewed-";
const placeOfMarks = () => (reviewed.place ||= PLACES + fingerprint());

/** Reads the marks that the browser has kept, as ranges of places: `0-41,57`. Where it has none of any page, no name is made. */
function readReviewed() {
  let kept = "";
  try {
    if (Object.keys(localStorage).some((name) => name.startsWith(PLACES))) kept = localStorage.getItem(placeOfMarks()) ?? "";
  } catch { /* A file opened from disk may have no storage. */ }
  for (const [, first, last] of kept.matchAll(/(\d+)(?:-(\d+))?/g)) reviewed.marks.fill(1, Number(first), Number(last ?? first) + 1);
  reviewed.count = reviewed.marks.reduce((count, mark) => count + mark, 0);
  renderReviewed();
}

function keepReviewed() {
  const ranges = [];
  for (let at = 0; at < total; at++) {
    if (!reviewed.marks[at]) continue;
    const first = at;
    while (reviewed.marks[at + 1]) at++;
    ranges.push(first === at ? `${at}` : `${first}-${at}`);
  }
  try {
    if (ranges.length) localStorage.setItem(placeOfMarks(), ranges.join());
    else localStorage.removeItem(placeOfMarks());
  } catch { tell("The browser keeps no marks: they last until the page is closed"); }
}

function mark(index, isReviewed) {
  reviewed.count += Number(isReviewed) - reviewed.marks[index];
  reviewed.marks[index] = Number(isReviewed);
}

function renderReviewed() {
  const left = total - reviewed.count;
  byId("unreviewed").hidden = byId("review").hidden = !total;
  byId("unreviewed").replaceChildren(reviewed.count ? `${grouped(left)} of ${grouped(total)} not reviewed` : "Not reviewed");
  byId("unreviewed").ariaPressed = String(filter.isOpen);
}

/** Marks the change that is looked at, and goes on to the next; or takes the mark away. */
function reviewSelected() {
  if (selected < 0) return;
  const index = items[selected];
  const isReviewed = !reviewed.marks[index];
  mark(index, isReviewed);
  keepReviewed();
  renderReviewed();
  tell(`${isReviewed ? "Reviewed" : "Not reviewed"}, ${grouped(total - reviewed.count)} left`);
  if (filter.isOpen) applyFilters(selected);
  else if (isReviewed && selected + 1 < items.length) step(1);
  else select(selected);
}

/** Marks all that is listed; if all of it is, takes the marks away. */
function reviewListed() {
  const listed = items.filter((item) => item >= 0);
  const isReviewed = listed.some((index) => !reviewed.marks[index]);
  for (const index of listed) mark(index, isReviewed);
  keepReviewed();
  renderReviewed();
  tell(`${plural(listed.length, "change")} marked as ${isReviewed ? "reviewed" : "not reviewed"}`);
  applyFilters(selected);
}

function toggleUnreviewed() {
  filter.isOpen = !filter.isOpen;
  renderReviewed();
  showView("changes");
  applyFilters();
}

/** A box in the detail of a change that says whether it is reviewed. */
const reviewBox = ({ index }) => make("label", { className: "toggle review" },
  make("input", { type: "checkbox", checked: reviewed.marks[index] === 1, onchange: reviewSelected }), "Reviewed ", make("kbd", {}, "r"));
