"""What is refused, and in which words."""

import collections
import dataclasses
import io
import pickle
import sqlite3

import lunadiff
import numpy
import pandas
import polars
import pyarrow
import pytest
from conftest import NEW, OLD
from lunadiff import LunaDiffError
from pyarrow import dataset


def refused(*arguments, call=lunadiff.compare, **options):
    with pytest.raises(LunaDiffError) as caught:
        call(*arguments, **options)
    return caught.value


def test_an_unknown_option_is_refused_with_the_nearest_name():
    error = refused(OLD, NEW, ignroe="price")
    assert (error.code, error.hint) == ("request", "did you mean 'ignore'?")
    assert refused(OLD, NEW, call=lunadiff.probe, candidates="id").hint == "did you mean 'candidate'?"
    assert refused(OLD, NEW, eval="return {}").hint == "did you mean 'rules'?"
    assert refused(OLD, NEW, xyz=1).hint.startswith("there are: ") and " tolerance," in refused(OLD, NEW, xyz=1).hint


@pytest.mark.parametrize(
    "options", [{"rules": lambda old, new: True}, {"tolerance": {"price": abs}}, {"key": [len]}, {"equal": {"price": abs}}]
)
def test_a_python_function_is_refused_with_the_way_to_say_it_in_lua(options):
    error = refused(OLD, NEW, **options)
    assert error.code == "request" and "another process" in error.message and "function(old, new)" in error.hint


@pytest.mark.parametrize("data", [3, None, {"id": 1}, object(), iter([]), polars.Series([1])])
def test_an_input_that_is_no_table_is_refused_by_its_type(data):
    error = refused(data, NEW)
    assert error.code == "request" and type(data).__name__ in error.message


def test_the_text_of_a_file_is_no_path_unless_a_file_is_called_so(tmp_path, monkeypatch):
    assert "text.encode()" in refused("id,a\n1,2\n", NEW).hint
    monkeypatch.chdir(tmp_path)
    (tmp_path / "id\n.csv").write_text("id,a\n1,2\n")
    assert lunadiff.compare("id\n.csv", b"id,a\n1,2\n", key="id").same


def test_a_file_that_cannot_be_written_has_its_own_name_in_the_error(tmp_path):
    page = str(tmp_path / "missing" / "page.html")
    with pytest.raises(FileNotFoundError) as caught:
        lunadiff.compare(OLD, NEW, key="id").to_html(page)
    assert caught.value.filename == page


def test_an_assertion_that_cannot_compare_shows_no_code_of_the_package():
    with pytest.raises(LunaDiffError) as caught:
        lunadiff.assert_same(OLD, NEW, key="idd")
    assert [entry.path.name for entry in caught.traceback if not entry.ishidden(caught)] == ["test_errors.py"]


def test_a_record_that_is_no_dict_is_refused_by_its_number():
    error = refused([{"id": 1}, [2]], NEW)
    assert (error.message, error.place) == ("old:2: a record of type list is no dict", "old:2") and "zip" in error.hint


Row = collections.namedtuple("Row", "id")
Made = dataclasses.make_dataclass("Made", ["id"])


BASE = sqlite3.connect(":memory:")
BASE.row_factory = sqlite3.Row
ROWS = BASE.execute("SELECT 1 AS id").fetchall()
BASE.close()


@pytest.mark.parametrize(
    "data, words",
    [
        (pandas.Series([1]), "reset_index"), (polars.Series([1]), "to_frame"), ({"id": [1]}, "[record]"), (io.StringIO("id"), "its path"),
        (numpy.zeros((1, 2)), "pandas.DataFrame(array)"), (iter(OLD), "list(records)"), ([Made(1)], "dataclasses.asdict"), ([Row(1)], "_asdict()"),
        ([pandas.Series({"id": 1})], "to_dict()"), ([1], "{'id': 1}"), (3, "give a path"),
        (BASE, "as dicts"), (dataset.dataset(pyarrow.Table.from_pylist(OLD)), "to_table()"), (ROWS, "dict(record)"), ([{1: 2}], "str(name)"),
    ],
)  # fmt: skip
def test_what_is_nearly_a_table_is_refused_with_the_way_to_make_it_one(data, words):
    assert words in refused(OLD, data).hint


