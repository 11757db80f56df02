"""What executors do: say which records have to meet, and compare those that have met.

Rows between the two are ordered by one number, which says the side and the place of a record. A text that begins with a zero
byte is no record: it counts those of a split, or says why they cannot be compared. An error is a row and not an exception, since
Spark would do again what cannot succeed.
"""

import contextlib
import itertools
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
        ("source", pa.int64()), ("target", pa.int64()), ("kind", pa.string()), ("key", pa.large_string()), ("pass", pa.int32()), ("score", pa.float64()),
        ("stay", pa.int64()), ("section", pa.string()), ("fromSection", pa.string()), ("moved", pa.bool_()), ("columns", pa.list_(pa.string())),
        ("old", TEXTS), ("new", TEXTS), ("paths", TEXTS), ("record", pa.large_string()), ("fields", pa.large_string()),
    ]
)  # fmt: skip
"""What was found: a change, by its kind, `stay` being the section in which both records of a pair are; or one of the kinds below,
whose key is what there is to say; of one that is left for the next pass of the identity `record` is its text."""
PAIR, LEFT, SHARE, COUNT, ERROR = "pair", "left", "share", "count", "error"

_PIECE = 128 << 20
_ROWS = 10_000
_SIDES = ("old", "new")


@dataclass(frozen=True)
class Rules:
    """Rules as they are sent to executors: flags, and the files that these name, by their paths from a directory."""

    flags: tuple[str, ...] = ()
    files: tuple[tuple[str, bytes], ...] = ()
    origins: tuple[str, ...] = ()
    """Where rules files are on the driver; empty for those that are elsewhere."""

    def mention(self, word: str) -> bool:
        """Whether the word is anywhere in them."""
        return any(word in flag for flag in self.flags) or any(word.encode() in content for _, content in self.files)

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
    withStatistics: bool
    masks: bool
    passes: int
    """How many passes the identity has."""
    namesSections: bool
    sections: str | None = None
    """The sections of all records, as `lunadiff` reads them, once they are known."""
    files: tuple[tuple[tuple[int, int, str], ...], tuple[tuple[int, int, str], ...]] = ((), ())
    """Of each file of a side the number that stands for its path, where its places begin, and the path."""

    @property
    def flags(self) -> tuple[str, ...]:
        order = ("--ignore-order",) if self.namesSections and not self.withPairs else ()
        return ("--threads", "1", *self.sides[0].flags, *self.sides[1].flags, *self.rules.flags, *order)

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
    """Says for the records of a side, partition by partition, which others they have to meet in a pass of the identity."""

    def __init__(self, work: Work, side: int, number: int = 1) -> None:
        self.work, self.side, self.number = work, side, number
        self.offset = NEW if side else 0
        self.isFile = number == 1 and work.sides[side].isFile

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        counts: dict[int, int] = {}
        read = 0
        try:
            with self.work.folder() as folder:
                placed = self._placed(batches, counts) if self.isFile else (_columns(batch) for batch in batches)
                for places, texts in _gathered(placed):
                    read += len(places)
                    yield from self._identified(places, texts, folder)
                    yield from self._sections(places, folder)
        except ProgramError as error:
            yield self._control(0, {"error": _error(error)})
        for start, count in counts.items():
            yield self._control(start, {"side": self.side, "start": start, "count": count})
        if self.number == 1:
            yield self._control(read, {"side": self.side, "read": read})

    def _sections(self, places: Numbers, folder: str) -> Iterator[pa.RecordBatch]:
        """The sections that were named, each with the place of the first record that did."""
        if self.number == 1 and self.work.namesSections:
            for line in (Path(folder) / "sections").read_text(encoding="utf-8").splitlines():
                record, name = re.fullmatch(r'\{"record":(\d+),"name":(.*)\}', line).groups()  # type: ignore[union-attr]
                place = int(places[int(record)])
                yield self._control(place, {"side": self.side, "place": place, "section": name})

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

    def _identified(self, places: Numbers, texts: pa.ChunkedArray, folder: str) -> Iterator[pa.RecordBatch]:
        work, side = self.work, self.side
        # A file takes the program less than a pipe: what is read of it lies in memory once.
        with open(Path(folder) / work.name(side), "wb") as file:
            file.write(work.sides[side].header)
            for chunk in texts.chunks:
                file.write(_bytes(chunk))
        (Path(folder) / work.name(1 - side)).write_bytes(work.sides[1 - side].sample)
        command = ["shard", "identify", work.name(0), work.name(1), "--side", _SIDES[side], "--seed", work.seed, "--pass", str(self.number), *work.flags]
        if self.number == 1 and work.namesSections:
            command += ["--sections", "sections"]
        try:
            said = work.program.run(*command, directory=folder)
        except ProgramError as error:
            raise placed_error(error, work, side, places, texts) from None
        numbers = np.frombuffer(said, dtype=np.int64)
        if len(numbers) != len(places):
            path = work.path(side, int(places[0])) if self.isFile else work.names[side]
            raise ProgramError(f"{path}: {len(places):,} lines are {len(numbers):,} records: some are left out or go on in the next one; give a DataFrame")
        begin = 0
        for chunk in texts.chunks:
            some = slice(begin, begin := begin + len(chunk))
            batch = pa.RecordBatch.from_arrays([pa.array(numbers[some]), pa.array(places[some] + self.offset), chunk], schema=MEETING)
            yield batch.filter(pa.array(numbers[some] != 0))


