"""Messages of what is in memory and of what was asked in vain: in Python's words, and of nothing that is not there."""

import copy
import gzip
import pathlib
import pickle
import re
import subprocess

import lunadiff
import pandas
import polars
import pytest
from conftest import FRAMES, NEW, OLD
from lunadiff._words import hint_in_python, message_in_python

MAKERS = {"list": list, **FRAMES}


def refused(call, *arguments, **options):
    with pytest.raises(lunadiff.LunaDiffError) as caught:
        call(*arguments, **options)
    return caught.value


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_what_is_in_memory_has_no_lines(make, tmp_path):
    both = lunadiff.compare(make(OLD), make(NEW), key="id").explain(3).data[0]
    assert both["source"]["record"] == 1 and "line" not in both["source"] and "line" not in both["target"]
    (tmp_path / "old.csv").write_text("id,price\n3,1.0\n")
    one = lunadiff.compare(tmp_path / "old.csv", make(NEW), key="id", key_as="text").explain(3).data[0]
    assert one["source"]["line"] == 2 and "line" not in one["target"]
    error = refused(lunadiff.compare, make(OLD), make(NEW), key="id", rules="function equal(old, new) error('x') end")
    assert error.message == "rules:1: x\n  in function 'equal', old record 2 and new record 2"


@pytest.mark.parametrize(
    "options, words",
    [
        ({"tolerance": True}, "tolerance is no switch"),
        ({"key": {"id"}}, "key takes a text or a list of texts, and no set"),
        ({"ignore": (name for name in ["id"])}, "and no generator"),
        ({"key": b"id"}, "and no bytes"),
        ({"only": pandas.Index(["id"])}, "and no Index"),
    ],
)
def test_options_of_other_types_are_refused_by_their_names(options, words):
    error = refused(lunadiff.compare, OLD, NEW, **options)
    assert error.code == "request" and words in error.message and "--" not in str(error)


class Connection:
    def fetchall(self):
        """As that of DuckDB."""

    def arrow(self):
        """As that of DuckDB."""

    def dtype(self):
        """As that of DuckDB."""


@pytest.mark.parametrize(
    "data, hint",
    [
        (Connection(), "give what its arrow() gives"),
        ('[{"id": 1}]', "text.encode()"),
        ("https://example.org/a.csv", "urllib.request.urlopen('https://example.org/a.csv').read()"),
        (polars.LazyFrame({"id": [1]}).select("zz"), "collect() of the frame fails"),
    ],
    ids=["connection", "json", "address", "lazy"],
)
def test_what_is_nearly_an_input_is_refused_with_what_helps(data, hint):
    assert hint in refused(lunadiff.compare, data, OLD, key="id").hint


@pytest.mark.parametrize(
    "options, words",
    [
        ({"trim": 1}, "trim takes True or False, and no int"), ({"statistics": "yes"}, "takes True or False, and no str"),
        ({"ignore": {"price": 1}}, "ignore takes a text or a list of texts, and no dict"), ({"tolerance": {1: 2}}, "tolerance: a name is a text, and no int"),
        ({"limit": -1}, 'one for a kind as in {"updated": 20}'), ({"tolerance": "x"}, '{"price": 0.01}'), ({"normalize": "x"}, '["trim", "lower"]'),
        ({"rename": "x"}, '{"OLD": "NEW"}'), ({"max_updated": "x"}, '{"price": "0.1%"}'), ({"section_key": "name"}, "section_key needs elements"),
        ({"old_option": {"query": "x"}}, "old_option is for files and for bytes, unlike old"), ({"rules": {"key": "id"}}, "rules of type dict are none"),
    ],
)  # fmt: skip
def test_what_an_option_takes_is_said_in_python(options, words):
    error = refused(lunadiff.compare, OLD, NEW, key="id", **options)
    assert words in error.message and error.code == "request" and "--" not in str(error)


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda result: lunadiff.batch(), "batch(manifest='nightly.lua')"), (lambda result: lunadiff.patch(OLD, b"x"), "patch(old, result) takes"),
        (lambda result: lunadiff.patch(OLD, NEW), "compare(old, new) gives changes"), (lambda result: result.report("sql"), "format_option={'table': …}"),
        (lambda result: result.report(format_option="x"), "{'table': 'prices'}"), (lambda result: lunadiff.probe(OLD, max_columns=0), "help(lunadiff.probe)"),
        (lambda result: lunadiff.compare(OLD, NEW, key="none").explain(1), "explain(change)"), (lambda result: lunadiff.merge(OLD, NEW, NEW, favor="x"), "help(lunadiff.merge)"),
        (lambda result: lunadiff.compare(b"1,2\n", OLD, key="id", columns="id,v"), "columns names as many"),
    ],
)  # fmt: skip
def test_functions_are_named_in_place_of_commands(call, words):
    error = refused(call, lunadiff.compare(OLD, NEW, key="id"))
    assert words in error.hint and error.code in ("request", "input") and not re.search(r"--|lunadiff [a-z]+ [A-Z]", str(error)), str(error)


