"""Random tables: an old one, versions of it, and the formats in which files hold them."""
from dataclasses import dataclass, field, replace

from .values import ABSENT, FLAT_KINDS, NESTED_KINDS, Column, changed, noise, random_format, serial, value

NAMES = ["name", "price", "city", "amount", "note", "seen", "created_at", "status", "colour", "unit"]
ODD_NAMES = [
    "full name", "prix €", "a.b", "naïve", "日本", "total%", "a,b", "k=v", "Ünïcode", "x-y", "2", "it's", 'q"q',
]


@dataclass
class Table:
    """The columns and records of one file; each record is a dictionary by the names of columns."""

    columns: list
    rows: list

    @property
    def names(self):
        return [column.name for column in self.columns]

    def named(self, name):
        return next(column for column in self.columns if column.name == name)


@dataclass
class Form:
    """How a file holds a table."""

    kind: str = "csv"
    seed: int = 0
    # CSV
    delimiter: str = ","
    line_end: str = "\n"
    quoting: str = "needed"
    mark: bool = False
    header: bool = True
    null_word: str = ""
    title: str = ""
    comment: str = ""
    escape: str = ""
    encoding: str = "utf-8"
    ragged: bool = False
    compressed: bool = False
    # JSON
    layout: str = "lines"
    path: list = field(default_factory=list)
    elements: str = ""
    ascii: bool = False
    shuffles: bool = False

    @property
    def extension(self):
        return self.kind + ".gz" * self.compressed

    @property
    def is_json(self):
        return self.kind in ("json", "jsonl")


def random_form(random, kinds=("csv", "csv", "csv", "tsv", "json", "json", "jsonl")):
    form = Form(kind=random.choice(kinds), seed=random.randrange(1 << 30), compressed=random.random() < 0.03)
    if form.is_json:
        form.layout = random.choice(["lines", "lines", "one line", "pretty"])
        form.ascii = random.random() < 0.15
        form.shuffles = random.random() < 0.15
        if form.kind == "json" and random.random() < 0.08:
            form.path = random.choice([["data"], ["data", "items"], ["a/b", "m~n"]])
        return form
    if form.kind == "csv":
        form.delimiter = random.choice([",", ",", ",", ",", ";", "|", "\t"])
    form.line_end = random.choice(["\n", "\n", "\n", "\r\n"])
    form.quoting = random.choice(["needed", "needed", "needed", "all", "some"])
    form.mark = random.random() < 0.05
    form.header = random.random() > 0.04
    form.null_word = random.choice(["", "", "", "\\N", "NULL", "n/a"])
    form.title = "made for a test" if random.random() < 0.03 else ""
    form.comment = "#" if random.random() < 0.03 else ""
    form.escape = "\\" if random.random() < 0.03 else ""
    form.encoding = "utf-16" if random.random() < 0.02 else "utf-8"
    form.ragged = random.random() < 0.04
    return form


def random_columns(random, form):
    """The columns of a table; the first one is a key in most tables."""
    columns = []
    if random.random() < 0.9:
        kind = random_format(random, "serial", form.is_json)
        name = random.choice(["id", "id", "id", "id", "nr", "key", "customer id", "ID"])
        columns.append(Column(name, "serial", kind))
    kinds = NESTED_KINDS if form.is_json and random.random() < 0.6 else FLAT_KINDS
    names = random.sample(NAMES, len(NAMES)) + random.sample(ODD_NAMES, len(ODD_NAMES))
    for _ in range(random.randrange(1, 6)):
        kind = random.choice(kinds)
        name = names.pop(-1 if random.random() < 0.08 else 0)
        columns.append(Column(name, kind, random_format(random, kind, form.is_json)))
    return columns


def random_count(random):
    shape = random.random()
    if shape < 0.02:
        return 0
    return random.randrange(1, 6) if shape < 0.2 else random.randrange(6, 80 if shape > 0.95 else 28)


