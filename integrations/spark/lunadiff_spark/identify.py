"""The first step of executors: to say which records have to meet."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from lunadiff_spark.program import ProgramError
from lunadiff_spark.work import (
    MEETING,
    NEW,
    SIDES,
    Numbers,
    Work,
    bytes_of,
    columns_of,
    described,
    placed_error,
)

_PIECE = 128 << 20


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
                placed = self._placed(batches, counts) if self.isFile else (columns_of(batch) for batch in batches)
                for places, texts in _gathered(placed):
                    read += len(places)
                    yield from self._identified(places, texts, folder)
                    yield from self._sections(places, folder)
        except ProgramError as error:
            yield self._control(0, {"error": described(error)})
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
                file.write(bytes_of(chunk))
        (Path(folder) / work.name(1 - side)).write_bytes(work.sides[1 - side].sample)
        command = ["spark", "identify", work.name(0), work.name(1), "--side", SIDES[side], "--seed", work.seed, "--pass", str(self.number), *work.flags]
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