def test_what_an_option_cannot_be_is_said_of_its_name():
    error = refused(OLD, NEW, key="id", max_updated="some")
    assert error.message.startswith("max_updated cannot be 'some'") and error.hint == "help(lunadiff.compare) lists the options"
    assert refused(OLD, NEW, delimiter=";").hint == "leave delimiter out"


def test_an_input_that_cannot_be_read_is_named(tmp_path):
    missing = tmp_path / "missing.csv"
    error = refused(missing, NEW)
    assert (error.code, error.place) == ("input", str(missing)) and "No such file" in error.message


def test_a_broken_record_is_named_by_its_line():
    error = refused(b"id,a\n1,2\n", b"id,a\n1,2,3\n", key="id")
    assert (error.code, error.place) == ("input", "new:2") and "ragged='pad' keeps further cells" in error.hint


@pytest.mark.parametrize("make", [list, polars.DataFrame])
def test_a_key_that_is_null_is_named_by_its_record(make):
    error = refused(make([{"id": None, "a": 1}, {"id": 1, "a": 1}]), make(NEW), key="id")
    assert (error.code, error.place) == ("input", "old:1")


def test_an_unknown_column_is_named_with_those_that_there_are():
    error = refused(OLD, NEW, key="idd")
    assert error.place == "old" and "there are: id, name, price" in error.message


@pytest.mark.parametrize("rules, line", [("return {", 1), ("\nfunction equal(a, b)\n error('no') end", 3)])
def test_rules_that_fail_are_named_by_their_line(rules, line):
    error = refused(OLD, NEW, key="id", rules=rules)
    assert (error.code, error.place) == ("rules", f"rules:{line}")


def test_the_second_of_several_rules_is_named_as_that():
    assert refused(OLD, NEW, key="id", rules=["return {}", "x ="]).place == "rules 2:1"


def test_a_rules_file_that_is_missing_is_named():
    assert (refused(OLD, NEW, rules="no.lua").code, refused(OLD, NEW, rules=3).code) == ("rules", "request")


def test_a_file_that_is_not_called_as_rules_is_no_lua(tmp_path):
    (tmp_path / "rules.txt").write_text("return { ignore = { 'price' } }")
    error = refused(OLD, NEW, rules=str(tmp_path / "rules.txt"))
    assert error.code == "request" and "pathlib.Path" in error.hint
    assert lunadiff.compare(OLD, NEW, key="id", rules=tmp_path / "rules.txt").summary.updated == 0


def test_a_rule_that_never_ends_is_ended():
    error = refused(OLD, NEW, key="id", rules="function equal() while true do end end", instruction_limit=10**6)
    assert "does it loop for ever?" in error.message and error.hint == "instruction_limit allows more; 0 is no limit"


@pytest.mark.parametrize("options", [{"key_as": "x"}, {"limit": "x"}, {"delimiter": ";"}])
def test_a_value_that_no_option_takes_is_refused(options):
    error = refused(OLD, NEW, **options)
    assert error.code == "request" and error.hint


@pytest.mark.parametrize("options", [{"key": "a\0"}, {"temp": "\0"}])
def test_what_no_process_can_be_told_is_refused(options):
    assert refused(OLD, NEW, **options).code == "request"


def test_two_columns_of_one_name_are_refused():
    import pyarrow

    table = pyarrow.table([[1], [2]], names=["id", "id"])
    assert "two columns are called 'id'" in refused(table, table).message


def test_a_patch_that_does_not_fit_is_refused():
    result = lunadiff.compare(OLD, NEW, key="id")
    error = refused([{**row, "price": 99.0} for row in OLD], result, call=lunadiff.patch)
    assert "nothing was written" in error.hint


def test_directories_that_are_missing_are_an_error_of_a_batch(tmp_path):
    assert "cannot read the directory" in refused(tmp_path / "a", tmp_path / "b", call=lunadiff.batch).message


def test_an_error_can_be_handed_to_another_process():
    error = refused(OLD, NEW, ignroe="price")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.code, again.hint) == (str(error), error.code, error.hint)


def test_a_page_that_cannot_be_written_leaves_nothing(tmp_path):
    with pytest.raises(FileNotFoundError):
        lunadiff.compare(OLD, NEW, key="id").to_html(tmp_path / "missing" / "page.html")
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError):
        lunadiff.compare(OLD, NEW, key="id").to_html(tmp_path / "folder")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]
