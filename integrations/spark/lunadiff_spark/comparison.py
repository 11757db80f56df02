"""A comparison that Spark divides: each record is read once, by one task, and meets the others of its identity in Spark's shuffle."""

import dataclasses
import functools
import json
import os
import secrets
import tempfile
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
from py4j.protocol import Py4JJavaError  # type: ignore[import-untyped]
from pyspark import StorageLevel, cloudpickle
from pyspark.errors import AnalysisException
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F

import lunadiff_spark
from lunadiff_spark import report
from lunadiff_spark.counts import check_limits, counting, ignored_columns, limits_of, statistics_of
from lunadiff_spark.findings import findings_of
from lunadiff_spark.meeting import left_records, met_records
from lunadiff_spark.moves import moved_targets
from lunadiff_spark.program import Program, ProgramError
from lunadiff_spark.rules import GivenRules, read_rules, where_given, with_modules
from lunadiff_spark.tables import Records, Table, records_of
from lunadiff_spark.worker import COUNT, ERROR, FILE_BITS, LEFT, PAIR, SHARE, WHERE, Compare, Rules, Work, plain

_BUCKET = 128 << 20
_MOST_BUCKETS = 100_000
_MASK_KEY = "LUNADIFF_MASK_KEY"
_SAID = "side INT, place LONG, section STRING"
_TEXTS = "MAP<STRING, STRING>"
_FOUND = (
    "source LONG, target LONG, kind STRING, key STRING, pass INT, score DOUBLE, stay LONG, section STRING, fromSection STRING, moved BOOLEAN, "
    f"columns ARRAY<STRING>, old {_TEXTS}, new {_TEXTS}, paths {_TEXTS}, record STRING, fields STRING"
)


@dataclass(frozen=True)
class Comparison:
    """What a comparison came to."""

    changes: DataFrame
    """The changes, one a row, in no order."""
    summary: Mapping[str, int]
    """How many records were `deleted`, `inserted`, `updated`, `moved` and `unchanged`."""
    records: tuple[int, int]
    """How many records of each side were compared."""
    duplicates: tuple[int, int]
    """How many keys of each side occur more than once."""
    names: tuple[str, str]
    """What the sides are called."""
    columns: Mapping[str, list[str]]
    """Which columns are `common`, `deleted` or `inserted`."""
    sections: Mapping[str, Any] | None
    """Where records name sections, which of these were `deleted`, `inserted` or `moved`, and a `summary` of how many."""
    passes: list[Mapping[str, Any]]
    """Where the identity has passes, how many records each has `paired`, and `by` what."""
    limits: list[Mapping[str, Any]]
    """How the limits stand of rules and flags: `seen`, `of`, and the `level`, which is `ok`, `warn` or `fail`."""
    counting: list[str]
    """In which ways the tables differ by more than is tolerated; nothing where they count as the same."""
    statistics: Mapping[str, Mapping[str, Any]]
    """How often each column changed, and how, where that was asked for."""
    same: bool
    """Whether the tables are the same under the rules, whatever is tolerated."""
    _held: list[DataFrame] = dataclasses.field(repr=False, default_factory=list)
    _isMasked: bool = dataclasses.field(repr=False, default=False)

    def column_counts(self) -> DataFrame:
        """In how many updated records each column changed: `column` and `records`, the most frequent first."""
        columns = self.changes.where("kind = 'updated'").select(F.explode("columns").alias("column"))
        return columns.groupBy("column").agg(F.count("*").alias("records")).orderBy(F.desc("records"), "column")

    def repeated(self, limit: int = 20) -> DataFrame:
        """Which change of a column occurs in several records: `column`, `old`, `new` and `records`, the most frequent first."""
        fields = self.changes.where("kind = 'updated'").select(F.explode("columns").alias("column"), "old", "new")
        values = fields.select("column", *(F.col(side)[F.col("column")].alias(side) for side in ("old", "new")))
        return values.groupBy("column", "old", "new").agg(F.count("*").alias("records")).where("records > 1").orderBy(F.desc("records"), "column", "old", "new").limit(limit)

    def findings(self) -> list[dict[str, Any]]:
        """What explains many updated records at once, counted in all of them: `kind`, `text`, `changes`, `of` and `columns`."""
        return findings_of(self.changes, self._isMasked)

    def report(self, path: str | os.PathLike[str], limit: int = 1000, program: str = "lunadiff") -> None:
        """Writes a report of some of the changes from the driver: JSON, or what else `lunadiff` writes by the path's ending, such as HTML.

        The path is one of the driver, or an address in any file system that Spark writes.
        """
        report.write(self, os.fspath(path), limit, Program(program))

    def unpersist(self) -> None:
        """Lets go of what Spark holds of the result; `changes` then are compared anew."""
        _let_go(self._held)


