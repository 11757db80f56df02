// Which words of two texts differ, as the terminal marks them.
const MOST_WORD_PAIRS = 4096;
// Runs of letters and digits, numbers with their points, runs of white space, and single other characters.
const WORDS = /(?:\d+(?:[.,](?=\d))?|(?!\p{Ideographic})[\p{Alphabetic}\p{Grapheme_Extend}_])+|\p{White_Space}+|[^]/gu;
const wordsIn = (text) => text.match(WORDS) ?? [];
const isBlank = (word) => /^\p{White_Space}*$/u.test(word);

/** What two texts are made of, each as pieces `[differs, text]`. */
function pieces(oldText, newText) {
  const [a, b] = [wordsIn(oldText), wordsIn(newText)];
  const common = commonWords(a, b);
  const shared = weightOf(common.map(([at]) => a[at]));
  // A word here and there in texts that are otherwise unlike is no help.
  if (5 * shared < 2 * Math.min(weightOf(a), weightOf(b))) return [[[true, oldText]], [[true, newText]]];
  return [a, b].map((words, side) => partsOfWords(words, new Set(common.map((pair) => pair[side]))));
}

/** How many characters words have that are no white space. */
const weightOf = (words) => words.reduce((sum, word) => sum + (isBlank(word) ? 0 : [...word].length), 0);

/** The parts that words make; white space between two that differ belongs to both. */
function partsOfWords(words, common) {
  const parts = [];
  const add = (differs, text) => {
    const last = parts.at(-1);
    if (last?.[0] === differs) last[1] += text;
    else parts.push([differs, text]);
  };
  words.forEach((word, at) => {
    const isBetween = isBlank(word) && at > 0 && !common.has(at - 1) && at + 1 < words.length && !common.has(at + 1);
    add(isBetween || !common.has(at), word);
  });
  return parts;
}

/** Which words two texts have in common, as pairs of their places in order. */
function commonWords(a, b) {
  const most = Math.min(a.length, b.length);
  let [head, tail] = [0, 0];
  while (head < most && a[head] === b[head]) head++;
  while (tail < most - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const [mine, other] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  const middle = mine.length * other.length > MOST_WORD_PAIRS ? [] : longestCommon(mine, other);
  return [
    ...Array.from({ length: head }, (_, at) => [at, at]),
    ...middle.map(([first, second]) => [first + head, second + head]),
    ...Array.from({ length: tail }, (_, at) => [a.length - tail + at, b.length - tail + at]),
  ];
}

function longestCommon(a, b) {
  const width = b.length + 1;
  // The length of what the rests from each pair on have in common.
  const lengths = new Uint16Array((a.length + 1) * width);
  const longest = (first, second) => lengths[first * width + second];
  for (let first = a.length - 1; first >= 0; first--) {
    for (let second = b.length - 1; second >= 0; second--) {
      lengths[first * width + second] = a[first] === b[second]
        ? longest(first + 1, second + 1) + 1 : Math.max(longest(first + 1, second), longest(first, second + 1));
    }
  }
  const pairs = [];
  for (let [first, second] = [0, 0]; first < a.length && second < b.length;) {
    if (a[first] === b[second]) pairs.push([first++, second++]);
    else if (longest(first + 1, second) >= longest(first, second + 1)) first++;
    else second++;
  }
  return pairs;
}
