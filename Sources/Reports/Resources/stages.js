// The stages, played: old collection, then each atomic batch, then the new collection.
const stages = { player: null, list: null, sources: null, targets: null };

/** Each step's name, what it says, and the collection in which the strip shows it. */
const STEPS = {
  old: ["Old", "The old collection", "source"],
  update: ["Update", "Content changes in place", "source"],
  delete: ["Delete", `${meta.sections ? "Sections leave with their records, others lose some" : "Records leave"}; offsets are those of the old collection`, "source"],
  sections: ["Sections", "Sections arrive with their records and take their places", "target"],
  place: ["Insert and move", "Records arrive and take their places; a move is from an offset after the deletes to one in the new collection", "target"],
  retitle: ["Update sections", "The content of sections themselves changes", "target"],
  new: ["New", "The new collection", "target"],
};

async function readStops() {
  return JSON.parse(await textOf(byId("stages"))).map(({ step, records, edits, ...lists }) => {
    const [name, text, base] = STEPS[step];
    const parts = Object.entries(lists).map(([letter, numbers]) => {
      const [kind, isSection] = [letter.toLowerCase(), letter < "a"];
      const places = (isSection || !meta.sections ? 1 : 2) * (kind === "m" ? 2 : 1);
      return { kind, isSection, numbers, size: 1 + places, count: numbers.length / (1 + places) };
    });
    return { name, text, base, records, edits, parts, listed: parts.reduce((count, part) => count + part.count, 0) };
  });
}

/** An edit of a stage: its kind, the number of its section or change, and its offsets. */
function editAt(stop, index) {
  let left = index;
  const part = stop.parts.find(({ count }) => {
    if (left < count) return true;
    left -= count;
    return false;
  });
  const [number, ...offsets] = part.numbers.slice(left * part.size, (left + 1) * part.size);
  return { ...part, number, offsets };
}

async function renderStages(box) {
  const stops = await readStops();
  if (!stops.some(({ edits }) => edits)) {
    return box.replaceChildren(make("p", { className: "empty" }, make("b", {}, "There are no stages"),
      "No record came, went, moved or became another one."));
  }
  stages.player = new Player(stops, showStage);
  stages.told = make("div", { className: "told", ariaLive: "polite" });
  stages.strip = make("canvas", { className: "strip", role: "img", ariaLabel: "Where the edits are" });
  stages.bottom = make("div", meta.keys ? { className: "board", tabIndex: 0, role: "group", ariaLabel: "Records" } : { className: "list", id: "operations" });
  box.replaceChildren(stages.player.bar, stages.told, stages.strip, stages.bottom);
  if (!meta.keys) stages.list = new VirtualList(stages.bottom, { height: 36, render: renderOperation, role: "listitem" });
  if (!stages.sources) await locate();
  stages.player.goTo(0);
}

/** Reads where every change is, in slices. */
async function locate() {
  stages.sources = new Int32Array(total);
  stages.targets = new Int32Array(total);
  for (let index = 0; index < total; index++) {
    const change = changeAt(index);
    stages.sources[index] = change.source;
    stages.targets[index] = change.target;
    if (index % 20_000 === 19_999) await new Promise((resume) => setTimeout(resume));
  }
}

function showStage(stop) {
  const listed = stop.listed < stop.edits ? `, ${grouped(stop.listed)} of them listed` : "";
  const edits = stop.edits ? `${plural(stop.edits, "edit")}${listed} · ` : "";
  stages.told.replaceChildren(make("b", {}, stop.text), make("span", {}, edits + plural(stop.records, "record")), ...withoutBoard(stop));
  stages.strip.hidden = !meta.keys && stop.parts.every((part) => part.isSection || !part.count);
  stages.bottom.hidden = !meta.keys && !stop.listed;
  if (stages.bottom.hidden) return;
  if (!stages.strip.hidden) drawStrip(stop);
  if (meta.keys) drawBoard(stop);
  else stages.list.show(stop.listed);
}

