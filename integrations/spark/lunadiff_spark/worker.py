"""What executors do: say which records have to meet, and compare those that have met.

Rows between the two are ordered by one number, which says the side and the place of a record. A text that begins with a zero
byte is no record: it counts those of a split, or says why they cannot be compared. An error is a row and not an exception, since
Spark would do again what cannot succeed.
"""

import contextlib
import json
import os
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

from lunadiff_spark.program import Program, ProgramError

Numbers = np.ndarray[Any, np.dtype[np.int64]]

NEW = 1 << 62
"""What is added to the places of the new side."""
FILE_BITS = 40
"""How many bits of a place say where in its file a record is; those above say which file."""

MEETING = pa.schema([("meeting", pa.int64()), ("place", pa.int64()), ("text", pa.large_string())])
"""A record on its way: which others it has to meet, its place, its text with the end of the line."""
TEXTS = pa.map_(pa.string(), pa.string())
FOUND = pa.schema(
    [
        ("source", pa.int64()), ("target", pa.int64()), ("kind", pa.string()), ("key", pa.large_string()), ("columns", pa.list_(pa.string())),
        ("old", TEXTS), ("new", TEXTS), ("paths", TEXTS), ("record", pa.large_string()), ("fields", pa.large_string()),
    ]
)  # fmt: skip
"""What was found: a change, by its kind; or one of the kinds below, whose key is what there is to say."""
PAIR, SHARE, COUNT, ERROR = "pair", "share", "count", "error"

_PIECE = 32 << 20
_ROWS = 10_000
_SIDES = ("old", "new")


@dataclass(frozen=True)
class Rules:
    """Rules as they are sent to executors: flags, and the files that these name, by their paths from a directory."""

    flags: tuple[str, ...] = ()
    files: tuple[tuple[str, bytes], ...] = ()
    origins: tuple[str, ...] = ()
    """Where rules files are on the driver; empty for those that are elsewhere."""

    def unpack(self, folder: str | Path) -> None:
        for name, content in self.files:
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


@dataclass(frozen=True)
class SideText:
    """How the records of a side are written."""

    format: str
    flags: tuple[str, ...]
    header: bytes
    """The line before all records of a file, if there is one."""
    sample: bytes
    """Text that has the columns."""
    isFile: bool

    @property
    def headerLines(self) -> int:
        return 1 if self.header else 0


@dataclass(frozen=True)
class Work:
    """All that executors have to know."""

    program: Program
    rules: Rules
    sides: tuple[SideText, SideText]
    names: tuple[str, str]
    seed: str
    memory: str
    withPairs: bool
    masks: bool
    files: tuple[tuple[tuple[int, int, str], ...], tuple[tuple[int, int, str], ...]] = ((), ())
    """Of each file of a side the number that stands for its path, where its places begin, and the path."""

    @property
    def flags(self) -> tuple[str, ...]:
        return ("--threads", "1", *self.sides[0].flags, *self.sides[1].flags, *self.rules.flags)

    def name(self, side: int) -> str:
        return f"{_SIDES[side]}.{self.sides[side].format}"

    def path(self, side: int, place: int) -> str:
        """The file of a place."""
        return next(path for _, base, path in self.files[side] if base >> FILE_BITS == place >> FILE_BITS)

    @contextlib.contextmanager
    def folder(self) -> Iterator[str]:
        """A folder on the executor with the rules."""
        local = next((path for path in os.environ.get("SPARK_LOCAL_DIRS", "").split(",") if os.path.isdir(path)), None)
        with tempfile.TemporaryDirectory(prefix="lunadiff-", dir=local) as folder:
            self.rules.unpack(folder)
            yield folder


