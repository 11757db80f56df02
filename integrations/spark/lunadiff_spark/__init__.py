"""Compares tables with LunaDiff on an Apache Spark cluster: docs/spark.md of LunaDiff says how."""

from lunadiff_spark.comparison import Comparison, compare
from lunadiff_spark.program import ProgramError

__all__ = ["Comparison", "ProgramError", "compare"]
