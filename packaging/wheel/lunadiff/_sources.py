"""What is compared, made into what the program reads: a path, or text in memory."""

from __future__ import annotations

import contextlib
import copy
import functools
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from json.encoder import encode_basestring_ascii
from typing import Any, Protocol, Union

from lunadiff._errors import LunaDiffError, reading
from lunadiff._files import Selected, format_of, is_parquet
from lunadiff._frames import Frame, frame_of
from lunadiff._kinds import Kinds, Path, kinds_of_rows, marker
from lunadiff._program import Memory, Run
from lunadiff._values import is_missing, spell_all
Marker = Callable[[Any], Any]


class FrameLike(Protocol):
    """A frame of pandas or polars, or a table of pyarrow."""

    @property
    def columns(self) -> Any:
        """Its columns."""


class ArrowStream(Protocol):
    """What hands over Arrow's streams, as a reader of pyarrow and a relation of DuckDB do."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Its records, by Arrow's interface for Python."""


Table = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, Sequence[Mapping[str, Any]], FrameLike, ArrowStream]
"""What can be compared: a path of what the program reads, the bytes of such a file, a list of dicts, or a frame."""


class Source:
    """One input. `as_cells` says that a frame goes over as CSV."""

    def __init__(self, data: object, name: str) -> None:
        self._name = name
        self.as_cells = False
        self._path: str | None = None
        self._bytes: bytes | None = None
        self._called: str | None = None
        self.notes: list[str] = []
        self._columns: list[str] = []
        self.frame: Frame | None = None
        self.rows: list[Mapping[str, Any]] | None = None
        self.label_names: list[str] = []
        """The columns that its labels became."""
        self.label_notes: list[str] = []
        self.type_notes: list[str] = []
        self.marked: set[Path] = set()
        """The columns, and what is inside of them, whose values get marks of their kinds."""
        if isinstance(data, (str, os.PathLike)):
            path = os.fspath(data)
            if not path:
                raise LunaDiffError("an empty text is no path", code="request", hint="give a path; what a file holds is given as bytes, and no records as []")
            if "\n" in path and not os.path.exists(path):
                raise LunaDiffError("a text with several lines is no path", code="request", hint="give what a file holds as bytes: text.encode()")
            # What has no quote in it may be a pattern, as [1].
            if path.lstrip()[:1] in ("[", "{") and '"' in path and _is_json(path) and not os.path.exists(path):
                raise LunaDiffError("a text of JSON is no path", code="request", hint="give what a file holds as bytes: text.encode()")
            # Neither a flag, nor standard input, which is another process's.
            self._path = os.path.join(os.curdir, path) if path.startswith("-") else path
        elif isinstance(data, (bytes, bytearray, memoryview)):
            self._bytes = bytes(data)
            if format_of(self._bytes) == "sqlite":
                raise LunaDiffError(f"{name}: a database is read from its file alone", code="request", place=name, hint="give the path of the database")
        elif isinstance(data, (list, tuple)):
            self.rows = [self._checked(number, row) for number, row in enumerate(data)]
        else:
            is_lazy = type(data).__name__ == "LazyFrame"
            with reading(name, "collect() of the frame fails in the same way") if is_lazy else reading(name):
                self.frame = frame_of(data)
            if self.frame is None:
                raise LunaDiffError(f"an input of type {type(data).__name__} cannot be compared", code="request", hint=_instead(data))
            if hasattr(data, "read_next_batch") and self.frame.count == 0:
                self.notes.append(f"the reader {name} gives no record: one that was read before is at its end")

    def _checked(self, number: int, row: object) -> Mapping[str, Any]:
        if not isinstance(row, Mapping):
            place = f"{self._name}:{number + 1}"
            message = f"{place}: a record of type {type(row).__name__} is no dict"
            raise LunaDiffError(message, code="request", place=place, hint=_as_dict(row))
        # A copy, so that what is compared stays as it is.
        return dict(row)

    def shown(self, name: str) -> str:
        """What messages call it."""
        return self._path or self._called_as(name)

    def _called_as(self, name: str) -> str:
        # Where there is no flag for a format, the ending of a name says it.
        return self._called if self._called is not None and name in ("old", "new") else name

    @property
    def may_be_parquet(self) -> bool:
        """Whether the program may read Parquet of it."""
        if self._path is not None:
            return is_parquet(self._path) or os.path.isdir(self._path)
        return self._bytes is not None and self._bytes.startswith(b"PAR1")

    @property
    def file(self) -> str | bytes | None:
        """What the program reads: the path of a file, or what is in it."""
        return self._bytes if self._path is None else self._path

    def hold(self, found: Frame | Selected) -> None:
        """Keeps the records of a file in its place."""
        called = os.path.basename(self._path or self._name)
        self._bytes = None
        if isinstance(found, tuple):
            self._columns, self.rows = found
        else:
            self.frame = found
        # It lies beside what has these names.
        self._called = None if called in ("old", "new") or called.startswith("rules") else called
        self._name, self._path = self._called or self._name, None

    def take_labels(self, names: list[str]) -> None:
        """Makes columns of the labels of a frame of pandas that have no name."""
        labelled: Any = self.frame
        self.label_names = names
        if names and getattr(labelled, "labels", None):
            labelled.take_labels(names)

    def as_lines(self, has_marks: bool = True) -> Source:
        """The same, as JSON Lines where it is a frame."""
        lines = copy.copy(self)
        lines.as_cells = False
        lines.marked = self.marked if has_marks else set()
        if self.as_cells or lines.marked != self.marked:
            lines.__dict__.pop("memory", None)
        return lines

    @functools.cached_property
    def kinds(self) -> Kinds:
        """The kinds of values in each column, and inside of them; none of what is a file's."""
        with reading(self._name), contextlib.suppress(RecursionError):
            return self.frame.kinds() if self.frame is not None else kinds_of_rows(self.rows or [])
        return {}

    def types(self) -> dict[str, str]:
        """The type of each column of a frame, or the types of its values."""
        if self.frame is not None:
            return self.frame.types()
        types: dict[str, set[str]] = {}
        for name, value in (member for row in self.rows or () for member in row.items()):
            types.setdefault(name, set()).update([] if value is None else [type(value).__name__])
        return {name: " and ".join(sorted(found)) for name, found in types.items()}

    @property
    def format(self) -> str | None:
        """The format in which it goes over; None where the program finds out."""
        if self.rows is None and self.frame is None:
            return None
        return "csv" if self.as_cells else "jsonl"

    @functools.cached_property
    def has_nulls(self) -> bool:
        """Whether a cell of a frame is null."""
        with reading(self._name):
            return self.frame is not None and self.frame.has_nulls()

    def place(self, run: Run, name: str) -> str:
        """The path by which a run reads it."""
        return self._path if self._path is not None else run.path(self.memory, self._called_as(name))

    @functools.cached_property
    def memory(self) -> Memory:
        """Its text, made once, and kept: what is asked later is asked of the same."""
        if self._bytes is not None:
            return Memory([self._bytes])
        if self.as_cells and self.header:
            return Memory([",".join(self.header).encode() + b"\n"])
        if self.frame is None:
            return Memory(_records(self.rows or [], self._name, self._markers))
        with reading(self._name):
            if not self.as_cells:
                return Memory(_lines(self.frame, self._name, self._markers))
            memory = Memory()
            with open(memory.fd, "wb", closefd=False) as file:
                self.frame.write_cells(file)
            return memory

    @property
    def _markers(self) -> dict[str, Marker]:
        """What gives the values of columns their marks."""
        found = {name: marker((name,), self.marked, self.kinds) for name in {path[0] for path in self.marked}}
        return {name: mark for name, mark in found.items() if mark is not None}

    def close(self) -> None:
        """Gives the memory back; what is asked later is refused, and makes none anew."""
        memory: Memory = self.__dict__.setdefault("memory", Memory())
        memory.close()

    def records(self, numbers: list[int], has_none: bool) -> dict[int, Mapping[str, Any]]:
        """Records by their numbers, with the values that were given, or with a frame's null as None; none of what is a file's."""
        if self.rows is not None:
            return {number: self.rows[number] for number in numbers}
        if self.frame is None or not numbers:
            return {}
        names = self.frame.names
        with reading(self._name):
            return {number: dict(zip(names, row)) for number, row in zip(numbers, self.frame.rows(numbers, has_none))}

    def names(self) -> set[str]:
        """The names of its columns; none of what is a file's."""
        return set(self.frame.names) if self.frame is not None else {*self._columns, *(name for row in self.rows or () for name in row)}

    @property
    def header(self) -> list[str]:
        """The names of columns, where there is no record that has them."""
        if self.frame is not None:
            return [] if self.frame.count else self.frame.names
        return [] if self.rows else self._columns

    def sample(self, column: str) -> object:
        """A value of a column; None where there is none, and of what is a file's."""
        if self.rows is not None:
            return typical(row.get(column) for row in self.rows)
        if self.frame is None or column not in self.frame.names:
            return None
        place = self.frame.names.index(column)
        with reading(self._name):
            parts = (range(start, min(start + _PART, self.frame.count)) for start in range(0, self.frame.count, _PART))
            values = (row[place] for part in parts for row in self.frame.rows([*part]))
            return next((value for value in values if spell_all([value])[0] not in ("null", '"NaN"')), None)


