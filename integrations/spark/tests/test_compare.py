"""However Spark divides the work, the changes are those of one process."""

import contextlib
import datetime
import decimal
import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from pyspark.sql import DataFrame, Row, SparkSession
from pyspark.sql import functions as F

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
        # A file system that is none of this machine's, by its addresses.
        settings["spark_hadoop_fs_viewfs_mounttable_lake_link_/all"] = "file:///"
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
        self.assertEqual(sample.summary_of(result), report["summary"])
        with self.assertRaises(TypeError):
            bool(result)
        for name in ("limits", "counting"):
            self.assertEqual([*getattr(result, name)], report.get(name, [*getattr(result, name)]))
        if result.sections:
            # Names that are numbers are texts in the report as it is read here.
            found, expected = ({**sections, "summary": None} for sections in (result.sections, report.get("sections", {})))
            self.assertEqual(json.loads(json.dumps(found, default=str)), expected)
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
            ["--key", "id", "--json-column", "list", "--list", "list=set"],
            ["--eval", _FUNCTIONS],
            ["--eval", "return { identity = 'id', filter = luna.where.column('town').is('town3') }"],
        ]
        for number, rules in enumerate(kinds):
            old, new = self.sorted_frames() if number % 2 else self.frames()
            if "--json-column" in rules:
                old, new = (frame.withColumn("list", F.to_json("tags")) for frame in (old, new))
            with self.subTest(rules=rules):
                self.check(old, new, *rules)

    def test_rows_of_plain_values_are_those_of_one_process_too(self) -> None:
        old, new = (frame.drop("tags").withColumn("zero", F.expr("IF(id % 13 = 0, -0.0D, 0.0D)")) for frame in self.frames())
        new = new.withColumn("zero", F.expr("IF(id % 17 = 0, -0.0D, zero)"))
        kinds = [["--key", "id"], ["--key", "id,town"], ["--key", "id", "--ignore", "note", "--max-updated", "price=2%"], ["-e", "return { identity = function(r) return r.id end }"]]
        for rules in kinds:
            with self.subTest(rules=rules):
                result = self.check(old, new, *rules)
                self.assertEqual(result.records, (old.count(), new.count()))
        gap = old.limit(1).withColumn("id", F.lit(None).cast("long"))
        self.fails(old.union(gap), new.union(gap), ["--key", "id"], "the key column 'id' is null")
        self.check(old, new, "--key", "id", "-e", "function filter(r) return r.town ~= 'town3' end")
        (change,) = self.compare(old.where("id = 5"), old.where("id = 5").withColumn("price", F.lit(-1.0)), ["--key", "id"]).changes.collect()
        self.assertEqual(change.columns, ["price"])

    def test_equal_lines_of_files_are_counted_without_order(self) -> None:
        old, new = sample.tables(2000)
        sample.write_csv(self.folder / "old.csv", old)
        sample.write_csv(self.folder / "new.csv", new)
        for rules in (["-k", "id"], ["-k", "none"], ["-k", "id,town", "--duplicates", "pair"]):
            with self.subTest(rules=rules):
                report = sample.lunadiff("old.csv", "new.csv", *rules, "--ignore-order", directory=self.folder)
                result = self.compare(self.folder / "old.csv", self.folder / "new.csv", rules, order=False)
                self.assertEqual(sample.changes_of(result, True), sample.expected_changes(report, True))
                self.assertEqual((result.summary, result.records), (report["summary"], (report["source"]["records"], report["target"]["records"])))
                repeated = report.get("duplicates", {})
                self.assertEqual(result.duplicates, tuple(repeated.get(side, {}).get("keys", 0) for side in ("source", "target")))

    def test_sections_come_and_go_and_records_move_between_them(self) -> None:
        kinds = (["--section", "town"], ["-e", "function section(r) return r.town and r.town:sub(1, 5) end"], ["--section", "price", "--duplicates", "pair"])
        old, new = self.sorted_frames(400)
        old, new = old.where("town != 'town3' OR id > 200"), new.where("town != 'town4'").replace("town5", "town99", subset=["town"])
        for flags, order in ((kinds[0], False), *((flags, True) for flags in kinds)):
            with self.subTest(flags=flags, order=order):
                self.check(old, new, "--key", "id", *flags, order=order)

    def test_sections_of_files_are_in_their_order(self) -> None:
        old, new = sample.tables(3000)
        sample.write_csv(self.folder / "old.csv", old[:1000] + old[1500:])
        sample.write_csv(self.folder / "new.csv", sorted(new, key=lambda row: row[1]))
        paths = self.folder / "old.csv", self.folder / "new.csv"
        self.spark.conf.set("spark.sql.files.maxPartitionBytes", "20000")
        self.addCleanup(self.spark.conf.unset, "spark.sql.files.maxPartitionBytes")
        for flags in (["--key", "id", "--section", "town"], ["--key", "none", "--section", "town", "--ignore", "price"]):
            with self.subTest(flags=flags):
                report = sample.lunadiff(*paths, *flags, directory=self.folder)
                result = self.compare(*paths, flags, buckets=5)
                self.assertEqual(sample.changes_of(result, True), sample.expected_changes(report, True))
                self.assertEqual(sample.summary_of(result), report["summary"])

    def test_passes_look_at_what_is_left(self) -> None:
        old, new = self.sorted_frames(300)
        new = new.selectExpr("IF(id % 3 = 0, NULL, IF(id % 7 = 0, id + 100000, id)) AS id", "town", "note", "price", "tags")
        rules = (
            "luna.identity.first('id', { 'town', 'price' })",
            "luna.identity.first('id', function(r) return r.town, r.price end, 'price')",
            "luna.identity.first('id', luna.identity.near { block = 'price', by = 'town', distance = 2 })",
        )
        for rule, flags, order in zip(rules, ([], ["--section", "town"], []), (False, True, True), strict=True):
            with self.subTest(rule=rule, flags=flags, order=order):
                result = self.check(old, new, "-e", f"return {{ identity = {rule} }}", *flags, order=order)
                self.assertGreater(result.passes[1]["paired"], 10)

    def test_limits_stand_as_on_one_machine(self) -> None:
        old, new = self.sorted_frames(400)
        kinds = (
            ["--max-updated", "price=2%", "--max-updated", "3..5", "--max-deleted", "1%..", "--fail-on", "updated,deleted"],
            ["--max-updated", "price=90%", "--max-updated", "tags=90%", "--max-deleted", "100", "--max-inserted", "100"],
            ["--section", "town", "--max-updated", "section:*=10%", "--max-updated", "section:town2=0", "--max-moved", "section:*=1", "--max-deleted", "section:town1=50%"],
            ["--section", "town", "--max-updated", "section:*=100%", "--max-moved", "section:town7=3", "--max-inserted", "section:*=100%", "--max-deleted", "50"],
            ["-e", "return { limits = { updated = '1%', price = { warn = '1%', fail = '99%' } }, filter = function(r) return r.id % 2 == 0 end }"],
            ["--max-updated", "tags[]=1", "--max-moved", "0"],
        )
        for number, flags in enumerate(kinds):
            with self.subTest(flags=flags):
                self.assertTrue(self.check(old, new, "--key", "id", *flags, order=number != 1).limits)
        self.fails(old, new, ["--key", "id", "--max-updated", "prize=3"], "unknown column 'prize'")
        self.fails(old, new, ["--key", "id", "--accept", str(self.folder)], "--accept cannot be divided")

    def test_a_column_that_came_counts_unless_it_is_ignored(self) -> None:
        old, _ = self.sorted_frames(50)
        come = old.withColumn("come", old.price)
        for flags, counting in (([], ["columns"]), (["--ignore", "come"], []), (["--fail-on", "updated"], [])):
            with self.subTest(flags=flags):
                result = self.check(old, come, "--key", "id,town", *flags)
                self.assertEqual((result.counting, result.same), (counting, "--ignore" in flags))

    def test_statistics_are_those_of_one_machine(self) -> None:
        old, new = self.sorted_frames(400)
        new = new.withColumn("note", F.expr("IF(id % 5 = 0, NULL, note)"))
        self.check(old, new, "--key", "id")
        report = sample.lunadiff("old.jsonl", "new.jsonl", "--key", "id", "--ignore-order", "--statistics", directory=self.folder)
        result = compare(old, new, ["--key", "id"], statistics=True, buckets=3, program=sample.PROGRAM)
        self.addCleanup(result.unpersist)
        expected = report["summary"]["columns"]
        self.assertEqual(list(result.statistics), list(expected))
        for name, column in expected.items():
            found = dict(result.statistics[name])
            if "difference" in column:
                column["difference"] = {which: decimal.Decimal(str(column["difference"][which])) for which in ("count", "least", "greatest")}
            self.assertEqual(found, {which: count for which, count in column.items() if which not in ("frequent", "paths", "morePaths")})
        self.assertIn("difference", expected["price"])

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
        frame = self.spark.createDataFrame([(0, *pair) for pair in pairs], "section LONG, source LONG, target LONG").repartition(3)
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

    def test_findings_are_those_that_can_be_counted_in_all_records(self) -> None:
        old = self.spark.range(40).selectExpr("id", "IF(id % 3 = 0, 'a', NULL) AS x", "'b' AS y", "IF(id < 8, 'c', '') AS z", "id AS w", "IF(id % 2 = 0, 'a', NULL) AS v")
        new = old.selectExpr("id", "IF(id < 30, 'n', x) AS x", "IF(id > 31, 'm', y) AS y", "IF(id < 7, NULL, z) AS z", "IF(id % 9 = 0, id * id + 3, w) AS w", "IF(id < 30, 'n', v) AS v")
        for side, frame in (("old", old), ("new", new)):
            sample.write_frame(self.folder / f"{side}.jsonl", frame)
        result = self.compare(old, new, ["--key", "id"])
        command = [sample.PROGRAM, "old.jsonl", "new.jsonl", "--key", "id", "--ignore-order", "--format", "json"]
        report = json.loads(subprocess.run(command, cwd=self.folder, capture_output=True, check=False).stdout)
        kinds = ("repeated", "filled", "emptied", "column")
        expected = [{name: value for name, value in finding.items() if name != "try"} for finding in report["findings"] if finding["kind"] in kinds]
        self.assertEqual({finding["kind"] for finding in expected}, {"repeated", "filled", "emptied"})
        self.assertEqual(sorted(result.findings(), key=str), sorted(expected, key=str))
        self.assertNotIn("were b", str(self.compare(old, new, ["--key", "id", "--mask", "w"]).findings()))
        self.assertEqual(self.compare(old, old, ["--key", "id"]).findings(), [])

    def test_only_column_that_differs_is_found(self) -> None:
        old = self.spark.range(20).selectExpr("id", "id AS x", "id AS y")
        new = old.selectExpr("id", "x * x + 2 AS x", "IF(id < 4, 0, y) AS y")
        texts = [finding["text"] for finding in self.compare(old, new, ["--key", "id"]).findings()]
        self.assertEqual(texts, ["x is all that differs in 17 of 20 updated records"])

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

    def test_tables_rules_changes_and_reports_may_be_in_any_file_system_of_spark(self) -> None:
        lake = f"viewfs://lake/all{self.folder}"
        for side, rows in zip(("old", "new"), sample.tables(100), strict=True):
            sample.write_csv(self.folder / f"{side}.csv", rows)
        (self.folder / "rules.lua").write_text("return { identity = {'id', 'town'} }")
        (self.folder / "empty").mkdir()
        with contextlib.chdir(self.folder / "empty"):
            result = compare(f"{lake}/old.csv", f"{lake}/new.csv", f"{lake}/rules.lua", out=f"{lake}/changes", program=sample.PROGRAM)
            for name in ("r.json", "r.html"):
                result.report(f"{lake}/{name}", program=sample.PROGRAM)
            with self.assertRaisesRegex(ProgramError, "nosuch"):
                result.report("nosuch://lake/r.json", program=sample.PROGRAM)
            self.assertEqual(list(Path().iterdir()), [])
        report = sample.lunadiff(self.folder / "old.csv", self.folder / "new.csv", "-r", self.folder / "rules.lua", directory=self.folder)
        self.assertEqual(sample.changes_of(result, True), sample.expected_changes(report, True))
        self.assertEqual(json.loads((self.folder / "r.json").read_text())["summary"], report["summary"])
        self.assertIn("<html", (self.folder / "r.html").read_text())
        (self.folder / "new.csv").write_text("id,town,price\n1,a,2,3\n")
        self.fails(f"{lake}/old.csv", f"{lake}/new.csv", ["-k", "id"], f"{lake}/new.csv:2: record 1 has 4 fields")

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
        self.fails(old, new, ["-k", "id", "--elements", "tags"], "--elements is about files as a whole")
        self.fails(old, new, ["-e", "return { identity = luna.identity.score { block = 'id', by = { price = luna.compare.similar() } } }"], "a score cannot be divided")
        self.fails(old, new, ["-k", "id", "--no-header"], "--no-header is about files as a whole")
        self.fails(old, new, ["-e", "return {"], "-e:1")
        for order in (True, None):
            self.fails(old, new, ["-k", "id", "--moves", "heckel"], "the rules say heckel", order=order)
        with self.assertRaisesRegex(ProgramError, "one share or more, and not in 0"):
            self.compare(old, new, ["-k", "id"], buckets=0)
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
        self.fails(old, old, ["-k", "town", "--duplicates", "error"], "duplicate|occurs more than once|more than once|occurs again; it was first seen in another one\n", "town")


if __name__ == "__main__":
    unittest.main()
