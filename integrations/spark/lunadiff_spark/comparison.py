"""A comparison whose pieces are tasks of Spark."""

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pyspark import cloudpickle
from pyspark.sql import DataFrame, SparkSession

from lunadiff_spark import program as worker
from lunadiff_spark.program import Program, Step
from lunadiff_spark.tables import Table, local_path, store

Rules = str | os.PathLike[str] | Sequence[str]
"""The path of a rules file, or flags of `lunadiff`."""

_CHANGES = (
    "kind STRING, key STRING, section STRING, fromSection STRING, "
    "source LONG, target LONG, moved BOOLEAN, record STRING, fields STRING"
)


@dataclass(frozen=True)
class Comparison:
    """What a comparison came to."""

    same: bool
    """Whether the tables are the same under the rules."""
    report: Path
    """The result as JSON, byte for byte that of one process of `lunadiff`."""
    changes: DataFrame
    """The changes, one a row; `key`, `record` and `fields` are JSON as it stands in the report."""


def compare(
    spark: SparkSession,
    old: Table,
    new: Table,
    rules: Rules,
    out: str | os.PathLike[str],
    *,
    shards: int | None = None,
    flags: Sequence[str] = (),
    program: str = "lunadiff",
) -> Comparison:
    """Compares two tables, in pieces that the executors work on.

    Args:
        spark: The session of a driver (not of Spark Connect).
        old: What there was: a path of what LunaDiff reads itself (a file, a directory, a pattern), or a DataFrame.
        new: What there is now.
        rules: The path of a rules file, or flags of `lunadiff`: `["--key", "id", "--ignore-order"]`. Paths in flags are absolute.
        out: A new directory, which is at the same path on all machines, as files and rules are.
        shards: How many pieces; as many as Spark runs at once, if it is not said.
        flags: Flags of the JSON report, such as `["--stages"]`.
        program: The path or the name of `lunadiff` on all machines.

    Raises:
        FileExistsError: where `out` is there.
        AddressError: where `out`, the rules or a table that is no DataFrame is an address, such as `s3a://bucket/x`.
        ProgramError: what `lunadiff` says where it fails on the driver; what fails on executors is an error of Spark's.
    """
    for place in (old, new, rules):
        if isinstance(place, str | os.PathLike):
            local_path(place)
    folder = Path(local_path(out))
    folder.mkdir(parents=True)
    try:
        return _Run(spark, folder, Program(program), shards).compare(old, new, rules, flags)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


@dataclass(frozen=True)
class _Run:
    spark: SparkSession
    folder: Path
    program: Program
    wanted_shards: int | None

    def compare(self, old: Table, new: Table, rules: Rules, flags: Sequence[str]) -> Comparison:
        shards = self.wanted_shards or self.spark.sparkContext.defaultParallelism
        plan = self._plan(old, new, rules, shards)
        for step in ("map", "reduce"):
            self._on_executors(step, plan, shards)
        report, lines = self.folder / "changes.json", self.folder / "changes.jsonl"
        status = self._finish(plan, report, *flags)
        self._finish(plan, lines)
        shutil.rmtree(plan)
        # The first line and the last one, the header and the summary, are no changes.
        changes = self.spark.read.schema(_CHANGES).json(f"file://{lines}").where("kind IS NOT NULL")
        return Comparison(same=status == 0, report=report, changes=changes)

    def _plan(self, old: Table, new: Table, rules: Rules, shards: int) -> Path:
        tables = [store(old, self.folder, "old"), store(new, self.folder, "new")]
        flags = ["--rules", local_path(rules)] if isinstance(rules, str | os.PathLike) else list(rules)
        plan = self.folder / "plan"
        self.program.run(
            *("shard", "plan", *(table.path for table in tables)),
            *(flag for table in tables for flag in table.flags),
            *(*flags, "--shards", str(shards), "--output", str(plan)),
            # Every step goes to the directory where the plan was made, so that has to be one that all machines have.
            directory=self.folder,
        )
        return plan

    def _on_executors(self, step: str, plan: Path, shards: int) -> None:
        """Runs a step for all pieces; whatever fails or is lost is run again by Spark, which each step can bear."""
        # So that executors need no copy of this package.
        cloudpickle.register_pickle_by_value(worker)  # type: ignore[no-untyped-call]
        context = self.spark.sparkContext
        threads = context.getConf().get("spark.task.cpus", "1")
        context.parallelize(range(1, shards + 1), shards).foreach(Step(self.program, step, plan, threads))

    def _finish(self, plan: Path, output: Path, *flags: str) -> int:
        return self.program.run("shard", "finish", str(plan), *flags, "--output", str(output), directory=self.folder)
