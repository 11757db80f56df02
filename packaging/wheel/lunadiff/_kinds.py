"""Kinds of values. JSON writes some of them alike, such as a date and a text: where a column holds both, they get marks."""

from __future__ import annotations

import contextlib
import datetime
import enum
import json
import re
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from lunadiff._values import is_missing, spell

TEXT, NUMBER, BOOL, DATE, TIME, LENGTH, BYTES, UUID = "text", "number", "bool", "date", "time", "timedelta", "bytes", "UUID"
_KNOWN = {TEXT, NUMBER, BOOL, DATE, TIME, LENGTH, BYTES, UUID}
# JSON writes values of these pairs alike; of numbers only NaN and the infinities.
_ALIKE = [{TEXT, DATE}, {TEXT, TIME}, {TEXT, BYTES}, {TEXT, UUID}, {TEXT, NUMBER}, {BYTES, NUMBER}, {LENGTH, NUMBER}]
_MARKED = re.compile(r" \(\w+\)\Z")
LIST = "[]"
"""The part of a path that leads to the members of a list."""

Path = tuple[str, ...]
"""A column, and the members that lead to a value inside it."""
Kinds = dict[Path, set[str]]
"""The kinds of the values at each path."""

# A moment is a date, a truth value is a number, and an enumeration may be a text: the first type that fits.
_TYPES: list[tuple[tuple[type, ...], str]] = [
    ((bool,), BOOL),
    ((str,), TEXT),
    ((int, float, Decimal), NUMBER),
    ((datetime.date,), DATE),
    ((datetime.time,), TIME),
    ((datetime.timedelta,), LENGTH),
    ((bytes, bytearray, memoryview), BYTES),
    ((uuid.UUID,), UUID),
]
_OF_NUMPY = {"b": BOOL, "i": NUMBER, "u": NUMBER, "f": NUMBER, "M": DATE, "m": LENGTH}


_found: dict[type, str | None] = {}


def _kind_of_type(kind: type) -> str | None:
    if kind not in _found:
        _found[kind] = _search_kind(kind)
    return _found[kind]


def _search_kind(kind: type) -> str | None:
    if kind.__name__ in ("NaTType", "NAType", "NoneType"):
        return None
    found = next((name for kinds, name in _TYPES if issubclass(kind, kinds)), None)
    # The value of an enumeration is no member of it, unless that is a text or a number itself.
    return kind.__name__ if found is None and issubclass(kind, enum.Enum) else found


def _kind(value: Any) -> str | None:
    """The kind of a value that is no object and no list; None for null."""
    found = _kind_of_type(type(value))
    return found if found is not None or is_missing(value) else _OF_NUMPY.get(getattr(getattr(value, "dtype", None), "kind", ""))


def _members(value: Any) -> Iterable[tuple[str, Any]] | None:
    """The members of an object or a list; None for other values."""
    if isinstance(value, Mapping):
        return value.items()
    if isinstance(value, memoryview) and value.format not in ("B", "b", "c"):
        return ((LIST, member) for member in value)
    if isinstance(value, (list, tuple)) or getattr(value, "ndim", 0) > 0 and hasattr(value, "tolist") and not isinstance(value, memoryview):
        return ((LIST, member) for member in value)
    return None


def add_kinds(kinds: Kinds, path: Path, values: Iterable[Any]) -> None:
    """Adds the kinds of values at a path, and of their members."""
    values = list(values)
    found = {_kind_of_type(kind) for kind in set(map(type, values))}
    kinds.setdefault(path, set()).update(kind for kind in found if kind is not None)
    if None not in found:
        return
    for value in values:
        if _kind_of_type(type(value)) is None and value is not None:
            _add_other(kinds, path, value)


def _add_other(kinds: Kinds, path: Path, value: Any) -> None:
    members = _members(value)
    if members is None:
        kind = _kind(value)
        kinds.setdefault(path, set()).update([] if kind is None else [kind])
        return
    for name, member in members:
        inner = (*path, str(name))
        if (kind := _kind_of_type(type(member))) is None:
            _add_other(kinds, inner, member)
        else:
            kinds.setdefault(inner, set()).add(kind)


def mixed(old: Kinds, new: Kinds) -> set[Path]:
    """The paths at which JSON would write values of two kinds alike."""
    return {path for path in old.keys() | new.keys() if _is_mixed(old.get(path, set()) | new.get(path, set()))}


def kinds_of_rows(rows: Sequence[Mapping[str, Any]]) -> Kinds:
    """The kinds of values in each column of records."""
    types: dict[str, set[type]] = {}
    for start in range(0, len(rows), _BLOCK):
        for name, values in _columns(rows[start : start + _BLOCK]):
            types.setdefault(name, set()).update(map(type, values))
    found: Kinds = {}
    for name, kinds in types.items():
        known = {_kind_of_type(kind) for kind in kinds - {type(None)}}
        if None in known:
            add_kinds(found, (str(name),), [row.get(name) for row in rows])
        else:
            found[str(name),] = {kind for kind in known if kind is not None}
    return found


# So many records are looked at together.
_BLOCK = 1024


def _columns(rows: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, Iterable[Any]]]:
    """Columns of records, which are fast to make if all records have the same ones."""
    names = [*rows[0]]
    if all(len(row) == len(names) for row in rows):
        with contextlib.suppress(KeyError):
            yield from zip(names, [[row[name] for row in rows] for name in names])
            return
    for row in rows:
        yield from ((name, (value,)) for name, value in row.items())


def _is_mixed(kinds: set[str]) -> bool:
    return len(kinds) > 1 and (not kinds <= _KNOWN or any(pair <= kinds for pair in _ALIKE))


def marker(path: Path, paths: set[Path], kinds: Kinds) -> Callable[[Any], Any] | None:
    """Gives values their marks at those of the paths that begin with a path; None if there is no such path."""
    if not any(other[: len(path)] == path for other in paths):
        return None
    return lambda value: _with_marks(value, path, paths, kinds)


def _with_marks(value: Any, path: Path, paths: set[Path], kinds: Kinds) -> Any:
    members = _members(value)
    if members is None:
        return marked(value, kinds.get(path, set())) if path in paths else value
    made = [(name, _with_marks(member, (*path, str(name)), paths, kinds)) for name, member in members]
    return dict(made) if isinstance(value, Mapping) else [member for _, member in made]


def marked(value: Any, kinds: set[str] | None = None) -> Any:
    """A value as it is written beside values of other kinds. No two values of two kinds are written alike.

    `kinds` are those of the column: frames give the dates of a column as texts, and lengths of time as numbers.
    """
    kind = _kind(value)
    if kind is None or kind == BOOL:
        return value
    if kinds is not None and len(kinds) == 1:
        (kind,) = kinds
    text = spell(value)
    if kind == NUMBER and not text.startswith('"'):
        return value
    text = json.loads(text) if text.startswith('"') else text
    # A text has a mark only if it looks like a value with one.
    return text if kind == TEXT and not _MARKED.search(text) else f"{text} ({kind})"


def described(paths: set[Path], old: Kinds, new: Kinds) -> Iterator[str]:
    """A note for each path at which the two sides have other kinds."""
    for path in sorted(paths):
        before, after = old.get(path, set()), new.get(path, set())
        # A number is no text in any case.
        if before and after and before != after and not before | after <= {TEXT, NUMBER, BOOL}:
            name = ".".join(path).replace("." + LIST, LIST)
            words = [" and ".join(sorted(kinds)) for kinds in (before, after)]
            yield f"{name} is {words[0]} in old and {words[1]} in new, which never are the same; check_dtype=False compares both as texts"