def _let_go(held: list[DataFrame]) -> None:
    for frame in held:
        frame.unpersist()
    held.clear()


def compare(
    old: Table,
    new: Table,
    rules: GivenRules = (),
    *,
    order: bool | str | None = None,
    out: str | None = None,
    statistics: bool = False,
    buckets: int | None = None,
    memory: str = "1G",
    most_displaced: int = 5_000_000,
    most_sections: int = 1_000_000,
    program: str = "lunadiff",
    spark: SparkSession | None = None,
) -> Comparison:
    """Compares two tables; executors do the work.

    Args:
        old: What there was: a DataFrame, or the place of CSV or JSON Lines in any file system that Spark reads.
        new: What there is now.
        rules: The place of a rules file, or flags of `lunadiff`: `["--key", "id"]`.
        order: Which order counts: `True` that in which the rows come, as after `orderBy`, or the name of a column of both DataFrames;
            `False` none. Without it files have their order, and DataFrames have none.
        out: Where the changes are written as Parquet; without it Spark holds them.
        statistics: Whether to say how often each column changed, and how.
        buckets: In how many shares records meet; without it some for each 128 MB.
        memory: What a share may take of memory; what does not fit goes to Spark's local folder.
        most_displaced: How many records in other places the driver looks at to find the least moves.
        most_sections: How many sections of each side the driver and each task hold.
        program: The path or the name of `lunadiff` on all machines.
        spark: The session; without it the active one.

    Raises:
        ProgramError: what is wrong with the rules or with a record, and which.
    """
    session = spark or SparkSession.getActiveSession() or SparkSession.builder.getOrCreate()
    isFiles = not isinstance(old, DataFrame) and not isinstance(new, DataFrame)
    wanted: bool | str = isFiles if order is None else order
    if buckets is not None and buckets < 1:
        raise ProgramError(f"records meet in one share or more, and not in {buckets}")
    if isinstance(wanted, str) and not (isinstance(old, DataFrame) and isinstance(new, DataFrame)):
        raise ProgramError(f"the order of files is theirs, and not that of a column ('{wanted}')")
    settings = {_MASK_KEY: os.environ.get(_MASK_KEY) or secrets.token_hex(16)}
    try:
        sides = records_of(session, old, "old", wanted), records_of(session, new, "new", wanted)
        given = read_rules(session, rules)
    except AnalysisException as error:
        raise ProgramError(str(error).splitlines()[0]) from None
    except Py4JJavaError as error:  # A file system that there is not, or that refuses.
        raise ProgramError(str(error.java_exception.getMessage())) from None
    work, facts = _planned(sides, given, Program(program, settings), memory)
    if facts["moves"] == "none":
        wanted = False
    elif order is not False and facts["moves"] != "minimal":
        raise ProgramError(f"moves are the least ones here, and the rules say {facts['moves']}; order=False compares without")
    work = dataclasses.replace(work, withPairs=wanted is not False, withStatistics=statistics)
    # So that executors need no copy of this package.
    cloudpickle.register_pickle_by_value(lunadiff_spark)  # type: ignore[no-untyped-call]
    held: list[DataFrame] = []
    try:
        count = buckets or _bucket_count(session, sides)
        met = met_records(sides, work, facts, count)
        if work.namesSections:
            # Each record is looked at once, and compared when all sections are known.
            held.append(met := met.persist(StorageLevel.DISK_ONLY))
            work = dataclasses.replace(work, sections=_sections(met, work, most_sections))
        found: list[DataFrame] = []
        for number in range(1, work.passes + 1):
            if number > 1:
                met = left_records(found[-1], work, number, count)
            found.append(met.mapInArrow(Compare(work, number), _FOUND).persist())
            held.append(found[-1])
        return _Found(session, functools.reduce(DataFrame.union, found), held, work, most_displaced).result(out)
    except BaseException:
        _let_go(held)
        raise


