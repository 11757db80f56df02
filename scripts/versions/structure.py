"""Random rules about columns, groups, lists, order and limits, and the whole of the rules of a case.

Beside the terms of rules.py:

    group        {SIDE: {"by": [NAME…], "count": NAME, "max" | "min" | "first" | "last" | "distinct": {NAME: COLUMN}}}
    limits       [(KIND, SCOPE, WARN, FAIL)…], where SCOPE is None, ("column", NAME) or ("section", NAME)
    section      ("column", NAME) | FUNCTION
    tolerance    AMOUNT | {NAME: AMOUNT}
"""
from .rules import SCALARS, RuleMaker, value_of


def made_columns(maker):
    """A column that is derived from others."""
    random, column = maker.random, maker.pick(*SCALARS)
    if column is None:
        return None
    first = maker.columns[0].name
    return {"made": random.choice([
        ("parts", [("column", first), ("text", " "), ("column", column.name)], []),
        ("parts", [("column", column.name)], [random.choice([("lower",), ("trim",), ("prefix", 2)])]),
        ("parts", [("steps", [("upper",)], column.name), ("text", "-"), ("column", first)], [("squeeze",)]),
        ("function", f"function(r) return tostring({value_of(column.name)}):upper() end"),
        ("function", f"function(r) return {value_of(column.name)} end"),
        ("sides", {"old": ("parts", [("column", column.name)], [("upper",)]),
                   "new": ("parts", [("column", column.name)], [("lower",)])}),
    ])}


def group(maker):
    codes = [column.name for column in maker.others if column.kind in ("code", "word")]
    sums = [column.name for column in maker.others if column.kind in ("amount", "integer")]
    texts = [column.name for column in maker.others if column.name not in codes + sums]
    if not codes:
        return None
    made = {"by": codes[:1]}
    if maker.happens(0.8):
        made["count"] = "count"
    if sums and maker.happens(0.6):
        made["max"] = {"greatest": sums[0]}
        made["min"] = {"least": sums[0]}
    if texts:
        made[maker.random.choice(["first", "last", "distinct"])] = {"other": texts[0]}
    return {"both": made}


def lists(maker):
    rules = {}
    for column in maker.others:
        if column.kind == "items" and maker.form.is_json:
            rules[column.name] = maker.random.choice([
                ("members", ["sku"]), ("members", ["sku"]), ("members", ["sku", "qty"]), ("set",), ("position",),
                ("function", "function(e) return e.sku:lower() end"), ("sequence",)])
        elif column.kind == "tags" and maker.form.is_json:
            rules[column.name] = maker.random.choice([("set",), ("position",), ("sequence",)])
    # A rule for a list needs one in the data.
    return {name: rule for name, rule in rules.items() if any(
        row.get(name) for table in (maker.old, maker.new) for row in table.rows)} or None


def tolerance(maker):
    column = maker.pick("amount", "integer")
    amount = maker.random.choice(["0.01", "1", "1%", "0.5", "25%"])
    return {column.name: amount} if column and maker.happens(0.7) else amount


def names(maker, most):
    """Some shared columns except the first; at random also a path inside values, or an optional column."""
    chosen = maker.random.sample(maker.others, min(len(maker.others), maker.random.randrange(1, most + 1)))
    found = [maker.place(column)[0] if maker.happens(0.4) else column.name for column in chosen]
    return found + (["missing?"] if maker.happens(0.1) else [])


def section(maker):
    column = maker.pick("code")
    if column is None:
        return None
    if maker.happens(0.2):
        return "function", f"function(r) return tostring({value_of(column.name)}):sub(1, 1) end"
    return "column", column.name


def limits(maker, has_section):
    random, column = maker.random, maker.pick()
    made = [(random.choice(["deleted", "inserted", "updated", "moved"]), None, *amounts(random))]
    if column and maker.happens(0.4):
        made.append(("updated", ("column", column.name), *amounts(random)))
    if has_section and maker.happens(0.4):
        made.append(("deleted", ("section", "*"), *amounts(random)))
    return made


def amounts(random):
    """The amount above which changes warn, and the amount above which they fail."""
    return random.choice([
        (None, "0"), (None, "2"), (None, "10%"), ("1", "5"), ("5%", "50%"), ("1", None), (None, "100%")])


