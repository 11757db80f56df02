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
        for side, price in (("old", "2.00"), ("new", "2.004")):
            (self.folder / f"{side}.csv").write_text(f"id;price\n1;{price}\n")

    def compare(self, *arguments: str) -> tuple[int, str, str]:
        output, errors = io.StringIO(), io.StringIO()
        with sample.session("local[1]"), contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
            status = main([*arguments[:2], "--program", sample.PROGRAM, "--buckets", "2", *arguments[2:]])
        return status, output.getvalue(), errors.getvalue()

    def test_files_are_compared_under_flags_behind_two_dashes_and_reported(self) -> None:
        report, out = self.folder / "report.txt", self.folder / "changes"
        paths = [f"file://{self.folder}/{side}.csv" for side in ("old", "new")]
        status, said, errors = self.compare(*paths, "--out", f"file://{out}", "--report", str(report), "--", "--key", "id")
        self.assertEqual((status, said, errors), (1, "0 deleted, 0 inserted, 1 updated, 0 moved, 0 unchanged\n", ""))
        self.assertIn("price: 2.00 → 2.004", report.read_text())
        self.assertTrue((out / "_SUCCESS").exists())

    def test_a_rules_file_and_options_of_the_reader_are_heeded(self) -> None:
        rules = self.folder / "rules.lua"
        rules.write_text("return { identity = 'id', tolerance = 0.01 }")
        paths = [f"file://{self.folder}/{side}.csv" for side in ("old", "new")]
        reader = ["--read", "csv", "--option", "header=true", "--option", "sep=;"]
        status, _, errors = self.compare(*paths, *reader, "--rules", str(rules))
        self.assertEqual((status, errors), (0, ""))

    def test_trouble_is_said_in_a_line_and_no_folder_is_made_of_an_address(self) -> None:
        with contextlib.chdir(self.folder):
            for address in ("nosuch://x/y.csv", f"{self.folder}/missing.csv"):
                status, said, errors = self.compare(address, address, "--", "--key", "id")
                self.assertEqual((status, said), (2, ""))
                self.assertRegex(errors, "^compare.py: .*\n$")
        self.assertEqual(sorted(os.listdir(self.folder)), ["new.csv", "old.csv"])

    def test_an_option_without_a_value_or_a_reader_is_refused(self) -> None:
        for arguments in (["--read", "csv", "--option", "header"], ["--option", "header=true"]):
            with self.subTest(arguments=arguments), contextlib.redirect_stderr(io.StringIO()), self.assertRaises(SystemExit) as ended:
                main(["old", "new", *arguments])
            self.assertEqual(ended.exception.code, 2)


if __name__ == "__main__":
    unittest.main()
