"""Files whose values have types, beside what is in memory."""

import datetime
import sqlite3
import subprocess
import sys
from decimal import Decimal

import lunadiff
import pandas
import polars
import pyarrow
import pytest
from conftest import FRAMES, NEW, OLD
from pyarrow import parquet

TYPED = {
    "id": [1, 2, 3],
    "amount": [2.5, None, 1e300],
    "exact": [Decimal("1.10"), Decimal("2.00"), None],
    "at": [datetime.datetime(2024, 1, 1), datetime.datetime(2024, 1, 2, 3, 4, 5, 678), None],
    "day": [datetime.date(2024, 2, 29), None, datetime.date(1, 1, 1)],
    "open": [True, False, None],
    "list": [[1, 2], [], None],
    "inside": [{"a": 1}, {"a": None}, {"a": 3}],
    "text": ["", "2.50", None],
}


def written(path, table=None):
    parquet.write_table(pyarrow.table(TYPED) if table is None else table, path)
    return path


def database(path, script="CREATE TABLE t(id, price, note); INSERT INTO t VALUES (1, 2.5, NULL), (2, 3, '3')"):
    base = sqlite3.connect(path)
    base.executescript(script)
    base.close()
    return path


MAKERS = {
    "pyarrow": pyarrow.table,
    "polars": polars.DataFrame,
    "pandas": lambda columns: pyarrow.table(columns).to_pandas(types_mapper=pandas.ArrowDtype),
    "list": lambda columns: pyarrow.table(columns).to_pylist(),
}


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_a_parquet_file_is_the_frame_that_it_was_written_from(make, tmp_path):
    path = written(tmp_path / "old.parquet")
    for sides in ((path, make(TYPED)), (make(TYPED), str(path))):
        result = lunadiff.compare(*sides, key="id")
        assert result.same, result.report()
    changed = make({**TYPED, "amount": [2.5, None, 1.0]})
    result = lunadiff.compare(path, changed, key="id")
    assert result.changes[0].fields == {"amount": lunadiff.Field(1e300, 1.0)}
    assert result.report().startswith("old.parquet → new\n")
    assert result.explain(3).text.startswith("old.parquet record 3, new record 3: updated")


def test_rules_of_a_project_still_find_the_file(tmp_path):
    path = written(tmp_path / "old.parquet", pyarrow.Table.from_pylist(OLD))
    assert lunadiff.compare(path, OLD, key="id").same
    (tmp_path / ".lunadiff").mkdir()
    (tmp_path / ".lunadiff" / "project.lua").write_text("return {}")
    texts = lunadiff.compare(path, OLD, key="id", key_as="text").changes[0].fields["price"]
    assert isinstance(texts.old, str) and texts.new == 5.0
    assert lunadiff.compare(path, OLD, key="id", no_project=True).same


def test_an_index_without_a_name_is_no_column_of_a_file_either(tmp_path):
    frame = pandas.DataFrame(OLD, index=["x", "y", "z"])
    frame.to_parquet(tmp_path / "a.parquet")
    assert lunadiff.compare(tmp_path / "a.parquet", frame, key="id").same
    for name, counted in (("id", pandas.RangeIndex(5, 11, 2, name="id")), (None, pandas.RangeIndex(3))):
        indexed = frame.set_index(counted).rename(columns={"id": "other"})
        indexed.to_parquet(tmp_path / "c.parquet")
        assert lunadiff.compare(tmp_path / "c.parquet", indexed, key=name or "other").same
    frame.set_index("id").to_parquet(tmp_path / "b.parquet")
    assert lunadiff.compare(tmp_path / "b.parquet", frame.set_index("id"), key="id").same


@pytest.mark.parametrize("make", FRAMES.values(), ids=FRAMES)
def test_what_a_parquet_file_holds_is_the_frame_too(make, tmp_path):
    data = written(tmp_path / "p.parquet", pyarrow.Table.from_pylist(OLD)).read_bytes()
    result = lunadiff.compare(data, make(NEW), key="id")
    assert lunadiff.compare(data, make(OLD), key="id").same and result.changes[1].fields["price"] == lunadiff.Field(1.0, 1.2)
    assert "old record 2, new record 2: updated" in result.explain(3).text and lunadiff.patch(data, result).records() == NEW
    with pytest.raises(lunadiff.LunaDiffError) as caught:
        lunadiff.compare(data[:-9], make(OLD), key="id")
    assert caught.value.code == "input" and caught.value.place
    with pytest.raises(lunadiff.LunaDiffError, match="old: a database is read from its file alone"):
        lunadiff.compare(database(tmp_path / "a.db").read_bytes(), make(OLD))


