"""Compares two tables under rules: files, lists of dicts, and frames of pandas, polars and pyarrow.

    import lunadiff

    result = lunadiff.compare(old, new, key="id", ignore=["seen"], tolerance={"price": 0.01})
    result.same, result.summary.updated
    for change in result.changes:
        print(change.kind, change.key, change.fields)

The work is done by the program `lunadiff`, which this package holds. docs/python.md of LunaDiff says more.
"""

from lunadiff._api import (
    BatchResult, Learned, LearnedRule, Merged, Pair, Probe, ProbedKey, Text, batch, compare, learn, merge, patch, probe,
    version,
)  # fmt: skip
from lunadiff._advice import Finding
from lunadiff._changes import Change, Changes, Field, PathChange
from lunadiff._errors import LunaDiffError
from lunadiff._options import BatchOptions, CompareOptions, MergeOptions, PairOptions, PatchOptions, ProbeOptions
from lunadiff._program import find_lunadiff
from lunadiff._result import Explanation, Result, Stage, Summary
from lunadiff._sources import Table
from lunadiff._testing import assert_same
from lunadiff._values import ABSENT, Absent

__all__ = [
    "ABSENT", "Absent", "BatchOptions", "BatchResult", "Change", "Changes", "CompareOptions", "Explanation", "Field", "Finding", "Learned",
    "LearnedRule", "LunaDiffError", "MergeOptions", "Merged", "Pair", "PairOptions", "PatchOptions", "PathChange", "Probe", "ProbeOptions",
    "ProbedKey", "Result", "Stage", "Summary", "Table", "Text",
    "assert_same", "batch", "compare", "find_lunadiff", "learn", "merge", "patch", "probe", "version",
]  # fmt: skip
