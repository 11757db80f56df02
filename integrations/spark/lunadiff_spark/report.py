"""Reports that the driver writes, of a bounded part of the changes."""

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from py4j.protocol import Py4JJavaError  # type: ignore[import-untyped]
from pyspark.sql import functions as F

from lunadiff_spark.program import Program, ProgramError
from lunadiff_spark.rules import is_address

if TYPE_CHECKING:
    from pyspark.sql import Row

    from lunadiff_spark.result import Comparison


def write(result: "Comparison", place: str, limit: int, program: Program) -> None:
    """Writes a report of the first changes, in the order of the tables, here or in a file system of Spark's.

    JSON has the counts of the whole comparison.
    """
    if not is_address(place):
        return _write(result, Path(place), limit, program)
    with tempfile.TemporaryDirectory(prefix="lunadiff-") as folder:
        path = Path(folder) / place.rstrip("/").rpartition("/")[2]
        _write(result, path, limit, program)
        spark = result.changes.sparkSession
        address = spark._jvm.org.apache.hadoop.fs.Path  # type: ignore[union-attr]
        try:
            to = address(place)
            to.getFileSystem(spark._jsc.hadoopConfiguration()).copyFromLocalFile(False, True, address(f"file://{path}"), to)
        except Py4JJavaError as error:
            raise ProgramError(f"{place}: {error.java_exception.getMessage()}") from None


def _write(result: "Comparison", path: Path, limit: int, program: Program) -> None:
    places = F.col("target").asc_nulls_first(), F.col("source"), F.col("key")
    changes = result.changes.orderBy(*places).limit(limit).collect()
    if path.suffix == ".json":
        path.write_text(_json(result, changes), encoding="utf-8")
        return
    total = sum(result.summary[kind] for kind in ("deleted", "inserted", "updated"))
    part = "" if total <= len(changes) else f" ({len(changes):,} of {total:,} changes)"
    with tempfile.TemporaryDirectory(prefix="lunadiff-") as folder:
        names = [f"{name.rstrip('/').rpartition('/')[2]}{part}.jsonl" for name in result.names]
        if names[0] == names[1]:
            names = [f"{side} {name}" for side, name in zip(("old", "new"), names, strict=True)]
        for side, name in enumerate(names):
            lines = [line for change in changes if (line := _record(change, side)) is not None]
            (Path(folder) / name).write_text("".join(lines), encoding="utf-8")
        command = [*names, "--key", "key", "--ignore-order", "--no-findings", "--output", str(path.absolute())]
        program.run(*command, directory=folder, statuses=(0, 1))


def _record(change: "Row", side: int) -> str | None:
    """What is known of a changed record of a side: its key and what differs."""
    name = ("old", "new")[side]
    if change.kind == ("inserted", "deleted")[side]:
        return None
    if change.record is not None:
        return f'{{"key":{change.key},{change.record[1:]}\n'
    members = {"key": json.loads(change.key)}
    return json.dumps(members)[:-1] + "".join(f",{json.dumps(column)}:{json.dumps((change[name] or {}).get(column))}" for column in change.columns or []) + "}\n"


def _json(result: "Comparison", changes: list["Row"]) -> str:
    """The result as `lunadiff --format json` writes it, value by value as the changes have them."""
    sides = [
        f'"{side}":' + json.dumps({"path": name, "records": records})
        for side, name, records in zip(("source", "target"), result.names, result.records, strict=True)
    ]
    summary = {**result.summary, **({"sections": result.sections["summary"]} if result.sections else {}), **({"passes": result.passes} if result.passes else {})}
    about = {
        "columns": result.columns, "sections": {name: names for name, names in (result.sections or {}).items() if name != "summary"},
        "limits": result.limits, "counting": result.counting, "summary": summary,
    }  # fmt: skip
    known = [f'"{name}":{json.dumps(value, default=float)},' for name, value in about.items() if value or name == "summary"]
    lines = ["{", '"lunadiff":1,', *(f"{side}," for side in sides), *known, '"changes":[']
    return "\n".join([*lines, ",\n".join(map(_change, changes)), "]", "}"]) + "\n"


def _change(change: "Row") -> str:
    members = [f'"kind":"{change.kind}"', f'"key":{change.key}']
    members += [f'"{name}":{change[name]}' for name in ("section", "fromSection", "source", "target", "pass", "score") if change[name] is not None]
    if change.kind == "updated":
        members.append(f'"moved":{json.dumps(change.moved)}')
    members += [f'"{name}":{change[name]}' for name in ("record", "fields") if change[name] is not None]
    return "{" + ",".join(members) + "}"
