"""The command line of `compare.py`."""

import argparse
import sys
import traceback
from collections.abc import Sequence

from pyspark.errors import AnalysisException
from pyspark.sql import DataFrame, SparkSession

from lunadiff_spark.comparison import compare
from lunadiff_spark.program import ProgramError

_USAGE = "spark-submit compare.py OLD NEW [options] [-- FLAGS OF LUNADIFF]"


def main(arguments: Sequence[str]) -> int:
    """Compares as arguments say: 0 is the same, 1 different, 2 trouble."""
    split = list(arguments).index("--") if "--" in arguments else len(arguments)
    parser = _parser()
    options = parser.parse_args(arguments[:split])
    if options.option and options.read is None:
        parser.error("--option is for what --read has Spark read")
    spark = SparkSession.builder.appName("lunadiff").getOrCreate()
    try:
        old, new = (_table(spark, name, options) for name in (options.old, options.new))
        rules = [*(["--rules", options.rules] if options.rules else []), *arguments[split + 1 :]]
        result = compare(
            old, new, rules,
            order=options.order_by or (False if options.no_order else True if options.sorted else None),
            out=options.out, buckets=options.buckets, memory=options.memory, program=options.program, spark=spark,
        )  # fmt: skip
        if options.report:
            result.report(options.report, program=options.program)
        print(", ".join(f"{count:,} {kind}" for kind, count in result.summary.items()))
        for limit in result.limits:
            if limit["level"] != "ok":
                of = "".join(f" {limit[name]}" for name in ("column", "section") if name in limit)
                print(f"compare.py: {limit['level']}: {limit['kind']}{of}: {limit['seen']:,} of {limit['of']:,}", file=sys.stderr)
        return 1 if result.counting else 0
    except ProgramError as error:
        print(f"compare.py: {error}", file=sys.stderr)
        return 2
    except AnalysisException as error:
        print(f"compare.py: {str(error).splitlines()[0]}", file=sys.stderr)
        return 2
    except Exception:  # Python's own status for it, 1, would say that the tables differ.
        traceback.print_exc()
        return 2
    finally:
        spark.stop()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="compare.py", usage=_USAGE, description="Compares two tables with LunaDiff on all executors.")
    parser.add_argument("old", help="what there was: CSV or JSON Lines in any file system of Spark's, or what Spark is to --read")
    parser.add_argument("new", help="what there is now")
    parser.add_argument("--out", metavar="ADDRESS", help="where the changes are written as Parquet")
    parser.add_argument("--report", metavar="FILE", help="a report of the first changes on the driver: .html, .json, .txt …")
    parser.add_argument("--read", metavar="FORMAT", help="have Spark read both: parquet, delta, orc, csv, jdbc, table (of the catalog), …")
    parser.add_argument("--option", action="append", default=[], type=_option, metavar="NAME=VALUE", help="of Spark's reader; repeatable")
    parser.add_argument("--rules", metavar="FILE", help="a rules file, here or in any file system of Spark's")
    order = parser.add_mutually_exclusive_group()
    order.add_argument("--order-by", metavar="COLUMN", help="the column that says the order of what Spark reads")
    order.add_argument("--sorted", action="store_true", help="what Spark reads comes in its order")
    order.add_argument("--no-order", action="store_true", help="the order of files means nothing")
    parser.add_argument("--buckets", type=int, metavar="COUNT", help="in how many shares records meet")
    parser.add_argument("--memory", default="1G", metavar="SIZE", help="what a share may take of memory")
    parser.add_argument("--program", default="lunadiff", metavar="PATH", help="lunadiff on all machines")
    return parser


def _option(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign:
        raise argparse.ArgumentTypeError(f"{text!r} is no NAME=VALUE")
    return name, value


def _table(spark: SparkSession, name: str, options: argparse.Namespace) -> DataFrame | str:
    if options.read is None:
        return str(name)
    reader = spark.read.options(**dict(options.option))
    if options.read == "table":
        return reader.table(name)
    if options.read == "jdbc":
        return reader.format("jdbc").option("dbtable", name).load()
    return reader.format(options.read).load(name)