@pytest.mark.parametrize(
    "said, meant",
    [
        ("xlsx2csv 'a b.xlsx' | lunadiff diff --key=id -- - new", "subprocess.check_output(\"xlsx2csv 'a b.xlsx'\", shell=True) gives what can be compared, as bytes"),
        ("x | lunadiff diff - new, where TABLE is one", "subprocess.check_output('x', shell=True) gives what can be compared, as bytes, where TABLE is one"),
        ("--no-header if this is a record, --columns id,name,… to name its columns", "no_header=True if this is a record, columns=['id', 'name', …] to name its columns"),
        ("--old-encoding UTF-16LE if this is UTF-16", "old_encoding='UTF-16LE' if this is UTF-16"), ("--at /data/a, --at '/b c'", "at='/data/a', at='/b c'"), ("--rename OLD=NEW says so", "rename={'OLD': 'NEW'} says so"),
        ("--new-format jsonl if every line is a record", "new_format='jsonl' if every line is a record"),
        ("--input-option table=t reads one, --input-option query=SQL what it selects", "input_option={'table': 't'} reads one, input_option={'query': 'SQL'} what it selects"),
        ("lunadiff merge --help lists the flags", "help(lunadiff.merge) lists the options"), ("lunadiff plugins lists them", "python -m lunadiff plugins lists them"),
        ("lunadiff explain --help lists the flags", "help(lunadiff.compare) lists the options"), ("--limit 1000000 lists", "limit=1000000 lists"),
        ("lunadiff learn a.csv b.csv -k id --identity", "lunadiff learn a.csv b.csv -k id --identity"),
    ],
)  # fmt: skip
def test_hints_are_pythons(said, meant):
    assert hint_in_python(said) == meant


def test_a_file_of_a_folder_is_the_place_of_its_error(tmp_path):
    (tmp_path / "a.csv").write_text("id,v\n1,2,3\n")
    error = refused(lunadiff.compare, tmp_path, OLD, key="id")
    assert (error.code, error.place) == ("input", f"{tmp_path}/a.csv:2")


def test_a_result_is_no_verdict():
    error = refused(bool, lunadiff.compare(OLD, OLD, key="id"))
    assert error.code == "request" and "result.same" in error.hint


def test_what_was_read_stays_as_it_is_in_a_message():
    said = "new: --skip-lines 9 leaves nothing\n  a --trim b"
    assert message_in_python(said) == "new: skip_lines=9 leaves nothing\n  a --trim b"
    assert message_in_python("unknown column 'a --trim b'") == "unknown column 'a --trim b'"


