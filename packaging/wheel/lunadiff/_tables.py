"""Changes as the columns of a frame: a row for each value that differs, as the format csv of the command line has them."""

from __future__ import annotations

import contextlib
import datetime
from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import Any, Protocol, TypeVar

from lunadiff._changes import Change
from lunadiff._errors import reading
from lunadiff._values import ABSENT, is_missing, spell


class Sliceable(Protocol):
    """A frame of polars or pyarrow."""

    def slice(self, offset: int, length: int) -> Any:
        """Some of its rows."""


_Made = TypeVar("_Made", bound=Sliceable)

# What frames count in microseconds.
_LONGEST = datetime.timedelta(microseconds=(1 << 63) - 1)
_NUMBERED = ("source", "target", "moved")
_COMPARED = ("old", "new")
OWN = ("kind", "column", "old", "new", "source", "target", "moved")
"""The columns that every frame of changes has."""


def rows(changes: Iterable[Change], key: tuple[str, ...] | None, column: str | None, was: str | None = None) -> dict[str, list[Any]]:
    """The columns `kind`, those of the key, `column`, `old`, `new`, `source`, `target` and `moved`.

    A value that a record lacks is None. A column of the key whose name is one of these is called `key.` and its name, and where a
    function makes the key it is the column `key`, with a tuple where it has several parts. With a column, only its values are listed,
    also of deleted records, which call it as it `was`.
    """
    names = [key_name(name) for name in key] if key is not None else ["key"]
    found: dict[str, list[Any]] = {name: [] for name in ("kind", *names, *OWN[1:])}
    own = ["kind", *names, "source", "target", "moved"]
    for change in changes:
        columns, old, new = _values(change)
        if column is not None:
            listed = [place for place, name in enumerate(columns) if name in (column, was)]
            columns, old, new = ([values[place] for place in listed] for values in (columns, old, new))
        found["column"] += columns
        found["old"] += old
        found["new"] += new
        made = change.key[0] if len(change.key) == 1 else change.key
        values = (made,) if key is None else change.key[: len(key)]
        for name, value in zip(own, (change.kind, *values, change.source, change.target, change.moved)):
            found[name] += [value] * len(columns)
    return found


def key_name(name: str) -> str:
    """What a column of the key is called in a frame of changes."""
    return "key." + name if name in OWN else name


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


def uniform(columns: dict[str, list[Any]], column: str | None, sample: Callable[[str], Any]) -> dict[str, list[Any]]:
    """Columns of one type each, `old` and `new` of the same: where values are of several types, each is its text."""
    count, both = len(columns["old"]), columns["old"] + columns["new"]
    own = {name: _numbers(values, sample(name.removeprefix("key."))) for name, values in columns.items() if name not in OWN}
    if column is not None:
        both = _numbers(both, sample(column))
    columns = {**columns, **own, "old": both[:count], "new": both[count:]}
    has_values = column is not None and _is_uniform(both)
    return {
        name: values if (has_values if name in _COMPARED else _is_uniform(values)) else list(map(_text, values))
        for name, values in columns.items()
    }


def _numbers(values: list[Any], sample: Any) -> list[Any]:
    """Integers as floats, if their column has floats and these hold them: else a column's type would be another every day."""
    kinds = {*map(type, values), type(sample)} - {type(None)}
    if kinds != {int, float} or any(type(value) is int and abs(value) > 1 << 53 for value in values):
        return values
    return [float(value) if type(value) is int else value for value in values]


def _python(value: Any) -> Any:
    """None for pandas' null; a moment or a time of pandas as that of Python, which counts microseconds, where nothing is lost."""
    if is_missing(value):
        return None
    if getattr(value, "nanosecond", getattr(value, "nanoseconds", 0)):
        return value
    for name in ("to_pydatetime", "to_pytimedelta"):
        if hasattr(value, name):
            # Python has no such years.
            with contextlib.suppress(ValueError, OverflowError):
                return getattr(value, name)()
    return value


def made(
    make: Callable[[dict[str, list[Any]]], _Made], columns: dict[str, list[Any]], column: str | None, sample: Callable[[str], Any]
) -> _Made:
    """A frame of columns: of values if a library can hold them, else of their texts.

    Columns have types without a value in them, too: `sample` gives a value that one of the inputs' columns has.
    """

    columns = {name: list(map(_python, values)) for name, values in columns.items()}

    def typed(columns: dict[str, list[Any]], is_plain: bool) -> _Made:
        rows = len(columns["kind"])
        kinds = {name: _kind(name, columns, column if is_plain else None, sample) for name in columns}
        # A row that tells the types, and is cut off again.
        made: _Made = make({name: [*values, kinds[name]] for name, values in columns.items()}).slice(0, rows)
        return made

    try:
        return typed(uniform(columns, column, sample), True)
    except Exception:
        texts = {name: columns[name] if name in _NUMBERED else list(map(_text, columns[name])) for name in columns}
    with reading("changes", "to_pandas() has every value as the object that it is"):
        return typed(texts, False)


def _kind(name: str, columns: dict[str, list[Any]], column: str | None, sample: Callable[[str], Any]) -> Any:
    """A value of the type that a column has none of; None where it has one."""
    if any(value is not None for value in columns[name]):
        return None
    if name in _NUMBERED:
        return False if name == "moved" else 0
    if name in OWN and (name not in _COMPARED or column is None):
        return ""
    other = [value for value in columns["new" if name == "old" else "old"] if value is not None] if name in _COMPARED else []
    value = _python(other[0] if other else sample(column or "" if name in _COMPARED else name.removeprefix("key.")))
    return value if value is not None and _is_uniform([value]) else ""


def _is_uniform(values: list[Any]) -> bool:
    plain = (str, int, float, bool, Decimal, datetime.date, datetime.datetime, datetime.time, datetime.timedelta, bytes)
    kinds = set(map(type, values)) - {type(None)}
    if len(kinds) != 1 or not kinds.issubset(plain):
        return not kinds
    present = [value for value in values if value is not None]
    if kinds == {Decimal}:
        return _fit_column(present)
    if kinds & {datetime.datetime, datetime.time}:
        # A column has one zone, and one of times of day has none.
        zones = {value.tzinfo for value in present}
        return len(zones) == 1 and (kinds == {datetime.datetime} or zones == {None})
    if kinds == {datetime.timedelta}:
        return all(abs(value) <= _LONGEST for value in present)
    if kinds != {int}:
        return True
    # Frames have no integers beyond these.
    return all(-(1 << 63) <= end < 1 << 63 for end in (min(present), max(present)))


def _fit_column(numbers: list[Decimal]) -> bool:
    """Whether decimals have one scale that holds all of their digits: 38 are the most that every library has."""
    if not all(number.is_finite() for number in numbers):
        return False
    below = max(0, *(-int(number.as_tuple().exponent) for number in numbers))
    return max(number.adjusted() for number in numbers) + 1 + below <= 38


def _text(value: Any) -> str | None:
    return value if value is None or isinstance(value, str) else spell(value).strip('"')
