// Values: text is a string, absent 0, null null, a number [spelling], an object or array [JSON, 1], or ["{…}", 2] where the page has no more of it.
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u00a0\u00ad\u061c\u180e\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const SIGNS = { "\n": "↵", "\r": "‹CR›", "\t": "⇥" };
const sign = (character) => SIGNS[character] ?? `‹U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}›`;

const visible = (text) => text.replace(HIDDEN, sign);
const spelled = (value) => (Array.isArray(value) ? value[0] : typeof value === "string" ? value : value === 0 ? "" : String(value));
const isOdd = (value) => value === 0 || value === "" || value === null;
const oddName = (value) => (value === 0 ? "(absent)" : value === null ? "null" : '""');
const isNested = (value) => Array.isArray(value) && value.length > 1;
/** Whether the parts of a nested value are in the page. */
const hasParts = (value) => isNested(value) && value[1] === 1;

/** A value as a person reads it; of a nested one at least so many characters, on one line. */
const readable = (value, length) => (hasParts(value) ? inOneLine(value[0], length) : spelled(value));

/** A value on one line, not cut within a character. */
const short = (value, length = 60) => (isOdd(value) ? oddName(value) : excerpt(readable(value, length + 1), 0, length));

/** A value inside another one, where text needs its quotes. */
const shortInside = (value, length = 60) => (typeof value === "string" ? excerpt(quoted(value.slice(0, length)) + (value.length > length ? "…" : ""), 0, length) : short(value, length));

/** So many characters of a text on one line, from a place on or from before it, if the text ends sooner. */
function excerpt(text, start, length) {
  const from = Math.max(0, Math.min(start, text.length - length));
  const whole = text.slice(from, from + length).replace(/^[\udc00-\udfff]/, "").replace(/[\ud800-\udbff]$/, "");
  return visible((from ? "…" : "") + whole + (from + length < text.length ? "…" : ""));
}

/** Text between quotes, which are escaped within it as JSON does. */
const quoted = (text) => `"${text.replace(/["\\]/g, "\\$&")}"`;

const PLAIN_NAME = /^[^\u0000-\u0020\u007f.[\]*"\\]+$/;

/** JSON for a person: strings decoded, names without quotes, and no more of it than somebody reads. */
function inOneLine(json, length) {
  const [words, taken] = [[], { length: 0 }];
  for (let at = 0; at < json.length && taken.length < length;) {
    const end = json[at] === '"' ? stringEnd(json, at) : at + 1;
    const isName = json[at] === '"' && json[end] === ":";
    const word = json[at] === '"' ? wordOf(json.slice(at, end), isName) : json[at] === "," ? ", " : json[at] === ":" ? ": " : json[at];
    words.push(word);
    taken.length += word.length;
    at = end;
  }
  return words.join("");
}

function wordOf(spelling, isName) {
  const text = JSON.parse(spelling);
  return isName && PLAIN_NAME.test(text) ? text : quoted(text);
}

/** The place behind the string that begins at a quote. */
function stringEnd(json, start) {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let slashes = 0;
    while (json[end - 1 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0) return end + 1;
  }
  return json.length;
}

/** The parts of a nested value as `[name or place, value]`, without a look into what is nested in them. */
function partsOf([json]) {
  const isObject = json[0] === "{";
  const parts = [];
  let [depth, start, name] = [0, 1, null];
  const end = (at) => {
    if (at > start) parts.push([isObject ? JSON.parse(name) : parts.length, valueOf(json.slice(start, at))]);
    start = at + 1;
  };
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === '"') at = stringEnd(json, at) - 1;
    else if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") { if (--depth === 0) end(at); }
    else if (depth > 1) continue;
    else if (character === ",") end(at);
    else if (character === ":") { name = json.slice(start, at); start = at + 1; }
  }
  return parts;
}

/** JSON without white space as a value of the page. */
function valueOf(json) {
  if (json[0] === "{" || json[0] === "[") return [json, 1];
  return /^[-\d]/.test(json) ? [json] : JSON.parse(json);
}

/** The text of a value in which a search looks: strings of nested ones without their escapes. */
const searched = (value) => (isNested(value) && value[0].includes("\\") ? inOneLine(value[0], Infinity).replace(/\\(["\\])/g, "$1") : spelled(value));
