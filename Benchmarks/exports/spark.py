#!/usr/bin/env python3
"""Times `lunadiff_spark.compare` on local clusters beside one process of LunaDiff, Spark's own full outer join, DataComPy and pyspark-extension.

  spark.py --lunadiff PATH --data DIR [--rows 5000000] [--executors 1 2 4] [--formats parquet csv] [--rules key lua] [--peers join datacompy extension]

The tables are those of make_exports.py, as Parquet and as CSV that Spark writes of them, without line ends in cells. For each number of executors of one core each and each format it
prints a line of a table for LunaDiff, by a key and by a function in Lua, and for each peer: seconds by the clock, and as a share of the join's; processor
seconds of all that executors run, Java and Python too, and as a share of the join's, which other work on the machine changes less than the clock; processor
seconds of LunaDiff's own processes together, as a share of one process that compares the same texts with one thread, and of each executor; how many rows
of files were read, as Spark counts them, as a share of those that there are; the most memory that the processes of one executor held together at a time (RSS: Java, Python, and
LunaDiff with the pages of files that it has mapped), in MB; how many processes waited for a processor of the machine meanwhile, at the beginning and at the end (the load of a minute), without
which seconds say little. Moves are looked for in CSV, by one process too; `unordered` is without. Changes are checked against those of one process, by a digest of sorted lines. The join compares all columns
and counts the rows that differ; DataComPy counts the rows that differ and those of one side, and so does pyspark-extension's `diff`, whose package brings its jar.
Needs Java, pyspark, pyarrow and numpy, and the peers where they are to be had (pip install 'pyspark>=4.0,<5' pyarrow pandas datacompy pyspark-extension).
"""
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time

from bench import make, parser, run

# Executors run what runs this, and no address of the network.
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "integrations" / "spark"))
import lunadiff_spark  # noqa: E402
from lunadiff_spark.tables import records_of  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402
from pyspark.sql import functions as F  # noqa: E402

RULES = {"key": ["--key", "id"], "lua": ["-e", "return { identity = function(r) return r.id end }"]}
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


def rows_read(spark):
    """How many rows of files were read, as the plans of Spark's queries count them."""
    store = spark._jsparkSession.sharedState().statusStore()
    count = 0
    for query in elements(store.executionsList()):
        values = store.executionMetrics(query.executionId())
        for node in elements(store.planGraph(query.executionId()).allNodes()):
            if node.name().strip() in ("Scan parquet", "Scan csv", "Scan text"):
                rows = next(metric for metric in elements(node.metrics()) if metric.name() == "number of output rows")
                known = values.get(rows.accumulatorId())
                count += int(known.get().replace(",", "")) if known.isDefined() else 0
    return count


def elements(sequence):
    """What is in a list of Scala's."""
    return (sequence.apply(index) for index in range(sequence.length()))


TICKS = os.sysconf("SC_CLK_TCK")


def processor_seconds():
    """What the processes of executors have used, and those that they have waited for."""
    ticks = 0
    for pid in Memory.workers():
        try:
            fields = pathlib.Path("/proc", pid, "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        ticks += sum(map(int, fields[11:15]))
    return ticks / TICKS


class Memory(threading.Thread):
    """Looks at the memory of the processes of each executor below this one's driver; `most` is what those of one had at a time, in KB."""

    def __init__(self):
        super().__init__(daemon=True)
        self.most, self.isDone = 0, threading.Event()

    def run(self):
        while not self.isDone.wait(0.3):
            held = {}
            for pid, executor in self.workers().items():
                held[executor] = held.get(executor, 0) + self.size(pid)
            self.most = max([self.most, *held.values()])

    @staticmethod
    def workers():
        """The executor that each process works for."""
        parents, names = {}, {}
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                parents[pid] = pathlib.Path("/proc", pid, "stat").read_text().rpartition(")")[2].split()[1]
                names[pid] = pathlib.Path("/proc", pid, "cmdline").read_bytes()
            except OSError:
                continue
        roots = {pid for pid, name in names.items() if b"CoarseGrainedExecutorBackend" in name}

        def above(pid, wanted):
            while pid in parents and pid not in wanted:
                pid = parents[pid]
            return pid if pid in wanted else None

        # Another cluster may be on the machine.
        return {pid: above(pid, roots) for pid in parents if above(pid, roots) and above(pid, {str(os.getpid())})}

    @staticmethod
    def size(pid):
        try:
            lines = pathlib.Path("/proc", pid, "status").read_text().splitlines()
            return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))
        except (OSError, StopIteration):
            return 0


def timed(work):
    """Seconds by the clock, processor seconds, the most memory of an executor in MB, the load of the machine, and what came of it."""
    memory = Memory()
    memory.start()
    load, start, before = os.getloadavg()[0], time.monotonic(), processor_seconds()
    result = work()
    seconds, used = time.monotonic() - start, processor_seconds() - before
    memory.isDone.set()
    memory.join()
    return seconds, used, memory.most // 1024, "%.1f–%.1f" % (load, os.getloadavg()[0]), result


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


def extension(old, new):
    from gresearch.spark.diff import diff

    return dict(diff(old, new, "id").where("diff != 'N'").groupBy("diff").count().collect())