def _columns(batch: pa.RecordBatch) -> tuple[Numbers, pa.Array]:
    return batch.column(0).to_numpy(), batch.column(1).cast(pa.large_string())


def _gathered(parts: Iterator[tuple[Numbers, pa.Array]]) -> Iterator[tuple[Numbers, pa.ChunkedArray]]:
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
            yield np.concatenate(places), pa.chunked_array(texts)
            places, texts, size = [], [], 0
    if places:
        yield np.concatenate(places), pa.chunked_array(texts)


def _bytes(texts: pa.Array) -> memoryview:
    """The texts one behind the other, as they lie in memory."""
    _, offsets, content = texts.buffers()
    if content is None or len(texts) == 0:
        return memoryview(b"")
    ends = np.frombuffer(offsets, dtype=np.int64)[texts.offset : texts.offset + len(texts) + 1]
    return memoryview(content)[int(ends[0]) : int(ends[-1])]


class Compare:
    """Compares the records that have met in a partition; those of the old side come first, each side in its order."""

    def __init__(self, work: Work, number: int = 1) -> None:
        self.work, self.number = work, number

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
                    for said in (json.loads(text[1:]) for text in texts.filter(controls).to_pylist()):
                        if "section" not in said:
                            yield _said(ERROR, said["error"]) if "error" in said else _said(COUNT, said)
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
            try:
                work.program.run(*self._command(folder), *work.flags, directory=folder, output=output)
            except ProgramError as error:
                raise self._explained(error, found, folder) from None
            left: tuple[list[Numbers], list[Numbers]] = ([], [])
            for batch in _lines(Path(folder) / "found"):
                if self.number < work.passes:
                    batch = _without_left(batch, left)
                yield from _found(batch, found, self.number if work.passes > 1 else None)
        for side in (0, 1):
            if left[side]:
                yield from self._left(np.sort(np.concatenate(left[side])), side, found[side], folder)

    def _command(self, folder: str) -> list[str]:
        work = self.work
        command = ["shard", "compare", work.name(0), work.name(1), "--memory", work.memory, "--temp", ".", "--pass", str(self.number)]
        if work.withPairs:
            command.append("--pairs")
        if work.withStatistics:
            command.append("--statistics")
        if work.sections is not None:
            (Path(folder) / "sections").write_text(work.sections, encoding="utf-8")
            command += ["--sections", "sections"]
        return command

    def _left(self, numbers: Numbers, side: int, places: Numbers, folder: str) -> Iterator[pa.RecordBatch]:
        """The records that the next pass looks at."""
        with open(Path(folder) / self.work.name(side), "rb") as lines:
            wanted = iter(numbers.tolist())
            next_number = next(wanted, None)
            rows: list[dict[str, Any]] = []
            for number, line in enumerate(lines, -self.work.sides[side].headerLines):
                if number == next_number:
                    rows.append({"kind": LEFT, ("source", "target")[side]: int(places[number]), "record": line.decode(errors="surrogateescape")})
                    next_number = next(wanted, None)
                if rows and (len(rows) == _ROWS or next_number is None):
                    yield pa.RecordBatch.from_pylist(rows, schema=FOUND)
                    rows = []
                if next_number is None:
                    break

    def _explained(self, error: ProgramError, places: list[Numbers], folder: str) -> ProgramError:
        side = next((side for side in (0, 1) if self.work.name(side) in str(error)), None)
        if side is None:
            return error
        with open(Path(folder) / self.work.name(side), encoding="utf-8", errors="replace") as lines:
            texts = pa.array(list(lines)[self.work.sides[side].headerLines :], pa.large_string())
        return placed_error(error, self.work, side, places[side], texts)


