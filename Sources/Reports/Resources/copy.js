// What can be taken from the page: a link, a command line, rows as CSV.
const tell = (text) => { byId("said").textContent = text; };

async function copy(text, what) {
  const isCopied = await navigator.clipboard.writeText(text).then(() => true, () => copyBySelection(text));
  tell(isCopied ? `${what} copied` : `The browser did not copy: ${text}`);
}

/** As browsers copied before they had a clipboard for scripts, which some keep from files. */
function copyBySelection(text) {
  const focused = document.activeElement;
  const box = make("textarea", { value: text, className: "hidden" });
  document.body.append(box);
  box.select();
  const isCopied = document.execCommand("copy");
  box.remove();
  focused?.focus();
  return isCopied;
}

const PLAIN_WORD = /^[\w@%+=:,./-]+$/;
const shellLine = (words) => words.map((word) => (PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");

/** The words of a command without a flag and its value. */
function without(words, flag) {
  const left = [];
  for (let at = 0; at < words.length; at++) {
    if (words[at] === flag) at++;
    else if (!words[at].startsWith(`${flag}=`)) left.push(words[at]);
  }
  return left;
}

/** Names as a flag takes them, in which a comma is escaped. */
const columnList = (names) => names.map((name) => name.replaceAll(",", "\\,")).join();

/** The command that lists what is selected as `{ words }`; or `{ why }` there is none. */
function selectedCommand() {
  if (filter.text.trim()) return { why: "No flag searches" };
  if (filter.isOpen) return { why: "No flag knows what is reviewed" };
  if (filter.isCounted) return { why: "No flag leaves out what is accepted" };
  if (filter.same || filter.finding >= 0) return { why: "No flag shows what records have in common" };
  if (filter.path?.steps.length) return { why: "No flag shows a part of a value" };
  const columns = filter.path ? [filter.path.column].filter((column) => !filter.columns.size || filter.columns.has(column)) : [...filter.columns];
  const isNarrow = filter.path || filter.columns.size;
  const { source, target } = meta.duplicates;
  if (isNarrow && source.identities + target.identities) return { why: "Where keys occur twice, fewer columns would pair other records" };
  let kinds = [...filter.kinds];
  // Only an update has columns that differ.
  if (isNarrow) kinds = !kinds.length || kinds.includes("u") ? ["u"] : [];
  if (isNarrow && !(columns.length && kinds.length)) return { why: "Nothing can match" };
  if (kinds.length && meta.changes < meta.all && isLeftOut(kinds)) return { why: "The page has not all changes of these kinds" };
  let words = meta.command;
  // Fewer columns might let another key be found.
  if (meta.keyNames && !words.some((word) => /^-[kre]|^--(key|rules|eval)(=|$)/.test(word))) words = [...words, "-k", columnList(meta.keyNames)];
  if (isNarrow) words = [...without(words, "--only"), "--only", columnList(columns.map((column) => meta.columns[column]))];
  if (kinds.length) words = [...without(words, "--show"), "--show", kinds.map((kind) => NAMES[kind]).join()];
  return { words };
}

/** Whether --show left out changes of some kinds: more of them were counted than the page has letters for. */
function isLeftOut(kinds) {
  const chosen = new Set(kinds);
  let count = 0;
  for (let index = 0; index < total; index++) if (isOfKind(index, chosen)) count++;
  return kinds.length > 1 || count < meta.summary[NAMES[kinds[0]]];
}

function copyCommand() {
  if (!meta.command) return;
  const { words, why } = selectedCommand();
  if (words) copy(shellLine(words), "Command");
  else tell(`No command gives this selection: ${why[0].toLowerCase()}${why.slice(1)}`);
}

/** A text as Lua spells it. */
const luaText = (text) => JSON.stringify(text).replace(/\\u([0-9a-f]{4})/g, "\\u{$1}");

/** The rule that hides what is selected as `{ text }`, of a finding its command; or `{ why }` there is none. */
function selectedRule() {
  if (filter.text.trim() || filter.isOpen || filter.isCounted || filter.same) return { why: "A rule is about columns, paths and order" };
  if (filter.finding >= 0) {
    const { command } = meta.findings[filter.finding];
    return command ? { text: shellLine(command), what: "Command" } : { why: "This finding has none" };
  }
  const names = filter.path ? [byId("path").value.trim()] : [...filter.columns].map((column) => meta.columns[column]);
  if (names.length) return { text: `ignore = { ${names.map(luaText).join(", ")} }` };
  if (filter.kinds.size === 1 && filter.kinds.has("m")) return { text: "ignore_order = true" };
  return { why: "Select columns, a path, or what moved" };
}

function copyRule() {
  const { text, why, what = "Rule" } = selectedRule();
  if (text) copy(text, what);
  else tell(`No rule hides this selection: ${why[0].toLowerCase()}${why.slice(1)}`);
}

/** Says which rule the button copies, or why it does not. */
function renderRule() {
  const { text, why } = selectedRule();
  byId("rule").setAttribute("aria-disabled", String(!text));
  byId("rule").title = text ? `${visible(text)} (L)` : why;
}

/** Says which command the button copies, or why it does not. */
function renderCommand() {
  if (!meta.command) return;
  const { words, why } = selectedCommand();
  byId("command").hidden = false;
  byId("command").setAttribute("aria-disabled", String(!words));
  byId("command").title = words ? `${visible(shellLine(words))} (Y)` : why;
}
