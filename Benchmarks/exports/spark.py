#!/usr/bin/env python3
"""Times `lunadiff_spark.compare` on local clusters beside one process of LunaDiff, Spark's own full outer join, and DataComPy.

  spark.py --lunadiff PATH --data DIR [--rows 5000000] [--executors 1 2] [--formats parquet csv] [--peers join datacompy]

The tables are those of make_exports.py, as CSV and as Parquet that Spark writes of it. For each number of executors of one core each it prints, by
format: seconds by the clock; processor seconds of all processes of LunaDiff together and of each executor's, counted by the shell that runs them; how
many bytes tasks read, as Spark counts them, as a share of the inputs' size. Rules are a key, and a function in Lua; moves are looked for in CSV. Changes are checked against those of one process, by a digest of sorted lines. The join compares all columns and counts the rows that differ.
Needs Java, pyspark, pyarrow and numpy, and datacompy where it is to be had (pip install 'pyspark>=4.0,<5' pyarrow pandas datacompy).
"""
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from bench import make, parser, run

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "integrations" / "spark"))
import lunadiff_spark  # noqa: E402
from lunadiff_spark.tables import records_of  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402
from pyspark.sql import functions as F  # noqa: E402

RULES = "return { identity = function(r) return r.id end }"
WRAPPER = """#!/bin/sh
{program} "$@"
status=$?
times > {log}.$$
echo "$SPARK_LOCAL_DIRS" $(tail -n 1 {log}.$$) >> {log}
rm {log}.$$
exit $status
"""


def session(executors, memory):
    builder = SparkSession.builder.master("local-cluster[%d,1,%d]" % (executors, memory))
    for name, value in {
        "spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false", "spark.log.level": "ERROR", "spark.driver.memory": "2g",
        "spark.executor.memory": "%dm" % memory, "spark.sql.shuffle.partitions": str(4 * executors),
    }.items():  # fmt: skip
        builder = builder.config(name, value)
    return builder.getOrCreate()


def seconds(text):
    minutes, _, rest = text.partition("m")
    return 60 * int(minutes) + float(rest.rstrip("s"))


class Counted:
    """The program, whose processes are counted by the executor that they work for."""

    def __init__(self, program, folder):
        self.log, self.path = os.path.join(folder, "times"), os.path.join(folder, "lunadiff")
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(WRAPPER.format(program=program, log=self.log))
        os.chmod(self.path, 0o755)

    def take(self):
        if not os.path.exists(self.log):
            return {}
        used = {}
        with open(self.log, encoding="utf-8") as file:
            for words in map(str.split, file):
                if len(words) == 3:  # Those of the driver have no folder.
                    used[words[0]] = used.get(words[0], 0) + seconds(words[1]) + seconds(words[2])
        os.remove(self.log)
        return used


def digest(lines):
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()[:16]


def digest_of_process(program, old, new, flags):
    changes = json.loads(subprocess.run([program, old, new, *flags, "-f", "json", "--no-findings"], capture_output=True, check=False).stdout)["changes"]
    return digest(json.dumps([change["kind"], change["key"], change.get("moved"), change.get("fields")], sort_keys=True) for change in changes)


def digest_of_frame(changes):
    rows = changes.select("kind", "key", F.when(F.col("kind") == "updated", F.col("moved")).alias("moved"), "fields").toLocalIterator()
    return digest(json.dumps([row.kind, json.loads(row.key), row.moved, row.fields and json.loads(row.fields)], sort_keys=True) for row in rows)


def read_bytes(spark):
    """How many bytes tasks have read, as Spark counts them."""
    executors = spark.sparkContext._jsc.sc().statusStore().executorList(False)
    return sum(executors.apply(index).totalInputBytes() for index in range(executors.length()))


def timed(work):
    start = time.monotonic()
    result = work()
    return time.monotonic() - start, result


def join(old, new):
    left, right = old.alias("a"), new.alias("b")
    differs = F.lit(False)
    for name in old.columns[1:]:
        differs = differs | ~F.col("a." + name).eqNullSafe(F.col("b." + name))
    return left.join(right, F.col("a.id") == F.col("b.id"), "full_outer").where(differs).count()


def datacompy(spark, old, new):
    from datacompy.spark import SparkSQLCompare

    found = SparkSQLCompare(spark, old, new, join_columns="id")
    return found.all_mismatch().count(), found.df1_unq_rows.count(), found.df2_unq_rows.count()


def main():
    arguments = parser(__doc__, rows=5_000_000, runs=1)
    arguments.add_argument("--executors", nargs="+", type=int, default=[1, 2])
    arguments.add_argument("--formats", nargs="+", choices=["parquet", "csv"], default=["parquet", "csv"])
    arguments.add_argument("--peers", nargs="*", choices=["join", "datacompy"], default=["join"])
    arguments.add_argument("--memory", type=int, default=2048, help="of each executor, in MB")
    options = arguments.parse_args()
    program = os.path.abspath(options.lunadiff)
    csv = [os.path.abspath(path) for path in make(options.rows, "csv", options.data)[:2]]
    parquet = [path.removesuffix(".csv") + ".parquet" for path in csv]
    lines = [path.removesuffix(".csv") + ".spark.jsonl" for path in csv]
    for executors in options.executors:
        spark = session(executors, options.memory)
        for source, target, text in zip(csv, parquet, lines):
            if not os.path.exists(target):
                spark.read.csv(source, header=True, inferSchema=True).write.parquet(target)
            if not os.path.exists(text):
                rows = records_of(spark, spark.read.parquet(target), "old", True).rows
                with open(text, "w", encoding="utf-8") as file:
                    file.writelines(row.text for row in rows.toLocalIterator())
        for kind in options.formats:
            files = parquet if kind == "parquet" else csv
            alone = lines if kind == "parquet" else csv
            inputs = [spark.read.parquet(path) for path in files] if kind == "parquet" else files
            for rules in (["--key", "id"], ["-e", RULES]):
                flags = [*rules, *(["--ignore-order"] if kind == "parquet" else [])]
                _, processor, _, _ = run([program, *alone, *flags, "--threads", "1", "-f", "jsonl", "--no-findings"])
                with tempfile.TemporaryDirectory() as folder:
                    counted = Counted(program, folder)
                    before = read_bytes(spark)
                    wall, result = timed(lambda: lunadiff_spark.compare(*inputs, rules, program=counted.path, spark=spark))
                    used = counted.take()
                share = (read_bytes(spark) - before) / sum(size(path) for path in files)
                isSame = digest_of_frame(result.changes) == digest_of_process(program, *alone, flags)
                result.unpersist()
                print(
                    "%d executors, %s, %s: %.1f s; LunaDiff %.2f s of processor time, %.2f times one process (%.2f); by executor %s; read %.2f of the inputs; %s"
                    % (
                        *(executors, kind, rules[0], wall, sum(used.values()), sum(used.values()) / processor, processor),
                        *(" ".join("%.2f" % each for each in used.values()), share, "same changes" if isSame else "OTHER CHANGES"),
                    ),
                    flush=True,
                )
            frames = inputs if kind == "parquet" else [spark.read.csv(path, header=True) for path in files]
            for peer in options.peers:
                wall, _ = timed(lambda: join(*frames) if peer == "join" else datacompy(spark, *frames))
                print("%d executors, %s, %s: %.1f s" % (executors, kind, peer, wall), flush=True)
        spark.stop()


def size(path):
    files = [path] if os.path.isfile(path) else [each.path for each in os.scandir(path)]
    return sum(os.path.getsize(each) for each in files)


if __name__ == "__main__":
    main()
