"""On a cluster of several workers, one of which is killed under way, too."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import sample
from lunadiff_spark import ProgramError, compare

# `lunadiff`, but the first time that a step of a pass begins it kills the executor that it works for; it keeps count of steps.
_DEADLY = """#!{python}
import os, pathlib, signal, sys

def parent(pid):
    return int(pathlib.Path(f"/proc/{{pid}}/stat").read_text().rpartition(")")[2].split()[1])

step = sys.argv[2] if sys.argv[1] == "spark" else ""
with open("{folder}/steps", "a") as steps:
    steps.write(step + "\\n")
if {deadly} and step in ("identify", "compare"):
    number = sys.argv[sys.argv.index("--pass") + 1]
    try:
        os.mkdir(f"{folder}/killed-{{step}}-{{number}}")
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

    def program(self, isDeadly: bool) -> str:
        path = self.folder / "program"
        path.write_text(_DEADLY.format(python=sys.executable, folder=self.folder, program=sample.PROGRAM, deadly=isDeadly))
        path.chmod(0o755)
        return str(path)

    def check_lost(self, rules: list[str], *steps: str) -> None:
        """Compares while each of some steps kills an executor."""
        paths = self.folder / "old.csv", self.folder / "new.csv"
        report = sample.lunadiff(*paths, *rules, directory=self.folder)
        program = self.program(isDeadly=True)
        with sample.session("local-cluster[2,1,1024]", spark_sql_files_maxPartitionBytes="60000"):
            result = compare(*paths, rules, buckets=6, program=program)
            self.assertEqual(sample.changes_of(result, True), sample.expected_changes(report, True))
            self.assertEqual(sample.summary_of(result), report["summary"])
        self.assertEqual(sorted(path.name for path in self.folder.glob("killed-*")), sorted(f"killed-{step}" for step in steps))

    def test_what_a_lost_executor_did_not_do_is_done_again(self) -> None:
        self.check_lost(["--eval", "return { identity = function(r) return r.id, r.town end }"], "identify-1", "compare-1")

    def test_sections_are_the_same_where_executors_were_lost(self) -> None:
        self.check_lost(["--key", "id", "--section", "town"], "identify-1", "compare-1")

    def test_each_pass_is_done_again_where_an_executor_was_lost(self) -> None:
        rules = ["--eval", "return { identity = luna.identity.first('id', { 'town', 'price' }) }"]
        self.check_lost(rules, "identify-1", "compare-1", "identify-2", "compare-2")

    def test_what_cannot_succeed_is_not_tried_again(self) -> None:
        paths = self.folder / "old.csv", self.folder / "new.csv"
        # Settings outlive a session: each file is one piece here.
        with sample.session("local-cluster[2,1,1024]", spark_sql_files_maxPartitionBytes="10000000"):
            with self.assertRaisesRegex(ProgramError, "in function 'identity', .*old.csv, record 7\n"):
                compare(*paths, ["-e", "function identity(r) return r.id == '7' and r.x.y or r.id end"], program=self.program(isDeadly=False))
        self.assertEqual((self.folder / "steps").read_text().split().count("identify"), 2)

    def test_spark_submit_reads_parquet_and_tells_the_status(self) -> None:
        with sample.session("local[1]") as spark:
            for side, rows in zip(("old", "new"), sample.tables(300), strict=True):
                frame = spark.createDataFrame(rows, ["id", "town", "note", "price", "tags"]).coalesce(1)
                frame.write.parquet(f"file://{self.folder}/{side}.parquet")
        script = Path(__file__).parent.parent / "compare.py"
        command = [str(Path(sys.executable).with_name("spark-submit")), "--master", "local-cluster[2,1,1024]", str(script)]

        def run(old: str, new: str) -> subprocess.CompletedProcess[str]:
            arguments = [f"file://{self.folder}/{old}", f"file://{self.folder}/{new}", "--read", "parquet", "--program", sample.PROGRAM]
            return subprocess.run([*command, *arguments, "--", "--key", "id"], capture_output=True, text=True, check=False)

        ended = run("old.parquet", "new.parquet")
        self.assertEqual(ended.returncode, 1, ended.stderr)
        self.assertRegex(ended.stdout, "deleted, .* unchanged")
        ended = run("old.parquet", "missing.parquet")
        self.assertEqual(ended.returncode, 2)
        # spark-submit puts both streams of a driver in Python into one.
        self.assertRegex(ended.stdout, "compare.py: .*missing.parquet")


if __name__ == "__main__":
    unittest.main()