def _said(kind: str, said: dict[str, Any]) -> pa.RecordBatch:
    return pa.RecordBatch.from_pylist([{"kind": kind, "key": json.dumps(said)}], schema=FOUND)


def _lines(path: Path) -> Iterator[pa.RecordBatch]:
    """The lines that `lunadiff shard compare` has written."""
    read = pa.csv.ReadOptions(column_names=["source", "target", "stay", "section", "text"], block_size=min(path.stat().st_size + 1, (1 << 31) - 1), use_threads=False)
    parse = pa.csv.ParseOptions(delimiter="\t", quote_char=False, double_quote=False, ignore_empty_lines=False)
    types = {"source": pa.int64(), "target": pa.int64(), "stay": pa.int64(), "section": pa.string(), "text": pa.large_string()}
    convert = pa.csv.ConvertOptions(column_types=types, strings_can_be_null=False)
    for batch in pa.csv.open_csv(path, read, parse, convert):
        for begin in range(0, batch.num_rows, _ROWS):
            yield batch.slice(begin, _ROWS)


def _without_left(batch: pa.RecordBatch, left: tuple[list[Numbers], list[Numbers]]) -> pa.RecordBatch:
    """The lines but those of records without a partner, whose numbers go to `left`."""
    for side, kind in enumerate(("deleted", "inserted")):
        isLeft = pc.starts_with(batch.column(4), f'{{"kind":"{kind}"')
        left[side].append(batch.filter(isLeft).column(side).to_numpy())
        batch = batch.filter(pc.invert(isLeft))
    return batch


def _found(batch: pa.RecordBatch, places: list[Numbers], number: int | None) -> Iterator[pa.RecordBatch]:
    """What lines say, with places in place of the numbers of the share's records."""
    isPair = pc.starts_with(batch.column(4), "[")
    pairs, others = batch.filter(isPair), batch.filter(pc.invert(isPair))
    if pairs.num_rows:
        columns = {name: pa.nulls(pairs.num_rows, FOUND.field(name).type) for name in FOUND.names}
        columns |= dict(zip(("source", "target"), _places(pairs, places), strict=True))
        columns |= {"kind": pa.array([PAIR] * pairs.num_rows, pa.string()), "pass": pa.array([number] * pairs.num_rows, pa.int32())}
        section = pc.if_else(pc.is_valid(pairs.column(2)), pairs.column(3), pa.scalar(None, pa.string()))
        columns |= {"stay": pairs.column(2), "section": section, "key": pairs.column(4)}
        yield pa.RecordBatch.from_pydict(columns, schema=FOUND)
    if others.num_rows:
        changes = _Changes()
        lines = zip(*(column.to_pylist() for column in (*_places(others, places), others.column(2), others.column(4))), strict=True)
        rows = [{"source": old, "target": new, "stay": stay, "pass": number, **changes.row(text)} for old, new, stay, text in lines]
        yield pa.RecordBatch.from_pylist(rows, schema=FOUND)


