"""What the tests share: a session, `lunadiff` itself, and two tables that differ in every way."""

import json
import os
import random
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame, SparkSession

from lunadiff_spark import Comparison
from lunadiff_spark.tables import records_of

PROGRAM = os.environ["LUNADIFF"]
SEED = int(os.environ.get("TEST_SEED", "6"))
Row = tuple[int, str, str | None, float, list[str]]


@contextmanager
def session(master: str, **settings: str) -> Iterator[SparkSession]:
    """A session that tells of trouble alone."""
    quiet = {"spark_ui_enabled": "false", "spark_ui_showConsoleProgress": "false", "spark_log_level": "OFF"}
    # A few rows are sooner looked at than compiled for.
    quick = {"spark_sql_codegen_wholeStage": "false", "spark_sql_codegen_factoryMode": "NO_CODEGEN"}
    quick |= {"spark_driver_extraJavaOptions": "-XX:TieredStopAtLevel=1"}
    builder = SparkSession.builder.master(master)
    for name, value in {**quiet, **quick, **settings}.items():
        builder = builder.config(name.replace("_", "."), value)
    spark = builder.getOrCreate()
    try:
        yield spark
    finally:
        spark.stop()


def tables(count: int) -> tuple[list[Row], list[Row]]:
    """Records of which some are deleted, inserted, updated, moved, or there twice."""
    generator = random.Random(SEED)
    old: list[Row] = [
        (number - (number % 97 == 0), f"town{number % 23}", None if number % 11 == 0 else "ünï \"q\"\n", number / 8, ["a", str(number % 5)])
        for number in range(1, count + 1)
    ]
    new: list[Row] = []
    for number, town, note, price, tags in old:
        chance = generator.random()
        if chance < 0.02:
            continue
        if chance > 0.98:
            new.append((number + count, town, note, price, tags))
        new.append((number, town, note, price + 1 if chance > 0.94 else price, tags[::-1] if 0.9 < chance < 0.92 else tags))
    for place in generator.sample(range(len(new)), count // 20):
        new[place], new[0] = new[0], new[place]
    return old, new


def write_csv(path: Path, rows: Iterable[Row]) -> None:
    lines = [f"{row[0]},{row[1]},{row[3]}\n" for row in rows]
    path.write_text("id,town,price\n" + "".join(lines))


def write_jsonl(path: Path, rows: Iterable[Row]) -> None:
    names = ["id", "town", "note", "price", "tags"]
    path.write_text("".join(json.dumps(dict(zip(names, row, strict=True))) + "\n" for row in rows))


def lunadiff(*arguments: str | Path, directory: Path) -> Any:
    """The result of one process of `lunadiff`, by `--format json`."""
    command: Sequence[str] = [PROGRAM, *map(str, arguments), "--format", "json", "--no-findings"]
    ended = subprocess.run(command, cwd=directory, capture_output=True, check=False)
    assert ended.returncode in (0, 1), ended.stderr.decode()
    return json.loads(ended.stdout, parse_float=str)


def write_frame(path: Path, frame: DataFrame) -> None:
    """Writes the rows of a DataFrame in their order, as the lines that are compared."""
    rows = records_of(frame.sparkSession, frame, path.stem, True).rows.collect()
    path.write_text("".join(row.text for row in sorted(rows, key=lambda row: row.place)))


def changes_of(result: Comparison, withPlaces: bool) -> list[str]:
    """The changes as one process writes them, in an order that does not depend on theirs."""
    changes = []
    for row in result.changes.collect():
        change = {"kind": row.kind, "key": json.loads(row.key, parse_float=str)}
        if withPlaces:
            change |= {side: row[side] for side in ("source", "target") if row[side] is not None}
        if row.kind == "updated":
            change["moved"] = row.moved
        change |= {name: row[name] for name in ("pass",) if row[name] is not None}
        change |= {"score": str(row.score)} if row.score is not None else {}
        change |= {name: json.loads(row[name], parse_float=str) for name in ("section", "fromSection", "record", "fields") if row[name] is not None}
        changes.append(json.dumps(change, sort_keys=True))
    return sorted(changes)


def summary_of(result: Comparison) -> dict[str, Any]:
    """The counts as one process writes them."""
    sections = {"sections": result.sections["summary"]} if result.sections else {}
    return {**result.summary, **sections, **({"passes": result.passes} if result.passes else {})}


def expected_changes(report: Any, withPlaces: bool) -> list[str]:
    left_out = {"line"} if withPlaces else {"line", "source", "target"}
    return sorted(json.dumps({name: value for name, value in change.items() if name not in left_out}, sort_keys=True) for change in report["changes"])