@pytest.mark.parametrize("make", [pyarrow.Table.from_pylist, polars.DataFrame])
def test_a_file_that_is_called_like_an_address_is_a_file(make, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("s3:p.parquet", "file:a%20b.parquet"):
        assert lunadiff.compare(written(tmp_path / name, pyarrow.Table.from_pylist(OLD)).name, make(OLD), key="id").same


def test_polars_reads_where_pyarrow_is_not(tmp_path, monkeypatch):
    path = written(tmp_path / "old.parquet")
    frame = MAKERS["polars"](TYPED)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "pyarrow" else object())
    assert lunadiff.compare(path, frame, key="id").same
    assert lunadiff.compare(path, MAKERS["list"](TYPED), key="id").same


def test_two_files_are_read_by_the_program_with_the_interpreter_that_runs(tmp_path, monkeypatch):
    path = written(tmp_path / "old.parquet", pyarrow.table({"id": [1], "price": [2.5]}))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    result = lunadiff.compare(path, b"id,price\n1,3.5\n", key="id")
    assert result.changes[0].fields == {"price": lunadiff.Field("2.5", "3.5")}
    assert lunadiff.compare(path.read_bytes(), path, key="id").same


def test_a_file_that_is_cut_off_is_named(tmp_path):
    path = tmp_path / "cut.parquet"
    path.write_bytes(written(tmp_path / "whole.parquet").read_bytes()[:100])
    with pytest.raises(lunadiff.LunaDiffError, match="cut.parquet: its values cannot be read: ArrowInvalid") as caught:
        lunadiff.compare(path, pyarrow.table(TYPED), key="id")
    assert (caught.value.code, caught.value.place) == ("input", str(path))


def test_a_table_of_a_database_has_numbers_texts_and_nulls(tmp_path):
    path = database(tmp_path / "new.db")
    rows = [{"id": 1, "price": 2.5, "note": None}, {"id": 2, "price": 3, "note": "3"}]
    assert lunadiff.compare(rows, path, key="id").same
    assert lunadiff.compare(path, polars.DataFrame(rows), key="id").same
    result = lunadiff.compare(rows, path, key="id", new_option={"query": "SELECT id, 9 AS price, note FROM t"})
    assert [change.fields["price"].new for change in result.changes] == [9, 9]
    database(path, "CREATE TABLE other(id); INSERT INTO other VALUES (1)")
    assert lunadiff.compare(rows, path, key="id", new_option={"table": "t"}).same


@pytest.mark.parametrize(
    "options",
    [{"old_option": {"table": "prices"}}, {"old_option": "table=prices"}, {"input_option": ["table=PRICES"]}, {"old_option": "query=SELECT * FROM prices"},
     {"old_option": {"table": "Prices"}, "old_format": "sqlite"}, {"input_option": "table=Prices", "input_format": "sqlite", "null": None, "no_header": False}],
    ids=str,
)  # fmt: skip
def test_a_table_is_named_in_any_way(options, tmp_path):
    path = database(tmp_path / "a.db", "CREATE TABLE Prices(id, v); INSERT INTO Prices VALUES (1, 1.5); CREATE TABLE other(id)")
    result = lunadiff.compare(path, [{"id": 1, "v": 1.5}], key="id", **options)
    assert result.same and result.notes == ()


@pytest.mark.parametrize("make", [*FRAMES.values(), None], ids=[*FRAMES, "sqlite"])
def test_a_table_without_records_keeps_its_columns(make, tmp_path):
    path = database(tmp_path / "a.db", "CREATE TABLE t(id, name, price)")
    (tmp_path / "b.csv").write_text("id,name,price\n1,Saw,5.0\n")
    empty = make(OLD)[:0] if make else path
    for other in (OLD, polars.DataFrame(OLD), pandas.DataFrame(OLD), tmp_path / "b.csv"):
        if make or not isinstance(other, type(tmp_path)):
            for sides in ((empty, other), (other, empty)):
                result = lunadiff.compare(*sides, key="id", strict_columns=True)
                assert result.columns == {"common": ["id", "name", "price"], "deleted": [], "inserted": []}
                assert lunadiff.patch(sides[0], result).notes == ()
    assert lunadiff.compare(empty, [], key="id").same and lunadiff.compare([], empty, key="id", strict_columns=True).same