/** Why the records of a collection are not to be seen where no board has them. */
function withoutBoard({ edits, records }) {
  if (meta.keys || edits || !records) return [];
  const all = meta.source.records + meta.target.records;
  const which = meta.sections ? "Records in sections" : !meta.duplicates.hasKey ? "Records without a key" : all > meta.played ? `More than ${plural(meta.played, "record")} in all` : "Records that a filter chose";
  return [make("p", {}, `${which} are not shown one by one. The steps list what they edit.`)];
}

const BIN = 3;

/** Where in the collection the stage's edits are, and how densely: full height where most of the records are concerned. */
function drawStrip(stop) {
  const canvas = stages.strip;
  const scale = devicePixelRatio || 1;
  const width = (canvas.width = canvas.clientWidth * scale);
  const height = (canvas.height = canvas.clientHeight * scale);
  const bins = Math.max(1, Math.floor(width / (BIN * scale)));
  const length = Math.max(1, meta[stop.base].records);
  canvas.setAttribute("aria-label", `Where the ${plural(stop.listed, "edit")} of this stage are`);
  const context = canvas.getContext("2d");
  const size = width / Math.min(bins, length);
  for (const [kind, counts] of densities(stop, Math.min(bins, length), length)) {
    context.fillStyle = colorOf(kind);
    counts.forEach((count, bin) => {
      const share = Math.min(1, (count * Math.min(bins, length)) / length);
      const tall = count ? Math.max(0.18, Math.sqrt(share)) * height : 0;
      context.fillRect(bin * size, height - tall, Math.max(scale, size - scale), tall);
    });
  }
}

function densities(stop, bins, length) {
  const places = stop.base === "source" ? stages.sources : stages.targets;
  const result = new Map();
  for (const { kind, isSection, numbers, size, count } of stop.parts) {
    if (isSection || !count) continue;
    const counts = new Uint32Array(bins);
    for (let at = 0; at < numbers.length; at += size) counts[Math.min(bins - 1, Math.floor((places[numbers[at]] * bins) / length))]++;
    result.set(kind, counts);
  }
  return result;
}

function colorOf(kind) {
  const probe = make("i", { className: kind });
  probe.style.color = "var(--bar)";
  document.body.append(probe);
  const color = getComputedStyle(probe).color;
  probe.remove();
  return color;
}

function drawBoard(stop) {
  const marked = new Map();
  for (let index = 0; index < stop.listed; index++) {
    const edit = editAt(stop, index);
    marked.set(edit.offsets.at(-1), edit);
  }
  const seen = new Map();
  showTiles(stages.bottom, meta.keys[stop.base].map((key, offset) => {
    const edit = marked.get(offset);
    const own = JSON.stringify(key);
    seen.set(own, (seen.get(own) ?? 0) + 1);
    return { id: `${own} ${seen.get(own)}`, text: key.map((part) => short(part, 40)).join(" · "), kind: edit?.kind, title: edit && whereabouts(edit) };
  }));
}

/** `at 3`, `to 4` or `3 → 4`; in sections a record's offset is `[1, 2]`. */
function whereabouts({ kind, isSection, offsets }) {
  const isPath = meta.sections && !isSection;
  const spots = isPath ? [offsets.slice(0, 2), offsets.slice(2)].map((path) => `[${path.join(", ")}]`) : offsets.map(grouped);
  return kind === "m" ? `${spots[0]} → ${spots[1]}` : `${kind === "i" ? "to" : "at"} ${spots[0]}`;
}

function renderOperation(index, row) {
  const edit = editAt(stages.player.stop, index);
  const name = edit.isSection ? sectionName(edit.number) : keyText(changeAt(edit.number));
  row.replaceChildren(make("span", { className: `mark ${edit.kind}` }, MARKS[edit.kind]), make("span", { className: "key" }, make("bdi", {}, name)),
    make("span", { className: "what" }, (edit.isSection ? "section " : "") + whereabouts(edit)));
}

/** Draws the stage that is looked at anew, in other colours or another width. */
function redrawStage() {
  if (view === "stages" && stages.sources) showStage(stages.player.stop);
}
