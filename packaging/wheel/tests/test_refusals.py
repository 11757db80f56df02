"""Whatever is given, what goes wrong is a LunaDiffError that says where, and what would help."""

import datetime
import json
import math
import re
from decimal import Decimal

import lunadiff
import numpy
import pandas
import polars
import pyarrow
import pytest
from conftest import NEW, OLD
from lunadiff import Finding, LunaDiffError
from lunadiff._advice import for_python

DAYS = [{"id": key, "v": key} for key in range(20)]


def refused(call, *arguments, **options):
    with pytest.raises(LunaDiffError) as caught:
        call(*arguments, **options)
    assert caught.value.hint
    return caught.value


@pytest.mark.parametrize("value", [object(), {1, 2}, {1: 2}, lunadiff.ABSENT, [[numpy.complex64(1)]]], ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("make", [list, lambda rows: pandas.DataFrame({"id": [1, 2], "v": pandas.Series([row["v"] for row in rows], dtype=object)})])
def test_a_value_that_cannot_be_compared_is_named_by_its_record_and_column(make, value):
    rows = [{"id": 1, "v": 1}, {"id": 2, "v": value}]
    error = refused(lunadiff.compare, rows[:1], make(rows), key="id")
    assert (error.code, error.place) == ("input", "new:2") and error.message.startswith("new:2: v: a value of type ")


def test_an_index_and_a_column_of_one_name_are_refused():
    frame = pandas.DataFrame({"id": [1], "v": [1]}, index=pandas.Index([5], name="id"))
    error = refused(lunadiff.compare, OLD, frame)
    assert (error.code, error.place) == ("input", "new") and "two columns are called 'id'" in error.message


def test_a_zone_that_nobody_knows_is_refused():
    table = pyarrow.table({"id": [1], "v": pyarrow.array([1], pyarrow.timestamp("us", "Mars/Phobos"))})
    error = refused(lunadiff.compare, table, OLD)
    assert (error.code, error.place) == ("input", "old") and "Mars/Phobos" in error.message


def test_struct_members_of_one_name_are_refused():
    kind = pyarrow.struct([("a", pyarrow.int64()), ("a", pyarrow.int64())])
    array = pyarrow.StructArray.from_buffers(kind, 1, [None], children=[pyarrow.array([1]), pyarrow.array([2])])
    assert refused(lunadiff.compare, pyarrow.table({"id": [1], "v": array}), OLD).place == "old"


def test_texts_that_are_views_are_compared():
    old, new = (pyarrow.table({"id": [1], "v": pyarrow.array([text], pyarrow.string_view())}) for text in "ab")
    assert lunadiff.compare(old, new, key="id").changes[0].fields["v"].new == "b"


def test_a_class_made_of_a_frames_is_a_frame():
    class Frame(pandas.DataFrame):
        """A frame with more to it, as those of maps."""

    assert lunadiff.compare(Frame(OLD), pandas.DataFrame(NEW), key="id").summary.updated == 1
    assert "Series" in refused(lunadiff.compare, pandas.Series([1]), OLD).message


def test_two_surrogates_are_not_taken_for_the_character_that_they_would_be():
    for value in ("\ud83d\ude00", ["\ud83d\ude00"], {"\ud83d\ude00": 1}):
        assert refused(lunadiff.compare, [{"id": 1, "v": value}], [{"id": 1, "v": "\U0001f600"}]).place == "old:1"
    assert lunadiff.compare([{"id": 1, "v": "\U0001f600"}], [{"id": 1, "v": "\U0001f600"}]).same


ODD = [Decimal("1" * 50), Decimal("sNaN"), Decimal("NaN"), Decimal("1E+40"), 2**70, datetime.timedelta.max, datetime.time(1, tzinfo=datetime.timezone.utc)]


@pytest.mark.parametrize("value", ODD, ids=str)
def test_frames_of_changes_have_texts_for_what_no_column_holds(value):
    result = lunadiff.compare([{"id": 1, "v": value}], [{"id": 1, "v": "x"}], key="id")
    texts = {result.to_polars("v")["old"][0], result.to_arrow("v")["old"][0].as_py(), result.to_polars()["old"][0]}
    assert len(texts) == 1 and all(isinstance(text, str) for text in texts)
    assert result.to_pandas()["old"][0] is value


def test_a_lone_surrogate_is_in_frames_of_pandas_alone():
    result = lunadiff.compare([{"id": 1, "v": "\ud800"}], [{"id": 1, "v": "x"}], key="id")
    assert result.to_pandas()["old"][0] == "\ud800"
    for call in (result.to_polars, result.to_arrow):
        assert "to_pandas()" in refused(call).hint


def test_records_of_what_is_no_json_lines_are_refused():
    clash = lunadiff.merge([{"id": 1, "a": 1}], [{"id": 1, "a": 2}], [{"id": 1, "a": 3}], key="id")
    assert "conflicts" in refused(clash.records).message and "favor" in refused(clash.records).hint
    patched = lunadiff.patch(b"id,a\n1,2\n", lunadiff.compare(b"id,a\n1,2\n", b"id,a\n1,3\n", key="id"))
    assert refused(patched.records).place == "line 1"
    assert (refused(patched.records).code, patched.data) == ("request", b"id,a\n1,3\n")


def test_a_batch_of_tables_is_refused(tmp_path):
    assert "compare takes two tables" in refused(lunadiff.batch, OLD, NEW).hint
    error = refused(lunadiff.batch, tmp_path / "nope", tmp_path)
    assert (error.code, error.place) == ("input", str(tmp_path / "nope"))


@pytest.mark.parametrize("options", [{"key": ["id", "id"]}, {"trim": "yes"}, {"ignore": "x"}, {"rename": {"x": "y"}}], ids=str)
def test_what_was_asked_for_in_vain_is_a_request(options):
    with pytest.raises(LunaDiffError) as caught:
        lunadiff.compare(OLD, NEW, **options)
    assert caught.value.code == "request"


@pytest.mark.parametrize("make", [list, lambda rows: b"id,a\n1,2\n"], ids=["list", "bytes"])
def test_a_key_that_is_no_column_is_an_inputs_matter_everywhere(make):
    with pytest.raises(LunaDiffError) as caught:
        lunadiff.compare(make(OLD), make(NEW), key="idd")
    assert (caught.value.code, caught.value.place) == ("input", "old")


KEYS = [
    True, "", 3, 3.5, 1e300, {"a": 1, "b": "é\u2028/x"}, [1, "2"], math.nan, math.inf, datetime.datetime(2024, 1, 1), datetime.date(2024, 1, 1),
    datetime.time(12), datetime.timedelta(1, 5), b"ab", Decimal("1.10"), " ", "-x", "a,b\\", {}, [], "é", 2**70, "x\ny", "'",
    numpy.datetime64(1_700_000_000_123_456_789, "ns"), pandas.Timestamp(1, unit="ns", tz="Europe/Berlin"), numpy.int8(7), "a\0b", "\ud800",
]  # fmt: skip


def test_every_key_that_changes_give_is_explained():
    rows = [{"id": key, "n": number, "v": number} for number, key in enumerate(KEYS)]
    result = lunadiff.compare(rows, [{**row, "v": -1} for row in rows], key="id")
    assert len(result.changes) == len(KEYS)
    for change in result.changes:
        assert result.explain(change.key).text.startswith(f"old record {change.source + 1}, ")
    both = lunadiff.compare(rows, [{**row, "v": -1} for row in rows], key=["id", "n"])
    assert both.explain(both.changes[1].key).data[0]["source"]["record"] == 1


def test_a_list_is_the_key_of_one_column_and_parts_of_several():
    rows = [{"id": [1, 2], "n": 4}, {"id": 7, "n": 5}]
    one, two = (lunadiff.compare(rows, rows, key=key) for key in ("id", ["id", "n"]))
    for result, key in ((one, [1, 2]), (one, ([1, 2],)), (two, [[1, 2], 4]), (two, ([1, 2], 4))):
        assert result.explain(key).data[0]["source"]["record"] == 0
    assert one.explain([7]).data[0]["source"]["record"] == 1
    assert "a tuple with a value for each" in refused(two.explain, 7).hint


def test_a_key_that_no_argument_can_hold_is_looked_for_among_the_changes():
    rows = [{"id": "a\0b", "v": 1}, {"id": "same\0", "v": 1}]
    result = lunadiff.compare(rows, [{"id": "a\0b", "v": 2}, rows[1]], key="id")
    assert result.explain("a\0b").text == result.explain(result.changes[0]).text
    error = refused(result.explain, "same\0")
    assert error.code == "request" and r"'same\x00'" in error.message


def test_only_what_a_reader_has_lines_of_is_explained_with_them(tmp_path):
    path = tmp_path / "new.csv"
    path.write_text("id,v\n3,old record 9 (line 9)\n")
    explained = lunadiff.compare([{"id": "3", "v": 1}], path, key="id").explain("3").text
    assert explained.startswith("old record 1, new record 1 (line 2): updated\n") or explained.startswith(f"old record 1, {path} record 1 (line 2)")
    assert "1 → old record 9 (line 9)" in explained
    assert "nearest is new record 1, which" in lunadiff.compare([{"id": "a"}], [{"id": "A"}], key="id").explain("a").text


@pytest.mark.parametrize("kept, asked", [(3, 3.0), (3.0, 3), (3, Decimal("3.00")), (3.0, numpy.float32(3)), (2.5, Decimal("2.50")), (3, "3")])
def test_a_number_is_explained_however_it_is_given(kept, asked):
    rows = [{"id": kept, "v": 1}, {"id": 8, "v": 1}]
    assert lunadiff.compare(rows, rows, key="id").explain(asked).data[0]["source"]["record"] == 0


@pytest.mark.parametrize("column", [[True, False], [1.0, 2.5], [datetime.date(2024, 1, 1), datetime.date(2024, 1, 2)], ["", "x"]], ids=str)
def test_keys_of_frames_are_explained(column):
    for make in (polars.DataFrame, pandas.DataFrame, pyarrow.table):
        old, new = make({"id": column, "v": [1, 1]}), make({"id": column, "v": [1, 2]})
        result = lunadiff.compare(old, new, key="id")
        assert result.explain(result.changes[0].key).data[0]["source"]["record"] == 1


def test_a_key_that_no_record_has_is_a_request():
    result = lunadiff.compare(OLD, NEW, key="id")
    for key in (5, 5.5, "x"):
        with pytest.raises(LunaDiffError, match=re.escape(f"the key '{key}'")) as caught:
            result.explain(key)
        assert caught.value.code == "request"


def test_a_report_of_a_plug_in_is_told_its_options():
    result = lunadiff.compare(OLD, NEW, key="id")
    assert re.search("^DELETE FROM .?tools", result.report("sql", format_option={"table": "tools"}), re.MULTILINE)
    assert "format_option={'table'" in refused(result.report, "sql").hint
    assert "to_xlsx" in refused(result.report, "xlsx").hint


def test_reports_of_frames_name_no_rule_that_nobody_gave(tmp_path):
    old, new = polars.DataFrame({"id": [1, 2], "v": ["a", None]}), polars.DataFrame({"id": [1, 2], "v": ["a", ""]})
    result = lunadiff.compare(old, new, key="id")
    assert result.report().splitlines()[1] == "key: id" and "v: null → \"\"" in result.report()
    result.to_html(tmp_path / "page.html")
    assert '["null",' not in (tmp_path / "page.html").read_text() and "rules" not in json.loads(result.report("jsonl").splitlines()[0])
    result.close()
    with pytest.raises(LunaDiffError, match="closed"):
        result.report()


def test_advice_is_what_can_be_typed_in_python(tmp_path):
    moved = lunadiff.compare(DAYS, [{"id": row["id"] + 100, "v": row["v"]} for row in DAYS], key="id")
    zeros = lunadiff.compare([{"id": f"0{i}", "v": i} for i in range(20)], [{"id": f"{i}", "v": i} for i in range(20)], key="id", limit=1)
    dates = lunadiff.compare([{"id": i, "v": f"2024-01-{i + 1:02d}"} for i in range(20)], [{"id": i, "v": f"{i + 1:02d}.01.2024"} for i in range(20)], key="id")
    assert "\n  compare(…, key='v')\n" in moved.report() and "\n  learn(…)\n" in dates.report("summary")
    advice = re.search(r"^  compare\(…, (normalize=.*)\)$", zeros.report(), re.MULTILINE)[1]
    assert zeros.findings[0].advice == ("--normalize", 'id=replace("^0+(%w)", "%1")')
    assert advice == f"normalize={zeros.findings[0].options['normalize']!r}"
    # As options they are followed without a word of flags.
    assert moved.findings[0].options == {"key": "v"} and dates.findings[0].options is None
    followed = lunadiff.compare([{"id": f"0{i}", "v": i} for i in range(20)], [{"id": f"{i}", "v": i} for i in range(20)], key="id", **zeros.findings[0].options)
    assert followed.summary.unchanged == 20
    moved.to_html(tmp_path / "page.html")
    for text in (*(result.report(kind) for result in (moved, zeros, dates) for kind in ("text", "table", "summary", "markdown", "json")), (tmp_path / "page.html").read_text()):
        assert "old-format" not in text and "lunadiff diff" not in text
    (tmp_path / "old.csv").write_text("id,v\n" + "".join(f"{i},{i}\n" for i in range(20)))
    (tmp_path / "new.csv").write_text("id,v\n" + "".join(f"{i + 100},{i}\n" for i in range(20)))
    # Of files it is a command that can be run.
    assert "  lunadiff diff" in lunadiff.compare(tmp_path / "old.csv", tmp_path / "new.csv", key="id").report()


@pytest.mark.parametrize("key", [1, [1], 1.5])
def test_a_key_that_is_no_text_is_the_column_of_that_name(key):
    frame = pandas.DataFrame({"id": [1], "c": ["a"]})
    with pytest.raises(lunadiff.LunaDiffError, match="no column \"1"):
        lunadiff.compare(frame, frame, key=key)
    numbered = pandas.DataFrame([[7, "a"], [8, "b"]])
    assert lunadiff.compare(numbered, numbered, key=0).key == ("0",)


def test_a_program_that_the_variable_does_not_name_is_not_brought_by_pip(monkeypatch):
    monkeypatch.setenv("LUNADIFF", "/nope")
    with pytest.raises(lunadiff.LunaDiffError) as caught:
        lunadiff.version()
    assert caught.value.code == "program" and caught.value.hint == "unset LUNADIFF, or let it name the program"


@pytest.mark.parametrize("flags, said", [
    ("--normalize v=lower", "normalize={'v': 'lower'}"), ("--normalize 'a b=trim,lower'", "normalize={'a b': 'trim,lower'}"),
    ("--old-normalize 'v=strip(\"x\")' --new-normalize v=trim", "old_normalize={'v': 'strip(\"x\")'}, new_normalize={'v': 'trim'}"),
])  # fmt: skip
def test_flags_below_a_finding_that_learn_knows_are_options(flags, said):
    found = Finding("noise", "v: 2 of 2 differ", 2, 2, ("v",), ("learn",), False)
    report = f"finding: {found.text}\n  {flags}\n"
    assert for_python(report, "text", [found], []) == f"finding: {found.text}\n  compare(…, {said})\n"
    for unread in ("--normalize $'a\\nb=trim'", "--normalize 'a"):
        assert for_python(f"finding: {found.text}\n  {unread}\n", "text", [found], []).endswith(f"  {unread}\n")
    assert for_python(f"finding: {found.text}\n", "text", [found], []) == f"finding: {found.text}\n  learn(…)\n"
