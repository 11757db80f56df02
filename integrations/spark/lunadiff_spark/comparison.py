"""A comparison that Spark divides: each record is read once, by one task, and meets the others of its identity in Spark's shuffle."""

import dataclasses
import functools
import json
import os
import secrets
import tempfile
from pathlib import Path
from typing import Any

from py4j.protocol import Py4JJavaError  # type: ignore[import-untyped]
from pyspark import StorageLevel, cloudpickle
from pyspark.errors import AnalysisException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

import lunadiff_spark
from lunadiff_spark.found import Found
from lunadiff_spark.meeting import left_records, met_records
from lunadiff_spark.program import Program, ProgramError
from lunadiff_spark.result import Comparison, let_go
from lunadiff_spark.rules import GivenRules, read_rules, where_given, with_modules
from lunadiff_spark.share import Compare
from lunadiff_spark.tables import Records, Table, records_of
from lunadiff_spark.work import Rules, Work

_BUCKET = 128 << 20
_MOST_BUCKETS = 100_000
_MASK_KEY = "LUNADIFF_MASK_KEY"
_SAID = "side INT, place LONG, section STRING"
_TEXTS = "MAP<STRING, STRING>"
_FOUND = (
    "source LONG, target LONG, kind STRING, key STRING, pass INT, score DOUBLE, stay LONG, section STRING, fromSection STRING, moved BOOLEAN, "
    f"columns ARRAY<STRING>, old {_TEXTS}, new {_TEXTS}, paths {_TEXTS}, record STRING, fields STRING"
)


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
        return Found(session, functools.reduce(DataFrame.union, found), held, work, most_displaced).result(out)
    except BaseException:
        let_go(held)
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
            return program.run("spark", "rules", *names, *(["--sample"] if isSample else []), *read, *where_given(given), directory=folder)
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
