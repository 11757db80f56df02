"""Reads results without the words that versions may change, and finds the differences of two results."""
import csv
import io
import json

from .values import Number

# Members that hold sentences, in every object that does not hold data.
PROSE = {
    "text", "notes", "warnings", "messages", "try", "instead", "hint", "hints", "error", "theme", "words", "by", "rule",
    "reason", "steps", "wants", "wanted",
}
# Members that differ from run to run.
CHANCE = {"time", "milliseconds"}
# Members whose values are data, in which every member is compared.
DATA = {"record", "fields", "derived", "key", "raw", "old", "new", "value", "from", "section", "fromSection", "patch"}
# Fields of rules that reports describe in words.
DESCRIBED = {"equal", "normalize", "columns", "filter", "group", "lists", "passes", "tolerance", "section", "identity"}


class Object(dict):
    """An object of JSON; `repeated` are all members in order, where a name is there twice."""

    repeated = ()


def parsed(text):
    """JSON with numbers in their own format."""
    def members(pairs):
        result = Object(pairs)
        if len(result) < len(pairs):
            result.repeated = tuple(pairs)
        return result
    return json.loads(text, parse_int=Number, parse_float=Number, object_pairs_hook=members)


def result_of(output, kind, without=()):
    """The data in an output: JSON, or a list of rows or lines; the text where it is not the JSON that it should be."""
    text = output.decode("utf-8", "surrogateescape")
    try:
        if kind in ("json", "jsonpatch"):
            return data(parsed(text), set(without)) if text else None
        if kind == "jsonl":
            return [data(parsed(line), set(without)) for line in text.splitlines() if line]
    except json.JSONDecodeError:
        return text
    if kind not in ("csv", "summary"):
        return text.splitlines(keepends=True)
    rows = list(csv.reader(io.StringIO(text, newline="")))
    return rows if kind == "csv" else without_columns(rows, PROSE | {"rules"})


def without_columns(rows, names):
    """Rows of a table without the columns of these names in its header."""
    dropped = {index for index, name in enumerate(rows[0]) if name in names} if rows else set()
    return [[cell for index, cell in enumerate(row) if index not in dropped] for row in rows]


def data(value, without):
    """A result without prose, without what differs by chance, and without the members that are named."""
    if isinstance(value, list):
        return [data(element, without) for element in value]
    if not isinstance(value, dict):
        return value
    result = {}
    for name, member in value.items():
        if name in without or name in PROSE or name in CHANCE:
            continue
        if name in DATA:
            result[name] = member
        elif name == "rules":
            result[name] = rules(member)
        else:
            result[name] = data(member, without)
    return result


def rules(fields):
    """The fields of the rules; fields that reports describe in words are reduced to their columns."""
    if not isinstance(fields, dict):
        return None
    return {
        name: (sorted(member) if isinstance(member, dict) else None) if name in DESCRIBED else member
        for name, member in fields.items()}


def differences(old, new, place=""):
    """The places in which two results differ, each with both values."""
    if isinstance(old, dict) and isinstance(new, dict) and not repeats(old, new):
        for name in [*old, *(name for name in new if name not in old)]:
            if name not in new or name not in old:
                yield f"{place}/{name}", old.get(name, "(missing)"), new.get(name, "(missing)")
            else:
                yield from differences(old[name], new[name], f"{place}/{name}")
    elif isinstance(old, list) and isinstance(new, list):
        for index in range(max(len(old), len(new))):
            if index >= len(old) or index >= len(new):
                yield f"{place}/{index}", *(side[index] if index < len(side) else "(missing)" for side in (old, new))
            else:
                yield from differences(old[index], new[index], f"{place}/{index}")
    elif old != new or type(old) is not type(new) or repeats(old, new):
        yield place or "/", old, new


def repeats(old, new):
    """Whether two objects differ in members of one name, which a dictionary cannot show."""
    return getattr(old, "repeated", ()) != getattr(new, "repeated", ())
