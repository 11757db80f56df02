"""What is compared, and what comes back."""

import datetime
import html
import inspect
import json
import os
import pathlib
import sys
import tempfile

import lunadiff
import pandas
import polars
import pyarrow
import pytest
from conftest import FRAMES, NEW, OLD
from lunadiff import ABSENT, Field
from lunadiff._options import CompareOptions


def kinds(result):
    return [(change.kind, change.key) for change in result.changes]


EXPECTED = [("deleted", (7,)), ("updated", (3,)), ("inserted", (9,))]


def test_lists_of_dicts_are_compared_by_a_key():
    result = lunadiff.compare(OLD, NEW, key="id")
    assert not result.same
    assert result.summary == lunadiff.Summary(deleted=1, inserted=1, updated=1, moved=0, unchanged=1)
    assert kinds(result) == EXPECTED
    assert result.changes[1].fields == {"price": Field(1.0, 1.2)}
    assert result.changes[0].record == OLD[2]


@pytest.mark.parametrize("new", FRAMES)
@pytest.mark.parametrize("old", FRAMES)
def test_frames_of_any_two_libraries_are_compared(old, new):
    assert kinds(lunadiff.compare(FRAMES[old](OLD), FRAMES[new](NEW), key="id")) == EXPECTED


def test_a_lazy_frame_and_a_record_batch_are_tables_too():
    batch = pyarrow.RecordBatch.from_pylist(NEW)
    assert kinds(lunadiff.compare(polars.LazyFrame(OLD), batch, key="id")) == EXPECTED


def test_what_hands_over_arrow_is_a_table(monkeypatch):
    class Relation:
        def __arrow_c_stream__(self, schema=None):
            return pyarrow.Table.from_pylist(NEW).__arrow_c_stream__(schema)

    assert kinds(lunadiff.compare(pyarrow.Table.from_pylist(OLD), Relation(), key="id")) == EXPECTED
    assert kinds(lunadiff.compare(OLD, pyarrow.Table.from_pylist(NEW).to_reader(), key="id")) == EXPECTED
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(lunadiff.LunaDiffError) as caught:
        lunadiff.compare(OLD, Relation(), key="id")
    assert (caught.value.code, caught.value.hint) == ("request", "pip install pyarrow")


def test_paths_and_bytes_are_read_as_the_program_reads_them(tmp_path):
    path = tmp_path / "old.csv"
    path.write_text("id,price\n1,1.0\n")
    result = lunadiff.compare(path, b"id,price\n1,2.0\n", key="id")
    assert result.changes[0].fields == {"price": Field("1.0", "2.0")}
    assert result.report().startswith(f"{path} → new\n")


