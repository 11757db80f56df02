// The stages, played: old collection, then each atomic batch, then the new collection.
const player = { stops: [], at: 0, timer: 0, list: null, sources: null, targets: null };

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

function readStops() {
  return JSON.parse(byId("stages").textContent).map(({ step, records, edits, ...lists }) => {
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
  player.stops = readStops();
  const stops = player.stops.map((stop, at) => make("button", { type: "button", className: "stop", onclick: () => { pause(); goTo(at); } }, stop.name));
  const tool = (text, name, act) => make("button", { type: "button", className: "tool", title: name, ariaLabel: name, onclick: act }, text);
  player.play = tool("▶", "Play (space)", togglePlay);
  player.told = make("div", { className: "told", ariaLive: "polite" });
  player.strip = make("canvas", { className: "strip", role: "img" });
  const bottom = make("div", meta.keys ? { className: "board" } : { className: "list", id: "operations" });
  player.bottom = bottom;
  box.replaceChildren(make("div", { className: "player" }, tool("◀", "Back (k)", () => stepStage(-1)), player.play, tool("▶|", "Forward (j)", () => stepStage(1)),
    make("div", { className: "stops" }, stops)), player.told, player.strip, bottom);
  player.buttons = stops;
  if (!meta.keys) player.list = new VirtualList(bottom, { height: 36, render: renderOperation, role: "listitem" });
  if (!player.sources) await locate();
  goTo(player.at);
}

/** Reads where every change is, in slices. */
async function locate() {
  player.sources = new Int32Array(total);
  player.targets = new Int32Array(total);
  for (let index = 0; index < total; index++) {
    const change = changeAt(index);
    player.sources[index] = change.source;
    player.targets[index] = change.target;
    if (index % 20_000 === 19_999) await new Promise((resume) => setTimeout(resume));
  }
}

function goTo(at) {
  player.at = Math.max(0, Math.min(player.stops.length - 1, at));
  const stop = player.stops[player.at];
  player.buttons.forEach((button, place) => button.toggleAttribute("aria-current", false) || (place === player.at && button.setAttribute("aria-current", "step")));
  const listed = stop.listed < stop.edits ? `, ${grouped(stop.listed)} of them listed` : "";
  const edits = stop.edits ? `${plural(stop.edits, "edit")}${listed} · ` : "";
  player.told.replaceChildren(make("b", {}, stop.text), make("span", {}, edits + plural(stop.records, "record")));
  player.strip.hidden = !meta.keys && stop.parts.every((part) => part.isSection || !part.count);
  player.bottom.hidden = !meta.keys && !stop.listed;
  if (player.bottom.hidden) return;
  if (!player.strip.hidden) drawStrip(stop);
  if (meta.keys) drawBoard(stop);
  else player.list.show(stop.listed);
}

const BIN = 3;

/** Where in the collection the stage's edits are, and how densely: full height where most of the records are concerned. */
function drawStrip(stop) {
  const canvas = player.strip;
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
  const places = stop.base === "source" ? player.sources : player.targets;
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
  player.bottom.replaceChildren(...meta.keys[stop.base].map((key, offset) => {
    const edit = marked.get(offset);
    const name = key.map((part) => short(part, 40)).join(" · ");
    return edit ? make("span", { className: `tile on ${edit.kind}`, title: whereabouts(edit) }, `${MARKS[edit.kind]} ${name}`) : make("span", { className: "tile" }, name);
  }));
}

/** `at 3`, `to 4` or `3 → 4`; in sections a record's offset is `[1, 2]`. */
function whereabouts({ kind, isSection, offsets }) {
  const isPath = meta.sections && !isSection;
  const spots = isPath ? [offsets.slice(0, 2), offsets.slice(2)].map((path) => `[${path.join(", ")}]`) : offsets.map(grouped);
  return kind === "m" ? `${spots[0]} → ${spots[1]}` : `${kind === "i" ? "to" : "at"} ${spots[0]}`;
}

function renderOperation(index, row) {
  const edit = editAt(player.stops[player.at], index);
  const name = edit.isSection ? sectionName(edit.number) : keyText(changeAt(edit.number));
  row.replaceChildren(make("span", { className: `mark ${edit.kind}` }, MARKS[edit.kind]), make("span", { className: "key" }, make("bdi", {}, name)),
    make("span", { className: "what" }, (edit.isSection ? "section " : "") + whereabouts(edit)));
}

function stepStage(by) {
  pause();
  goTo(player.at + by);
}

function pause() {
  clearInterval(player.timer);
  player.timer = 0;
  if (player.play) { player.play.textContent = "▶"; player.play.setAttribute("aria-pressed", "false"); }
}

function togglePlay() {
  if (player.timer) return pause();
  if (player.at === player.stops.length - 1) goTo(0);
  player.play.textContent = "❚❚";
  player.play.setAttribute("aria-pressed", "true");
  player.timer = setInterval(() => (player.at < player.stops.length - 1 ? goTo(player.at + 1) : pause()), 1600);
}
