"""Whatever the tables come from, the report is that of one process."""

import datetime
import decimal
import json
import os
import tempfile
import unittest
from pathlib import Path

from py4j.protocol import Py4JJavaError  # type: ignore[import-untyped]
from pyspark.errors import PythonException
from pyspark.sql import DataFrame, Row, SparkSession

import sample
from lunadiff_spark import ProgramError, compare
from lunadiff_spark.tables import store


class CompareTests(unittest.TestCase):
    spark: SparkSession

    @classmethod
    def setUpClass(cls) -> None:
        cls.spark = cls.enterClassContext(sample.session("local[2]", spark_sql_session_timeZone="Asia/Tokyo"))

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.out = self.folder / "out"

    def check(self, old: DataFrame, new: DataFrame, *flags: str) -> list[Row]:
        """Compares as Spark and as one process does, and gives the changes."""
        result = compare(self.spark, old, new, flags, self.out, shards=3, program=sample.PROGRAM)
        expected = sample.lunadiff("old", "new", "--input-format", "jsonl", *flags, "--format", "json", directory=self.out)
        self.assertEqual(result.report.read_bytes(), expected)
        self.assertFalse(result.same)
        return result.changes.collect()

    def frames(self, count: int = 500) -> tuple[DataFrame, DataFrame]:
        old, new = sample.tables(count)
        columns = ["id", "town", "note", "price", "tags"]
        return self.spark.createDataFrame(old, columns), self.spark.createDataFrame(new, columns)

    def test_files_are_read_where_they_are(self) -> None:
        old, new = sample.tables(500)
        sample.write_csv(self.folder / "old.csv", old)
        sample.write_csv(self.folder / "new.csv", new)
        rules = self.folder / "rules.lua"
        rules.write_text("return { identity = function(r) return r.id end, tolerance = { price = 0.5 } }")
        paths = self.folder / "old.csv", self.folder / "new.csv"
        result = compare(self.spark, *paths, rules, self.out, flags=["--stages"], program=sample.PROGRAM)
        expected = sample.lunadiff(*paths, "-r", rules, "--format", "json", "--stages", directory=self.folder)
        self.assertEqual(result.report.read_bytes(), expected)
        self.assertEqual(sorted(os.listdir(self.out)), ["changes.json", "changes.jsonl"])

    def test_rules_of_every_kind_give_the_bytes_of_one_process_with_any_memory(self) -> None:
        paths = self.folder / "old.jsonl", self.folder / "new.jsonl"
        for path, rows in zip(paths, sample.tables(400), strict=True):
            sample.write_jsonl(path, rows)
        functions = """return {
            identity = function(r) return r.id, r.town end, equal = function(a, b) return a.price == b.price end,
            filter = function(r) return r.town ~= "town5" end, section = function(r) return r.town end,
        }"""
        kinds = [
            ["--key", "id,town"],
            ["--key", "none"],
            ["--key", "id", "--duplicates", "pair", "--ignore-order"],
            ["--key", "id", "--section", "town", "--mask", "price"],
            ["--key", "id", "--list", "tags=set", "--tolerance", "price=0.5"],
            ["--eval", functions],
        ]
        for number, rules in enumerate(kinds):
            with self.subTest(rules=rules):
                result = compare(self.spark, *paths, rules, self.folder / f"out-{number}", shards=number + 1, program=sample.PROGRAM)
                for memory in ([], ["--memory", "64K"]):
                    expected = sample.lunadiff(*paths, *rules, *memory, "--format", "json", directory=self.folder)
                    self.assertEqual(result.report.read_bytes(), expected)

    def test_frames_are_compared_as_the_lines_that_they_are_written_as(self) -> None:
        changes = self.check(*self.frames(), "--key", "id", "--section", "town")
        self.assertLessEqual({"deleted", "inserted", "updated", "moved"}, {change.kind for change in changes})

    def test_the_rows_of_changes_are_those_of_the_report(self) -> None:
        rows = self.check(*self.frames(), "--key", "id")
        report = json.loads((self.out / "changes.json").read_text())
        self.assertEqual(len(rows), len(report["changes"]))
        for row, change in zip(rows, report["changes"], strict=True):
            given = {name: value for name, value in row.asDict().items() if value is not None}
            for name in {"key", "record", "fields"} & set(given):
                given[name] = json.loads(given[name])
            self.assertEqual(given, change)

    def test_numbers_in_changes_keep_their_digits(self) -> None:
        def frame(text: str) -> DataFrame:
            return self.spark.sql(f"SELECT 1 AS id, CAST('{text}' AS DECIMAL(38, 18)) AS amount")

        old, new = frame("12345678901234567890.123456789012345670"), frame("12345678901234567890.123456789012345671")
        (change,) = self.check(old, new, "--key", "id")
        self.assertIn('"new":12345678901234567890.123456789012345671', change.fields)

    def test_parquet_is_read_by_spark(self) -> None:
        for side, frame in zip(("old", "new"), self.frames(), strict=True):
            frame.write.parquet(f"file://{self.folder}/{side}.parquet")
        old, new = (self.spark.read.parquet(f"file://{self.folder}/{side}.parquet").orderBy("id", "price") for side in ("old", "new"))
        self.check(old, new, "--key", "id")

    def test_tables_of_a_database_are_read_by_spark(self) -> None:
        url = f"jdbc:derby:{self.folder}/database;create=true"
        driver = {"driver": "org.apache.derby.iapi.jdbc.AutoloadedDriver"}
        for side, frame in zip(("old", "new"), self.frames(50), strict=True):
            frame.select("id", "town", "price").write.jdbc(url, side, properties=driver)
        old, new = (self.spark.read.jdbc(url, side, properties=driver) for side in ("old", "new"))
        self.check(old, new, "--key", "id", "--ignore-order")

    def test_a_frame_without_a_row_is_an_empty_table(self) -> None:
        old, new = self.frames(20)
        changes = self.check(old.limit(0), new, "--key", "id")
        self.assertEqual({change.kind for change in changes}, {"inserted"})

    def test_a_frame_of_one_row_is_a_table_of_one_record(self) -> None:
        old, new = self.frames(20)
        self.check(old.limit(1), new.coalesce(1), "--key", "id")

    def test_what_is_the_same_is_said_to_be(self) -> None:
        old, _ = self.frames(20)
        result = compare(self.spark, old, old, ["--key", "id"], self.out, program=sample.PROGRAM)
        self.assertTrue(result.same)
        self.assertEqual(result.changes.count(), 0)

    def test_values_of_every_type_are_written_alike_everywhere(self) -> None:
        moment = datetime.datetime(2026, 10, 1, 12, 30, 0, 250, datetime.timezone.utc)
        row = Row(
            **{"text": "ü\u2028\"\\", "none": None, "whole": 2**62, "real": 0.1, "exact": decimal.Decimal("1.500"), "flag": True},
            **{"day": moment.date(), "moment": moment, "bytes": bytearray(b"\0\xff"), "list": [1, None], "map": {"k": {"n": 1}}},
        )
        types = "text STRING, none STRING, whole LONG, real DOUBLE, exact DECIMAL(10, 3), flag BOOLEAN, day DATE, moment TIMESTAMP, "
        schema = types + "bytes BINARY, list ARRAY<INT>, map MAP<STRING, STRUCT<n: INT>>"
        store(self.spark.createDataFrame([row], schema), self.folder, "old")
        (line,) = (part.read_text() for part in (self.folder / "old").glob("*.json") if part.stat().st_size)
        self.assertEqual(
            line,
            '{"text":"ü\u2028\\"\\\\","none":null,"whole":4611686018427387904,"real":0.1,"exact":1.500,"flag":true,'
            '"day":"2026-10-01","moment":"2026-10-01T12:30:00.000250Z","bytes":"AP8=","list":[1,null],"map":{"k":{"n":1}}}\n',
        )

    def test_a_folder_that_is_there_is_left_alone(self) -> None:
        self.out.mkdir()
        (self.out / "kept").touch()
        with self.assertRaises(FileExistsError):
            compare(self.spark, *self.frames(20), ["--key", "id"], self.out, program=sample.PROGRAM)
        self.assertEqual(os.listdir(self.out), ["kept"])

    def test_what_lunadiff_says_is_the_error_and_nothing_is_left(self) -> None:
        with self.assertRaisesRegex(ProgramError, "nosuch"):
            compare(self.spark, *self.frames(20), ["--key", "nosuch"], self.out, program=sample.PROGRAM)
        self.assertFalse(self.out.exists())

    def test_what_a_rule_says_on_an_executor_is_the_error_and_nothing_is_left(self) -> None:
        rules = ["--eval", "return { identity = 'id', filter = function(r) return r.id + nil end }"]
        with self.assertRaisesRegex((Py4JJavaError, PythonException), "arithmetic on a nil value"):
            compare(self.spark, *self.frames(20), rules, self.out, program=sample.PROGRAM)
        self.assertFalse(self.out.exists())


if __name__ == "__main__":
    unittest.main()