def test_a_path_that_begins_with_a_dash_is_no_flag(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pathlib.Path("-q").write_text("id\n1\n")
    assert lunadiff.compare("-q", "-q", key="id").same


def test_a_named_index_of_pandas_is_a_column():
    old, new = (pandas.DataFrame(rows).set_index("id") for rows in (OLD, NEW))
    assert kinds(lunadiff.compare(old, new, key="id")) == EXPECTED


def test_without_a_key_one_is_found():
    assert lunadiff.compare(OLD, OLD).key == ("id",)


@pytest.mark.parametrize("empty", [[], *(frame([]) for frame in FRAMES.values())], ids=["list", *FRAMES])
def test_what_is_empty_is_compared_with_records(empty):
    assert lunadiff.compare(OLD, empty).summary.deleted == 3


def test_a_frame_without_rows_has_its_columns():
    none = polars.DataFrame(OLD).head(0)
    assert lunadiff.compare(none, polars.DataFrame(NEW), key="id").summary.inserted == 3
    assert lunadiff.compare(none, none, key="id").same


def test_rules_are_lua_text_or_files_and_later_ones_override(tmp_path):
    path = tmp_path / "rules.lua"
    path.write_text("return { identity = 'id', ignore = { 'name' } }")
    for rules in (path, str(path), [path, "return { equal = { price = luna.compare.number(1) } }"]):
        result = lunadiff.compare(OLD, NEW, rules=rules)
        assert result.summary.updated == (0 if isinstance(rules, list) else 1)


def test_functions_in_lua_see_numbers_as_numbers():
    same = "return { equal = { price = function(old, new) return math.type(old) == 'float' and new - old < 1 end } }"
    for make in (list, *FRAMES.values()):
        assert lunadiff.compare(make(OLD), make(NEW), key="id", rules=same).summary.updated == 0


@pytest.mark.parametrize(
    "options",
    [{"tolerance": 0.5}, {"tolerance": {"price": 0.5}}, {"ignore": ["price"]}, {"only": "name"}, {"tolerance": "50%"}],
)
def test_options_say_what_flags_say(options):
    assert lunadiff.compare(OLD, NEW, key="id", **options).summary.updated == 0


def test_names_with_commas_equals_signs_and_backslashes_are_names():
    for name in ("a,b", "a=b", "a\\", "a\\,=b", " "):
        old, new = [{name: 1, "x" + name: [{name: 1, "v": 1}]}], [{"n": 1, "x" + name: [{name: 1, "v": 2}]}]
        result = lunadiff.compare(old, new, key="n", rename={name: "n"}, list={"x" + name: [name]})
        assert result.changes[0].fields["x" + name].paths[0].path == "/0/v"
        assert lunadiff.compare(old, old, key=name, ignore=["x" + name]).key == (name,)


@pytest.mark.parametrize("option", ["ignore", "mask", "json_column"])
def test_lists_without_names_say_nothing(option):
    assert lunadiff.compare([{"id": 1}], [{"id": 1}], key="id", **{option: []}).same


def test_columns_that_were_renamed_keep_their_values():
    day = datetime.date(2024, 1, 1)
    result = lunadiff.compare([{"id": 1, "on": day}], [{"id": 1, "day": None}], key="id", rename={"on": "day"})
    assert result.changes[0].fields == {"day": Field(day, None)}


def test_absent_is_not_null():
    result = lunadiff.compare([{"id": 1, "a": None}, {"id": 2, "a": 1}], [{"id": 1}, {"id": 2, "a": 1}], key="id")
    assert result.changes[0].fields == {"a": Field(None, ABSENT)}
    assert not ABSENT


def test_a_masked_value_stays_masked():
    result = lunadiff.compare(OLD, NEW, key="id", mask=["price", "id"])
    assert result.changes[1].fields == {"price": Field("***", "***")}
    assert all(change.key[0].startswith("***") for change in result.changes)
    assert "30.0" not in str([*result.changes])


def test_what_is_asked_later_is_asked_of_what_was_compared():
    rows = [dict(row) for row in OLD]
    result = lunadiff.compare(rows, NEW, key="id")
    rows.clear()
    assert kinds(result) == EXPECTED
    assert "updated" in result.explain(3).text


def test_a_result_that_is_closed_answers_no_more():
    with lunadiff.compare(OLD, NEW, key="id") as result:
        pass
    with pytest.raises(lunadiff.LunaDiffError, match="closed"):
        result.report()


def test_what_is_printed_lists_fifty_of_each_kind_unless_a_limit_is_given():
    rows = [{"id": key, "v": key * key} for key in range(60)]
    other = [{**row, "v": -row["v"] - 1} for row in rows]
    result = lunadiff.compare(rows, other, key="id")
    assert "… and 10 more updated" in str(result) and str(result).count("\n~ ") == 50
    assert result.report().count("\n~ ") == 60
    assert str(lunadiff.compare(rows, other, key="id", limit=55)).count("\n~ ") == 55


@pytest.mark.parametrize("limit", [5, "updated=5", "5,deleted=1"])
def test_a_limit_is_for_what_is_printed_alone(limit):
    rows = [{"id": key, "v": key * key} for key in range(60)]
    other = [{**row, "v": -row["v"] - 1} for row in rows]
    result = lunadiff.compare(rows, other, key="id", limit=limit)
    assert str(result).count("\n~ ") == 5
    assert len(result.changes) == len(result.to_pandas()) == result.report().count("\n~ ") == result.summary.updated == 60
    assert len(result.report("jsonl").splitlines()) == 62 and result.report("text", limit=7).count("\n~ ") == 7
    assert lunadiff.patch(rows, result).records() == other


def test_what_is_shown_is_said():
    result = lunadiff.compare(OLD, NEW, key="id", show=["updated", "deleted"])
    assert [change.kind for change in result.changes] == ["deleted", "updated"] and result.summary.inserted == 1
    assert result.notes == ("show: changes, frames and reports list what was updated,deleted alone",)
    for format, start in (("text", "note: "), ("table", "note: "), ("summary", "note: "), ("markdown", "Note: ")):
        assert result.report(format).splitlines()[-1] == start + result.notes[0]
    with pytest.raises(AssertionError, match=r"list what was inserted alone\n\Z"):
        lunadiff.assert_same(OLD, [{**row, "price": 0} for row in OLD], key="id", show="inserted")
    assert lunadiff.compare(OLD, NEW, key="id").notes == ()


def test_lines_of_a_report_have_no_spaces_at_their_ends():
    new = [{"id": 1, "v": None}, {"id": "a ", "v": "b "}]
    for format in ("text", "table", "summary"):
        report = lunadiff.compare([], new, key="id").report(format)
        assert not any(line.endswith(" ") for line in report.splitlines()) and (format == "summary" or "v: b·" in report)


def test_a_reader_that_was_read_before_is_told_of():
    reader = pyarrow.Table.from_pylist(OLD).to_reader()
    assert lunadiff.compare(reader, OLD, key="id").notes == ()
    result = lunadiff.compare(reader, OLD, key="id")
    assert "the reader old gives no record" in result.notes[0] and result.notes[0] in str(result)
    assert lunadiff.compare(pyarrow.Table.from_pylist(OLD)[:0], OLD, key="id").notes == ()


def test_rows_without_columns_are_records():
    empty, short = pandas.DataFrame(index=range(3)), [{}, {}]
    assert lunadiff.compare(empty, short).summary.deleted == 1 and lunadiff.compare(empty, empty).summary.unchanged == 3


def test_a_note_is_said_once():
    result = lunadiff.compare(OLD, OLD, key="id", rules="")
    assert len(result.notes) == 1 == str(result).count("says no rule")


def test_a_change_shows_what_it_has():
    change = lunadiff.compare(OLD, NEW, key="id").changes[1]
    assert repr(change) == "Change(kind='updated', key=(3,), source=1, target=1, fields={'price': Field(old=1.0, new=1.2, paths=())})"
    assert "source=0, target=0" in repr(lunadiff.compare(OLD[1:], NEW[1:], key="id").changes[1])


def test_options_are_known_to_who_asks_for_a_signature():
    parameters = inspect.signature(lunadiff.compare).parameters
    assert parameters["tolerance"].kind is inspect.Parameter.KEYWORD_ONLY and {*CompareOptions.__annotations__} == {*parameters} - {"old", "new"}
    assert "key" in inspect.signature(lunadiff.assert_same).parameters


def test_reports_and_notes_name_arguments_and_no_flags():
    found = lunadiff.compare(*([{"v": number % count} for number in range(10)] for count in (3, 4)))
    assert any("key=… names one" in note for note in found.notes) and "key=… names one" in str(found)
    clash = lunadiff.compare(OLD, b"id\n1\n", key="id")
    assert "key_as='text' makes them one" in clash.notes[0] and f"note: {clash.notes[0]}" in str(clash)
    assert "unless ignore_order=True is given" in str(lunadiff.compare(OLD, OLD[::-1], key="id"))


def test_changes_are_a_sequence_that_is_read_again_and_again():
    changes = lunadiff.compare(OLD, NEW, key="id").changes
    assert len(changes) == 3 and changes[-1] == [*changes][2] == changes[1:][1]
    with pytest.raises(IndexError):
        changes[3]


def test_a_record_is_explained_by_key_and_by_change():
    result = lunadiff.compare(OLD, NEW, key="id")
    assert result.explain(3).data[0]["verdict"] == "updated"
    assert str(result.explain(result.changes[2])).startswith("new record 3")
    assert "unchanged" in result.explain(1).text


def test_a_key_of_several_columns_is_explained_as_a_tuple():
    rows = [{"a": "x,y", "b": 1}, {"a": "x", "b": 2}]
    assert lunadiff.compare(rows, rows, key=["a", "b"]).explain(("x,y", 1)).data[0]["verdict"] == "unchanged"


def test_stages_turn_old_into_new():
    stages = lunadiff.compare(OLD, NEW, key="id", limit=0).stages
    assert [(stage.updated, stage.deleted, stage.inserted) for stage in stages] == [([1], [], []), ([], [2], []), ([], [], [2])]


def test_findings_have_words_and_counts():
    old = [{"id": i, "seen": "2024"} for i in range(20)]
    new = [{"id": i, "seen": "2025"} for i in range(20)]
    finding = lunadiff.compare(old, new, key="id").findings[0]
    assert (finding.kind, finding.changes, finding.of, finding.columns) == ("repeated", 20, 20, ("seen",))


def test_thresholds_say_what_counts():
    assert lunadiff.compare(OLD, NEW, key="id", fail_on=["moved"]).same


def test_a_result_with_statistics_has_every_report(tmp_path):
    result = lunadiff.compare(OLD, NEW, key="id", statistics=True)
    plain = lunadiff.compare(OLD, NEW, key="id")
    assert result.statistics["price"]["changed"] == 1
    for format in ("text", "table", "summary", "markdown", "csv", "html"):
        assert result.report(format) == plain.report(format)
    assert str(result) == str(plain) and result._repr_html_() == plain._repr_html_()
    assert json.loads(result.report("json"))["summary"]["columns"] == result.statistics
    result.to_html(tmp_path / "page.html")
    result.to_xlsx(tmp_path / "book.xlsx")
    assert result.recorded() and result.stages and result.explain(3).text
    with pytest.raises(AssertionError, match="price: 1.0 → 1.2"):
        lunadiff.assert_same(OLD, NEW, key="id", statistics=True)


def test_the_page_is_written_and_shown_in_a_notebook(tmp_path):
    result = lunadiff.compare(OLD, NEW, key="id")
    result.to_html(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text()
    assert "<title>old → new</title>" in page and os.path.join(tempfile.gettempdir(), "lunadiff-") not in page
    frame = result._repr_html_()
    assert frame.startswith("<iframe sandbox=") and "<title>old → new</title>" in html.unescape(frame)


def test_changes_become_frames_with_a_row_for_each_value():
    result = lunadiff.compare(OLD, NEW, key="id")
    names = ["kind", "id", "column", "old", "new", "source", "target", "moved"]
    rows = result.to_pandas()
    assert [*rows.columns] == names and len(rows) == 7
    assert [*rows[rows.kind == "updated"].iloc[0]] == ["updated", 3, "price", 1.0, 1.2, 1, 1, False]
    assert [str(rows[name].dtype) for name in ("source", "target", "moved")] == ["Int64", "Int64", "bool"] and len(rows[~rows.moved]) == 7
    assert result.to_polars().columns == result.to_arrow().column_names == names
    assert result.to_polars()["old"].dtype == polars.String
    assert result.to_polars("price").filter(kind="updated").row(0) == ("updated", 3, "price", 1.0, 1.2, 1, 1, False)
    assert result.to_arrow("price").column("new").type == pyarrow.float64()


def test_moments_of_pandas_are_those_of_frames_of_other_libraries():
    days = [pandas.DataFrame({"id": [1], "at": [pandas.Timestamp(f"2024-01-0{day}")], "for": [pandas.Timedelta(day, "D")]}) for day in (1, 2)]
    result = lunadiff.compare(*days, key="id")
    assert result.to_polars("at").schema["old"] == polars.Datetime("us") and result.to_polars("for").schema["new"] == polars.Duration("us")
    assert result.to_arrow("at")["new"].to_pylist() == [days[1]["at"][0].to_pydatetime()]


def test_a_key_that_is_called_as_a_column_of_the_frame_keeps_its_values():
    rows = lunadiff.compare([{"kind": "a", "old": 1}], [{"kind": "a", "old": 2}], key="kind").to_polars()
    assert rows.row(0, named=True)["key.kind"] == "a"


@pytest.mark.parametrize("make", [list, *FRAMES.values()], ids=["list", *FRAMES])
def test_a_column_that_was_renamed_is_asked_for_by_its_new_name(make):
    result = lunadiff.compare(make([{"id": 1, "a": 1}, {"id": 2, "a": 5}]), make([{"id": 1, "b": 3}]), key="id", rename={"a": "b"})
    for rows in (result.to_pandas("b")[["old", "new"]].astype(object).values.tolist(), result.to_polars("b").select("old", "new").rows()):
        assert [*map(list, rows)] == [[5, None], [1, 3]]
    assert result.to_arrow("b")["column"].to_pylist() == ["a", "b"]


def test_whole_records_have_no_column_of_a_key():
    result = lunadiff.compare([{"A": 1, "b": "A"}], [{"A": 2, "b": "A"}], key="none")
    assert [(row["kind"], row["column"], row["old"]) for row in result.to_pandas().to_dict("records")][:2] == [
        ("deleted", "A", 1), ("deleted", "b", "A"),
    ]  # fmt: skip


def test_the_same_has_no_row():
    result = lunadiff.compare(OLD, OLD, key="id")
    assert result.same and len(result.to_pandas()) == len(result.to_polars()) == result.to_arrow().num_rows == 0


@pytest.mark.parametrize("make", [list, *FRAMES.values()], ids=["list", *FRAMES])
def test_a_frame_of_no_changes_has_the_types_of_others(make):
    same, other = (lunadiff.compare(make(OLD), make(new), key="id") for new in (OLD, NEW))
    for column in (None, "price", "name"):
        assert polars.concat([same.to_polars(column), other.to_polars(column)]).height > 0
        assert same.to_arrow(column).schema == other.to_arrow(column).schema
    same, other = (lunadiff.compare(make(OLD), make(new), key="id", mask="price") for new in (OLD, NEW))
    assert same.to_polars("price").schema == other.to_polars("price").schema
    same, other = (lunadiff.compare(make(OLD), make(new), key="id") for new in (OLD, NEW))
    inserted = lunadiff.compare(make(OLD[:1]), make(OLD), key="id")
    assert inserted.to_polars("price").schema == other.to_polars("price").schema
    assert lunadiff.compare(make([]), make([]), key="none").to_polars("price").height == 0
    assert same.to_polars("price").schema["old"] == polars.Float64 and same.to_polars().schema["id"] == polars.Int64
    assert lunadiff.compare(b"id,a\n1,2\n", b"id,a\n1,2\n", key="id").to_polars("a").schema["new"] == polars.String


def test_values_are_texts_unless_one_column_is_asked_for():
    result = lunadiff.compare([{"id": 1, "x": 1}], [{"id": 1, "x": 2}], key="id")
    assert [result.to_polars(column)["old"][0] for column in (None, "x")] == ["1", 1]


def test_old_and_new_are_of_one_type():
    result = lunadiff.compare([{"id": 1, "x": 2**100}], [{"id": 1, "x": 1}], key="id")
    assert result.to_polars("x").filter(polars.col("old") != polars.col("new"))["new"].to_list() == ["1"]
    assert result.to_arrow("x").schema.field("old").type == result.to_arrow("x").schema.field("new").type


NULLS = {
    "string": (["null", None], ["a", "b"], polars.String),
    "datetime64[ns]": (["2024-01-01", None], ["2024-01-02", "2024-01-03"], polars.Datetime("us")),
    "timedelta64[ns]": (["1D", None], ["2D", "3D"], polars.Duration("us")),
    "Int64": ([1, None], [2, 5], polars.Int64),
    "boolean": ([True, None], [False, True], polars.Boolean),
    "float64": ([1.5, None], [2.5, 3.5], polars.Float64),
    "int64[pyarrow]": ([1, None], [2, 5], polars.Int64),
}


@pytest.mark.parametrize("kind", NULLS)
def test_nulls_of_pandas_are_nulls_in_frames_of_other_libraries(kind):
    *values, expected = NULLS[kind]
    old, new = (pandas.DataFrame({"id": [1, 2], "x": pandas.Series(column, dtype=kind)}) for column in values)
    result = lunadiff.compare(old, new, key="id")
    for column in ("x", None):
        assert [value is None for value in result.to_polars(column)["old"]] == [False, True] == result.to_arrow(column)["old"].is_null().to_pylist()
    frames = [result.to_polars("x"), lunadiff.compare(old, old, key="id").to_polars("x")]
    assert polars.concat(frames).schema["old"] == expected
    rows = [[{"id": row["id"], "x": row["x"]} for row in frame.to_dict("records")] for frame in (old, new)]
    assert kind == "float64" or lunadiff.compare(*rows, key="id").to_polars("x").equals(result.to_polars("x"))


def test_a_nan_that_is_no_null_in_pandas_stays_one():
    kind = pandas.ArrowDtype(pyarrow.float64())
    nan, zero = (pandas.DataFrame({"id": [1], "x": pandas.Series(pyarrow.array([x]), dtype=kind)}) for x in (float("nan"), 0.0))
    result = lunadiff.compare(nan, zero, key="id")
    assert not lunadiff.compare(nan, [{"id": 1, "x": None}], key="id").same
    assert result.to_polars("x")["old"].is_nan().to_list() == [True] and result.to_polars()["old"].to_list() == ["NaN"]


@pytest.mark.parametrize("make", [list, *FRAMES.values()], ids=["list", *FRAMES])
def test_integers_beside_floats_are_floats_on_every_day(make):
    whole, parts = ([{"id": 1, "x": 1}, {"id": 2, "x": x}] for x in (2, 2.5))
    whole, parts = make(whole), make([{**row, "x": float(row["x"])} for row in parts] if make in FRAMES.values() else parts)
    days = [lunadiff.compare(*sides, key="id").to_polars("x") for sides in ((whole, parts), (parts, whole), (parts, parts), (whole[:1], parts))]
    assert polars.concat(days).schema["old"] == polars.Float64
    large = [{"id": 1, "x": 2**53 + 1}]
    assert lunadiff.compare(large, [{"id": 1, "x": 0.5}], key="id").to_polars("x").row(0)[3:5] == ("9007199254740993", "0.5")


def test_a_key_that_a_function_makes_can_be_joined_on():
    result = lunadiff.compare(OLD, NEW, rules="function identity(r) return 'k' .. r.id end")
    for keys in (result.to_polars()["key"].to_list(), result.to_pandas()["key"].to_list(), result.to_arrow()["key"].to_pylist()):
        assert keys == ["k7", "k7", "k7", "k3", "k9", "k9", "k9"]


def test_a_column_that_is_not_there_is_no_column_of_changes():
    result = lunadiff.compare(OLD, NEW, key="id")
    for make in (result.to_pandas, result.to_polars, result.to_arrow):
        with pytest.raises(lunadiff.LunaDiffError, match="no column 'prise'") as caught:
            make("prise")
        assert (caught.value.code, caught.value.hint) == ("request", "did you mean 'price'?")


def test_a_probe_names_the_best_key():
    probed = lunadiff.probe(OLD, NEW)
    assert probed.keys[0].columns == ("id",) and probed.rule == 'identity = "id"'
    assert lunadiff.probe(polars.DataFrame(OLD), candidate=["name", ["id", "name"]]).keys[0].unique


def test_learned_rules_hold():
    old = [{"id": i, "name": f"Name {i}"} for i in range(20)]
    new = [{"id": i, "name": f"NAME {i}"} for i in range(20)]
    learned = lunadiff.learn(old, new, key="id")
    assert learned.rules[0].column == "name" and (learned.updated, learned.updated_with_rules) == (20, 0)
    assert lunadiff.compare(old, new, rules=str(learned)).same


def test_learning_tells_what_is_known_of_the_values_that_its_rules_leave():
    old = [{"id": i, "price": float(i)} for i in range(1, 41)]
    new = [{"id": i, "price": round(i * 1.19, 2)} for i in range(1, 41)]
    (found,) = lunadiff.learn(old, new, key="id").findings
    assert (found.changes, found.of, found.columns) == (40, 40, ("price",)) and "1.19" in found.text


@pytest.mark.parametrize("make", [list, *FRAMES.values()], ids=["list", *FRAMES])
def test_a_patch_makes_new_of_old_and_back(make):
    old, new = make(OLD), make(NEW)
    result = lunadiff.compare(old, new, key="id", limit=0)
    assert lunadiff.patch(old, result).records() == NEW
    assert lunadiff.patch(new, result, reverse=True).records() == OLD


def test_a_patch_of_a_file_is_that_file_byte_for_byte(tmp_path):
    path, new = tmp_path / "old.csv", b"id;a\r\n1;x\r\n3;\"z\"\r\n"
    path.write_bytes(b"id;a\r\n1;y\r\n")
    result = lunadiff.compare(path, new, key="id")
    assert lunadiff.patch(path, result).data == new
    assert lunadiff.patch(path, result.recorded()).data == new


def test_a_merge_joins_two_sides_and_marks_conflicts():
    base, ours, theirs = [{"id": 1, "a": 1, "b": 1}], [{"id": 1, "a": 2, "b": 1}], [{"id": 1, "a": 1, "b": 3}]
    merged = lunadiff.merge(base, ours, theirs, key="id")
    assert merged.clean and merged.records() == [{"id": 1, "a": 2, "b": 3}]
    clash = lunadiff.merge(base, ours, [{"id": 1, "a": 5, "b": 1}], key="id")
    assert not clash.clean and b"<<<<<<< ours" in clash.data and clash.notes[0].startswith("conflict at 1: a is base 1")


def test_a_batch_compares_directories_and_goes_on_behind_a_failure(tmp_path):
    for side, price in (("old", 1), ("new", 2)):
        (tmp_path / side).mkdir()
        (tmp_path / side / "a.csv").write_text(f"id,price\n1,{price}\n")
        (tmp_path / side / "b.json").write_text(json.dumps([{"no": price}]))
    run = lunadiff.batch(tmp_path / "old", tmp_path / "new", key="id")
    assert [(pair.name, pair.outcome) for pair in run.pairs] == [("a.csv", "different"), ("b.json", "failed")]
    assert not run.same and run.counts["failed"] == 1 and run.summary.updated == 1
    assert 'no column "id"' in (run.pairs[1].error or "")


def test_a_batch_takes_a_manifest(tmp_path):
    (tmp_path / "a.csv").write_text("id\n1\n")
    (tmp_path / "pairs.lua").write_text("return { { old = 'a.csv', new = 'a.csv', key = 'id' } }")
    assert lunadiff.batch(manifest=tmp_path / "pairs.lua").same


def test_the_version_is_the_programs():
    assert lunadiff.version().count(".") == 2


def test_numbers_of_rows_are_left_out_where_a_key_says_what_a_record_is():
    frame = pandas.DataFrame({"v": [1, 2]}, index=[10, 20])
    other = frame.set_axis([99, -1])
    assert not lunadiff.compare(frame, other).same and not lunadiff.compare(frame, other, key="none").same
    result = lunadiff.compare(frame, other, key="v")
    (note,) = result.notes
    assert result.same and note.startswith("the indexes of old and new hold different numbers") and note in str(result)
    # Nothing is to be said of ranges, of equal labels, and of what has labels on one side only.
    for quiet in (frame, frame.reset_index(drop=True), frame.iloc[:0], [{"v": 1}, {"v": 2}]):
        assert not any("indexes" in note for note in lunadiff.compare(frame, quiet, key="v").notes)
    assert not lunadiff.compare(frame.set_axis(["a", "b"]), [{"v": 1}, {"v": 2}], key="v").same


def test_an_assertion_that_passes_warns_of_labels_that_it_did_not_compare():
    frame = pandas.DataFrame({"v": [1, 2]}, index=[10, 20])
    with pytest.warns(UserWarning, match="the indexes of old and new hold different numbers") as caught:
        lunadiff.assert_same(frame, frame.set_axis([7, 3]), key="v")
    assert caught[0].filename == __file__ and len(caught) == 1
    # Warnings are errors here.
    lunadiff.assert_same(frame, frame.reset_index(drop=True), key="v")
    with pytest.raises(AssertionError, match="index: 10 → 7"):
        lunadiff.assert_same(frame, frame.set_axis([7, 3]))
