"""Changes of records, read from the program's JSON Lines when somebody asks for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload

from lunadiff._sources import Source
from lunadiff._values import ABSENT, parse


@dataclass(frozen=True)
class PathChange:
    """What differs inside an object or an array."""

    kind: str
    """`deleted`, `inserted`, `updated` or `moved`."""
    path: str
    """A JSON Pointer into the new value; into the old one for what was deleted."""
    origin: str | None
    """Of an element that moved, a JSON Pointer into the old value."""
    old: Any
    new: Any


@dataclass(frozen=True)
class Field:
    """A column of an updated record: its values, `ABSENT` where the record lacks it."""

    old: Any
    new: Any
    paths: tuple[PathChange, ...] = ()
    """What differs inside, where both are objects or arrays."""


@dataclass(frozen=True)
class Change:
    """A record that came, went, or became another one."""

    kind: str
    """`deleted`, `inserted`, `updated` or `moved`."""
    key: tuple[Any, ...]
    """The values of the key's columns."""
    source: int | None
    """The record's number on the old side, from 0."""
    target: int | None
    """The record's number on the new side, from 0."""
    moved: bool
    """Whether it stands in another place."""
    fields: dict[str, Field]
    """Of an updated record, the columns that differ."""
    record: dict[str, Any]
    """Of a deleted or inserted record, its values; a column that it lacks is not among them."""
    section: Any = None
    """The section that it is in, where there are sections."""
    from_section: Any = None
    """The section that it came from, where that is another one."""
    match_pass: int | None = None
    """Which pass of the identity paired the two, where it has several."""
    score: float | None = None
    """How near the two are, where they were paired by likeness."""


class ChangeReader:
    """Makes changes of lines, with the inputs' own values where an input is held in memory."""

    def __init__(self, old: Source, new: Source, header: dict[str, Any]) -> None:
        self._sides = {"old": old, "new": new}
        self._key: list[str] = header.get("key", {}).get("columns", [])
        self._old_names = {new: old for old, new in header.get("rules", {}).get("rename", {}).items()}

    def read(self, line: bytes) -> Change:
        """The change that a line says."""
        said = parse(line)
        source, target = said.get("source"), said.get("target")
        side, row = ("old", source) if source is not None else ("new", target)
        kind = said["kind"]
        return Change(
            kind=kind,
            key=tuple(
                self._value(side, row, name, shown) for name, shown in zip(self._key or said["key"], said["key"])
            ),
            source=source,
            target=target,
            moved=said.get("moved", kind == "moved"),
            fields={name: self._field(name, field, source, target) for name, field in said.get("fields", {}).items()},
            record={name: self._value(side, row, name, shown) for name, shown in said.get("record", {}).items()},
            section=said.get("section"),
            from_section=said.get("fromSection"),
            match_pass=said.get("pass"),
            score=said.get("score"),
        )

    def _field(self, name: str, field: dict[str, Any], source: int, target: int) -> Field:
        paths = tuple(
            PathChange(path["kind"], path["path"], path.get("from"), path.get("old", ABSENT), path.get("new", ABSENT))
            for path in field.get("paths", ())
        )
        old = self._value("old", source, name, field.get("old", ABSENT))
        return Field(old, self._value("new", target, name, field.get("new", ABSENT)), paths)

    def _value(self, side: str, row: int, name: str, shown: Any) -> Any:
        if shown is ABSENT:
            return ABSENT
        column = self._old_names.get(name, name) if side == "old" else name
        return self._sides[side].value(row, column, shown)


class Changes(Sequence[Change]):
    """The changes: the deleted records in the order of the old side, then all others in that of the new one.

    Each is read when it is asked for, and not kept.
    """

    def __init__(self, lines: list[bytes], reader: ChangeReader) -> None:
        self._lines = lines
        self._reader = reader

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, index: int) -> Change: ...

    @overload
    def __getitem__(self, index: slice) -> Changes: ...

    def __getitem__(self, index: int | slice) -> Change | Changes:
        if isinstance(index, slice):
            return Changes(self._lines[index], self._reader)
        return self._reader.read(self._lines[index])

    def __iter__(self) -> Iterator[Change]:
        return map(self._reader.read, self._lines)

    def __repr__(self) -> str:
        return f"<lunadiff.Changes: {len(self)}>"