class Identify:
    """Says for the records of a side, partition by partition, which others they have to meet."""

    def __init__(self, work: Work, side: int) -> None:
        self.work, self.side = work, side
        self.offset = NEW if side else 0

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        counts: dict[int, int] = {}
        try:
            with self.work.folder() as folder:
                placed = self._placed(batches, counts) if self.work.sides[self.side].isFile else (_columns(batch) for batch in batches)
                for places, texts in _gathered(placed):
                    yield self._identified(places, texts, folder)
        except ProgramError as error:
            yield self._control(0, {"error": _error(error)})
        for start, count in counts.items():
            yield self._control(start, {"side": self.side, "start": start, "count": count})

    def _control(self, place: int, said: dict[str, Any]) -> pa.RecordBatch:
        text = "\0" + json.dumps(said) + "\n"
        return pa.RecordBatch.from_pydict({"meeting": [place], "place": [place + self.offset], "text": [text]}, schema=MEETING)

    def _placed(self, batches: Iterator[pa.RecordBatch], counts: dict[int, int]) -> Iterator[tuple[Numbers, pa.Array]]:
        """The records of splits of files, without headers; `counts` gets how many each split has, by where it begins."""
        bases = {number: base for number, base, _ in self.work.files[self.side]}
        header = self.work.sides[self.side].header
        for batch in batches:
            files, starts = batch.column(1).to_numpy(), batch.column(2).to_numpy()
            lines = batch.column(0).cast(pa.large_string())
            edges = np.flatnonzero((np.diff(files) != 0) | (np.diff(starts) != 0)) + 1
            for begin, end in zip([0, *edges.tolist()], [*edges.tolist(), len(files)], strict=True):
                base = bases[int(files[begin])] + int(starts[begin])
                split = lines.slice(begin, end - begin)
                if base not in counts:
                    counts[base] = 0
                    if header and starts[begin] == 0:
                        split = self._behind_header(split, header, base)
                split = split.filter(pc.invert(pc.is_in(split, pa.array(["\n", "\r\n"], pa.large_string()))))
                if header:
                    self._check_quotes(split, base + counts[base])
                places = np.arange(base + counts[base], base + counts[base] + len(split), dtype=np.int64)
                counts[base] += len(split)
                yield places, split

    def _behind_header(self, lines: pa.Array, header: bytes, base: int) -> pa.Array:
        first = lines[0].as_py().removeprefix("\ufeff").rstrip("\r\n") + "\n"
        if first.encode() != header:
            raise ProgramError(f"{self.work.path(self.side, base)}: its header is not that of the other files\n  {first.strip()}\n  {header.decode().strip()}")
        return lines.slice(1)

    def _check_quotes(self, lines: pa.Array, place: int) -> None:
        if any(flag.startswith(("--quote", "--escape")) for flag in self.work.rules.flags):
            return
        open_cells = np.flatnonzero(pc.count_substring(lines, '"').to_numpy(zero_copy_only=False) & 1)
        if len(open_cells):
            text = lines[int(open_cells[0])].as_py()
            raise ProgramError(
                f"{self.work.path(self.side, place)}: a cell goes on in the next line, and files are divided at the ends of lines\n  {text[:200]}\n"
                "  hint: give a DataFrame: spark.read.csv(path, header=True, multiLine=True)"
            )

    def _identified(self, places: Numbers, texts: pa.Array, folder: str) -> pa.RecordBatch:
        work, side = self.work, self.side
        other = Path(folder) / work.name(1 - side)
        other.write_bytes(work.sides[1 - side].sample)
        inputs = ["-", other.name] if side == 0 else [other.name, "-"]
        command = ["shard", "identify", *inputs, "--side", _SIDES[side], "--seed", work.seed, *work.flags]
        try:
            said = work.program.run(*command, directory=folder, text=b"".join((work.sides[side].header, _bytes(texts))))
        except ProgramError as error:
            raise _placed_error(error, work, side, places, texts) from None
        numbers = np.frombuffer(said, dtype=np.int64)
        if len(numbers) != len(places):
            raise ProgramError(f"{work.path(side, int(places[0]))}: {len(places)} lines are {len(numbers)} records; give a DataFrame")
        kept = pa.array(numbers != 0)
        batch = pa.RecordBatch.from_arrays([pa.array(numbers), pa.array(places + self.offset), texts], schema=MEETING)
        return batch.filter(kept)


def _columns(batch: pa.RecordBatch) -> tuple[Numbers, pa.Array]:
    return batch.column(0).to_numpy(), batch.column(1).cast(pa.large_string())


def _gathered(parts: Iterator[tuple[Numbers, pa.Array]]) -> Iterator[tuple[Numbers, pa.Array]]:
    """The same records in pieces that are worth a process."""
    places: list[Numbers] = []
    texts: list[pa.Array] = []
    size = 0
    for some_places, some_texts in parts:
        if len(some_texts):
            places.append(some_places)
            texts.append(some_texts)
            size += some_texts.nbytes
        if size > _PIECE:
            yield np.concatenate(places), pa.concat_arrays(texts)
            places, texts, size = [], [], 0
    if places:
        yield np.concatenate(places), pa.concat_arrays(texts)