def typical(values: Iterable[object]) -> object:
    """The first value that is there, or a float if there are integers and floats."""
    present = [value for value in values if value is not None and not is_missing(value)]
    return 0.0 if set(map(type, present)) == {int, float} else next(iter(present), None)


# So many rows are looked at once for a value.
_PART = 1024


def _instead(data: object) -> str:
    """What to give in place of an input that is none."""
    # By names and members, since to know the types of libraries would be to import them.
    if type(data).__name__ == "Series":
        return "series.reset_index() makes a frame of it" if hasattr(data, "reset_index") else "series.to_frame() makes a frame of it"
    if isinstance(data, Mapping):
        return "[record] if it is one record; pandas.DataFrame(data) if its members are columns"
    if hasattr(data, "fetchall"):
        # A cursor, or the connection that is one.
        for name in ("to_arrow_table", "fetch_arrow_table", "arrow"):
            if hasattr(data, name):
                return f"give what its {name}() gives"
        return "[dict(zip([column[0] for column in cursor.description], row)) for row in cursor] makes records"
    if hasattr(data, "cursor"):
        return "give the rows of a query as dicts, or the path of a database of SQLite"
    for name in ("to_table", "to_pandas", "toPandas"):
        if hasattr(data, name):
            return f"give what its {name}() gives"
    if hasattr(data, "read"):
        return "give its path, or what is in it as bytes"
    if hasattr(data, "dtype"):
        return "pandas.DataFrame(array) makes a frame of it"
    if isinstance(data, Iterable):
        return "list(records) if it gives dicts; else a path, bytes, or a frame of pandas, polars or pyarrow"
    return "give a path, bytes, a list of dicts, or a frame of pandas, polars or pyarrow"


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _as_dict(row: object) -> str:
    """How a record that is no dict becomes one."""
    if hasattr(row, "__dataclass_fields__"):
        return "dataclasses.asdict(record) makes one"
    for name in ("_asdict", "model_dump", "to_dict"):
        if hasattr(row, name):
            return f"record.{name}() makes one"
    if hasattr(row, "keys"):
        return "dict(record) makes one"
    return "dict(zip(names, record)) makes one" if isinstance(row, (list, tuple)) else "a record has a name for each value, as {'id': 1}"


