"""How records of one identity come to one task: Spark's shuffle, and what need not be looked at behind it."""

from collections.abc import Mapping
from typing import Any

from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql import types as T

from lunadiff_spark.equal import Unequal
from lunadiff_spark.identify import Identify
from lunadiff_spark.tables import Records, are_plain, has_key, line_of, meeting_of
from lunadiff_spark.work import LEFT, NEW, Work

_MEETING = "meeting LONG, place LONG, text STRING"


def met_records(sides: tuple[Records, Records], work: Work, facts: Mapping[str, Any], count: int) -> DataFrame:
    """The records of both sides, those of one identity in one partition, in their order."""
    isFrames = not any(side.text.isFile for side in sides)
    isPlain = isFrames and "key" in facts and not work.namesSections
    meetings = meeting_of(sides[0].frame, sides[1].frame, facts["key"]) if isPlain else None
    if meetings is None:
        parts = [side.rows.mapInArrow(Identify(work, index), _MEETING) for index, side in enumerate(sides)]
        return _shuffled(parts, count, leavesOut=_leaves_out(sides, work, facts))
    key = facts["key"]
    # A row that the filter leaves out is not known here.
    leavesOut = _leaves_out(sides, work, facts) and not facts["filters"]
    isRaw = leavesOut and are_plain(sides[0].frame, sides[1].frame)
    parts = []
    for index, (side, meeting) in enumerate(zip(sides, meetings, strict=True)):
        place, text = side.given
        hasKey = [has_key(("old", "new")[index], side.frame, key).alias("hasKey")] if leavesOut else []
        values = ["*"] if isRaw else [text]
        parts.append(side.frame.select(meeting.alias("meeting"), (place + F.lit(NEW if index else 0)).alias("place"), *hasKey, *values))
    return _shuffled(parts, count, leavesOut, sides[0].frame.columns if isRaw else None)


def _leaves_out(sides: tuple[Records, Records], work: Work, facts: Mapping[str, Any]) -> bool:
    """Whether equal rows are of no interest but how many there are."""
    # Of JSON Lines only records say which columns there are.
    isKnown = not any(side.text.isFile and side.text.format == "jsonl" for side in sides)
    return bool(facts.get("equalBytes")) and isKnown and not work.withPairs and work.passes == 1 and not work.namesSections


def left_records(found: DataFrame, work: Work, number: int, count: int) -> DataFrame:
    """The records that a pass has left for the next one."""
    left = found.where(F.col("kind") == LEFT)
    places = [left.where(F.col(name).isNotNull()).select(F.col(name).alias("place"), F.col("record").alias("text")) for name in ("source", "target")]
    return _shuffled([rows.mapInArrow(Identify(work, side, number), _MEETING) for side, rows in enumerate(places)], count)


def _shuffled(parts: list[DataFrame], count: int, leavesOut: bool = False, raw: list[str] | None = None) -> DataFrame:
    """Records where they meet, sorted by their places.

    Args:
        parts: A side each: `meeting`, `place` and `text`.
        count: In how many shares.
        leavesOut: Whether rows that are equal on both sides are left out.
        raw: The columns that both sides have behind `hasKey`, in place of a text.
    """
    if not leavesOut:
        return parts[0].union(parts[1]).repartition(count, "meeting").select("place", "text").sortWithinPartitions("place")
    if "hasKey" not in parts[0].columns:  # What has no identity is an error where it is identified.
        parts = [part.select("meeting", "place", F.lit(True).alias("hasKey"), "text") for part in parts]
    names = ["text"] if raw is None else [f"value{number}" for number in range(len(raw))]
    met = parts[0].union(parts[1]).toDF("meeting", "place", "hasKey", *names).repartition(count, "meeting")
    values = [T.StructField(name, met.schema[name].dataType) for name in names]
    unequal = met.mapInArrow(Unequal(), T.StructType([T.StructField("place", T.LongType()), T.StructField("same", T.LongType()), *values]))
    text = F.col("text") if raw is None else line_of(*(F.col(name).alias(column) for name, column in zip(names, raw, strict=True)))
    said = F.concat(F.lit('\0{"same": '), F.col("same").cast("string"), F.lit("}\n"))
    return unequal.select("place", F.when(F.col("same").isNull(), text).otherwise(said).alias("text")).sortWithinPartitions("place")