def _planned(sides: tuple[Records, Records], given: Rules, program: Program, memory: str) -> tuple[Work, dict[str, Any]]:
    """What executors have to know, and what is to be known of the rules."""
    texts = [side.text for side in sides]
    try:
        said = _rules_said(sides, given, program, [text.sample for text in texts])
    except ProgramError:
        # What is inside a text, only rows know.
        if not given.mention("json"):
            raise
        said = _rules_said(sides, given, program, [text.sample if text.isFile else side.beginning() for side, text in zip(sides, texts, strict=True)])
    facts = json.loads(said)
    for index, name in enumerate(("old", "new")):
        if name in facts["delimiters"]:
            flag = (f"--{name}-delimiter", facts["delimiters"][name])
            texts[index] = dataclasses.replace(texts[index], flags=texts[index].flags + flag)
    rules = with_modules(given, facts["files"])
    work = Work(
        program, rules, (texts[0], texts[1]), (sides[0].name, sides[1].name), secrets.token_hex(16), memory,
        withPairs=False, withStatistics=False, masks=facts["masks"], passes=facts["passes"], namesSections=facts["sections"],
        files=(sides[0].files, sides[1].files),
    )  # fmt: skip
    return work, facts


def _rules_said(sides: tuple[Records, Records], given: Rules, program: Program, samples: list[bytes]) -> bytes:
    """What `lunadiff` says of the rules and of records that are like those of each side."""
    texts = [side.text for side in sides]
    names = [f"{name}.{text.format}" for name, text in zip(("old", "new"), texts, strict=True)]
    isSample = any(text.format == "jsonl" and text.isFile for text in texts)
    read = [flag for text in texts for flag in text.flags]
    with tempfile.TemporaryDirectory(prefix="lunadiff-") as folder:
        for name, sample in zip(names, samples, strict=True):
            (Path(folder) / name).write_bytes(sample)
        given.unpack(folder)
        try:
            return program.run("shard", "rules", *names, *(["--sample"] if isSample else []), *read, *where_given(given), directory=folder)
        except ProgramError as error:
            message = str(error)
            for name, side in zip(names, sides, strict=True):
                message = message.replace(name, side.name)
            raise ProgramError(message) from None


def _sections(met: DataFrame, work: Work, most: int) -> str:
    """The sections of both sides in the order of the first records that name them, as `lunadiff` reads them."""
    said = met.where(F.col("text").startswith("\0")).select(F.from_json(F.expr("substring(text, 2)"), _SAID, {"mode": "FAILFAST"}).alias("said")).select("said.*")
    named = said.where("section IS NOT NULL").groupBy("side", "section").agg(F.min("place").alias("place"))
    rows = named.orderBy("side", "place").limit(2 * most + 1).collect()
    names = [[row.section for row in rows if row.side == side] for side in (0, 1)]
    if max(map(len, names)) > most:
        raise ProgramError(f"there are more than {most:,} sections; allow more by most_sections")
    return "{" + ",".join(f'"{side}":[{",".join(own)}]' for side, own in zip(("old", "new"), names, strict=True)) + "}"


def _bucket_count(spark: SparkSession, sides: tuple[Records, Records]) -> int:
    sizes = [side.size for side in sides]
    least = spark.sparkContext.defaultParallelism
    if any(size is None for size in sizes):
        return max(least, int(spark.conf.get("spark.sql.shuffle.partitions") or "200"))
    # Parquet and the like take several times as much as text.
    size = sum((size or 0) * (1 if side.text.isFile else 4) for size, side in zip(sizes, sides, strict=True))
    return min(max(least, -(-size // _BUCKET)), _MOST_BUCKETS)


@dataclass(frozen=True)
class _Found:
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
            _let_go(self.held)
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
            said = self.work.program.run("shard", "rules", "0.jsonl", "1.jsonl", "--sample", *self.work.rules.flags, directory=folder)
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
