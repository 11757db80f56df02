"""What the program says, in Python's words: arguments of functions in place of flags and commands."""

from __future__ import annotations

import re

_NO_RESULT = "no result of lunadiff --format json or jsonl"
# What is more than a flag, as the program writes it, and in Python.
_PHRASES = {
    "-k COLUMNS names ": "key=… names ",
    "--key COLUMNS names ": "key=… names ",
    "--columns id,name,…": "columns=['id', 'name', …]",
    "--rename OLD=NEW": "rename={'OLD': 'NEW'}",
    "--list FIELD=KEY": "list={'FIELD': 'KEY'}",
    "--record old:1 names one by its number, -k the columns of a key": "explain(change) takes what changes has, key=… names the columns of a key",
    "--input-format NAME": "input_format='NAME'",
    _NO_RESULT: "no result of lunadiff",
    "lunadiff patch OLD CHANGES.json; --format json -o CHANGES.json records one": "patch(old, result) takes what compare gave, or its recorded()",
    "--format json records the changes of records, and lunadiff patch applies them": "recorded() of a result has the changes of records, and patch applies them",
    "--format json records changes that lunadiff patch applies": "recorded() of a result has changes that patch applies",
    "record it with --patchable": "record it with recorded()",
    "lunadiff batch OLD_DIR NEW_DIR; lunadiff batch --manifest NIGHTLY.lua": "batch(old_dir, new_dir); batch(manifest='nightly.lua')",
    "lunadiff batch compares file by file": "batch(…) compares file by file",
    "lunadiff plugins": "python -m lunadiff plugins",
}
# What a value may be, as one word of a command line, and in Python.
_TAKES = {
    "or one for a kind as in updated=20": 'or one for a kind as in {"updated": 20}',
    "NUMBER or COLUMN=NUMBER, as in 0.01, 1% or price=0.01": 'a number, or one for each column, as in 0.01, "1%" or {"price": 0.01}',
    "COLUMN=STEP, as in price=scale(0.01) or name=trim,lower": 'steps for each column, as in {"price": "scale(0.01)", "name": ["trim", "lower"]}',
    "PATH=MEMBER, as in items=sku": 'a member for each path, as in {"items": "sku"}',
    "OLD=NEW, two column names": 'new names by old ones, as in {"OLD": "NEW"}',
    "of one column price=0.1%; 1%..5% warns first": 'of one column {"price": "0.1%"}; "1%..5%" warns first',
}
_SWITCHES = {"ignore_order", "no_header", "rename_headers", "skip_space", "keep_columns", "escape_unquoted"}
_VALUE = r"text|number|pad|skip|match|jsonl?|csv|none|\w+=[^\s,;]+|'[^']*'|/(?:[^\s,;]*[^\s,;:])?|[A-Z]+-?\d[\d-]*(?:LE|BE)?|\d+"
_FLAG = re.compile(rf"(?<!\S)--([a-z][a-z-]*[a-z])(?: ({_VALUE})(?![\w=]))?")
# In the first line of a message, what is quoted is what somebody wrote.
_QUOTED_OR_FLAG = re.compile(rf"'[^']*'|\"[^\"]*\"|{_FLAG.pattern}")
_SAID_COMMAND = re.compile(r"\blunadiff (probe|learn)(?= (?:finds|shows|lists|tries|looks|does|proposes|those)\b)")
_WHOLE_COMMAND = re.compile(r"(?<!-m )\blunadiff [a-z]")
_HELP = re.compile(r"lunadiff(?: (\w+))? --help lists the flags")
_PIPED = " | lunadiff "
_REMARK = ", where "


def in_python(words: str) -> str:
    """What the program advises, with arguments of Python's functions for flags; a whole command stays."""
    for said, meant in _PHRASES.items():
        words = words.replace(said, meant)
    words = _SAID_COMMAND.sub(r"\1(…)", words)
    return words if _WHOLE_COMMAND.search(words) else _FLAG.sub(_option, words)


def hint_in_python(hint: str) -> str:
    """A hint of an error: a command that pipes into the program is one whose output can be given."""
    command, piped, rest = hint.partition(_PIPED)
    if piped:
        _, where, remark = rest.partition(_REMARK)
        return f"subprocess.check_output({command!r}, shell=True) gives what can be compared, as bytes{where}{remark}"
    helped = _HELP.search(hint)
    if helped is not None:
        function = helped[1] if helped[1] in ("probe", "learn", "patch", "merge", "batch") else "compare"
        return f"help(lunadiff.{function}) lists the options"
    return in_python(hint)


def message_in_python(message: str) -> str:
    """A message of an error; in its other lines stands what was read."""
    first, line, rest = message.partition("\n")
    named, cannot, takes = first.partition("': it is ")
    if cannot and " cannot be '" in named:
        for said, meant in _TAKES.items():
            takes = takes.replace(said, meant)
        first = named + cannot + takes
    first = first.replace(_NO_RESULT, _PHRASES[_NO_RESULT])
    return _QUOTED_OR_FLAG.sub(lambda found: found[0] if found[1] is None else _option(found), first) + line + rest


def _option(flag: re.Match[str]) -> str:
    name, value = flag[1].replace("-", "_"), flag[2]
    if name in _SWITCHES:
        return f"{name}=True"
    if not value:
        return name
    if re.fullmatch(r"\w+=.+", value):
        key, _, member = value.partition("=")
        return f"{name}={{{key!r}: {member!r}}}"
    return f"{name}={value if value.isdigit() else repr(value.strip(chr(39)))}"
