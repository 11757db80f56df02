"""On a cluster of several workers, one of which is killed under way, too."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import sample
from lunadiff_spark import compare

# `lunadiff`, but the first time that a step begins it kills the executor that it works for.
_DEADLY = """#!{python}
import os, pathlib, signal, sys

def parent(pid):
    return int(pathlib.Path(f"/proc/{{pid}}/stat").read_text().rpartition(")")[2].split()[1])

if sys.argv[2] in ("map", "reduce"):
    try:
        os.mkdir(f"{folder}/killed-{{sys.argv[2]}}")
    except FileExistsError:
        pass
    else:
        pid = os.getppid()
        while b"CoarseGrainedExecutorBackend" not in pathlib.Path(f"/proc/{{pid}}/cmdline").read_bytes():
            pid = parent(pid)
        os.kill(pid, signal.SIGKILL)
os.execv({program!r}, [{program!r}, *sys.argv[1:]])
"""


class ClusterTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        old, new = sample.tables(5000)
        sample.write_csv(self.folder / "old.csv", old)
        sample.write_csv(self.folder / "new.csv", new)
        self.deadly = self.folder / "deadly"
        self.deadly.write_text(_DEADLY.format(python=sys.executable, folder=self.folder, program=sample.PROGRAM))
        self.deadly.chmod(0o755)

    def was_killed(self) -> list[str]:
        return sorted(path.name for path in self.folder.glob("killed-*"))

    def test_what_a_lost_executor_did_not_do_is_done_again(self) -> None:
        paths = self.folder / "old.csv", self.folder / "new.csv"
        rules = ["--eval", "return { identity = function(r) return r.id, r.town end }"]
        expected = sample.lunadiff(*paths, *rules, "--format", "json", directory=self.folder)
        with sample.session("local-cluster[3,1,1024]") as spark:
            for shards in (1, 2, 16):
                result = compare(spark, *paths, rules, self.folder / f"out-{shards}", shards=shards, program=str(self.deadly))
                self.assertEqual(result.report.read_bytes(), expected)
        self.assertEqual(self.was_killed(), ["killed-map", "killed-reduce"])

    def test_spark_submit_reads_parquet_and_tells_the_status(self) -> None:
        with sample.session("local[1]") as spark:
            for side, rows in zip(("old", "new"), sample.tables(300), strict=True):
                frame = spark.createDataFrame(rows, ["id", "town", "note", "price", "tags"]).coalesce(1)
                frame.write.parquet(f"file://{self.folder}/{side}.parquet")
        script = Path(__file__).parent.parent / "compare.py"
        command = [str(Path(sys.executable).with_name("spark-submit")), "--master", "local-cluster[2,1,1024]", str(script)]

        def run(old: str, new: str, out: str) -> subprocess.CompletedProcess[bytes]:
            arguments = [f"file://{self.folder}/{old}", f"file://{self.folder}/{new}", "--read", "parquet"]
            more = ["--out", str(self.folder / out), "--program", str(self.deadly), "--", "--key", "id"]
            return subprocess.run([*command, *arguments, *more], capture_output=True, check=False)

        ended = run("old.parquet", "new.parquet", "out")
        self.assertEqual(ended.returncode, 1, ended.stderr.decode())
        expected = sample.lunadiff("old", "new", "--input-format", "jsonl", "--key", "id", "--format", "json", directory=self.folder / "out")
        self.assertEqual((self.folder / "out" / "changes.json").read_bytes(), expected)
        self.assertEqual(run("old.parquet", "old.parquet", "same").returncode, 0)
        self.assertEqual(run("old.parquet", "missing.parquet", "trouble").returncode, 2)


if __name__ == "__main__":
    unittest.main()
