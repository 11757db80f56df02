"""Writes tables as the bytes of files, in the form that a case names."""
import codecs
import gzip
import json
import random as randomness

from .values import ABSENT, Number


def file_bytes(table, form, sections=None):
    """The bytes of a table; `sections` are records of nested JSON that take the place of its rows."""
    content = plain_bytes(table, form, sections)
    return gzip.compress(content, 1, mtime=0) if form.compressed else content


def plain_bytes(table, form, sections):
    random = randomness.Random(form.seed)
    if form.is_json:
        return json_bytes(table, form, random, sections)
    text = csv_text(table, form, random)
    if form.encoding == "utf-16":
        return codecs.BOM_UTF16_LE + text.encode("utf-16-le")
    return (codecs.BOM_UTF8 if form.mark else b"") + text.encode()


# MARK: CSV

def csv_text(table, form, random):
    delimiter = "\t" if form.kind == "tsv" else form.delimiter
    lines = [form.title] if form.title else []
    if form.header:
        lines.append(delimiter.join(cell(name, form, delimiter, random) for name in table.names))
    for row in table.rows:
        values = [row.get(name, ABSENT) for name in table.names]
        if form.ragged:
            while len(values) > 1 and values[-1] is ABSENT:
                values.pop()
        lines.append(delimiter.join(cell(value, form, delimiter, random) for value in values))
        if form.comment and random.random() < 0.2:
            lines.append(f"{form.comment} a comment")
    return "".join(line + form.line_end for line in lines)


def cell(value, form, delimiter, random):
    if value is ABSENT or value is None:
        return form.null_word
    if isinstance(value, bool):
        return "true" if value else "false"
    text = value if isinstance(value, str) else json_text(value, form, random)
    if form.escape:
        text = text.replace("\\", "\\\\")
    needs_quotes = any(c in text for c in (delimiter, '"', "\n", "\r")) or text == form.null_word != "" or (
        form.comment and text.startswith(form.comment))
    is_quoted = needs_quotes or form.quoting == "all" or form.quoting == "some" and random.random() < 0.3
    quote = '\\"' if form.escape else '""'
    return '"' + text.replace('"', quote) + '"' if is_quoted or form.escape and "\\" in text else text


# MARK: JSON

def json_bytes(table, form, random, sections):
    records = [{name: row[name] for name in table.names if row.get(name, ABSENT) is not ABSENT} for row in table.rows]
    if sections is not None:
        records = sections
    elif form.layout == "scalars":
        records = [record.get(table.names[0]) for record in records]
    texts = [json_text(record, form, random) for record in records]
    if form.kind == "jsonl":
        return "".join(text + "\n" for text in texts).encode()
    if form.layout == "keyed":
        texts = [keyed_member(record, form, random) for record in records]
    start, end = "{}" if form.layout == "keyed" else "[]"
    if form.layout == "one line":
        whole = start + ", ".join(texts) + end
    else:
        whole = start + "\n" + ",\n".join(texts) + "\n" + end
    for name in reversed(form.path):
        whole = '{"about": "a test", ' + json.dumps(name) + ": " + whole + "}"
    return (whole + "\n").encode()


def keyed_member(record, form, random):
    rest = {name: value for name, value in record.items() if name != "@key"}
    return json_text(str(record["@key"]), form, random) + ": " + json_text(rest, form, random)


def json_text(value, form, random, depth=0):
    """JSON with numbers in their own format, and with shuffled members if the form wants that."""
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, dict):
        members = [(name, member) for name, member in value.items() if member is not ABSENT]
        if form.shuffles:
            random.shuffle(members)
        parts = [
            json_text(name, form, random) + ": " + json_text(member, form, random, depth + 1)
            for name, member in members]
        return wrapped("{", parts, "}", form, depth)
    if isinstance(value, list):
        return wrapped("[", [json_text(element, form, random, depth + 1) for element in value], "]", form, depth)
    return "null" if value is ABSENT else json.dumps(value, ensure_ascii=form.ascii)


def wrapped(start, parts, end, form, depth):
    if form.layout != "pretty" or not parts or form.kind != "json":
        return start + ", ".join(parts) + end
    space = "\n" + "  " * (depth + 1)
    return start + space + ("," + space).join(parts) + "\n" + "  " * depth + end
