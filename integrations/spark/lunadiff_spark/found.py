"""What executors have found, put together: counts, moves, errors, and the changes as rows."""

import json
import tempfile
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F

from lunadiff_spark.counts import (
    check_limits,
    counting,
    ignored_columns,
    limits_of,
    statistics_of,
)
from lunadiff_spark.moves import moved_targets
from lunadiff_spark.program import ProgramError
from lunadiff_spark.result import Comparison, let_go
from lunadiff_spark.share import plain
from lunadiff_spark.work import COUNT, ERROR, FILE_BITS, LEFT, PAIR, SHARE, WHERE, Work


@dataclass(frozen=True)
class Found:
    """What executors have found, as Spark holds it."""

    spark: SparkSession
    rows: DataFrame
    held: list[DataFrame]
    work: Work
    most_displaced: int

    def result(self, out: str | None) -> Comparison:
        said = self.rows.where(F.col("kind").isin(SHARE, COUNT, ERROR)).select("kind", "key", "pass").collect()
        counts, errors = ([json.loads(row.key) for row in said if row.kind == kind] for kind in (COUNT, ERROR))
        splits = _Splits([count for count in counts if "start" in count])
        if errors:
            first = min(errors, key=lambda error: (error.get("side", 2), error.get("place", 0)))
            raise ProgramError(first["message"].replace(WHERE, self._where(splits, first)))
        shares = [(row["pass"] or 1, json.loads(row.key, parse_float=Decimal)) for row in said if row.kind == SHARE]
        # What the others say of records without a partner is said of those that a later pass looks at.
        heads = [head for number, head in shares if number == 1]
        last = [head for number, head in shares if number == self.work.passes]
        columns = _columns([head for _, head in shares])
        self._check_names(columns)
        moved: list[int] | None = None
        if self.work.withPairs:
            pairs = self.rows.where(f"source IS NOT NULL AND target IS NOT NULL AND kind != '{LEFT}' AND NOT coalesce(moved, false)")
            count = sum(head["summary"][kind] for _, head in shares for kind in ("updated", "unchanged"))
            moved = moved_targets(pairs.select(F.coalesce("stay", F.lit(0)).alias("section"), "source", "target"), count, self.most_displaced)
        changes = self._changes(moved, splits)
        if out is not None:
            changes.write.parquet(out)
            let_go(self.held)
            changes = self.spark.read.parquet(out)
        summary = {kind: sum(head["summary"][kind] for head in last) for kind in ("deleted", "inserted")}
        summary |= {kind: sum(head["summary"][kind] for _, head in shares) for kind in ("updated", "moved", "unchanged")}
        same = sum(count.get("same", 0) for count in counts)
        summary["unchanged"] += same
        movedWithin: dict[str, int] = {}
        if moved:
            within = changes.where("moved AND fromSection IS NULL")
            movedWithin = {plain(row.section or '""') or "": row.records for row in within.groupBy("section").agg(F.count("*").alias("records")).collect()}
            summary["moved"] += len(moved)
            summary["unchanged"] -= within.where("kind = 'moved'").count()
        records = [same + sum(head[side].get("compared", head[side]["records"]) for head in heads) for side in ("source", "target")]
        duplicates = [sum(head.get("duplicates", {}).get(side, {}).get("keys", 0) for head in heads) for side in ("source", "target")]
        # Where Spark itself makes the keys, shares have the records that the filter leaves out, too.
        read = sum(count["read"] for count in counts if "read" in count and count["side"] == 0) or same + sum(head["source"]["records"] for head in heads)
        names = sorted({name for some in columns.values() for name in some})
        ignored = ignored_columns([head for _, head in shares])
        differs = any(name not in ignored for kind in ("deleted", "inserted") for name in columns[kind])
        limits = limits_of(shares, self.work.passes, read, movedWithin)
        check_limits(limits, names)
        sections = self._sections(heads)
        isSame = not differs and not any(count for counts in (summary, (sections or {}).get("summary", {})) for kind, count in counts.items() if kind != "unchanged")
        return Comparison(
            changes, summary, (records[0], records[1]), (duplicates[0], duplicates[1]), self.work.names, columns, sections, self._passes(shares),
            [limit for limit in limits if limit.pop("given")], counting(heads, limits, differs), statistics_of([head for _, head in shares], columns["common"]),
            isSame, self.held, self.work.masks,
        )  # fmt: skip

    def _sections(self, heads: list[dict[str, Any]]) -> dict[str, Any] | None:
        """What became of the sections, which every share knows all of."""
        if not self.work.namesSections or not heads:
            return None
        return {**heads[0].get("sections", {}), "summary": heads[0]["summary"]["sections"]}

    def _passes(self, shares: list[tuple[int, dict[str, Any]]]) -> list[Mapping[str, Any]]:
        if self.work.passes == 1 or not shares:
            return []
        each = [head["summary"]["passes"] for _, head in shares]
        return [{"by": some[0]["by"], "paired": sum(one["paired"] for one in some)} for some in zip(*each, strict=True)]

    def _check_names(self, columns: Mapping[str, list[str]]) -> None:
        """Refuses names in rules that no record has had, where only the records say which columns there are."""
        sides = self.work.sides
        if not any(side.isFile and side.format == "jsonl" for side in sides) or not any(columns.values()):
            return
        with tempfile.TemporaryDirectory(prefix="lunadiff-") as folder:
            for index, own in enumerate(("deleted", "inserted")):
                names = dict.fromkeys([*columns["common"], *columns[own]])
                (Path(folder) / f"{index}.jsonl").write_text(json.dumps(names) + "\n")
            self.work.rules.unpack(folder)
            said = self.work.program.run("spark", "rules", "0.jsonl", "1.jsonl", "--sample", *self.work.rules.flags, directory=folder)
        for name in json.loads(said)["missing"]:
            raise ProgramError(f"unknown column '{name}': no record has it\n  columns: {', '.join(sorted({name for some in columns.values() for name in some}))}")

    def _where(self, splits: "_Splits", error: Mapping[str, Any]) -> str:
        """How people find the record of an error."""
        if "place" not in error:
            return ""
        side, place = error["side"], error["place"]
        name = self.work.names[side]
        if self.work.sides[side].isFile:
            return f"{self.work.path(side, place)}, record {splits.number(side, place) + 1}"
        return f"{name}, row {(place & (1 << 33) - 1) + 1} of partition {place >> 33}" if place < 1 << 61 else name

    def _changes(self, moved: list[int] | None, splits: "_Splits") -> DataFrame:
        rows = self.rows.where(~F.col("kind").isin(LEFT, SHARE, COUNT, ERROR))
        isMoved: Column = F.coalesce("moved", F.lit(False))
        if moved is not None:
            targets = self.spark.createDataFrame(pa.table({"movedTarget": pa.array(sorted(set(moved)), pa.int64())}))
            rows = rows.join(targets, rows.target == targets.movedTarget, "left")
            isMoved = isMoved | F.col("movedTarget").isNotNull()
            rows = rows.where((F.col("kind") != PAIR) | isMoved)
        kind = F.when(F.col("kind") == PAIR, "moved").otherwise(F.col("kind"))
        isPair = F.col("source").isNotNull() & F.col("target").isNotNull()
        made = rows.select(
            kind.alias("kind"), "key", "source", "target", F.when(isPair, isMoved).alias("moved"), "section", "fromSection",
            F.when(isPair, F.col("pass")).alias("pass"), "score", "columns", "old", "new", "paths", "record", "fields",
        )  # fmt: skip
        return splits.numbered(made)