def _records(rows: Sequence[Mapping[str, Any]], name: str, markers: Mapping[str, Marker]) -> Iterator[bytes]:
    try:
        if markers:
            rows = [{name: markers[name](value) if name in markers else value for name, value in row.items()} for row in rows]
        lines = spell_all(rows)
    except LunaDiffError:
        # Once more, to find the value that cannot be compared.
        for number, row in enumerate(rows, 1):
            _refuse(row.items(), f"{name}:{number}")
        raise
    return (line.encode("ascii") + b"\n" for line in lines)


def _refuse(members: Iterable[tuple[object, Any]], place: str) -> None:
    """Raises what is wrong with one of a record's values, with its place."""
    for column, value in members:
        try:
            spell_all([{column: value}])
        except LunaDiffError as error:
            message = f"{place}: {column}: {error.message}"
            raise LunaDiffError(message, code=error.code, place=place, hint=error.hint) from None


def _lines(frame: Frame, name: str, markers: Mapping[str, Marker]) -> Iterator[bytes]:
    names = (encode_basestring_ascii(name).replace("%", "%%") for name in frame.names)
    template = "{" + ",".join(name + ":%s" for name in names) + "}\n"
    if not frame.names:
        yield template.encode("ascii") * frame.count
    first = 1
    for part in frame.parts():
        try:
            if markers:
                part = [list(map(markers[name], values)) if name in markers else values for name, values in zip(frame.names, part)]
            spelled = list(map(spell_all, part))
        except LunaDiffError:
            for number, row in enumerate(zip(*part), first):
                _refuse(zip(frame.names, row), f"{name}:{number}")
            raise
        first += len(part[0]) if part else 0
        yield "".join(map(template.__mod__, zip(*spelled))).encode("ascii")


def flags_for(sides: Iterable[tuple[str, Source]]) -> list[str]:
    """How the program is to read inputs; there are flags for two sides, and else a name's ending says it."""
    found = []
    for side, source in sides:
        if side in ("old", "new") and source.format is not None:
            found.append(f"--{side}-format={source.format}")
        if source.as_cells:
            found.append(f"--{side}-delimiter=,")
        if source.as_cells and source.has_nulls:
            found += ["--null", ""]
    return found
