"""Changes of records, read from the program's JSON Lines when somebody asks for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, overload

from lunadiff._sources import Source
from lunadiff._values import ABSENT, parse


Kind = Literal["deleted", "inserted", "updated", "moved"]
"""How a record, or a part of a value, changed."""


@dataclass(frozen=True, slots=True)
class PathChange:
    """What differs inside an object or an array."""

    kind: Kind
    """`deleted`, `inserted`, `updated` or `moved`."""
    path: str
    """A JSON Pointer into the new value; into the old one for what was deleted."""
    origin: str | None
    """Of an element that moved, a JSON Pointer into the old value."""
    old: Any
    new: Any


@dataclass(frozen=True, slots=True)
class Field:
    """A column of an updated record: its values, `ABSENT` where the record lacks it."""

    old: Any
    new: Any
    paths: tuple[PathChange, ...] = ()
    """What differs inside, where both are objects or arrays."""


@dataclass(frozen=True, slots=True, repr=False)
class Change:
    """A record that came, went, or became another one."""

    kind: Kind
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

    def __repr__(self) -> str:
        said = ((name, getattr(self, name)) for name in self.__slots__)
        # Most changes have few of these.
        had = [f"{name}={value!r}" for name, value in said if not (value is None or value is False or value == {})]
        return f"Change({', '.join(had)})"


# So many changes are read at once, since frames give many rows in the time of a few.
_BLOCK = 4096
_Records = Mapping[int, Mapping[str, Any]]


class ChangeReader:
    """Makes changes of lines, with the inputs' own values where an input is held in memory."""

    def __init__(self, old: Source, new: Source, header: dict[str, Any], names: Mapping[str, str], has_none: bool) -> None:
        self._has_none = has_none
        self._old = old
        self._new = new
        # What a column is called here, if not as the program calls it.
        self._names = names
        self._key: list[str] = [names.get(name, name) for name in header.get("key", {}).get("columns", [])]
        self._old_names = {new: old for old, new in header.get("rules", {}).get("rename", {}).items()}

    def read(self, lines: Sequence[bytes]) -> Iterator[Change]:
        """The changes that lines say."""
        for start in range(0, len(lines), _BLOCK):
            text = b"[" + b",".join(lines[start : start + _BLOCK]) + b"]"
            block, is_masked = parse(text), b'"***' in text
            old = self._old.records([said["source"] for said in block if "source" in said], self._has_none)
            new = self._new.records([said["target"] for said in block if "target" in said], self._has_none)
            for said in block:
                records = self._record(old, said.get("source"), True), self._record(new, said.get("target"), False)
                yield self._change(said, *records, is_masked)

    def _record(self, records: _Records, number: int | None, is_old: bool) -> Mapping[str, Any]:
        record = {} if number is None else records.get(number, {})
        if not is_old or not self._old_names:
            return record
        # By the names that columns have on the new side, as the program has them.
        return {**record, **{new: record[old] for new, old in self._old_names.items() if old in record}}

    def _named(self, members: dict[str, Any]) -> dict[str, Any]:
        return {self._names.get(name, name): member for name, member in members.items()} if self._names else members

    def _change(self, said: dict[str, Any], old: Mapping[str, Any], new: Mapping[str, Any], is_masked: bool) -> Change:
        kind = said["kind"]
        whole = new if kind == "inserted" else old
        record = self._named(said.get("record", {}))
        return Change(
            kind=kind,
            key=tuple([_value(whole, name, shown) for name, shown in zip(self._key, said["key"])]) if self._key else tuple(said["key"]),
            source=said.get("source"),
            target=said.get("target"),
            moved=said.get("moved", kind == "moved"),
            fields={name: _field(name, field, old, new) for name, field in self._named(said.get("fields", {})).items()},
            record=dict(whole)
            if not is_masked and list(record) == list(whole)
            else {name: _value(whole, name, shown) for name, shown in record.items()},
            section=said.get("section"),
            from_section=said.get("fromSection"),
            match_pass=said.get("pass"),
            score=said.get("score"),
        )


def _field(name: str, field: dict[str, Any], old: Mapping[str, Any], new: Mapping[str, Any]) -> Field:
    paths = [
        PathChange(path["kind"], path["path"], path.get("from"), path.get("old", ABSENT), path.get("new", ABSENT))
        for path in field.get("paths", ())
    ]
    return Field(_value(old, name, field.get("old", ABSENT)), _value(new, name, field.get("new", ABSENT)), tuple(paths))


def _value(record: Mapping[str, Any], name: str, shown: Any) -> Any:
    """The value itself of which the program has shown something: a value that a rule masks stays the stars that it shows."""
    if shown is ABSENT or isinstance(shown, str) and shown.startswith("***"):
        return shown
    return record.get(name, shown)


class Changes(Sequence[Change]):
    """The changes: the deleted records in the order of the old side, then all others in that of the new one.

    They are read when they are asked for, and not kept.
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
        return next(self._reader.read([self._lines[index]]))

    def __iter__(self) -> Iterator[Change]:
        return self._reader.read(self._lines)

    def __repr__(self) -> str:
        return f"<lunadiff.Changes: {len(self)}>"
