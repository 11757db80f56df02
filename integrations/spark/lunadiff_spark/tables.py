"""Tables as records on their way: a text each, and a place in the order of the table."""

import functools
import json
import os
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql import types as T

from lunadiff_spark.program import ProgramError
from lunadiff_spark.work import FILE_BITS, SideText

Table = DataFrame | str | os.PathLike[str]
"""A DataFrame, or the place of CSV or JSON Lines that Spark reads in splits."""

_SPELLING = {
    # A column that is null is there all the same.
    "ignoreNullFields": "false",
    # Times do not depend on where a session thinks that it is.
    "timeZone": "UTC",
    "timestampFormat": "yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX",
    "timestampNTZFormat": "yyyy-MM-dd'T'HH:mm:ss.SSSSSS",
}
_FORMATS = {"csv": "csv", "tsv": "tsv", "jsonl": "jsonl", "ndjson": "jsonl", "json": "jsonl"}
_COMPRESSED = re.compile(r"\.(gz|bz2|zst|lz4|snappy|deflate)$", re.IGNORECASE)


_SHOWN = 100
_WHOLE = (T.ByteType, T.ShortType, T.IntegerType, T.LongType)
_EXACT = (T.BooleanType, T.DateType, T.TimestampType, T.TimestampNTZType, T.DecimalType, T.BinaryType)
_PLAIN = (*_WHOLE, *_EXACT, T.FloatType, T.DoubleType)


@dataclass(frozen=True)
class Records:
    """A table as Spark hands it out."""

    frame: DataFrame
    given: tuple[Column, ...]
    """Of each record of a DataFrame its place and its text; of files a line, the file's number, and where its split begins."""
    text: SideText
    name: str
    files: tuple[tuple[int, int, str], ...] = ()

    @property
    def rows(self) -> DataFrame:
        return self.frame.select(*self.given)

    def beginning(self) -> bytes:
        """The texts of some rows, which Spark is asked for."""
        return "".join(row.text for row in self.rows.limit(_SHOWN).collect()).encode() or self.text.sample

    @property
    def size(self) -> int | None:
        """How many bytes Spark thinks there are; `None` where it does not know."""
        size = int(str(self.frame._jdf.queryExecution().optimizedPlan().stats().sizeInBytes()))
        return size if size < 1 << 60 else None


def records_of(spark: SparkSession, table: Table, side: str, order: bool | str) -> Records:
    """A table as records; `order` names the column that says their order, if that is not how they come.

    Raises:
        ProgramError: where it cannot be read in splits, and what reads it.
    """
    if isinstance(table, DataFrame):
        return _of_frame(table, side, order)
    return _of_files(spark, os.fspath(table), side)


def _of_frame(frame: DataFrame, side: str, order: bool | str) -> Records:
    place = F.monotonically_increasing_id() if isinstance(order, bool) else _place_of(frame, order, side)
    sample = json.dumps({field.name: _sample(field.dataType) for field in frame.schema}, ensure_ascii=False)
    text = SideText("jsonl", (f"--{side}-format", "jsonl"), b"", sample.encode() + b"\n", isFile=False)
    return Records(frame, (place.alias("place"), line_of("*").alias("text")), text, side)


def line_of(*columns: str | Column) -> Column:
    """The text that is compared of a row's columns."""
    return F.concat(F.to_json(F.struct(*columns), _SPELLING), F.lit("\n"))


def _place_of(frame: DataFrame, name: str, side: str) -> Column:
    if name not in frame.columns:
        raise ProgramError(f"{side} has no column '{name}' that could say its order; there are: {', '.join(frame.columns)}")
    kind, column = frame.schema[name].dataType, F.col(f"`{name}`")
    if isinstance(kind, T.DateType):
        column = F.unix_date(column)
    elif isinstance(kind, T.TimestampType):
        column = F.unix_micros(column)
    elif not isinstance(kind, _WHOLE):
        raise ProgramError(f"{side}: the order is said by whole numbers, dates or times, and '{name}' is {kind.simpleString()}; sort by it, and say order=True")
    # Half of the room for places is below zero.
    return F.coalesce(column.cast("long"), F.lit(-(1 << 60))) + F.lit(1 << 61)


def _sample(kind: T.DataType) -> Any:
    """A value of a type that has all of its members."""
    if isinstance(kind, T.StructType):
        return {field.name: _sample(field.dataType) for field in kind}
    if isinstance(kind, T.ArrayType):
        return [_sample(kind.elementType)]
    if isinstance(kind, T.MapType):
        return {}
    return "" if isinstance(kind, T.StringType) else None