def rename(maker):
    """Renames a column that only OLD has to one that only NEW has; their values may differ."""
    old = [column.name for column in maker.old.columns[1:] if column.name not in maker.new.names]
    new = [column.name for column in maker.new.columns[1:] if column.name not in maker.old.names]
    return {old[0]: new[0]} if old and new else None


def random_rules(random, old, new, form, only_simple=False):
    """Rules for two tables. Simple rules are those that every command takes."""
    maker = RuleMaker(random, old, new, form)
    rules = {"identity": maker.identity()}
    while only_simple and rules["identity"] and rules["identity"][0] in ("passes", "whole", "function"):
        rules["identity"] = maker.identity()
    if not maker.others:
        return {"identity": rules["identity"]} if rules["identity"] else {}
    is_keyed = rules["identity"] is not None and rules["identity"][0] != "whole"
    shares = [
        ("equal", 0.25, maker.equal), ("normalize", 0.22, maker.normalize), ("filter", 0.12, maker.filter),
        ("tolerance", 0.1, lambda: tolerance(maker)), ("ignore", 0.15, lambda: names(maker, 2)),
        ("rename", 0.5, lambda: rename(maker)), ("lists", 0.5, lambda: lists(maker)),
        ("trim", 0.05, lambda: True), ("ignore_case", 0.05, lambda: True), ("ignore_order", 0.1, lambda: True),
        ("strict_columns", 0.06, lambda: True),
        ("duplicates", 0.08, lambda: random.choice(["match", "pair", "pair"])),
    ]
    if not only_simple:
        shares += [
            ("columns", 0.07, lambda: made_columns(maker) if is_keyed else None),
            ("section", 0.1, lambda: section(maker) if is_keyed else None),
            ("only", 0.06, lambda: [column.name for column in random.sample(maker.others, 1 + len(maker.others) // 2)]),
            ("mask", 0.03, lambda: [maker.pick().name]), ("limits", 0.1, lambda: limits(maker, "section" in rules)),
        ]
    for field, share, make in shares:
        made = make() if random.random() < share else None
        if made:
            rules[field] = made
    finish(maker, rules, only_simple)
    return {field: rule for field, rule in rules.items() if rule is not None}


def finish(maker, rules, only_simple):
    """Removes fields that exclude each other, and adds fields that belong together."""
    random = maker.random
    if "ignore_order" not in rules and random.random() < 0.12:
        rules["moves"] = random.choice(["heckel", "heckel", "minimal"])
    if "only" in rules:
        rules.pop("ignore", None)
    if "columns" in rules and random.random() < 0.7:
        equal = rules.setdefault("equal", {})
        if isinstance(equal, dict):
            equal["made"] = random.choice([("nocase",), ("exact",), ("trim",)])
    kinds = {column.kind for column in maker.others}
    if not maker.form.is_json and "cell" in kinds and random.random() < 0.7:
        rules["json"] = [column.name for column in maker.others if column.kind == "cell"]
    if not only_simple and random.random() < 0.05 and not set(rules) & {"columns", "section", "mask", "limits", "only"}:
        grouped = group(maker)
        if grouped:
            rules.clear()
            rules["group"] = grouped
    if "identity" in rules and rules["identity"] and rules["identity"][0] == "columns" and random.random() < 0.06:
        rules["key_as"] = random.choice(["number", "text"])


def layers(random, rules):
    """Where each field is written: in a rules file, in a text on the command line or as a flag."""
    usual = random.choice(["flag", "flag", "file", "file", "text"])
    return {field: usual if random.random() < 0.8 else random.choice(["flag", "file", "text"]) for field in rules}


# Fields of which a later layer may have another version.
LAYERED = {"identity", "equal", "normalize", "ignore", "tolerance", "filter", "lists", "duplicates"}


def later_layer(random, rules, others):
    """Fields of other rules for the same tables that a later layer adds: [(LAYER, FIELD, RULE)…]."""
    if "group" in rules or "group" in others:
        return []
    layer = random.choice(["flag", "text"])
    fields = [field for field in others if field in LAYERED and (field != "identity" or others[field][0] == "columns")]
    if any(isinstance(some.get("equal"), tuple) for some in (rules, others)):
        fields = [field for field in fields if field not in ("equal", "tolerance")]
    if "columns" in others:
        fields = [field for field in fields if field != "equal"]
    if "only" in rules or "section" in rules:
        fields = [field for field in fields if field not in ("ignore", "identity")]
    return [(layer, field, others[field]) for field in fields]