def test_a_query_without_columns_is_refused(tmp_path):
    path = database(tmp_path / "a.db")
    with pytest.raises(lunadiff.LunaDiffError, match="the query gives no columns: BEGIN") as caught:
        lunadiff.compare(path, OLD, key="id", old_option={"query": "BEGIN"})
    assert (caught.value.code, caught.value.place) == ("request", str(path))


@pytest.mark.parametrize("words", ["VACUUM INTO", "ATTACH"])
def test_a_query_makes_no_file(words, tmp_path):
    query = f"{words} '{tmp_path}/made.db'" + (" AS made" if words == "ATTACH" else "")
    with pytest.raises(lunadiff.LunaDiffError, match="authoriz"):
        lunadiff.compare(database(tmp_path / "a.db"), OLD, key="id", old_option={"query": query})
    assert not (tmp_path / "made.db").exists()


def test_a_note_says_why_a_file_was_read_as_texts(tmp_path, monkeypatch):
    path = written(tmp_path / "p.parquet", pyarrow.Table.from_pylist(OLD))
    for options in ({"new_format": "parquet"}, {"input_format": "parquet"}):
        assert lunadiff.compare(OLD, path, key="id", **options).same

    def notes(**options):
        result = lunadiff.compare(path, OLD, key="id", key_as="text", tolerance=0, **options)
        assert all(f"note: {note}\n" in str(result) for note in result.notes)
        return result.notes

    said = f"the values of {path} were read as texts, "
    assert said + "because of null" in notes(input_limit=10**9, null="-")
    assert notes(input_limit=10**9) == ()
    assert notes(no_project=True) == notes() == ()
    monkeypatch.setattr("lunadiff._reading.typed", lambda *_: None)
    assert said + "since no library that reads it is there" in notes()
    (tmp_path / ".lunadiff").mkdir()
    (tmp_path / ".lunadiff" / "project.lua").write_text("return {}")
    assert said + "because of a project in a folder above it, which no_project=True leaves out" in notes()


@pytest.mark.parametrize("make", [*FRAMES.values(), list], ids=[*FRAMES, "list"])
@pytest.mark.parametrize(
    "text, options",
    [
        ("id;v\n1;ä\n".encode("utf-16"), {"encoding": "utf-16"}), ("1,ä\n".encode("latin1"), {"columns": ["id", "v"], "encoding": "latin1"}),
        ("id,v\n1,ä\nTotal\n".encode(), {"skip_last_lines": 1}),
        (b'{"a": [{"id": "1", "v": "\\u00e4"}]}', {"at": "/a"}), ("Title\nid|v\n1|ä\n".encode(), {"delimiter": "|", "skip_lines": 1}),
        ("id,v\n1,ä\n".encode(), {"input_format": "csv", "null": "-"}), ("1;ä\n".encode(), {"delimiter": ",", "new_delimiter": ";", "new_columns": ["id", "v"]}),
    ],
    ids=lambda given: str(sorted(given)) if isinstance(given, dict) else "",
)  # fmt: skip
def test_how_text_is_read_is_no_matter_of_what_is_in_memory(make, text, options):
    table = make([{"id": "1", "v": "ä"}])
    assert lunadiff.compare(table, text, key="id", **options).same
    result = lunadiff.compare(table[:0], text, key="id", **options)
    assert result.summary.inserted == 1 and (make is list or result.columns["common"] == ["id", "v"])


