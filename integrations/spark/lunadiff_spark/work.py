"""What executors have to know: the rules, how the records are written, and the rows that go between tasks.

Rows between the two steps are ordered by one number, which says the side and the place of a record. A text that begins with a zero
byte is no record: it counts those of a split, or says why they cannot be compared. An error is a row and not an exception, since
Spark would do again what cannot succeed.
"""

import contextlib
import itertools
import os
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

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

SIDES = ("old", "new")


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
        return f"{SIDES[side]}.{self.sides[side].format}"

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


def columns_of(batch: pa.RecordBatch) -> tuple[Numbers, pa.Array]:
    """The places and the texts of rows."""
    return batch.column(0).to_numpy(), batch.column(1).cast(pa.large_string())


def bytes_of(texts: pa.Array) -> memoryview:
    """The texts one behind the other, as they lie in memory."""
    _, offsets, content = texts.buffers()
    if content is None or len(texts) == 0:
        return memoryview(b"")
    ends = np.frombuffer(offsets, dtype=np.int64)[texts.offset : texts.offset + len(texts) + 1]
    return memoryview(content)[int(ends[0]) : int(ends[-1])]


WHERE = "\ufffc"
"""What stands in a message for how people find a record, which only the driver knows."""


class PlacedError(ProgramError):
    """An error that is about one record."""

    def __init__(self, message: str, side: int, place: int) -> None:
        super().__init__(message)
        self.side, self.place = side, place


def described(error: ProgramError) -> dict[str, Any]:
    """An error as rows say it."""
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
