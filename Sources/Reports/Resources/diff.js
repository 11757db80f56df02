// How two values look side by side: what differs is marked.
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
  const [a, b] = [oldText, newText].map((text) => text.match(/\s+|\S+/g) ?? []);
  const piece = (run, other) => (run === other ? [false, run] : [true, run.replaceAll(" ", "·")]);
  if (a.length !== b.length) return [[piece(oldText)], [piece(newText)]];
  return [a.map((run, at) => piece(run, b[at])), b.map((run, at) => piece(run, a[at]))];
}

/** The cells of two values; the words that differ are marked. */
function sides(oldValue, newValue) {
  if (isOdd(oldValue) || isOdd(newValue)) return [single(oldValue), single(newValue)];
  const [oldText, newText] = quotedAlike(oldValue, newValue);
  const [left, right] = differInBlanks(oldText, newText) ? blankPieces(oldText, newText) : pieces(oldText, newText);
  return [markedPieces(left, "del"), markedPieces(right, "ins")];
}

const markedPieces = (list, tag) => list.flatMap(([differs, text], at) => {
  const [isFirst, isLast] = [at === 0, at === list.length - 1];
  if (!differs && list.length > 1) return folded(text, isFirst, isLast);
  const value = shown(text, isFirst, isLast);
  return differs ? make(tag, {}, value) : value;
});

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

/** How long each of two values may be, so that both have room for so many characters; a short one leaves its room to the other. */
function lengthOfSides(oldValue, newValue, room) {
  const [a, b] = [oldValue, newValue].map((value) => (isOdd(value) ? oddName(value) : readable(value, room + 1)).length);
  // What is cut has a sign for that at either end.
  return a + b <= room ? Math.max(a, b) : Math.max(6, Math.floor(room / 2) - 2, room - 2 - Math.min(a, b));
}

/** Two values on a line each, shortened to what differs; blanks are dots where nothing else does. */
function shortSides(oldValue, newValue, length) {
  if (isOdd(oldValue) || isOdd(newValue)) return [short(oldValue, length), short(newValue, length)];
  let [a, b] = quotedAlike(oldValue, newValue);
  if (differInBlanks(a, b)) [a, b] = blankPieces(a, b).map((list) => list.map(([, text]) => text).join(""));
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - same && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const start = same - Math.max(Math.min(8, Math.floor(length / 3)), Math.floor((length - Math.max(a.length, b.length) + same + tail) / 2));
  return [a, b].map((text) => excerpt(text, start, length));
}

/** Texts to compare; a JSON text beside another type gets its quotes, so that "1" and 1 look different. */
function quotedAlike(oldValue, newValue) {
  const quote = (value, other) => (typeof value === "string" && typeof other !== "string" ? quoted(value) : readable(value, Infinity));
  return [quote(oldValue, newValue), quote(newValue, oldValue)];
}

const single = (value) => [isOdd(value) ? make("span", { className: "odd" }, oddName(value)) : isNested(value) ? short(value, 160) : shown(spelled(value), true, true)];

/** `+0.20`, where both are numbers; zeros in front mark codes. */
function difference(oldValue, newValue) {
  const plain = /^-?(0|[1-9]\d{0,14})(\.\d{1,12})?$/;
  const [a, b] = [spelled(oldValue), spelled(newValue)];
  if (!plain.test(a) || !plain.test(b)) return "";
  const digits = Math.max(...[a, b].map((text) => (text.split(".")[1] ?? "").length));
  const delta = Number(b) - Number(a);
  if (!delta) return "";
  const [sign, percent] = [delta > 0 ? "+" : "−", Math.abs((100 * delta) / Number(a))];
  // A small share is not said to be none.
  const share = Number(a) ? ` (${percent < 0.001 ? "less than 0.001" : sign + percent.toFixed(percent < 0.1 ? 3 : 1)} %)` : "";
  return sign + Math.abs(delta).toFixed(digits) + share;
}