def _bytes(texts: pa.Array) -> memoryview:
    """The texts one behind the other, as they lie in memory."""
    _, offsets, content = texts.buffers()
    if content is None or len(texts) == 0:
        return memoryview(b"")
    ends = np.frombuffer(offsets, dtype=np.int64)[texts.offset : texts.offset + len(texts) + 1]
    return memoryview(content)[int(ends[0]) : int(ends[-1])]


class Compare:
    """Compares the records that have met in a partition; those of the old side come first, each side in its order."""

    def __init__(self, work: Work) -> None:
        self.work = work

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        try:
            with self.work.folder() as folder:
                yield from self._compared(batches, folder)
        except ProgramError as error:
            yield _said(ERROR, _error(error))

    def _compared(self, batches: Iterator[pa.RecordBatch], folder: str) -> Iterator[pa.RecordBatch]:
        work = self.work
        places: tuple[list[Numbers], list[Numbers]] = ([], [])
        with contextlib.ExitStack() as stack:
            files = [stack.enter_context(open(Path(folder) / work.name(side), "wb")) for side in (0, 1)]
            for side in (0, 1):
                files[side].write(work.sides[side].header)
            for batch in batches:
                some, texts = _columns(batch)
                controls = pc.starts_with(texts, "\0")
                if controls.true_count:
                    for text in texts.filter(controls).to_pylist():
                        yield self._heard(json.loads(text[1:]))
                    kept = pc.invert(controls)
                    some, texts = some[kept.to_numpy(zero_copy_only=False)], texts.filter(kept)
                middle = int(np.searchsorted(some, NEW))
                for side, begin, end in ((0, 0, middle), (1, middle, len(some))):
                    if begin < end:
                        places[side].append(some[begin:end] - (NEW if side else 0))
                        files[side].write(_bytes(texts.slice(begin, end - begin)))
        found = [np.concatenate(some) if some else np.zeros(0, dtype=np.int64) for some in places]
        if not any(len(some) for some in found):
            return
        with open(Path(folder) / "found", "w+b") as output:
            command = ["shard", "compare", work.name(0), work.name(1), "--memory", work.memory, "--temp", ".", *(["--pairs"] if work.withPairs else [])]
            try:
                work.program.run(*command, *work.flags, directory=folder, output=output)
            except ProgramError as error:
                raise self._explained(error, found, folder) from None
            for batch in _lines(Path(folder) / "found"):
                yield from _found(batch, found)

    def _heard(self, said: dict[str, Any]) -> pa.RecordBatch:
        return _said(ERROR, said["error"]) if "error" in said else _said(COUNT, said)

    def _explained(self, error: ProgramError, places: list[Numbers], folder: str) -> ProgramError:
        side = next((side for side in (0, 1) if self.work.name(side) in str(error)), None)
        if side is None:
            return error
        with open(Path(folder) / self.work.name(side), encoding="utf-8", errors="replace") as lines:
            texts = pa.array(list(lines)[self.work.sides[side].headerLines :], pa.large_string())
        return _placed_error(error, self.work, side, places[side], texts)


def _said(kind: str, said: dict[str, Any]) -> pa.RecordBatch:
    return pa.RecordBatch.from_pylist([{"kind": kind, "key": json.dumps(said)}], schema=FOUND)


def _lines(path: Path) -> Iterator[pa.RecordBatch]:
    """The lines that `lunadiff shard compare` has written."""
    read = pa.csv.ReadOptions(column_names=["source", "target", "text"], block_size=min(path.stat().st_size + 1, (1 << 31) - 1), use_threads=False)
    parse = pa.csv.ParseOptions(delimiter="\t", quote_char=False, double_quote=False, ignore_empty_lines=False)
    convert = pa.csv.ConvertOptions(column_types={"source": pa.int64(), "target": pa.int64(), "text": pa.large_string()}, strings_can_be_null=False)
    for batch in pa.csv.open_csv(path, read, parse, convert):
        for begin in range(0, batch.num_rows, _ROWS):
            yield batch.slice(begin, _ROWS)


