"""The second step of executors: to compare the records that have met."""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

from lunadiff_spark.program import ProgramError
from lunadiff_spark.work import (
    COUNT,
    ERROR,
    FOUND,
    LEFT,
    NEW,
    PAIR,
    SHARE,
    Numbers,
    Work,
    bytes_of,
    columns_of,
    described,
    placed_error,
)

_ROWS = 10_000


class Compare:
    """Compares the records that have met in a partition; those of the old side come first, each side in its order."""

    def __init__(self, work: Work, number: int = 1) -> None:
        self.work, self.number = work, number

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        try:
            with self.work.folder() as folder:
                yield from self._compared(batches, folder)
        except ProgramError as error:
            yield _said(ERROR, described(error))

    def _compared(self, batches: Iterator[pa.RecordBatch], folder: str) -> Iterator[pa.RecordBatch]:
        work = self.work
        places: tuple[list[Numbers], list[Numbers]] = ([], [])
        with contextlib.ExitStack() as stack:
            files = [stack.enter_context(open(Path(folder) / work.name(side), "wb")) for side in (0, 1)]
            for side in (0, 1):
                files[side].write(work.sides[side].header)
            for batch in batches:
                some, texts = columns_of(batch)
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
                        files[side].write(bytes_of(texts.slice(begin, end - begin)))
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
        command = ["spark", "compare", work.name(0), work.name(1), "--memory", work.memory, "--temp", ".", "--pass", str(self.number)]
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
    """The lines that `lunadiff spark compare` has written."""
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