class _Splits:
    """How many records each split of the files has, so that places become numbers of records."""

    def __init__(self, counts: list[dict[str, int]]) -> None:
        self.starts: tuple[list[int], list[int]] = ([], [])
        self.firsts: tuple[list[int], list[int]] = ([], [])
        for side in (0, 1):
            number = 0
            for split in sorted((count for count in counts if count["side"] == side), key=lambda count: count["start"]):
                self.starts[side].append(split["start"])
                self.firsts[side].append(number)
                number += split["count"]

    def number(self, side: int, place: int) -> int:
        """The number of a record in its file."""
        split = bisect_right(self.starts[side], place) - 1
        first = bisect_right(self.starts[side], (place >> FILE_BITS << FILE_BITS) - 1)
        return self.firsts[side][split] - self.firsts[side][first] + place - self.starts[side][split]

    def numbered(self, changes: DataFrame) -> DataFrame:
        """The changes with numbers of records in place of places, where these are those of files."""
        if not self.starts[0] and not self.starts[1]:
            return changes
        starts, firsts = self.starts, self.firsts
        schema = changes.schema

        def numbered(batches: Any) -> Any:
            import numpy as np
            import pyarrow as arrow

            for batch in batches:
                for side, name in enumerate(("source", "target")):
                    index = batch.schema.get_field_index(name)
                    places = batch.column(index)
                    known = places.fill_null(0).to_numpy()
                    split = np.maximum(np.searchsorted(np.array(starts[side] or [0]), known, side="right") - 1, 0)
                    numbers = np.array(firsts[side] or [0])[split] + known - np.array(starts[side] or [0])[split]
                    made = arrow.array(numbers, mask=places.is_null().to_numpy(zero_copy_only=False))
                    batch = batch.set_column(index, name, made)
                yield batch

        return changes.mapInArrow(numbered, schema)


def _columns(heads: list[dict[str, Any]]) -> dict[str, list[str]]:
    """Which columns both sides have, where a share may have seen no record of one."""
    known: tuple[dict[str, None], dict[str, None]] = ({}, {})
    for head in heads:
        for side, own in enumerate(("deleted", "inserted")):
            for name in (*head["columns"]["common"], *head["columns"][own]):
                known[side].setdefault(name)
    return {
        "common": [name for name in known[1] if name in known[0]],
        "deleted": [name for name in known[0] if name not in known[1]],
        "inserted": [name for name in known[1] if name not in known[0]],
    }
