// The stages, played: old collection, then each atomic batch, then the new collection.
const player = { stops: [], at: 0, timer: 0, list: null, sources: null, targets: null };

function buildStops() {
  const of = (test) => Array.from({ length: total }, (_, index) => index).filter(test);
  const [before, after] = [meta.source.records, meta.target.records];
  const updated = of((index) => kindAt(index) === "u");
  const deleted = of((index) => kindAt(index) === "d");
  const placed = of((index) => kindAt(index) === "i" || isMoved(index));
  const left = before - meta.summary.deleted;
  const stops = [{ name: "Old", text: "The old collection", count: before, base: "source", items: [] }];
  const add = (name, text, count, base, items, kind) => items.length && stops.push({ name, text, count, base, items, kind });
  add("Update", "Content changes in place", before, "source", updated, "u");
  add("Delete", "Records leave; offsets are those of the old collection", left, "source", deleted.concat(sectionItems("deleted")), "d");
  add("Sections", "Sections arrive and take their places", left, "source", sectionItems("inserted").concat(sectionItems("moved")), "");
  add("Insert and move", "Records arrive and take their places; offsets are those of the new collection", after, "target", placed, "");
  add("Update sections", "The content of sections themselves changes", after, "target", sectionItems("updated"), "u");
  stops.push({ name: "New", text: "The new collection", count: after, base: "target", items: [] });
  return stops;
}

const sectionItems = (kind) => (meta.sectionChanges?.[kind] ?? []).map((name) => ({ kind: kind[0], name }));

async function renderStages(box) {
  player.stops = buildStops();
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
  const number = stop.items.length ? `${plural(stop.items.length, "edit")} · ` : "";
  const note = total < meta.changes ? " · only the listed changes are shown" : "";
  player.told.replaceChildren(make("b", {}, stop.text), make("span", {}, `${number}${plural(stop.count, "record")}${note}`));
  player.strip.hidden = !stop.items.length && !meta.keys;
  player.bottom.hidden = player.strip.hidden;
  if (player.bottom.hidden) return;
  drawStrip(stop);
  if (meta.keys) drawBoard(stop);
  else player.list.show(stop.items.length);
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
  canvas.setAttribute("aria-label", `Where the ${plural(stop.items.length, "edit")} of this stage are`);
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
  for (const item of stop.items) {
    if (typeof item !== "number") continue;
    const kind = stop.kind || (kindAt(item) === "i" ? "i" : "m");
    if (!result.has(kind)) result.set(kind, new Uint32Array(bins));
    result.get(kind)[Math.min(bins - 1, Math.floor((places[item] / length) * bins))]++;
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
  const places = stop.base === "source" ? player.sources : player.targets;
  for (const item of stop.items) {
    if (typeof item === "number") marked.set(places[item], stop.kind || (kindAt(item) === "i" ? "i" : "m"));
  }
  const gone = new Set();
  if (stop.name === "Sections") for (let index = 0; index < total; index++) if (kindAt(index) === "d") gone.add(player.sources[index]);
  const tiles = meta.keys[stop.base].map((key, offset) => {
    const kind = marked.get(offset);
    return gone.has(offset) ? null : make("span", { className: kind ? `tile on ${kind}` : "tile" }, (kind ? MARKS[kind] + " " : "") + key.map((part) => short(part, 40)).join(" · "));
  });
  player.bottom.replaceChildren(...tiles.filter(Boolean));
}

function renderOperation(index, row) {
  const stop = player.stops[player.at];
  const item = stop.items[index];
  if (typeof item !== "number") {
    row.replaceChildren(make("span", { className: `mark ${item.kind}` }, MARKS[item.kind]), make("span", { className: "key" }, short(item.name, 80)), make("span", { className: "what" }, "section"));
    return;
  }
  const change = changeAt(item);
  const kind = stop.kind || (change.kind === "i" ? "i" : "m");
  const where = { d: `at ${grouped(change.source)}`, u: `at ${grouped(change.source)}`, i: `to ${grouped(change.target)}`, m: `${grouped(change.source)} → ${grouped(change.target)}` };
  row.replaceChildren(make("span", { className: `mark ${kind}` }, MARKS[kind]), make("span", { className: "key" }, keyText(change)), make("span", { className: "what" }, where[kind]));
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
