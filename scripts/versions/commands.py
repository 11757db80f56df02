"""Random cases of each command."""
import random as randomness
from dataclasses import replace

from .cases import Case, Step, TablePair, random_pair, reading
from .structure import later_layer, layers, random_rules
from .tables import Table, into_sections, random_columns, random_form, random_table, random_version
from .values import ABSENT, Column

# How often each command is chosen.
COMMANDS = {
    "diff": 66, "patch": 9, "merge": 6, "batch": 6, "accept": 4, "history": 3, "probe": 3, "explain": 3,
}


def random_case(seed, number):
    """The case of this number; the same seed and number always make the same case."""
    random = randomness.Random(f"{seed}:{number}")
    command = random.choices(list(COMMANDS), list(COMMANDS.values()))[0]
    case = Case(number, command, style=random.choice(["table", "table", "globals"]))
    MAKERS[command](random, case)
    case.layers = layers(random, case.rules) | {field: "file" for _, field, _ in case.over}
    return case


def diff_case(random, case):
    pair = random_pair(random, case)
    shape = random.random()
    if shape < 0.03 and pair.old_form.kind == pair.new_form.kind == "json":
        make_keyed(pair)
    elif shape < 0.05:
        return scalars_case(random, case)
    case.rules = random_rules(random, pair.old, pair.new, pair.both)
    identity = case.rules.get("identity")
    if shape > 0.8 and pair.old_form.kind == pair.new_form.kind == "json" and "section" not in case.rules and (
            identity and identity[0] == "columns" and len(identity[1]) == 1):
        pair.sections = into_sections(random, pair.old, "items"), into_sections(random, pair.new, "items")
        case.rules["elements"] = "items"
    case.tables = pair.tables()
    if random.random() < 0.04 and len(pair.old.rows) > 3 and not pair.sections[0] and pair.old_form.layout != "keyed":
        pair.parts = random.randrange(2, 4)
        case.tables = pair.tables()
    if random.random() < 0.1:
        case.over = later_layer(random, case.rules, random_rules(random, pair.old, pair.new, pair.both))
    options = diff_options(random, case, pair)
    case.steps = [Step("diff", list(pair.paths), options, results={"": options["format"]})]


def diff_options(random, case, pair):
    format = random.choices(["json", "jsonl", "csv", "jsonpatch"], [
        70, 12, 8, 10 if pair.both.is_json and "elements" not in case.rules else 0])[0]
    options = {"format": format}
    chances = [("threads", 0.2, [1, 2, 3]), ("memory", 0.05, ["64K", "1M"]), ("fail_on", 0.1, FAIL_ON)]
    if format == "json":
        chances += [("stages", 0.35, [True]), ("patchable", 0.1, [True])]
    if format in ("json", "jsonl"):
        chances += [("statistics", 0.25, [True])]
    if format != "jsonpatch":
        chances += [
            ("show", 0.05, [["updated"], ["deleted", "inserted"], ["moved", "updated"]]),
            ("limit", 0.05, ["2", "0", "updated=1,deleted=1"])]
    if any(isinstance(rule, tuple) and rule[0] == "function" for rule in case.rules.values()):
        chances.append(("no_compile", 0.2, [True]))
    last = pair.old.names[-1]
    if format == "csv" and last in pair.new.names and "group" not in case.rules:
        chances.append(("with", 0.2, [[last]]))
    if "columns" in case.rules and format != "jsonpatch":
        chances.append(("show_derived", 0.4, [True]))
    if random.random() < 0.3:
        options["no_findings"] = True
    for name, share, values in chances:
        if random.random() < share:
            options[name] = random.choice(values)
    if "limits" in case.rules:
        options.pop("fail_on", None)
    if "mask" in case.rules or "columns" in case.rules:
        options.pop("patchable", None)
    if case.rules.get("identity", [""])[0] == "passes":
        options.pop("memory", None)
    return options


FAIL_ON = [["deleted"], ["updated", "inserted"], ["moved"], ["columns"], ["all", "schema"], ["deleted", "schema"]]


def make_keyed(pair):
    """Makes objects of objects of the two tables, where each key occurs once."""
    name = pair.old.columns[0].name
    for table in (pair.old, pair.new):
        keys = [row.get(name, ABSENT) for row in table.rows]
        is_key = table.columns[0].kind == "serial" and table.columns[0].name == name
        if not is_key or not all(isinstance(key, str) for key in keys) or len(set(map(str, keys))) < len(keys):
            return
    for table in (pair.old, pair.new):
        table.columns[0] = replace(table.columns[0], name="@key")
        for row in table.rows:
            row["@key"] = row.pop(name)
    pair.old_form.layout = pair.new_form.layout = "keyed"


