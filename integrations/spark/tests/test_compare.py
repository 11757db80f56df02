"""However Spark divides the work, the changes are those of one process."""

import datetime
import decimal
import json
import tempfile
import unittest
from pathlib import Path

from pyspark.sql import DataFrame, Row, SparkSession

import sample
from lunadiff_spark import Comparison, ProgramError, compare
from lunadiff_spark.rules import GivenRules
from lunadiff_spark.tables import Table

_NAMES = ["id", "town", "note", "price", "tags"]
_FUNCTIONS = """return {
    identity = function(r) return r.id, r.town end, equal = function(a, b) return a.price == b.price end,
    filter = function(r) return r.town ~= "town5" end,
}"""


class CompareTests(unittest.TestCase):
    spark: SparkSession

    @classmethod
    def setUpClass(cls) -> None:
        settings = {"spark_sql_session_timeZone": "Asia/Tokyo", "spark_sql_shuffle_partitions": "2"}
        cls.spark = cls.enterClassContext(sample.session("local[2]", **settings))

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def compare(self, old: Table, new: Table, rules: GivenRules, order: bool | str | None = None, buckets: int = 3) -> Comparison:
        result = compare(old, new, rules, order=order, buckets=buckets, program=sample.PROGRAM)
        self.addCleanup(result.unpersist)
        return result

    def check(self, old: DataFrame, new: DataFrame, *flags: str, order: bool = False) -> Comparison:
        """Compares as Spark and as one process does."""
        for side, frame in (("old", old), ("new", new)):
            sample.write_frame(self.folder / f"{side}.jsonl", frame)
        plain = [] if order else ["--ignore-order"]
        report = sample.lunadiff("old.jsonl", "new.jsonl", *flags, *plain, directory=self.folder)
        result = self.compare(old, new, flags, order=order)
        self.assertEqual(sample.changes_of(result, False), sample.expected_changes(report, False))
        self.assertEqual(result.summary, report["summary"])
        return result

    def frames(self, count: int = 500) -> tuple[DataFrame, DataFrame]:
        old, new = sample.tables(count)
        return self.spark.createDataFrame(old, _NAMES).repartition(3), self.spark.createDataFrame(new, _NAMES).repartition(4)

    def sorted_frames(self, count: int = 500) -> tuple[DataFrame, DataFrame]:
        old, new = sample.tables(count)
        return self.spark.createDataFrame(old, _NAMES), self.spark.createDataFrame(new, _NAMES)

    def test_frames_under_rules_of_every_kind(self) -> None:
        kinds = [
            ["--key", "id"],
            ["--key", "id,town"],
            ["--key", "none"],
            ["--key", "id", "--duplicates", "pair"],
            ["--key", "id", "--ignore", "note", "--tolerance", "price=0.5"],
            ["--key", "id", "--list", "tags=set"],
            ["--key", "id", "--only", "price", "--normalize", "town=upper"],
            ["--key", "id", "--key-as", "text"],
            ["--eval", _FUNCTIONS],
            ["--eval", "return { identity = 'id', filter = luna.where.column('town').is('town3') }"],
        ]
        for number, rules in enumerate(kinds):
            old, new = self.sorted_frames() if number % 2 else self.frames()
            with self.subTest(rules=rules):
                self.check(old, new, *rules)

    def test_rows_that_have_an_order_move_least(self) -> None:
        for rules in (["--key", "id,town"], ["--eval", _FUNCTIONS]):
            with self.subTest(rules=rules):
                result = self.check(*self.sorted_frames(), *rules, order=True)
                self.assertGreater(result.summary["moved"], 0)

    def test_a_column_may_say_the_order(self) -> None:
        old, new = sample.tables(300)
        numbered = ([(*row, number) for number, row in enumerate(rows)] for rows in (old, new))
        frames = [self.spark.createDataFrame(rows, [*_NAMES, "line"]) for rows in numbered]
        for side, frame in zip(("old", "new"), frames, strict=True):
            sample.write_frame(self.folder / f"{side}.jsonl", frame)
        flags = ["--key", "id,town", "--ignore", "line"]
        report = sample.lunadiff("old.jsonl", "new.jsonl", *flags, directory=self.folder)
        shuffled = [frame.repartition(5) for frame in frames]
        result = self.compare(shuffled[0], shuffled[1], flags, order="line")
        self.assertEqual(sample.changes_of(result, False), sample.expected_changes(report, False))

    def test_files_have_their_order_and_numbers_of_records(self) -> None:
        old, new = sample.tables(500)
        for side, rows in (("old", old), ("new", new)):
            for kind, write in (("csv", sample.write_csv), ("jsonl", sample.write_jsonl)):
                folder = self.folder / kind / side
                folder.mkdir(parents=True)
                for part, begin in enumerate(range(0, len(rows), 170)):
                    write(folder / f"part {part}.{kind}", rows[begin : begin + 170])
        rules = self.folder / "rules.lua"
        rules.write_text("return { identity = function(r) return r.id, r.town end, tolerance = { price = 0.5 } }")
        for kind in ("csv", "jsonl"):
            for given, flags in (([], ["--key", "id"]), (rules, ["-r", str(rules)])):
                with self.subTest(kind=kind, flags=flags):
                    places = [self.folder / kind / side for side in ("old", "new")]
                    report = sample.lunadiff(*places, *flags, directory=self.folder)
                    result = self.compare(f"file://{places[0]}", places[1], given or flags)
                    self.assertEqual(sample.changes_of(result, True), sample.expected_changes(report, True))
                    self.assertEqual(result.summary, report["summary"])
                    self.assertEqual(result.records, (report["source"]["records"], report["target"]["records"]))
                    self.assertEqual(result.columns, report["columns"])

    def test_splits_of_a_file_are_read_once(self) -> None:
        old, new = sample.tables(3000)
        sample.write_csv(self.folder / "old.csv", old)
        sample.write_csv(self.folder / "new.csv", new)
        report = sample.lunadiff("old.csv", "new.csv", "-k", "id", directory=self.folder)
        self.spark.conf.set("spark.sql.files.maxPartitionBytes", "9000")
        try:
            result = self.compare(self.folder / "old.csv", self.folder / "new.csv", ["-k", "id"])
            self.assertEqual(sample.changes_of(result, True), sample.expected_changes(report, True))
        finally:
            self.spark.conf.unset("spark.sql.files.maxPartitionBytes")

    def test_moves_over_several_tasks_are_those_of_one(self) -> None:
        from lunadiff_spark import moves

        pairs = [(number * 37 % 1009 if number % 50 == 0 else number, number) for number in range(1009)]
        frame = self.spark.createDataFrame(pairs, "source LONG, target LONG").repartition(3)
        expected = moves.moved([pair[0] for pair in pairs], range(1009))
        kept = moves._PAIRS_A_TASK
        try:
            moves._PAIRS_A_TASK = 100
            self.assertEqual(moves.moved_targets(frame, 1009, 1009), expected)
            with self.assertRaisesRegex(ProgramError, "more than 5 records stand elsewhere"):
                moves.moved_targets(frame, 1009, 5)
        finally:
            moves._PAIRS_A_TASK = kept

    def test_values_of_every_type_are_compared_as_they_are(self) -> None:
        moment = datetime.datetime(2026, 10, 1, 12, 30, 0, 250, datetime.timezone.utc)
        row: dict[str, object] = {
            **{"id": 1, "text": "ü\u2028\"\\", "none": None, "whole": 2**62, "real": 0.1, "exact": decimal.Decimal("1.500"), "flag": True},
            **{"day": moment.date(), "moment": moment, "bytes": bytearray(b"\0\xff"), "list": [1, None], "map": {"k": {"n": 1}}},
        }
        types = "id LONG, text STRING, none STRING, whole LONG, real DOUBLE, exact DECIMAL(38, 18), flag BOOLEAN, day DATE, moment TIMESTAMP, "
        schema = types + "bytes BINARY, list ARRAY<INT>, map MAP<STRING, STRUCT<n: INT>>"
        others: dict[str, object] = {
            **{"text": "", "none": "", "whole": 2**62 + 1, "real": 0.2, "exact": decimal.Decimal("12345678901234567890.123456789012345678"), "flag": None},
            **{"day": datetime.date(2026, 10, 2), "bytes": bytearray(b""), "list": [1], "map": {"k": {"n": 2}}, "moment": None},
        }
        for name, value in others.items():
            with self.subTest(name=name):
                old, new = (self.spark.createDataFrame([Row(**row), Row(**{**row, "id": 2})], schema), self.spark.createDataFrame([Row(**{**row, name: value}), Row(**{**row, "id": 2})], schema))
                result = self.check(old, new, "--key", "id")
                (change,) = result.changes.collect()
                self.assertEqual(change.columns, [name])
        self.assertEqual(change.asDict()["old"], {"moment": "2026-10-01T12:30:00.000250Z"})

    def test_a_row_of_changes_says_columns_values_and_paths(self) -> None:
        old = self.spark.sql("SELECT 1 AS id, named_struct('a', 1, 'b', array(1, 2)) AS inside, CAST(NULL AS STRING) AS note, 1 AS x")
        new = self.spark.sql("SELECT 1 AS id, named_struct('a', 2, 'b', array(1, 2)) AS inside, '' AS note, 1 AS x")
        (change,) = self.compare(old, new, ["--key", "id"]).changes.collect()
        self.assertEqual((change.kind, change.key, change.columns), ("updated", "[1]", ["inside", "note"]))
        self.assertEqual((change.old["note"], change.new["note"]), (None, ""))
        self.assertEqual(json.loads(change.paths["inside"])[0]["path"], "/a")

    def test_keys_of_two_types_meet_where_they_are_equal(self) -> None:
        old = self.spark.range(50).selectExpr("CAST(id AS INT) AS id", "id * 2 AS v")
        for type in ("LONG", "DECIMAL(10, 2)", "DOUBLE", "SMALLINT"):
            with self.subTest(type=type):
                new = self.spark.range(50).selectExpr(f"CAST(id AS {type}) AS id", "id * 2 AS v")
                self.assertTrue(self.compare(old, new, ["--key", "id"]).same)

    def test_renamed_columns_meet(self) -> None:
        old = self.spark.range(50).selectExpr("id AS number", "id * 2 AS v")
        new = self.spark.range(50).selectExpr("id", "id * 2 AS v")
        self.assertTrue(self.compare(old, new, ["--key", "id", "--rename", "number=id"]).same)

    def test_columns_of_one_side_are_told_and_may_be_named_by_rules(self) -> None:
        old, new = self.sorted_frames(30)
        result = self.compare(old.withColumn("gone", old.id), new.withColumn("come", new.id), ["--key", "id,town", "--ignore", "gone"], buckets=20)
        self.assertEqual((result.columns["deleted"], result.columns["inserted"]), (["gone"], ["come"]))

    def test_a_side_without_rows_is_an_empty_table(self) -> None:
        old, new = self.sorted_frames(20)
        self.assertEqual(set(self.compare(old.limit(0), new, ["--key", "id"]).changes.select("kind").distinct().collect()), {Row(kind="inserted")})
        self.assertTrue(self.compare(old.limit(0), new.limit(0), ["--key", "id"]).same)

    def test_one_key_for_all_is_spilled_and_not_broken(self) -> None:
        old = self.spark.range(2000).selectExpr("1 AS id", "CAST(id AS STRING) AS v", "repeat('x', 100) AS wide")
        new = old.where("v != '7'")
        result = compare(old, new, ["--key", "id"], buckets=4, memory="64K", program=sample.PROGRAM)
        self.assertEqual(dict(result.summary), {"deleted": 1, "inserted": 0, "updated": 0, "moved": 0, "unchanged": 1999})
        self.assertEqual(result.duplicates, (1, 1))

    def test_masked_values_leave_no_trace(self) -> None:
        old, new = self.sorted_frames(200)
        result = self.compare(old, new, ["--key", "id,town", "--mask", "price,note", "-e", "function filter(r) return r.id + 1 > 0 end"])
        texts = "".join(row.text for row in result.changes.selectExpr("to_json(struct(*)) AS text").collect())
        self.assertNotIn("ünï", texts)

    def test_changes_are_written_as_parquet(self) -> None:
        old, new = self.sorted_frames(200)
        result = compare(old, new, ["--key", "id,town"], out=f"file://{self.folder}/changes", program=sample.PROGRAM)
        self.assertEqual(self.spark.read.parquet(f"file://{self.folder}/changes").count(), sum(count for kind, count in result.summary.items() if kind != "unchanged"))

    def test_counts_say_which_columns_changed_and_what_is_repeated(self) -> None:
        old = self.spark.range(100).selectExpr("id", "'a' AS x", "id AS y")
        new = self.spark.range(100).selectExpr("id", "IF(id < 30, 'b', 'a') AS x", "IF(id = 50, 0, id) AS y")
        result = self.compare(old, new, ["--key", "id"])
        self.assertEqual([tuple(row) for row in result.column_counts().collect()], [("x", 30), ("y", 1)])
        self.assertEqual([tuple(row) for row in result.repeated().collect()], [("x", "a", "b", 30)])

    def test_a_report_has_the_first_changes_and_the_counts_of_all(self) -> None:
        result = self.compare(*self.sorted_frames(300), ["--key", "id,town"], order=True)
        for name in ("r.json", "r.html", "r.txt"):
            result.report(self.folder / name, limit=10, program=sample.PROGRAM)
        report = json.loads((self.folder / "r.json").read_text())
        self.assertEqual((len(report["changes"]), report["summary"]), (10, result.summary))
        self.assertIn("(10 of", (self.folder / "r.txt").read_text())

    def test_rules_find_their_modules_on_executors(self) -> None:
        (self.folder / "inner").mkdir()
        (self.folder / "inner" / "key.lua").write_text("return function(r) return r.id, r.town end")
        (self.folder / "rules.lua").write_text("return { identity = require('inner.key') }")
        result = self.compare(*self.sorted_frames(50), self.folder / "rules.lua")
        self.assertGreater(sum(result.summary.values()), 40)

    def test_rules_may_be_at_an_address(self) -> None:
        (self.folder / "rules.lua").write_text("return { identity = {'id', 'town'} }")
        result = self.compare(*self.sorted_frames(50), f"file://{self.folder}/rules.lua")
        self.assertGreater(sum(result.summary.values()), 40)

    def fails(self, old: Table, new: Table, rules: GivenRules, *patterns: str, order: bool | str | None = None) -> None:
        with self.assertRaises(ProgramError) as caught:
            self.compare(old, new, rules, order=order)
        for pattern in patterns:
            self.assertRegex(str(caught.exception), pattern)
        self.assertNotIn("Traceback", str(caught.exception))

    def test_a_path_that_is_not_there_is_named(self) -> None:
        for address in ("/nowhere/old.csv", "file:///nowhere/old.csv"):
            self.fails(address, address, ["-k", "id"], "/nowhere/old.csv")
        self.fails(*self.sorted_frames(5), "/nowhere/rules.lua", "/nowhere/rules.lua: No such file")
        self.fails(*self.sorted_frames(5), "file:///nowhere/rules.lua", "/nowhere/rules.lua")

    def test_a_bad_row_is_named_by_file_and_record(self) -> None:
        sample.write_csv(self.folder / "old.csv", sample.tables(400)[0])
        lines = (self.folder / "old.csv").read_text().splitlines(keepends=True)
        lines[300] = "1,too,many,cells\n"
        (self.folder / "new.csv").write_text("".join(lines))
        self.fails(self.folder / "old.csv", self.folder / "new.csv", ["-k", "id"], "new.csv, record 300: the record has 4 fields", "1,too,many,cells")
        lines[300] = '1,"goes\n'
        lines[301] = 'on",2\n'
        (self.folder / "new.csv").write_text("".join(lines))
        self.fails(self.folder / "old.csv", self.folder / "new.csv", ["-k", "id"], "new.csv: a cell goes on in the next line", "multiLine=True")

    def test_a_function_that_fails_names_the_record_in_every_stage(self) -> None:
        old, new = self.sorted_frames(100)
        broken = "function(r) if r.id == 77 then return r.nothing + 1 end return r.id end"
        self.fails(old, new, ["-e", f"return {{ identity = {broken} }}"], "unknown column 'nothing'", "in function 'identity', old, row", '"id":77')
        pair = "function(a, b) if a.id == 77 then error('no such') end return false end"
        self.fails(old, new, ["-e", f"return {{ identity = {{'id', 'town'}}, equal = {pair} }}"], "no such", "row")
        (self.folder / "old.jsonl").write_text('{"id":1}\n')
        (self.folder / "new.jsonl").write_text('{"id":1}\n{"id":2}\n')
        self.fails(self.folder / "old.jsonl", self.folder / "new.jsonl", ["-e", "function identity(r) return r.id < 2 and r.id or r.x.y end"], "new.jsonl, record 2", '"id":2')

    def test_rules_that_do_not_fit_are_said_before_anything_is_read(self) -> None:
        old, new = self.sorted_frames(10)
        self.fails(old, new, ["-k", "idd"], "unknown column 'idd'; did you mean 'id'", "in the key, old")
        self.fails(old, new, ["-k", "id", "--ignore", "nothing"], "unknown column 'nothing'")
        self.fails(old, new, [], "without a key", "-k names it")
        self.fails(old, new, ["-k", "id", "--section", "town"], "sections cannot be divided")
        self.fails(old, new, ["-e", "return { identity = luna.identity.first('id', 'town') }"], "passes cannot be divided")
        self.fails(old, new, ["-k", "id", "--no-header"], "--no-header is about files as a whole")
        self.fails(old, new, ["-e", "return {"], "-e:1")
        self.fails(old, new, ["-k", "id", "--moves", "heckel"], "the rules say heckel", order=True)
        self.fails(old, new, ["-k", "id"], "old has no column 'line'", order="line")
        self.fails(old, new, ["-k", "id"], "'town' is string", order="town")

    def test_a_name_that_no_record_of_files_has_is_said(self) -> None:
        for side in ("old", "new"):
            (self.folder / f"{side}.jsonl").write_text('{"id":1}\n{"id":2,"rare":1}\n')
        paths = self.folder / "old.jsonl", self.folder / "new.jsonl"
        self.assertTrue(self.compare(*paths, ["-k", "id", "--ignore", "rare"], buckets=7).same)
        self.fails(*paths, ["-k", "id", "--ignore", "nothing"], "unknown column 'nothing'")

    def test_what_spark_has_to_read_itself_is_said(self) -> None:
        old, _ = self.sorted_frames(10)
        old.write.parquet(f"file://{self.folder}/table.parquet")
        self.fails(self.folder / "table.parquet", self.folder / "table.parquet", ["-k", "id"], r"spark.read.format\('parquet'\)")
        (self.folder / "a.json").write_text('[{"id":1},\n{"id":2}]')
        self.fails(self.folder / "a.json", self.folder / "a.json", ["-k", "id"], "multiLine=True")
        (self.folder / "d" / "day=1").mkdir(parents=True)
        (self.folder / "d" / "day=1" / "a.csv").write_text("id\n1\n")
        self.fails(self.folder / "d", self.folder / "d", ["-k", "id"], "its folders are columns, day")

    def test_headers_that_differ_are_said(self) -> None:
        (self.folder / "d").mkdir()
        (self.folder / "d" / "a.csv").write_text("id,x\n1,2\n")
        (self.folder / "d" / "b.csv").write_text("id,y\n1,2\n")
        self.fails(self.folder / "d", self.folder / "d", ["-k", "id"], "b.csv: its header is not that of the other files", "id,y")

    def test_a_program_that_is_not_there_is_said(self) -> None:
        with self.assertRaisesRegex(ProgramError, "no-such: there is no such program"):
            compare(*self.sorted_frames(5), ["-k", "id"], program="no-such")

    def test_duplicates_that_are_refused_are_named(self) -> None:
        old, _ = self.sorted_frames(100)
        self.fails(old, old, ["-k", "town", "--duplicates", "error"], "duplicate|occurs more than once|more than once", "town")


if __name__ == "__main__":
    unittest.main()