@pytest.mark.parametrize("name", ["columns", "old_columns", "delimiter", "encoding", "old_encoding", "at", "no_header", "ragged", "quote"])
def test_how_text_is_read_is_refused_where_there_is_none(name, tmp_path):
    path = written(tmp_path / "p.parquet", pyarrow.Table.from_pylist(OLD))
    for old, shown in ((OLD, "old"), (path, "p.parquet")):
        with pytest.raises(lunadiff.LunaDiffError, match=f"^{name} is for files of text and for bytes, unlike {shown}") as caught:
            lunadiff.compare(old, OLD, key="id", **{name: True if name == "no_header" else "id"})
        assert caught.value.code == "request" and caught.value.hint.startswith(f"leave {name} out")
        assert ("only=" in caught.value.hint) == ("columns" in name)


@pytest.mark.parametrize(
    "option, words",
    [({"query": "SELECT nope FROM t"}, "no such column: nope"), ({"query": "INSERT INTO t VALUES (3, 4, 5)"}, "readonly")],
)
def test_a_query_that_fails_or_writes_is_refused(option, words, tmp_path):
    path = database(tmp_path / "base.db")
    before = path.read_bytes()
    with pytest.raises(lunadiff.LunaDiffError, match=words) as caught:
        lunadiff.compare(OLD, path, key="id", new_option=option)
    assert caught.value.place == str(path) and path.read_bytes() == before


def test_a_query_without_end_is_interrupted(tmp_path):
    path = database(tmp_path / "base.db")
    query = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS id FROM n WHERE x < 0"
    code = (
        "import lunadiff, signal, threading\n"
        "threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()\n"
        f"try: lunadiff.compare([{{'id': 1}}], {str(path)!r}, key='id', new_option={{'query': {query!r}}})\n"
        "except KeyboardInterrupt: print('interrupted')\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert ended.stdout == "interrupted\n", ended.stderr


@pytest.mark.parametrize("make", FRAMES.values(), ids=FRAMES)
def test_a_patch_of_such_a_file_makes_the_frame(make, tmp_path):
    path = written(tmp_path / "old.parquet", pyarrow.Table.from_pylist(OLD))
    result = lunadiff.compare(path, make(NEW), key="id")
    assert lunadiff.patch(path, result).records() == NEW


def made_by(path, *statements):
    base = sqlite3.connect(path)
    base.executescript(";".join(statements))
    base.close()
    return path


@pytest.mark.parametrize("options, words", [({}, "there are several tables: Sums, t"), ({"new_option": {"table": "sum"}}, "there is no table 'sum'; there are: Sums, t")])
def test_a_table_that_is_not_there_leads_to_those_that_are_without_the_program_sqlite3(tmp_path, monkeypatch, options, words):
    monkeypatch.setenv("PATH", str(tmp_path))
    path = made_by(tmp_path / "a.db", "CREATE TABLE t(id)", "CREATE TABLE Sums(id)", "INSERT INTO Sums VALUES (1)")
    with pytest.raises(lunadiff.LunaDiffError) as caught:
        lunadiff.compare([{"id": 1}], path, key="id", **options)
    error = caught.value
    assert (error.code, error.place, error.message) == ("input", str(path), f"{path}: {words}")
    # In place of what was given, too.
    assert lunadiff.compare([{"id": 1}], path, key="id", **{**options, **eval(f"dict({error.hint.partition(' reads one')[0]})")}).same


def test_a_database_without_a_table_and_a_query_with_a_name_twice_are_refused_by_python(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    path = made_by(tmp_path / "a.db", "CREATE TABLE t(id)", "DROP TABLE t")
    with pytest.raises(lunadiff.LunaDiffError, match="there is no table in it"):
        lunadiff.compare([{"id": 1}], path, key="id")
    with pytest.raises(lunadiff.LunaDiffError, match="two columns of the query are called 'id'") as caught:
        lunadiff.compare([{"id": 1}], path, key="id", new_option={"query": "SELECT 1 AS id, 2 AS id"})
    assert caught.value.hint == "AS gives one of them another name"


def test_labels_that_pandas_wrote_to_a_parquet_file_count(tmp_path):
    frame = pandas.DataFrame({"v": [1, 2]}, index=["a", "b"])
    for labels, same in ((["a", "b"], True), (["a", "c"], False)):
        frame.set_axis(labels).to_parquet(tmp_path / "a.parquet")
        assert lunadiff.compare(tmp_path / "a.parquet", frame).same is same
    assert lunadiff.compare(tmp_path / "a.parquet", [{"v": 1}, {"v": 2}]).columns["deleted"] == ["index"]
