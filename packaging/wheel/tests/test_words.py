"""Messages of what is in memory and of what was asked in vain: in Python's words, and of nothing that is not there."""

import copy
import pickle

import lunadiff
import pandas
import polars
import pytest
from conftest import FRAMES, NEW, OLD

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