@pytest.mark.parametrize("limit", [{"updated": 1, "deleted": 0}, "updated=1,deleted=0"], ids=str)
def test_a_limit_for_several_kinds_is_kept(limit):
    rows = [{"id": key, "v": 1} for key in range(9)]
    report = lunadiff.compare(rows, [{**row, "v": row["id"]} for row in rows[:-1]], key="id").report(limit=limit)
    assert (report.count("\n~ "), report.count("\n- ")) == (1, 0)


def test_errors_of_batches_patches_and_merges_name_what_was_given(tmp_path):
    for side in ("old", "new"):
        (tmp_path / side).mkdir()
        (tmp_path / side / "a.csv").write_text("id,v\n1,2,3\n")
    pair = lunadiff.batch(tmp_path / "old", tmp_path / "new", no_project=True).pairs[0]
    assert pair.outcome == "failed" and "--" not in pair.error
    result = lunadiff.compare(OLD, NEW, key="id")
    error = refused(lunadiff.patch, NEW, result)
    assert ".jsonl" not in str(error) and "old" in error.message
    error = refused(lunadiff.merge, OLD, OLD + OLD, NEW, key="id", duplicates="error")
    assert ".jsonl" not in str(error)


def test_a_result_of_what_is_in_memory_is_not_pickled(tmp_path):
    result = lunadiff.compare(OLD, NEW, key="id")
    for call in (pickle.dumps, copy.deepcopy):
        error = refused(call, result)
        assert error.code == "request" and "recorded()" in error.hint
    assert pickle.loads(pickle.dumps(list(result.changes))) == list(result.changes)
    assert str(copy.copy(result)) == str(result)
    path = tmp_path / "a.csv"
    path.write_text("id\n1\n")
    assert str(pickle.loads(pickle.dumps(lunadiff.compare(path, path, key="id")))).startswith(f"{path} → {path}\n")


def test_a_program_that_answers_otherwise_is_an_error(monkeypatch):
    monkeypatch.setenv("LUNADIFF", "/bin/echo")
    for call in (lunadiff.version, lambda: lunadiff.compare("{", OLD, key="id"), lambda: lunadiff.compare(OLD, NEW, key="id"), lambda: lunadiff.probe(OLD), lambda: lunadiff.learn(OLD, NEW)):
        assert refused(call).code == "program"


@pytest.mark.parametrize("half", ["\ud800", "a\udfffb"])
def test_a_column_that_is_called_by_half_of_a_character_keeps_its_name(half):
    result = lunadiff.compare([{half: 1, "id": 1}, {half: 5, "id": 2}], [{half: 2, "id": 1}], key="id")
    deleted, updated = result.changes
    assert updated.fields == {half: lunadiff.Field(1, 2)} and deleted.record == {half: 5, "id": 2}
    assert result.columns["common"] == [half, "id"] and [*result.to_pandas(half)["new"]] == [None, 2]


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_keys_that_repeat_in_memory_have_no_lines(make, tmp_path):
    (tmp_path / "old.csv").write_text("id,v\n1,1\n1,1\n")
    twice = make([{"id": 1, "v": 1}, {"id": 1, "v": 1}])
    error = refused(lunadiff.compare, twice, twice, key="id", duplicates="error")
    assert error.message == "old:2: record 2: the key 1 occurs again; it was first seen in record 1"
    assert refused(lunadiff.compare, tmp_path / "old.csv", twice, key="id", duplicates="error").message.endswith("first seen in record 1 (line 2)")


@pytest.mark.parametrize("name", ["r", "a,b=c'\""])
def test_a_key_of_null_leads_to_what_keeps_all_records(name):
    rows = [{"id": 1, name: None}, {"id": 1, name: 2}]
    error = refused(lunadiff.compare, rows, rows, key=["id", name])
    options = eval(f"dict({error.hint.partition(' makes it')[0]})")
    assert lunadiff.compare(rows, rows, key=["id", name], **options).summary.unchanged == 2


