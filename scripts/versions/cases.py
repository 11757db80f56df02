"""A case: tables, rules and the steps of one command, independent of the language of a version."""
from dataclasses import dataclass, field, replace

from .tables import Table, random_form, random_table, random_version


@dataclass
class Step:
    """One run of a program."""

    command: str
    inputs: list
    options: dict = field(default_factory=dict)
    has_rules: bool = True
    has_reading: bool = True
    # The files that are compared, each with its format: json, jsonpatch, jsonl, csv, summary (CSV of a batch) or text.
    # "" is standard output. A name that ends with a slash is a folder.
    results: dict = field(default_factory=lambda: {"": "json"})
    # The file of the flag -o.
    output: str = ""
    # The side whose options of reading hold, for a step that reads one of two tables; empty for both.
    side: str = ""


@dataclass
class Case:
    """Tables by path, rules as data, and steps. `features` are words by which cases can be left out and counted."""

    number: int
    command: str
    tables: dict = field(default_factory=dict)
    rules: dict = field(default_factory=dict)
    # By field of the rules: flag, file or text.
    layers: dict = field(default_factory=dict)
    # Rules of a later layer: (LAYER, FIELD, RULE).
    over: list = field(default_factory=list)
    style: str = "table"
    # (NAME, VALUE, SIDE or None): how inputs are read.
    reading: list = field(default_factory=list)
    steps: list = field(default_factory=list)
    manifest: list = field(default_factory=list)

    @property
    def features(self):
        words = {self.command, *self.rules, *("read-" + name for name, _, _ in self.reading)}
        for step in self.steps:
            words |= {step.command, *step.options} - {"format"} | {str(step.options.get("format", ""))}
        if "identity" in self.rules:
            words.add("key-" + self.rules["identity"][0])
        elif "group" not in self.rules:
            words.add("key-found")
        words |= {"layered"} if self.over else set()
        words |= {form.kind for _, form, _ in self.tables.values()}
        return words - {""}


@dataclass
class TablePair:
    """Two versions of a table in their forms, with the names of the files."""

    old: Table
    new: Table
    old_form: object
    new_form: object
    sections: tuple = (None, None)
    # How many files the old table is divided into.
    parts: int = 1

    @property
    def both(self):
        """The form by which rules are chosen: that of CSV unless both files are JSON."""
        return self.old_form if self.new_form.is_json else self.new_form

    @property
    def paths(self):
        return "old" if self.parts > 1 else f"old.{self.old_form.extension}", f"new.{self.new_form.extension}"

    def tables(self):
        old, new = self.paths
        tables = {new: (self.new, self.new_form, self.sections[1])}
        if self.parts == 1:
            return {old: (self.old, self.old_form, self.sections[0]), **tables}
        size = len(self.old.rows) // self.parts + 1
        for part in range(self.parts):
            rows = self.old.rows[part * size:(part + 1) * size]
            path = f"old/part-{part}.{self.old_form.extension}"
            tables[path] = (Table(self.old.columns, rows), self.old_form, None)
        return tables


def random_pair(random, case, kinds=None):
    """Two versions of a table, and how they are read."""
    form = random_form(random, kinds) if kinds else random_form(random)
    other = random_form(random, kinds) if kinds else random_form(random)
    old = random_table(random, form)
    new = random_version(random, old)
    shares_form = random.random() < 0.8
    pair = TablePair(old, new, form, replace(form, seed=other.seed) if shares_form else other)
    case.reading = reading(random, pair)
    return pair


def reading(random, pair):
    """The options that reading the two files needs, and some that it does not."""
    options = []
    by_side = (("old", pair.old_form, pair.old), ("new", pair.new_form, pair.new))
    values = {side: side_reading(form, table) for side, form, table in by_side}
    says_delimiter = random.random() < 0.5
    for name in ("delimiter", "columns", "skip_lines", "at"):
        old, new = (values[side].get(name) for side in ("old", "new"))
        if name == "delimiter" and not says_delimiter:
            continue
        if old == new and old is not None:
            options.append((name, old, None))
        else:
            options += [(name, value, side) for side, value in (("old", old), ("new", new)) if value is not None]
    forms = [form for _, form, _ in by_side if not form.is_json]
    if any(form.comment for form in forms):
        options.append(("comment", "#", None))
    if any(form.escape for form in forms):
        options.append(("escape", "\\", None))
    if any(form.ragged for form in forms):
        options.append(("ragged", "pad", None))
    words = sorted({form.null_word for form in forms})
    if words and (words != [""] or random.random() < 0.1) and random.random() < 0.7:
        options.append(("null", words, None))
    return options


def side_reading(form, table):
    values = {}
    if form.is_json:
        if form.path:
            values["at"] = "".join("/" + step.replace("~", "~0").replace("/", "~1") for step in form.path)
        return values
    if form.kind == "csv":
        values["delimiter"] = form.delimiter
    if not form.header:
        values["columns"] = table.names
    if form.title:
        values["skip_lines"] = 1
    return values
