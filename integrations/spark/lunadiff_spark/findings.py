"""What explains many updated records at once, of all of them: what can be counted by each executor and added up.

Sentences are those of `lunadiff`, of the values as they stand in the tables. What takes a look at unchanged records, or at some
records as a sample of all, is not found here.
"""

from typing import TYPE_CHECKING, Any

from pyspark.sql import functions as F

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, Row

_FEWEST = 5
_MOST = 7
_SHOWN = 80


def findings_of(changes: "DataFrame", isMasked: bool) -> list[dict[str, Any]]:
    """The findings, those that explain most records first.

    Args:
        changes: The changes of a comparison.
        isMasked: Whether rules hide some values, so that none are told.
    """
    updated = changes.where("kind = 'updated'")
    total = updated.count()
    if total < _FEWEST:
        return []
    cells = updated.select(F.size("columns").alias("differing"), F.explode("columns").alias("column"), "old", "new")
    cells = cells.select("differing", "column", *(F.col(side)[F.col("column")].alias(side) for side in ("old", "new")))
    found = [finding for row in _counted(cells).collect() for finding in _of_column(row, total, isMasked)]
    return sorted(found, key=lambda finding: (-finding["changes"], finding["columns"], finding["kind"]))[:_MOST]


def _counted(cells: "DataFrame") -> "DataFrame":
    """Of each column in how many records it differs, and how often in which way."""

    def isVoid(side: str) -> "Column":
        return F.coalesce(F.col(side) == "", F.lit(True))

    kinds = {"filled": isVoid("old") & ~isVoid("new"), "emptied": ~isVoid("old") & isVoid("new"), "alone": F.col("differing") == 1}
    counts = cells.groupBy("column").agg(F.count("*").alias("changed"), *(F.count_if(test).alias(kind) for kind, test in kinds.items()))
    each = cells.where(~isVoid("old") & ~isVoid("new")).groupBy("column", "old", "new").agg(F.count("*").alias("repeated"))
    # Of values that are as frequent the same ones in every run.
    most = each.groupBy("column").agg(F.max(F.struct("repeated", "old", "new")).alias("most"))
    return counts.join(most, "column", "left").select(counts["*"], "most.*")


def _of_column(row: "Row", total: int, isMasked: bool) -> list[dict[str, Any]]:
    values = f"of {_count(row.changed, 'changed value')}"
    ways = [
        (row.filled, "filled", f"{row.column}: {row.filled:,} {values} were empty before and are filled now"),
        (row.emptied, "emptied", f"{row.column}: {row.emptied:,} {values} were filled before and are empty now"),
    ]
    if row.repeated and not isMasked:
        ways.append((row.repeated, "repeated", f"{row.column}: {row.repeated:,} {values} {_became(row.old, row.new)}"))
    changes, kind, text = max(reversed(ways), key=lambda way: int(way[0]))
    found = [_finding(kind, text, changes, row.changed, row.column)] if _is_enough(changes, row.changed) else []
    if _is_enough(row.alone, total):
        text = f"{row.column} is all that differs in {row.alone:,} of {_count(total, 'updated record')}"
        found.append(_finding("column", text, row.alone, total, row.column))
    return found


def _became(old: str, new: str) -> str:
    if all(text.isprintable() and len(text) <= _SHOWN for text in (old, new)):
        return f"were {old} and are {new}"
    return "were one value and are one other"


def _finding(kind: str, text: str, changes: int, total: int, column: str) -> dict[str, Any]:
    return {"kind": kind, "text": text, "changes": changes, "of": total, "columns": [column]}


def _is_enough(changes: int, total: int) -> bool:
    return changes >= _FEWEST and 2 * changes >= total


def _count(number: int, name: str) -> str:
    return f"{number:,} {name}{'' if number == 1 else 's'}"