def _found(batch: pa.RecordBatch, places: list[Numbers]) -> Iterator[pa.RecordBatch]:
    """What lines say, with places in place of the numbers of the share's records."""
    isPair = pc.starts_with(batch.column(2), "[")
    pairs, others = batch.filter(isPair), batch.filter(pc.invert(isPair))
    if pairs.num_rows:
        columns = {name: pa.nulls(pairs.num_rows, FOUND.field(name).type) for name in FOUND.names}
        columns |= dict(zip(("source", "target"), _places(pairs, places), strict=True))
        columns |= {"kind": pa.array([PAIR] * pairs.num_rows, pa.string()), "key": pairs.column(2)}
        yield pa.RecordBatch.from_pydict(columns, schema=FOUND)
    if others.num_rows:
        source, target = (column.to_pylist() for column in _places(others, places))
        changes = _Changes()
        rows = [changes.row(text) for text in others.column(2).to_pylist()]
        yield pa.RecordBatch.from_pylist([{"source": old, "target": new, **row} for old, new, row in zip(source, target, rows, strict=True)], schema=FOUND)


def _places(batch: pa.RecordBatch, places: list[Numbers]) -> tuple[pa.Array, pa.Array]:
    source, target = (pa.array(places[side]).take(batch.column(side)) for side in (0, 1))
    return source, target


class _Changes:
    """Reads changes as `lunadiff` writes them. What is taken of a value is its text, so numbers are only passed over."""

    def __init__(self) -> None:
        self.decode = json.JSONDecoder(parse_float=str, parse_int=str, strict=False).raw_decode

    def members(self, text: str, start: int) -> Iterator[tuple[str, int, int]]:
        """The members of an object by name, and where their values begin and end."""
        place = start + 1
        while text[place] != "}":
            name, place = self.decode(text, place)
            _, end = self.decode(text, place + 1)
            yield name, place + 1, end
            place = end + (text[end] == ",")

    def row(self, text: str) -> dict[str, Any]:
        raw = {name: text[begin:end] for name, begin, end in self.members(text, 0)}
        if "kind" not in raw:
            return {"kind": SHARE, "key": text}
        kind = json.loads(raw["kind"])
        row: dict[str, Any] = {"kind": kind, "key": raw["key"], "record": raw.get("record"), "fields": raw.get("fields")}
        if "record" in raw:
            record = raw["record"]
            row["new" if kind == "inserted" else "old"] = [(name, _plain(record[begin:end])) for name, begin, end in self.members(record, 0)]
        if "fields" in raw:
            row |= self.differing(raw["fields"])
        return row

    def differing(self, fields: str) -> dict[str, Any]:
        row: dict[str, list[Any]] = {"columns": [], "old": [], "new": [], "paths": []}
        for column, start, _ in self.members(fields, 0):
            row["columns"].append(column)
            for name, begin, end in self.members(fields, start):
                row[name].append((column, fields[begin:end] if name == "paths" else _plain(fields[begin:end])))
        return {**row, "paths": row["paths"] or None}


def _plain(value: str) -> str | None:
    """The text of a value: what a string says, and of anything else how it is written; null has none."""
    return json.loads(value, strict=False) if value[0] == '"' else None if value == "null" else value


WHERE = "\ufffc"
"""What stands in a message for how people find a record, which only the driver knows."""


class PlacedError(ProgramError):
    """An error that is about one record."""

    def __init__(self, message: str, side: int, place: int) -> None:
        super().__init__(message)
        self.side, self.place = side, place


def _error(error: ProgramError) -> dict[str, Any]:
    placed = {"side": error.side, "place": error.place} if isinstance(error, PlacedError) else {}
    return {"message": str(error), **placed}


def _placed_error(error: ProgramError, work: Work, side: int, places: Numbers, texts: pa.Array) -> ProgramError:
    """The error with its record in place of the record's number among those that were there."""
    message = str(error)
    name = rf"(?:standard input|{re.escape(work.name(side))})"
    number = re.search(r"\brecord (\d+)\b", message)
    line = re.search(rf"{name}:(\d+)", message)
    index = int(number[1]) - 1 if number else int(line[1]) - 1 - work.sides[side].headerLines if line else None
    if index is None or not 0 <= index < len(places):
        return ProgramError(re.sub(name, work.names[side], message))
    message = re.sub(rf"{name} record \d+ \(line \d+\)|{name}:\d+|{name}", WHERE, message)
    message = re.sub(r"\brecord \d+\b", "the record", message)
    text = texts[index].as_py().rstrip()
    shown = "" if work.masks or text[:40] in message else f"\n  the record: {text[:300]}{'…' if len(text) > 300 else ''}"
    return PlacedError(message + shown, side, int(places[index]))
