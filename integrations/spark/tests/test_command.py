"""What the arguments of compare.py mean."""

import contextlib
import io
import os
import tempfile
import unittest
from pathlib import Path

import sample
from lunadiff_spark.command import main


class CommandTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def compare(self, *arguments: str) -> tuple[int, str, str]:
        output, errors = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
            status = main([*arguments[:2], "--out", f"{self.folder}/out", "--program", sample.PROGRAM, *arguments[2:]])
        return status, output.getvalue(), errors.getvalue()

    def test_tables_of_the_catalog_are_compared_under_flags_behind_two_dashes(self) -> None:
        with sample.session("local[1]") as spark:
            for side, rows in zip(("earlier", "later"), sample.tables(50), strict=True):
                spark.createDataFrame(rows, ["id", "town", "note", "price", "tags"]).createOrReplaceTempView(side)
            result = self.compare("earlier", "later", "--read", "table", "--", "--key", "id")
        self.assertEqual(result, (1, f"{self.folder}/out/changes.json\n", ""))
        expected = sample.lunadiff("old", "new", "--input-format", "jsonl", "-k", "id", "--format", "json", directory=self.folder / "out")
        self.assertEqual((self.folder / "out" / "changes.json").read_bytes(), expected)

    def test_a_rules_file_and_options_of_the_reader_are_heeded(self) -> None:
        for side, price in (("old", "2.00"), ("new", "2.004")):
            (self.folder / f"{side}.csv").write_text(f"id;price\n1;{price}\n")
        rules = self.folder / "rules.lua"
        rules.write_text("return { identity = 'id', tolerance = 0.01 }")
        paths = [f"file://{self.folder}/{side}.csv" for side in ("old", "new")]
        reader = ["--read", "csv", "--option", "header=true", "--option", "sep=;"]
        with sample.session("local[1]"):
            status, _, errors = self.compare(*paths, *reader, "--rules", str(rules), "--shards", "2")
        self.assertEqual((status, errors), (0, ""))

    def test_trouble_is_said_in_a_line(self) -> None:
        with sample.session("local[1]"):
            status, output, errors = self.compare(f"{self.folder}/missing.csv", f"{self.folder}/missing.csv", "--", "--key", "id")
        self.assertEqual((status, output), (2, ""))
        self.assertRegex(errors, "^compare.py: lunadiff: .*missing.csv: ")

    def test_addresses_are_refused_before_a_folder_is_made_of_their_names(self) -> None:
        path = f"{self.folder}/old.csv"
        Path(path).write_text("id\n1\n")
        with contextlib.chdir(self.folder):
            for address in ("hdfs:///x/y", "s3a://bucket/x", "dbfs:/x", "abfss://a@b/x", "hdfs://x"):
                for places in ((address, path), (path, address), (path, path, "--out", address), (path, path, "--rules", address)):
                    status, output, errors = self.compare(*places, "--", "--key", "id")
                    self.assertEqual((status, output), (2, ""), places)
                    self.assertIn(f"compare.py: {address}: this is an address", errors)
        self.assertEqual(os.listdir(self.folder), ["old.csv"])

    def test_a_file_may_be_named_by_its_address(self) -> None:
        path = f"{self.folder}/old.csv"
        Path(path).write_text("id\n1\n")
        with sample.session("local[1]"):
            status, _, errors = self.compare(f"file://{path}", path, "--", "--key", "id")
        self.assertEqual((status, errors), (0, ""))

    def test_an_option_without_a_value_is_refused(self) -> None:
        with self.assertRaises(SystemExit) as ended:
            self.compare("old", "new", "--read", "csv", "--option", "header")
        self.assertEqual(ended.exception.code, 2)


if __name__ == "__main__":
    unittest.main()
