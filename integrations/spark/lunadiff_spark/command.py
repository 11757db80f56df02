"""The command line of `compare.py`."""

import argparse
import sys
import traceback
from collections.abc import Sequence

from pyspark.sql import SparkSession

from lunadiff_spark.comparison import compare
from lunadiff_spark.program import ProgramError
from lunadiff_spark.tables import AddressError, Table, local_path

_USAGE = "spark-submit compare.py OLD NEW --out DIRECTORY [options] [-- FLAGS OF LUNADIFF]"


def main(arguments: Sequence[str]) -> int:
    """Compares as arguments say: 0 is the same, 1 different, 2 trouble."""
    split = list(arguments).index("--") if "--" in arguments else len(arguments)
    options = _parser().parse_args(arguments[:split])
    try:
        for place in filter(None, (options.out, options.rules, *((options.old, options.new) if options.read is None else ()))):
            local_path(place)
    except AddressError as error:
        print(f"compare.py: {error}", file=sys.stderr)
        return 2
    spark = SparkSession.builder.appName("lunadiff").getOrCreate()
    try:
        old, new = (_table(spark, name, options) for name in (options.old, options.new))
        rules = [*(["--rules", local_path(options.rules)] if options.rules else []), *arguments[split + 1 :]]
        result = compare(spark, old, new, rules, options.out, shards=options.shards, program=options.program)
        print(result.report)
        return 0 if result.same else 1
    except (ProgramError, FileExistsError) as error:
        print(f"compare.py: {error}", file=sys.stderr)
        return 2
    except Exception:  # Python's own status for it, 1, would say that the tables differ.
        traceback.print_exc()
        return 2
    finally:
        spark.stop()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="compare.py", usage=_USAGE, description="Compares two tables with LunaDiff on all executors.")
    parser.add_argument("old", help="what there was: files that LunaDiff reads, or what Spark is to --read")
    parser.add_argument("new", help="what there is now")
    parser.add_argument("--out", required=True, metavar="DIRECTORY", help="a new directory that all machines see")
    parser.add_argument("--read", metavar="FORMAT", help="have Spark read both: parquet, delta, orc, jdbc, table (of the catalog), …")
    parser.add_argument("--option", action="append", default=[], type=_option, metavar="NAME=VALUE", help="of Spark's reader; repeatable")
    parser.add_argument("--rules", metavar="FILE", help="a rules file")
    parser.add_argument("--shards", type=int, metavar="COUNT", help="how many pieces")
    parser.add_argument("--program", default="lunadiff", metavar="PATH", help="lunadiff on all machines")
    return parser


def _option(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign:
        raise argparse.ArgumentTypeError(f"{text!r} is no NAME=VALUE")
    return name, value


def _table(spark: SparkSession, name: str, options: argparse.Namespace) -> Table:
    if options.read is None:
        return name
    reader = spark.read.options(**dict(options.option))
    if options.read == "table":
        return reader.table(name)
    if options.read == "jdbc":
        return reader.format("jdbc").option("dbtable", name).load()
    return reader.format(options.read).load(name)
