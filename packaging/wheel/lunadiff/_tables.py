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
    found = []
    for change in changes:
        # Whole records have no columns of a key.
        values = (change.key,) if key is None else change.key[: len(key)]
        for changed, old, new in _values(change):
            if column is not None and changed != column:
                continue
            places = change.source, change.target, change.moved
            found.append((change.kind, *values, changed, _present(old), _present(new), *places))
    columns = ("kind", *names, *_OWN[1:])
    return dict(zip(columns, map(list, zip(*found)))) if found else {name: [] for name in columns}


def _values(change: Change) -> Iterator[tuple[str | None, Any, Any]]:
    if change.kind == "moved":
        yield None, ABSENT, ABSENT
    for name, field in change.fields.items():
        yield name, field.old, field.new
    for name, value in change.record.items():
        yield (name, value, ABSENT) if change.kind == "deleted" else (name, ABSENT, value)


def _present(value: Any) -> Any:
    return None if value is ABSENT else value


def uniform(columns: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Columns of one type each: where a column's values are of several, each is its text."""
    one_column = len(set(columns["column"])) <= 1
    return {
        name: values if _is_uniform(values) and (one_column or name not in ("old", "new")) else [_text(value) for value in values]
        for name, values in columns.items()
    }


def _is_uniform(values: list[Any]) -> bool:
    plain = (str, int, float, bool, Decimal, datetime.date, datetime.datetime, datetime.time, datetime.timedelta, bytes)
    kinds = {type(value) for value in values if value is not None}
    if len(kinds) != 1 or not kinds.issubset(plain):
        return not kinds
    # Frames have no integers beyond these.
    return kinds != {int} or all(value is None or -(1 << 63) <= value < 1 << 63 for value in values)


def _text(value: Any) -> str | None:
    return value if value is None or isinstance(value, str) else spell(value).strip('"')
