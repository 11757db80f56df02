"""What a comparison on executors came to."""

import dataclasses
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from lunadiff_spark import report
from lunadiff_spark.findings import findings_of
from lunadiff_spark.program import Program


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

    def __bool__(self) -> bool:
        raise TypeError("a comparison is neither true nor false: same says whether the tables are the same")

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
        let_go(self._held)


def let_go(held: list[DataFrame]) -> None:
    """Has Spark hold the frames no more."""
    for frame in held:
        frame.unpersist()
    held.clear()
