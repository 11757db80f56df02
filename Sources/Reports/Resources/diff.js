// Which characters of two texts differ: Myers' greedy search within a bound, then islands too small to read are joined.
const MOST_EDITS = 160;
// Texts with less in common are marked whole: a letter here and there is no help.
const LEAST_ALIKE = 0.4;

/** Pieces `[kind, text]` with kind 0 equal, -1 old only, 1 new only. */
function pieces(oldText, newText) {
  const a = [...oldText];
  const b = [...newText];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const script = edits(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  const list = tidy([[0, a.slice(0, head).join("")], ...script, [0, a.slice(a.length - tail).join("")]]);
  const alike = list.reduce((sum, [kind, text]) => sum + (kind === 0 ? text.length : 0), 0);
  return alike < LEAST_ALIKE * Math.max(oldText.length, newText.length) ? whole(a, b) : list;
}

function edits(a, b) {
  if (!a.length || !b.length || a.length + b.length > 4000) return whole(a, b);
  const trace = search(a, b);
  return trace ? backtrack(trace, a, b) : whole(a, b);
}

const whole = (a, b) => [[-1, a.join("")], [1, b.join("")]];

function search(a, b) {
  const trace = [];
  const most = Math.min(a.length + b.length, MOST_EDITS);
  let reach = new Map([[1, 0]]);
  for (let d = 0; d <= most; d++) {
    trace.push(reach);
    const next = new Map(reach);
    for (let k = -d; k <= d; k += 2) {
      let x = k === -d || (k !== d && (next.get(k - 1) ?? -1) < (next.get(k + 1) ?? -1)) ? next.get(k + 1) : next.get(k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      next.set(k, x);
      if (x >= a.length && x - k >= b.length) return trace.concat(next);
    }
    reach = next;
  }
  return null;
}

function backtrack(trace, a, b) {
  const result = [];
  let x = a.length;
  let y = b.length;
  for (let d = trace.length - 2; d >= 0; d--) {
    const reach = trace[d];
    const k = x - y;
    const down = k === -d || (k !== d && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
    const before = reach.get(down ? k + 1 : k - 1) ?? 0;
    const beforeY = before - (down ? k + 1 : k - 1);
    while (x > before && y > beforeY && x > 0 && y > 0) result.push([0, a[--x], y--]);
    if (d > 0) result.push(down ? [1, b[--y]] : [-1, a[--x]]);
  }
  return result.reverse().map(([kind, text]) => [kind, text]);
}

/** Joins neighbours, and equal islands of one or two characters between edits with those edits. */
function tidy(list) {
  const joined = [];
  for (const [kind, text] of list) {
    if (!text) continue;
    const last = joined.at(-1);
    if (last && last[0] === kind) last[1] += text;
    else joined.push([kind, text]);
  }
  const result = [];
  joined.forEach(([kind, text], place) => {
    const island = kind === 0 && text.length < 3 && place > 0 && place < joined.length - 1 && joined.length > 5;
    result.push(...(island ? [[-1, text], [1, text]] : [[kind, text]]));
  });
  return result;
}

/** Shows a text with its controls visible and its outer blanks as dots. */
function shown(text, atStart, atEnd) {
  let value = visible(text);
  if (atStart) value = value.replace(/^ +/, (blanks) => "·".repeat(blanks.length));
  if (atEnd) value = value.replace(/ +$/, (blanks) => "·".repeat(blanks.length));
  return value;
}

/** Whether two texts are equal but for white space, which is to be seen then. */
const differInBlanks = (oldText, newText) => oldText !== newText && oldText.replace(/\s+/g, "") === newText.replace(/\s+/g, "");

/** The pieces of two texts, by runs of white space, whose blanks are dots where they differ. */
function blankPieces(oldText, newText) {
  const runs = (text) => text.match(/\s+|\S+/g) ?? [];
  const [a, b] = [runs(oldText), runs(newText)];
  const dotted = (text) => text.replaceAll(" ", "·");
  if (a.length !== b.length) return [[-1, dotted(oldText)], [1, dotted(newText)]];
  return a.flatMap((run, at) => (run === b[at] ? [[0, run]] : [[-1, dotted(run)], [1, dotted(b[at])]]));
}

const ofSide = (list, kind) => list.filter((piece) => piece[0] === 0 || piece[0] === kind);

/** The cells of two values; the characters that differ are marked. */
function sides(oldValue, newValue) {
  if (isOdd(oldValue) || isOdd(newValue)) return [single(oldValue), single(newValue)];
  const [oldText, newText] = quotedAlike(oldValue, newValue);
  const list = differInBlanks(oldText, newText) ? blankPieces(oldText, newText) : pieces(oldText, newText);
  const cell = (kind, tag) => ofSide(list, kind).flatMap(([own, text], at, mine) => {
    const [isFirst, isLast] = [at === 0, at === mine.length - 1];
    if (own === 0 && mine.length > 1) return folded(text, isFirst, isLast);
    const value = shown(text, isFirst, isLast);
    return own === 0 ? value : make(tag, {}, value);
  });
  return [cell(-1, "del"), cell(1, "ins")];
}

const NEAR = 120;

/** Text that both sides have, without what is far from the places where they differ, until somebody wants to read it. */
function folded(text, isFirst, isLast) {
  const head = isFirst ? 0 : NEAR;
  const tail = isLast ? 0 : NEAR;
  if (text.length < 4 * NEAR) return [shown(text, isFirst, isLast)];
  const middle = text.slice(head, text.length - tail);
  const fold = make("button", { type: "button", className: "link", onclick: () => fold.replaceWith(shown(middle, isFirst, isLast)) },
    `… ${plural(middle.length, "character")} …`);
  return [shown(text.slice(0, head), false, false), fold, shown(text.slice(text.length - tail), false, false)];
}

/** Two values on a line each, shortened to what differs; blanks are dots where nothing else does. */
function shortSides(oldValue, newValue, length) {
  if (isOdd(oldValue) || isOdd(newValue)) return [short(oldValue, length), short(newValue, length)];
  let [a, b] = quotedAlike(oldValue, newValue);
  if (differInBlanks(a, b)) {
    const list = blankPieces(a, b);
    [a, b] = [-1, 1].map((kind) => ofSide(list, kind).map(([, text]) => text).join(""));
  }
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - same && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const start = same - Math.max(8, Math.floor((length - Math.max(a.length, b.length) + same + tail) / 2));
  return [a, b].map((text) => excerpt(text, start, length));
}

/** Texts to compare; a JSON text beside another type gets its quotes, so that "1" and 1 look different. */
function quotedAlike(oldValue, newValue) {
  const quote = (value, other) => (typeof value === "string" && typeof other !== "string" ? quoted(value) : readable(value, Infinity));
  return [quote(oldValue, newValue), quote(newValue, oldValue)];
}

const single = (value) => [isOdd(value) ? make("span", { className: "odd" }, oddName(value)) : isNested(value) ? short(value, 160) : shown(spelled(value), true, true)];

/** `+0.20`, where both are numbers. */
function difference(oldValue, newValue) {
  const plain = /^-?\d{1,15}(\.\d{1,12})?$/;
  const [a, b] = [spelled(oldValue), spelled(newValue)];
  if (!plain.test(a) || !plain.test(b)) return "";
  const digits = Math.max(...[a, b].map((text) => (text.split(".")[1] ?? "").length));
  const delta = Number(b) - Number(a);
  if (!delta) return "";
  const share = Number(a) ? ` (${delta > 0 ? "+" : "−"}${Math.abs((100 * delta) / Number(a)).toFixed(1)} %)` : "";
  return (delta > 0 ? "+" : "−") + Math.abs(delta).toFixed(digits) + share;
}