def _of_files(spark: SparkSession, place: str, side: str) -> Records:
    rows = spark.read.option("lineSep", "\n").text(place)
    if rows.columns != ["value"]:
        raise ProgramError(f"{place}: its folders are columns, {', '.join(rows.columns[1:])}; give a DataFrame: spark.read.csv('{place}', header=True)")
    paths = sorted(rows.inputFiles())
    if not paths:
        raise ProgramError(f"{place}: there is no file")
    formats = {_FORMATS.get(_COMPRESSED.sub("", path).rpartition(".")[2].lower(), "") for path in paths}
    if len(formats) != 1 or "" in formats:
        kind = paths[0].rpartition(".")[2]
        raise ProgramError(f"{place}: this is neither CSV nor JSON Lines; give a DataFrame: spark.read.format('{kind}').load('{place}')")
    (format,) = formats
    beginning = [row.value for row in spark.read.option("lineSep", "\n").text(shown(paths[0])).limit(_SHOWN).collect()]
    if beginning:
        beginning[0] = beginning[0].removeprefix("\ufeff")
    header = b""
    if format == "jsonl":
        _check_lines(place, beginning)
    elif beginning:
        header = beginning[0].rstrip("\r").encode() + b"\n"
    # Files in the order of their paths, each with so much room that places in it do not reach the next one. Of an address
    # without a host Spark's metadata have one slash.
    spelled = [(spelling, index, path) for index, path in enumerate(paths) for spelling in (path, re.sub("^([a-z0-9]+:)/+", r"\1/", path))]
    numbers = spark.createDataFrame(spelled, "spelling STRING, index LONG, path STRING").select(F.xxhash64("spelling"), "index", "path")
    files = tuple((number, index << FILE_BITS, shown(path)) for number, index, path in numbers.collect())
    text = SideText(format, (f"--{side}-format", format), header, "".join(line + "\n" for line in beginning).encode(), isFile=True)
    split = F.concat("value", F.lit("\n")).alias("text"), F.xxhash64("_metadata.file_path").alias("file"), F.col("_metadata.file_block_start").alias("start")
    return Records(rows, split, text, place, files)


def shown(path: str) -> str:
    """The address of a file as people write it."""
    return unquote(re.sub("^file:/+", "/", path))


def _check_lines(place: str, beginning: list[str]) -> None:
    first = next((line for line in beginning if line.strip()), "{}")
    try:
        whole = isinstance(json.loads(first), dict)
    except ValueError:
        whole = not first.strip() in ("{", "[") and first.strip()[:1] == "{"
    if not whole:
        raise ProgramError(f"{place}: this is no JSON Lines, an object a line; give a DataFrame: spark.read.json('{place}', multiLine=True)")


def meeting_of(old: DataFrame, new: DataFrame, key: dict[str, list[str]]) -> tuple[Column, Column] | None:
    """What Spark itself makes of the columns of a key so that equal ones meet; `None` where only `lunadiff` knows what is equal."""
    made: tuple[list[Column], list[Column]] = ([], [])
    for old_name, new_name in zip(key["old"], key["new"], strict=True):
        kinds = old.schema[old_name].dataType, new.schema[new_name].dataType
        cast = _comparable(*kinds)
        if cast is None:
            return None
        for columns, name in zip(made, (old_name, new_name), strict=True):
            columns.append(F.col(f"`{name}`").cast(cast))
    return F.xxhash64(*made[0]), F.xxhash64(*made[1])


def has_key(side: str, frame: DataFrame, key: dict[str, list[str]]) -> Column:
    """Whether each part of a row's key has a value."""
    parts = [F.col(f"`{name}`") for name in key[side]]
    return functools.reduce(Column.__and__, (part.isNotNull() & (part.cast("string") != "") for part in parts))


def are_plain(old: DataFrame, new: DataFrame) -> bool:
    """Whether both sides have the same columns, whose values are equal where their texts are."""
    kinds = [field.dataType for field in old.schema]
    isSame = old.columns == new.columns and kinds == [field.dataType for field in new.schema]
    return isSame and all(isinstance(kind, _PLAIN) or kind == T.StringType() for kind in kinds)


def _comparable(old: T.DataType, new: T.DataType) -> T.DataType | None:
    if isinstance(old, _WHOLE) and isinstance(new, _WHOLE):
        return T.LongType()
    if old == new and (isinstance(old, _EXACT) or old == T.StringType()):
        return old
    return None