def random_table(random, form, columns=None):
    table = Table(list(columns or random_columns(random, form)), [])
    for index in range(random_count(random)):
        table.rows.append({column.name: value(random, column, index + 1) for column in table.columns})
    empties = random.random() < 0.3
    for row in table.rows:
        for column in table.columns[1:]:
            if empties and random.random() < 0.1:
                row[column.name] = random.choice([None, "", ABSENT] if form.is_json else [None, ""])
    repeat(random, table)
    return table


def repeat(random, table):
    """Repeats the keys of some records, in some tables, with the same content or with other content."""
    if random.random() < 0.85 or not table.rows:
        return
    for _ in range(random.randrange(1, 4)):
        row = dict(random.choice(table.rows))
        for column in table.columns[1:]:
            if random.random() < 0.3:
                row[column.name] = value(random, column, 0)
        table.rows.insert(random.randrange(len(table.rows) + 1), row)


def random_version(random, old, first_new=1001):
    """A later version of a table: records and values that changed, and in some versions whole columns."""
    if random.random() < 0.04:
        return Table(list(old.columns), [dict(row) for row in old.rows])
    deletes, updates, inserts = (random.choice([0, 0.03, 0.1, 0.3]) for _ in range(3))
    new = Table(list(old.columns), [dict(row) for row in old.rows if random.random() >= deletes])
    for row in new.rows:
        if random.random() < updates:
            column = random.choice(new.columns[1:] if len(new.columns) > 1 else new.columns)
            row[column.name] = changed(random, column, row[column.name])
    for number in range(int(inserts * len(old.rows)) + (random.random() < 0.2)):
        row = {column.name: value(random, column, first_new + number) for column in new.columns}
        new.rows.insert(random.randrange(len(new.rows) + 1), row)
    for _ in range(random.choice([0, 0, 1, 1, 2])):
        apply_noise(random, new)
    move(random, new)
    if random.random() < 0.12:
        change_columns(random, new)
    if random.random() < 0.05:
        repeat(random, new)
    return new


def apply_noise(random, table):
    """Changes the format or content of a whole column in one way, where a try finds a way that changes values."""
    share = random.choice([0.3, 0.8, 1, 1])
    for _ in range(8):
        column, change = random.choice(table.columns[1:] or table.columns), noise(random)
        if random.random() < 0.15:
            column = table.columns[0]
        values = [row[column.name] for row in table.rows]
        if 2 * sum(change(old) != old for old in values) > len(values):
            break
    for row in table.rows:
        if random.random() < share:
            row[column.name] = change(row[column.name])


def move(random, table):
    """Moves records in half of the tables: some of them, a block, or all."""
    rows, shape = table.rows, random.random()
    if shape < 0.5 or len(rows) < 2:
        return
    if shape < 0.8:
        for _ in range(random.randrange(1, 4)):
            rows.insert(random.randrange(len(rows)), rows.pop(random.randrange(len(rows))))
    elif shape < 0.93:
        cut = random.randrange(len(rows))
        table.rows = rows[cut:] + rows[:cut]
    else:
        random.shuffle(rows)


def change_columns(random, table):
    choice = random.randrange(4)
    if choice == 0 and len(table.columns) > 2:
        gone = table.columns.pop(random.randrange(1, len(table.columns)))
        for row in table.rows:
            row.pop(gone.name, None)
    elif choice == 1:
        column = Column("extra", "code", "country")
        table.columns.insert(random.randrange(len(table.columns) + 1), column)
        for row in table.rows:
            row["extra"] = value(random, column, 0)
    elif choice == 2:
        random.shuffle(table.columns)
    else:
        index = random.randrange(len(table.columns))
        old = table.columns[index]
        table.columns[index] = replace(old, name="renamed")
        for row in table.rows:
            row["renamed"] = row.pop(old.name, ABSENT)


def into_sections(random, table, member):
    """Makes nested sections of a table: each has a part of the records in its member."""
    sections, rows = [], list(table.rows)
    while rows or not sections:
        size = random.randrange(1, 8)
        name = serial(table.columns[0], len(sections) + 1)
        sections.append({table.columns[0].name: name, "title": random.choice(["x", "y"]), member: rows[:size]})
        rows = rows[size:]
    if random.random() < 0.3:
        random.shuffle(sections)
    return sections
