"""Compares tables with LunaDiff on an Apache Spark cluster: docs/spark.md of LunaDiff says how."""

from lunadiff_spark.comparison import compare
from lunadiff_spark.program import ProgramError
from lunadiff_spark.result import Comparison

__all__ = ["Comparison", "ProgramError", "compare"]