PEERS = {"join": lambda _, old, new: join(old, new), "datacompy": datacompy, "extension": lambda _, old, new: extension(old, new)}
ROW = "| %-9s | %-8s | %-22s | %6s | %6s | %7s | %6s | %9s | %10s | %-24s | %6s | %7s | %-9s | %-8s |"
HEAD = ROW % ("executors", "format", "", "s", "× join", "all CPU", "× join", "own CPU s", "× process", "own CPU by executor", "read", "MB", "load", "changes")


def main():
    arguments = parser(__doc__, rows=5_000_000, runs=1)
    arguments.add_argument("--executors", nargs="+", type=int, default=[1, 2, 4])
    arguments.add_argument("--formats", nargs="+", choices=["parquet", "csv"], default=["parquet", "csv"])
    arguments.add_argument("--rules", nargs="+", choices=list(RULES), default=list(RULES))
    arguments.add_argument("--peers", nargs="*", choices=list(PEERS), default=["join"])
    arguments.add_argument("--memory", type=int, default=2048, help="of each executor, in MB")
    options = arguments.parse_args()
    program = os.path.abspath(options.lunadiff)
    made = [os.path.abspath(path) for path in make(options.rows, "csv", options.data)[:2]]
    parquet, csv, lines = ([path.removesuffix(".csv") + ending for path in made] for ending in (".parquet", ".lines", ".spark.jsonl"))
    print(HEAD)
    print("|" + "|".join("-" * len(cell) for cell in HEAD.strip("|").split("|")) + "|", flush=True)
    for executors in options.executors:
        spark = session(executors, options.memory)
        for paths in zip(made, parquet, csv, lines):
            prepare(spark, *paths)
        # The first job of a session starts Python's workers and compiles what all use.
        lunadiff_spark.compare(*(spark.range(1000) for _ in range(2)), ["--key", "id"], program=program, spark=spark).unpersist()
        for kind in options.formats:
            files = parquet if kind == "parquet" else csv
            alone = lines if kind == "parquet" else csv
            frames = [spark.read.parquet(path) if kind == "parquet" else spark.read.csv(path, header=True) for path in files]
            joined = None
            for peer in options.peers:
                wall, used, memory, load, _ = timed(lambda: PEERS[peer](spark, *frames))
                joined = (wall, used) if peer == "join" else joined
                print(ROW % (executors, kind, peer, *shares((wall, used), joined), "", "", "", "", memory, load, ""), flush=True)
            for rules in map(RULES.get, options.rules):
                for order in (None, False) if kind == "csv" else (None,):
                    tables = frames if kind == "parquet" else files
                    print(measured(spark, executors, kind, rules, order, tables, alone, program, joined), flush=True)
        spark.stop()


def prepare(spark, made, parquet, csv, lines):
    """Writes a table as Parquet, as CSV with a record a line, as Spark divides it, and as the texts that are compared of Parquet."""
    if not os.path.exists(os.path.join(parquet, "_SUCCESS")):
        table = spark.read.csv(made, header=True, multiLine=True, inferSchema=True, escape='"')
        texts = [F.regexp_replace(name, "[\r\n]+", " ").alias(name) if kind == "string" else F.col(name) for name, kind in table.dtypes]
        table.select(*texts).write.mode("overwrite").parquet(parquet)
    if not os.path.exists(os.path.join(csv, "_SUCCESS")):
        spark.read.parquet(parquet).coalesce(1).write.mode("overwrite").option("escape", '"').csv(csv, header=True)
    if not os.path.exists(lines):
        rows = records_of(spark, spark.read.parquet(parquet), "old", True).rows
        rows.select(F.rtrim("text", F.lit("\n"))).write.mode("overwrite").text(lines + ".parts")
        with open(lines + ".part", "wb") as file:
            for part in sorted(pathlib.Path(lines + ".parts").glob("part-*")):
                with part.open("rb") as text:
                    shutil.copyfileobj(text, file, 1 << 20)
        shutil.rmtree(lines + ".parts")
        os.rename(lines + ".part", lines)


def shares(used, joined):
    """Seconds by the clock and of processors, each with its share of the join's."""
    return [text for mine, theirs in zip(used, joined or (0, 0)) for text in ("%.1f" % mine, "%.2f" % (mine / theirs) if theirs else "")]


def measured(spark, executors, kind, rules, order, inputs, alone, program, joined):
    flags = [*rules, *(["--ignore-order"] if kind == "parquet" or order is False else [])]
    _, processor, _, _ = run([program, *alone, *flags, "--threads", "1", "-f", "jsonl", "--no-findings"])
    with tempfile.TemporaryDirectory() as folder:
        counted = Counted(program, folder)
        before = rows_read(spark)
        wall, everything, memory, load, result = timed(lambda: lunadiff_spark.compare(*inputs, rules, order=order, program=counted.path, spark=spark))
        used = counted.take()
    share = (rows_read(spark) - before) / sum(result.records)
    isSame = digest_of_frame(result.changes) == digest_of_process(program, *alone, flags)
    result.unpersist()
    name = "LunaDiff " + ("key" if rules[0] == "--key" else "Lua") + (" unordered" if order is False else "")
    each = " ".join("%.2f" % one for one in used.values())
    own = sum(used.values())
    return ROW % (
        executors, kind, name, *shares((wall, everything), joined), "%.2f" % own, "%.2f" % (own / processor), each, "%.2f" % share, memory, load,
        "same" if isSame else "OTHER",
    )  # fmt: skip


if __name__ == "__main__":
    main()
