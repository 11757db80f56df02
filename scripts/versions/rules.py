"""Random rules as data. A writer turns them into Lua and flags of one language (see language_0_1.py).

Rules are a dictionary by field. Its values use only the terms of this page:

    identity     ("columns", [NAME…]) | ("whole",) | FUNCTION | ("passes", [PASS…]) | ("steps", [(STEPS, NAME)…])
    PASS         an identity | ("near", {…}) | ("score", {…})
    equal        FUNCTION | {PLACE: COMPARATOR}
    normalize    {PLACE: {"both" | "old" | "new": STEPS}}
    filter       FUNCTION | ("is", NAME, VALUE) | … | ("and" | "or", CONDITION, CONDITION) | ("not", CONDITION)
    columns      {NAME: ("parts", [PART…], STEPS) | FUNCTION | ("sides", {SIDE: …})}
    lists        {PLACE: ("members", [NAME…]) | ("set",) | ("position",) | ("sequence",) | FUNCTION}
    FUNCTION     ("function", TEXT of plain Lua)
    COMPARATOR   (NAME, ARGUMENT…) | FUNCTION
    STEPS        a list of (NAME, ARGUMENT…) | FUNCTION
"""
from .values import ABSENT, CODES, WORDS


def lua_text(text):
    """A text as a literal of Lua."""
    escapes = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0"}
    return '"' + "".join(escapes.get(c, c) for c in text) + '"'


def value_of(name):
    return f"r[{lua_text(name)}]"


# Kinds of columns whose values are texts and numbers, which functions can turn into text.
SCALARS = ("serial", "word", "code", "amount", "integer", "date", "time", "mail", "text")


def shared(old, new):
    """The columns that both tables have."""
    return [column for column in old.columns if column.name in new.names]