def _places(batch: pa.RecordBatch, places: list[Numbers]) -> tuple[pa.Array, pa.Array]:
    source, target = (pa.array(places[side]).take(batch.column(side)) for side in (0, 1))
    return source, target


class _Changes:
    """Reads changes as `lunadiff` writes them. What is taken of a value is its text, so numbers are only passed over."""

    def __init__(self) -> None:
        self.decode = json.JSONDecoder(parse_float=str, parse_int=str, strict=False).raw_decode

    def members(self, text: str, start: int) -> Iterator[tuple[str, int, int, Any]]:
        """The members of an object by name, where their values begin and end, and what these are."""
        place = start + 1
        while text[place] != "}":
            name, place = self.decode(text, place)
            value, end = self.decode(text, place + 1)
            yield name, place + 1, end, value
            place = end + (text[end] == ",")

    def row(self, text: str) -> dict[str, Any]:
        raw, values = dict[str, str](), dict[str, Any]()
        for name, begin, end, value in self.members(text, 0):
            raw[name], values[name] = text[begin:end], value
        if "kind" not in raw:
            return {"kind": SHARE, "key": text}
        kind = values["kind"]
        row: dict[str, Any] = {name: raw.get(name) for name in ("key", "section", "fromSection", "record", "fields")}
        row |= {"kind": kind, "moved": kind == "moved" or raw.get("moved") == "true", "score": float(raw["score"]) if "score" in raw else None}
        if "record" in raw:
            row["new" if kind == "inserted" else "old"] = self.texts(raw["record"], 0, values["record"])
        if "fields" in raw:
            row |= self.differing(raw["fields"])
        return row

    def differing(self, fields: str) -> dict[str, Any]:
        row: dict[str, list[Any]] = {"columns": [], "old": [], "new": [], "paths": []}
        for column, start, _, values in self.members(fields, 0):
            row["columns"].append(column)
            for name, text in self.texts(fields, start, values):
                row[name].append((column, text))
        return {**row, "paths": row["paths"] or None}

    def texts(self, text: str, start: int, values: dict[str, Any]) -> list[tuple[str, str | None]]:
        """The texts of an object's members: what a string says, and of anything else how it is written; null has none."""
        if all(value is None or isinstance(value, str) for value in values.values()):
            return list(values.items())
        return [
            (name, value if value is None or isinstance(value, str) else text[begin:end]) for name, begin, end, value in self.members(text, start)
        ]


def plain(value: str) -> str | None:
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


def placed_error(error: ProgramError, work: Work, side: int, places: Numbers, texts: pa.Array | pa.ChunkedArray) -> ProgramError:
    """The error with its record in place of the record's number among those that were there."""
    message = str(error)
    name, other = (re.escape(work.name(one)) for one in (side, 1 - side))
    number = re.search(rf"{name} record (\d+)\b", message) or re.search(r"\brecord (\d+)\b", message)
    line = re.search(rf"{name}:(\d+)", message)
    index = int(number[1]) - 1 if number else int(line[1]) - 1 - work.sides[side].headerLines if line else None
    if index is None or not 0 <= index < len(places):
        return ProgramError(re.sub(name, work.names[side], message))
    message = re.sub(rf"{name} record \d+ \(line \d+\)|{name}:\d+|{name}", WHERE, message)
    # Numbers of others are those of this share, and say nothing to people.
    message = re.sub(rf"{other}( record \d+ \(line \d+\))?", work.names[1 - side], message)
    words = itertools.chain(["the record"], itertools.repeat("another one"))
    message = re.sub(r"\brecord \d+\b( \(line \d+\))?", lambda _: next(words), message)
    text = texts[index].as_py().rstrip()
    shown = "" if work.masks or text[:40] in message else f"\n  the record: {text[:300]}{'…' if len(text) > 300 else ''}"
    return PlacedError(message + shown, side, int(places[index]))