def scalars_case(random, case):
    """A list of plain values."""
    form = replace(random_form(random, ("json", "jsonl")), layout="scalars", path=[])
    table = random_table(random, form)
    column = Column("@value", *random.choice([("word", ""), ("integer", "number"), ("bool", ""), ("text", "")]))
    table = Table([column], [{"@value": row[table.columns[0].name]} for row in table.rows])
    for index, row in enumerate(table.rows):
        row["@value"] = random.choice(["a", "b", None, True, str(index), "Zoë"])
    new = random_version(random, table)
    for row in new.rows:
        row.setdefault("@value", None)
    pair = TablePair(table, Table([column], new.rows), form, form)
    case.tables, case.reading = pair.tables(), []
    case.rules = random.choice([{}, {"identity": ("whole",)}, {"ignore_order": True}])
    case.steps = [Step("diff", list(pair.paths), {"format": "json", "stages": True})]


def patch_case(random, case):
    pair = random_pair(random, case)
    case.rules = random_rules(random, pair.old, pair.new, pair.both, only_simple=True)
    if random.random() < 0.5:
        case.rules = {field: case.rules[field] for field in case.rules if field in ("identity", "lists", "json")}
    case.tables = pair.tables()
    old, new = pair.paths
    is_document = pair.both.is_json and random.random() < 0.3
    format = "jsonpatch" if is_document else random.choice(["json", "json", "jsonl"])
    options = {"format": format}
    if not is_document and random.random() < 0.6:
        options["patchable"] = True
    changes = "changes.jsonl" if format == "jsonl" else "changes.json"
    case.steps = [Step("diff", [old, new], options, results={changes: format}, output=changes)]
    patching = {"keep_columns": True} if not is_document and random.random() < 0.1 else {}
    case.steps.append(Step("patch", [old, changes], patching, has_rules=False, results={"": "text"}, side="old"))
    if not is_document:
        reverse = {"reverse": True}
        case.steps.append(Step("patch", [new, changes], reverse, has_rules=False, results={"": "text"}, side="new"))


def merge_case(random, case):
    form = random_form(random)
    form.ragged, form.header = False, True
    base = random_table(random, form)
    ours = random_version(random, base)
    theirs = random_version(random, base, first_new=random.choice([1001, 2001]))
    if set(theirs.names) - set(base.names):
        theirs = ours
    pair = TablePair(base, ours, form, form)
    case.reading = reading(random, pair)
    case.rules = random_rules(random, base, ours, form, only_simple=True)
    shared = set(base.names) & set(ours.names) & set(theirs.names)
    if not shared == set(base.names) or "filter" in case.rules:
        case.rules = {"identity": case.rules["identity"]} if "identity" in case.rules else {}
    names = [f"{name}.{form.kind}" for name in ("base", "ours", "theirs")]
    case.tables = {path: (table, form, None) for path, table in zip(names, (base, ours, theirs))}
    options = {"favor": random.choice(["ours", "theirs"])} if random.random() < 0.4 else {}
    case.steps = [Step("merge", names, options, results={"": "text"})]


def accept_case(random, case):
    pair = random_pair(random, case)
    case.rules = random_rules(random, pair.old, pair.new, pair.both)
    for field in ("mask", "limits"):
        case.rules.pop(field, None)
    later = random_version(random, pair.new, first_new=3001)
    case.tables = pair.tables()
    old, new = pair.paths
    latest = f"latest.{pair.new_form.extension}"
    form = pair.new_form if pair.new_form.header else pair.new_form
    later = later if later.names == pair.new.names else pair.new
    case.tables[latest] = (later, form, None)
    choice = random.choice([{}, {}, {"show": ["updated"]}, {"digests": True}, {"show": ["deleted", "inserted"]}])
    if random.random() < 0.2:
        choice = {**choice, "until": random.choice(["2099-12-31", "2020-01-31"]), "reason": "known"}
    options = {"format": "json", "accept": "accepted.jsonl"}
    if random.random() < 0.5:
        options["fail_on"] = ["all", "stale"]
    case.steps = [
        Step("accept", [old, new], choice, results={"accepted.jsonl": "jsonl"}, output="accepted.jsonl"),
        Step("diff", [old, new], dict(options)), Step("diff", [old, latest], dict(options))]


def history_case(random, case):
    form = random_form(random)
    first = random_table(random, form)
    versions = [first]
    for step in range(random.randrange(1, 4)):
        versions.append(random_version(random, versions[-1], first_new=1001 + 100 * step))
    if any(table.names != first.names for table in versions):
        versions = [table if table.names == first.names else first for table in versions]
    case.reading = reading(random, TablePair(first, first, form, form))
    case.rules = random_rules(random, first, first, form, only_simple=True)
    case.rules.pop("lists", None)
    if any("both" not in sides for sides in case.rules.get("normalize", {}).values()):
        case.rules.pop("normalize")
    first_column = first.columns[0].name
    case.rules["identity"] = "columns", [first_column]
    paths = [f"table-2026-11-{day + 1:02}.{form.kind}" for day in range(len(versions))]
    case.tables = {path: (table, form, None) for path, table in zip(paths, versions)}
    rows = [row for table in versions for row in table.rows if isinstance(row.get(first_column), str)]
    key = str(random.choice(rows)[first_column]) if rows else "none"
    case.steps = [Step("history", [key.replace("\\", "\\\\").replace(",", "\\,")] + paths, {"format": "json"})]