class RuleMaker:
    """Makes random rules for two tables."""

    def __init__(self, random, old, new, form):
        self.random, self.old, self.new, self.form = random, old, new, form
        self.columns = shared(old, new)
        self.others = [column for column in self.columns[1:]]

    def happens(self, share):
        return self.random.random() < share

    def pick(self, *kinds):
        """A shared column that has one of these kinds and is not the first, or None."""
        fitting = [column for column in self.others if column.kind in kinds or not kinds]
        return self.random.choice(fitting) if fitting else None

    def is_filled(self, name):
        """Whether every record has a value in the column, also if some words mean null."""
        rows = self.old.rows + self.new.rows
        return all(row.get(name, ABSENT) not in (ABSENT, None, "", "n/a", "N/A", "NULL", "\\N") for row in rows)

    # MARK: Identity

    def identity(self):
        shape = self.random.random()
        if not self.columns or shape < 0.12:
            return None
        first = next((column.name for column in self.columns if self.is_filled(column.name)), None)
        if first is None:
            return self.random.choice([None, ("whole",)])
        if shape < 0.62:
            return "columns", [first]
        if shape < 0.7:
            more = self.pick("code", "word", "date", "mail")
            is_usable = more and more.name != first and self.is_filled(more.name)
            return "columns", [first, more.name] if is_usable else [first]
        if shape < 0.75:
            return ("whole",)
        if shape < 0.85:
            return self.identity_function()
        if shape < 0.9:
            steps = self.random.choice([[("trim",), ("lower",)], [("replace", "^0+", "")], [("upper",)]])
            return "steps", [(steps, first)]
        return "passes", [("columns", [first])] + self.later_passes()

    def identity_function(self):
        column = self.columns[0] if self.columns[0].kind in SCALARS else self.pick(*SCALARS)
        if column is None:
            return "columns", [self.columns[0].name]
        name, other = value_of(column.name), self.pick(*SCALARS)
        results = [f"tostring({name}):lower()", f'(tostring({name}):gsub("^0+", ""))', f'"k" .. tostring({name})', name]
        result = self.random.choice(results)
        if self.happens(0.2) and other:
            result += f", tostring({value_of(other.name)})"
        return "function", f"function(r) return {result} end"

    def later_passes(self):
        passes = []
        texts = [column.name for column in self.others if column.kind in ("word", "mail", "text")]
        block = self.pick("code", "date")
        if texts and self.happens(0.6):
            name = self.random.choice(texts)
            passes.append(("columns", [name]) if self.happens(0.5) else (
                "function", f"function(r) return tostring({value_of(name)}):lower() end"))
        if block and texts and self.happens(0.4):
            passes.append(("near", {"block": block.name, "by": texts[0], "distance": self.random.randrange(1, 4)}))
        if block and texts and self.happens(0.4):
            method = self.random.choice(["jaro_winkler", "levenshtein", "cosine"])
            passes.append(("score", {
                "block": block.name, "by": {texts[0]: ("similar", method, 0.8)}, "threshold": 0.8,
                "margin": self.random.choice([None, 0.1])}))
        return passes or [("columns", [column.name for column in self.others[:2]] or [self.columns[0].name])]

    # MARK: Values

    def comparator(self, kind):
        """A comparator for a kind of column."""
        random = self.random
        choices = {
            "amount": [("number", 0.01), ("number", 1), ("number", None, 0.05), ("number", 0.5, 0.001)],
            "integer": [("number", 1), ("number", 0)],
            "date": [("date", 86400), ("date", None, ["iso", "%d.%m.%Y", "%m/%d/%Y"])],
            "time": [("date", 60), ("date",)],
            "cell": [("json",), ("list", ",")],
        }.get(kind, [
            ("nocase",), ("trim",), ("spaces",), ("pattern", "%w+"), ("pattern", "^(.)"), ("null_as", "", "n/a"),
            ("similar", "jaro_winkler", 0.9), ("similar", "token_set", 0.5), ("phonetic", "soundex"),
            ("phonetic", "cologne"), ("list", " "), ("exact",), ("any", ("nocase",), ("trim",)),
            ("all", ("spaces",), ("nocase",)),
        ])
        if kind not in SCALARS:
            return random.choice(choices)
        functions = [
            "function(a, b) return tostring(a):lower() == tostring(b):lower() end",
            "function(a, b) return (a or '') == (b or '') end",
            "function(a, b, context) return a == b or context.column == 'note' end",
            "function(a, b) return #tostring(a) == #tostring(b) end",
        ]
        return ("function", random.choice(functions)) if self.happens(0.2) else random.choice(choices)

    def steps(self, kind):
        """Normalizers for a kind of column."""
        random = self.random
        choices = {
            "amount": [("number",), ("scale", "0.01"), ("scale", "100"), ("number", ",", "."), ("sign",), ("percent",)],
            "integer": [("number",), ("scale", "-1"), ("digits",)],
            "date": [("date", "iso"), ("date", "%d.%m.%Y", "iso"), ("date", "%m/%d/%Y", "iso"), ("prefix", 7)],
            "time": [("date",), ("prefix", 10), ("suffix", 3)],
            "serial": [("strip", "C-"), ("replace", "^0+(%w)", "%1"), ("trim",), ("lower",), ("strip", "X-")],
            "code": [("map", {"DE": "Germany", "yes": "1"}), ("upper",), ("lower",), ("null_if", "draft")],
        }.get(kind, [
            ("trim",), ("squeeze",), ("lower",), ("upper",), ("nfc",), ("digits",),
            ("map", {"Ann": "Anna", "": "none"}), ("replace", "%s+", " "), ("replace", "(%a)%a*", "%1"),
            ("default", "n/a"), ("null_if", "", "n/a", "-"),
            ("prefix", 3), ("suffix", 2), ("prefix", "z"), ("suffix", "!"), ("strip", "X-", " EUR"), ("fingerprint",),
            ("ngram_fingerprint", 2), ("phonetic", "metaphone"), ("unaccent",), ("transliterate",),
        ])
        function = ("function", random.choice([
            "function(v) return v and tostring(v):lower() end",
            "function(v) if v == nil then return '?' end return v end",
            "function(v) return (tostring(v):gsub('%W', '')) end",
        ]))
        steps = [random.choice(choices) for _ in range(random.choice([1, 1, 2]))]
        return [function] if kind in ("word", "text", "code") and self.happens(0.15) else steps

    def equal(self):
        if not self.others:
            return None
        scalar = self.pick(*SCALARS)
        if self.happens(0.15) and scalar:
            name = lua_text(scalar.name)
            texts = [
                f"function(a, b) return tostring(a[{name}]) == tostring(b[{name}]) end",
                f"function(a, b) return a[{name}] == b[{name}], {{ {name} }} end",
                f"function(a, b) if a[{name}] ~= b[{name}] then return false, {{ {name} }} end return true end"]
            return "function", self.random.choice(texts)
        equal = {}
        for column in self.random.sample(self.others, min(len(self.others), self.random.randrange(1, 3))):
            place, kind = self.place(column)
            equal[place] = self.comparator(kind)
        if self.happens(0.1):
            equal["*"] = self.random.choice([("nocase",), ("trim",), ("spaces",)])
        return equal

    def place(self, column):
        """A column, or a path inside its values, and the kind of the values there."""
        places = {
            "object": [(["city"], "word"), (["geo", "lat"], "amount"), (["zip"], "word")],
            "items": [(["[]", "price"], "amount"), (["[]", "sku"], "word"), (["[]", "qty"], "integer")],
            "tags": [(["[]"], "word")],
        }.get(column.kind)
        if not places or not self.form.is_json:
            return column.name, column.kind
        steps, kind = self.random.choice(places)
        return path(column.name, steps) + "?", kind

    def normalize(self):
        normalize = {}
        for column in self.random.sample(self.columns, min(len(self.columns), self.random.randrange(1, 3))):
            place, kind = self.place(column)
            side = self.random.choice(["both", "both", "old", "new"])
            normalize[place] = {side: self.steps(kind)}
            if side == "old" and self.happens(0.3):
                normalize[place]["new"] = self.steps(kind)
        if self.happens(0.1):
            normalize["*"] = {"both": [self.random.choice([("trim",), ("lower",), ("nfc",), ("squeeze",)])]}
        return normalize

    # MARK: Conditions

    def filter(self):
        column = self.pick(*SCALARS)
        if column is None:
            return None
        if self.happens(0.3):
            name = value_of(column.name)
            return "function", self.random.choice([
                f"function(r) return {name} ~= nil end", f"function(r) return tostring({name}) ~= 'draft' end",
                f"function(r) return #tostring({name}) % 2 == 0 end"])
        condition = self.condition()
        if self.happens(0.4):
            condition = (self.random.choice(["and", "or"]), condition, self.condition())
        return ("not", condition) if self.happens(0.15) else condition

    def condition(self):
        random, column = self.random, self.pick(*SCALARS)
        if column.kind in ("amount", "integer"):
            relation = random.choice(["less", "greater", "at_most", "at_least"])
            return relation, column.name, random.choice([0, 10, 99.5, 500])
        if column.kind == "code":
            words = CODES[column.format]
            return random.choice([
                ("is", column.name, words[0]), ("is_not", column.name, words[-1]), ("one_of", column.name, words[:2])])
        return random.choice([
            ("is_null", column.name), ("matches", column.name, "%a"), ("is_not", column.name, random.choice(WORDS)),
            ("matches", column.name, "^[%u%d]")])


def path(name, steps):
    """A place inside the values of a column, as rules have it."""
    plain = name if not any(c in name for c in '.[]*"?') else f'["{name}"]'
    return plain + "".join(step if step == "[]" else "." + step for step in steps)