def test_what_has_nul_bytes_leads_to_what_can_be_compared(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    data = b"id,v\n1,a\x00b\n2,some longer text\n"
    (tmp_path / "folder").mkdir()
    (tmp_path / "a b.csv").write_bytes(data)
    (tmp_path / "folder" / "a.csv").write_bytes(data)
    (tmp_path / "a.csv.gz").write_bytes(gzip.compress(data))
    polars.DataFrame({"id": ["1", "2"], "v": ["ab", "some longer text"]}).write_ipc("a.arrow", compat_level=polars.CompatLevel.oldest())
    known = {"pathlib": pathlib, "subprocess": subprocess, "polars": polars}
    for given in ("a b.csv", "folder", "a.csv.gz", "a.arrow", data, (tmp_path / "a.arrow").read_bytes()):
        hint = refused(lunadiff.compare, given, [{"id": "1", "v": "ab"}], key="id").hint
        advised = eval(re.sub(r" (is text|gives what|makes a frame) .*", "", hint), {**known, "data": given})
        assert lunadiff.compare(advised, [{"id": "1", "v": "ab"}], key="id").summary == lunadiff.Summary(1, 0, 0, 0, 1), hint
    assert refused(lunadiff.compare, gzip.compress(data), OLD).hint == "a frame that a library makes of it can be compared"


@pytest.mark.parametrize(
    "options, hint",
    [
        ({"on": "id"}, "did you mean 'key'?"), ({"rtol": 1}, "did you mean 'tolerance'?"), ({"abs_tol": 1}, "did you mean 'tolerance'?"),
        ({"key": "ID"}, "did you mean 'id'?"), ({"key": "prize"}, "did you mean 'price'?"), ({"key": ["id", "nam"]}, "did you mean 'name'?"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("file", [False, True], ids=["list", "file"])
def test_a_name_that_there_is_not_leads_to_the_one_that_is_meant(options, hint, file, tmp_path):
    (tmp_path / "a.csv").write_text("id,name,price\n1,a,1\n")
    error = refused(lunadiff.compare, *[tmp_path / "a.csv" if file else OLD] * 2, **options)
    assert hint in str(error)
    assert refused(lunadiff.compare, OLD, OLD, key="zzzzz").hint is None


def test_a_folder_that_there_is_not_is_quoted_alone():
    assert refused(lunadiff.compare, OLD, OLD, key="id", temp="/nope").message == "temp='/nope': there is no such folder"


def test_what_is_shown_of_texts_and_results_is_short():
    rows = [{"id": key, "v": "x" * 99} for key in range(99)]
    result = lunadiff.compare(rows, [{"id": row["id"]} for row in rows], key="id")
    assert repr(result).endswith("0 moved, 99 unchanged, 1 column deleted>")
    assert repr(lunadiff.patch(rows, result)) == f"<lunadiff.Text: {len(lunadiff.patch(rows, result).data)} bytes, 0 notes>"
    assert re.fullmatch("<lunadiff.Merged: [0-9]+ bytes, 0 notes>", repr(lunadiff.merge(rows, rows, rows, key="id")))


def test_an_empty_path_and_a_function_that_is_not_called_lead_to_what_is_meant(tmp_path):
    error = refused(lunadiff.compare, "", OLD)
    assert (error.code, error.message) == ("request", "an empty text is no path")
    for side in ("", "old_"):
        error = refused(lunadiff.compare, OLD, OLD, key="id", **{side + "normalize": {"name": "strip"}})
        assert error.hint == side + "normalize={'name': 'strip(…)'} calls it, with its arguments"
        assert lunadiff.compare(OLD, OLD, key="id", **eval("dict(" + error.hint.partition(" calls")[0].replace("…", '"x"') + ")")).same
    for name, column in (("a", "v"), ("b", "w")):
        (tmp_path / f"{name}.csv").write_text(f"id,{column}\n1,2\n")
    assert "batch(…) compares file by file" in refused(lunadiff.compare, tmp_path, tmp_path).hint