def probe_case(random, case):
    pair = random_pair(random, case)
    case.rules = random_rules(random, pair.old, pair.new, pair.both, only_simple=True)
    if random.random() < 0.5:
        case.rules.pop("identity", None)
    case.tables = pair.tables()
    options = {"format": "json"}
    if pair.old.columns and random.random() < 0.5:
        names = [column.name for column in pair.old.columns if column.name in pair.new.names]
        options["candidates"] = [random.sample(names, min(len(names), random.choice([1, 1, 2]))) for _ in range(2)] if (
            names) else []
    if random.random() < 0.3:
        options["suggest"] = True
    case.steps = [Step("probe", list(pair.paths), options)]


def explain_case(random, case):
    pair = random_pair(random, case)
    case.rules = random_rules(random, pair.old, pair.new, pair.both)
    case.rules.pop("group", None)
    case.rules.pop("limits", None)
    case.tables = pair.tables()
    options = {"format": "json"}
    if random.random() < 0.6:
        options["unpaired"] = True
    records = []
    for side, table in (("old", pair.old), ("new", pair.new)):
        numbers = random.sample(range(len(table.rows)), min(len(table.rows), random.randrange(3)))
        records += [f"{side}:{number + 1}" for number in numbers]
    if records:
        options["records"] = records
    else:
        options["unpaired"] = True
    case.steps = [Step("explain", list(pair.paths), options)]


def batch_case(random, case):
    """Pairs of two folders, or those that a manifest lists; all have the same columns."""
    form = random_form(random, ("csv", "json", "jsonl"))
    columns, has_manifest = random_columns(random, form), random.random() < 0.25
    plain = {"delimiter": ",", "header": True, "title": "", "comment": "", "escape": "", "path": [], "ragged": False}
    pairs = []
    for index in range(random.randrange(1, 5)):
        old = random_table(random, form, columns)
        new = random_version(random, old)
        new = new if new.names == old.names else old
        kind = random.choice(["csv", "jsonl"]) if random.random() < 0.1 else form.kind
        old_form = replace(form, seed=random.randrange(1 << 30), **plain)
        pairs.append((f"t{index}", TablePair(old, new, old_form, replace(old_form, kind=kind))))
    case.rules = random_rules(random, pairs[0][1].old, pairs[0][1].new, pairs[0][1].both)
    for name, pair in pairs:
        sides = ("monday", pair.old, pair.old_form), ("tuesday", pair.new, pair.new_form)
        for day, table, table_form in sides:
            if has_manifest or random.random() < 0.95:
                case.tables[f"{day}/{name}.{table_form.kind}"] = (table, table_form, None)
    for day in ("monday", "tuesday"):
        case.tables.setdefault(f"{day}/always.{form.kind}", (pairs[0][1].old, pairs[0][1].old_form, None))
    options = {"format": random.choice(["json", "json", "jsonl", "csv"])}
    if random.random() < 0.15:
        options["fail_on"] = random.choice([["deleted", "missing"], ["all", "schema"], ["updated"]])
        case.rules.pop("limits", None)
    inputs = ["monday", "tuesday"]
    if has_manifest:
        case.manifest = [(f"monday/always.{form.kind}", f"tuesday/always.{form.kind}", random.choice(["one", None]))]
        for name, pair in pairs:
            case.manifest.append((f"monday/{name}.{pair.old_form.kind}", f"tuesday/{name}.{pair.new_form.kind}", None))
        options["manifest"], inputs = "manifest.lua", []
    results = {"": "summary" if options["format"] == "csv" else options["format"]}
    if random.random() < 0.2:
        options |= {"report": random.choice(["json", "jsonl", "csv"]), "output_dir": "out"}
        results["out/"] = options["report"]
    case.steps = [Step("batch", inputs, options, results=results)]
    if random.random() < 0.2:
        options["history"] = "runs.jsonl"
        case.steps += [case.steps[0], Step(
            "batch report", [], {"history": "runs.jsonl", "format": "json"}, has_rules=False, has_reading=False)]


MAKERS = {
    "diff": diff_case, "patch": patch_case, "merge": merge_case, "batch": batch_case, "accept": accept_case,
    "history": history_case, "probe": probe_case, "explain": explain_case,
}
