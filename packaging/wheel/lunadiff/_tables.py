"""Changes as the columns of a frame: a row for each value that differs, as the format csv of the command line has them."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any

from lunadiff._changes import Change
from lunadiff._values import ABSENT, spell

_OWN = ("kind", "column", "old", "new", "source", "target", "moved")


def rows(changes: Iterable[Change], key: tuple[str, ...] | None, column: str | None) -> dict[str, list[Any]]:
    """The columns `kind`, those of the key, `column`, `old`, `new`, `source`, `target` and `moved`.

    A value that a record lacks is None. A column of the key whose name is one of these is called `key.` and its name, and where a
    function makes the key it is the column `key`. With a column, only its values are listed.
    """
    names = ["key." + name if name in _OWN else name for name in key] if key is not None else ["key"]
    found: dict[str, list[Any]] = {name: [] for name in ("kind", *names, *_OWN[1:])}
    own = ["kind", *names, "source", "target", "moved"]
    for change in changes:
        columns, old, new = _values(change)
        if column is not None:
            listed = [place for place, name in enumerate(columns) if name == column]
            columns, old, new = ([values[place] for place in listed] for values in (columns, old, new))
        found["column"] += columns
        found["old"] += old
        found["new"] += new
        values = (change.key,) if key is None else change.key[: len(key)]
        for name, value in zip(own, (change.kind, *values, change.source, change.target, change.moved)):
            found[name] += [value] * len(columns)
    return found


def _values(change: Change) -> tuple[list[Any], list[Any], list[Any]]:
    """The columns that differ, or None for a record that only moved, with their old and their new values."""
    if change.record:
        values, none = list(change.record.values()), [None] * len(change.record)
        return (list(change.record), *((values, none) if change.kind == "deleted" else (none, values)))
    fields = change.fields.values()
    if change.kind == "moved":
        return [None], [None], [None]
    return list(change.fields), [_present(field.old) for field in fields], [_present(field.new) for field in fields]


def _present(value: Any) -> Any:
    return None if value is ABSENT else value


def uniform(columns: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Columns of one type each: where a column's values are of several, each is its text."""
    one_column = len(set(columns["column"])) <= 1
    return {
        name: values if (one_column or name not in ("old", "new")) and _is_uniform(values) else list(map(_text, values))
        for name, values in columns.items()
    }


def _is_uniform(values: list[Any]) -> bool:
    plain = (str, int, float, bool, Decimal, datetime.date, datetime.datetime, datetime.time, datetime.timedelta, bytes)
    kinds = set(map(type, values)) - {type(None)}
    if len(kinds) != 1 or not kinds.issubset(plain):
        return not kinds
    if kinds != {int}:
        return True
    # Frames have no integers beyond these.
    present = [value for value in values if value is not None]
    return all(-(1 << 63) <= end < 1 << 63 for end in (min(present), max(present)))


def _text(value: Any) -> str | None:
    return value if value is None or isinstance(value, str) else spell(value).strip('"')
