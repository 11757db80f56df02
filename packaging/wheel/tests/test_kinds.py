"""Values of different kinds, labels of an index, and types of columns: what JSON writes alike still differs."""

import base64
import datetime
import enum
import itertools
import math
import uuid
from decimal import Decimal

import lunadiff
import numpy
import pandas
import polars
import pyarrow
import pytest


class Colour(enum.Enum):
    RED = "red"
    ONE = 1


class Fruit(enum.Enum):
    RED = "red"


DAY, MOMENT, CODE = datetime.date(2024, 1, 1), datetime.datetime(2024, 1, 1), uuid.UUID(int=7)
# Many of them have the same text.
VALUES = [
    None, "NaN", "Infinity", "-Infinity", "2024-01-01", "2024-01-01T00:00:00", "00:00:00", "YWI=", "1", "1.5", "5", "true", "null", "red", str(CODE), "[1]",
    "NaN (number)", "2024-01-01 (date)", "YWI= (bytes)", "5 (timedelta)", "red (Colour)", "1 (Colour)", "x (text)", "x", "", "00:00:00 (time)",
    1, 1.5, 5, Decimal("1.5"), math.nan, math.inf, -math.inf, True, False, DAY, MOMENT, pandas.Timestamp(MOMENT), numpy.datetime64("2024-01-01"),
    datetime.time(), datetime.timedelta(seconds=5), numpy.timedelta64(5, "s"), b"ab", b"", base64.b64decode("Infinity"), CODE, Colour.RED, Colour.ONE,
    Fruit.RED, [1], [b"ab"], ["YWI="], [DAY], ["2024-01-01"], {"a": DAY}, {"a": "2024-01-01"}, {"a": [math.nan]}, {"a": ["NaN"]},
    {"a": datetime.timedelta(seconds=5)}, {"a": 5},
]  # fmt: skip


def in_pandas(value):
    if value is not None and not isinstance(value, (list, dict)) and pandas.isna(value):
        raise ValueError("null")
    return pandas.DataFrame({"v": pandas.Series([value])})


LIBRARIES = {
    "list": lambda value: [{"v": value}],
    "pandas": in_pandas,
    "polars": lambda value: polars.DataFrame({"v": [value]}),
    "pyarrow": lambda value: pyarrow.table({"v": [value]}),
}
JOINED = {
    "list": lambda tables: [{name: table[0]["v"] for name, table in tables.items()}],
    "pandas": lambda tables: pandas.DataFrame({name: table["v"] for name, table in tables.items()}),
    "polars": lambda tables: polars.DataFrame({name: table["v"] for name, table in tables.items()}),
    "pyarrow": lambda tables: pyarrow.table({name: table["v"] for name, table in tables.items()}),
}


def tables_of(library):
    """Tables by the place of their only value, without the values that a library does not have."""
    found = {}
    for place, value in enumerate(VALUES):
        try:
            found[place] = LIBRARIES[library](value)
        except (TypeError, ValueError, pyarrow.ArrowException, polars.exceptions.PolarsError):
            continue
    return found


def held(table):
    """The only value of a table, as its library has it: some make a text of an enumeration."""
    if isinstance(table, list):
        return table[0]["v"]
    return (table["v"].to_pylist() if isinstance(table, pyarrow.Table) else list(table["v"]) if isinstance(table, pandas.DataFrame) else table["v"].to_list())[0]


def are_equal_in_pandas(one, other):
    """As pandas compares objects."""
    try:
        return bool(one == other)
    except TypeError:
        return False


@pytest.mark.parametrize("new_library", LIBRARIES)
@pytest.mark.parametrize("old_library", LIBRARIES)
def test_two_values_are_never_the_same_unless_pandas_says_so(old_library, new_library):
    old, new = tables_of(old_library), tables_of(new_library)
    was, now = ({place: held(table) for place, table in tables.items()} for tables in (old, new))
    pairs = [(i, j) for i in old for j in new if i != j and not are_equal_in_pandas(was[i], now[j])]
    assert len(pairs) > 600
    sides = JOINED[old_library]({f"{i}_{j}": old[i] for i, j in pairs}), JOINED[new_library]({f"{i}_{j}": new[j] for i, j in pairs})
    result = lunadiff.compare(*sides, ignore_order=True, rules="function identity() return 1 end", no_findings=True)
    differing = result.changes[0].fields
    result.close()
    assert [(was[i], now[j]) for i, j in pairs if f"{i}_{j}" not in differing] == []
    # And each value is the same as itself.
    both = [place for place in old if place in new and type(was[place]) is type(now[place])]
    sides = JOINED[old_library]({str(i): old[i] for i in both}), JOINED[new_library]({str(i): new[i] for i in both})
    assert lunadiff.compare(*sides, key="none").same


@pytest.mark.parametrize("value", [DAY, MOMENT, b"ab", CODE, math.inf, Colour.RED, datetime.time()], ids=repr)
def test_a_key_is_never_a_text_of_another_kind_unless_that_is_asked_for(value):
    text = lunadiff._values.spell(value).strip('"')
    sides = [{"id": value, "v": 1}], [{"id": text, "v": 1}]
    result = lunadiff.compare(*sides, key="id")
    assert (result.summary.deleted, result.summary.inserted) == (1, 1)
    assert "deleted" in result.explain(value).text and "inserted" in result.explain(text).text
    for options in ({"check_dtype": False}, {"key_as": "text"}):
        assert lunadiff.compare(*sides, key="id", **options).same


def test_a_note_names_columns_of_two_kinds_and_types_that_do_not_count():
    old, new = [{"id": 1, "was": DAY, "n": {"a": [DAY]}}], [{"id": 1, "at": "2024-01-01", "n": {"a": ["2024-01-01"]}}]
    result = lunadiff.compare(old, new, key="id", rename={"was": "at"})
    assert [note.partition(",")[0] for note in result.notes] == ["at is date in old and text in new", "n.a[] is date in old and text in new"]
    assert result.changes[0].fields["at"] == lunadiff.Field(DAY, "2024-01-01")
    assert "2024-01-01 (date) → 2024-01-01" in str(result)
    rules = "return { rename = { was = 'at' }, equal = { at = luna.compare.date() } }"
    assert lunadiff.compare(old, new, key="id", rules=rules, check_dtype=False).same
    # A recorded result has the values themselves.
    assert lunadiff.patch(old, result).records() == [{"id": 1, "at": "2024-01-01", "n": {"a": ["2024-01-01"]}}]


FRAMES = {"pandas": pandas.DataFrame, "polars": polars.DataFrame, "pyarrow": pyarrow.table, "list": lambda data: pandas.DataFrame(data, dtype=object).to_dict("records")}


@pytest.mark.parametrize("library", FRAMES)
def test_types_of_columns_count_if_that_is_asked_for(library):
    old, new = (FRAMES[library]({"v": values, "id": [1, 2]}) for values in ([1, 2], [1.0, 2.0]))
    assert lunadiff.compare(old, new).same
    for options in ({"check_dtype": True}, {"fail_on": ["all", "schema"]}):
        lunadiff.assert_same(old, old, **options)
        assert lunadiff.compare(old, new, ignore="v", **options).same
        with pytest.raises(AssertionError, match=r"types do\n[^~]*note: type of v: [iI]nt"):
            lunadiff.assert_same(old, new, **options)


def test_types_of_two_libraries_cannot_be_compared():
    pair = pandas.DataFrame({"v": [1]}), polars.DataFrame({"v": [1]})
    lunadiff.assert_same(*pair, fail_on=["all", "schema"])
    with pytest.raises(lunadiff.LunaDiffError, match="types of one library only"):
        lunadiff.assert_same(*pair, check_dtype=True)


LABELS = [
    None, [10, 20], [99, -1], [1, 0], ["a", "b"], ["x", "y"], ["10", "20"], [10.0, 20.5], pandas.RangeIndex(5, 7), pandas.RangeIndex(0, 4, 2),
    pandas.to_datetime(["2024-01-01", "2024-01-02"]), pandas.CategoricalIndex(["a", "b"]), pandas.MultiIndex.from_tuples([("a", 1), ("b", 2)]),
]  # fmt: skip


def test_labels_that_pandas_tells_apart_are_not_the_same():
    frames = [pandas.DataFrame({"v": [1, 2]}, index=labels) for labels in LABELS]
    for old, new in itertools.combinations_with_replacement(frames, 2):
        assert lunadiff.compare(old, new).same == old.equals(new), (old.index, new.index)


def test_a_record_keeps_its_label_wherever_it_stands():
    frame = pandas.DataFrame({"v": [1, 2]}, index=[10, 20])
    lunadiff.assert_same(frame, frame.iloc[::-1], ignore_order=True)
    assert not lunadiff.compare(frame, frame.assign(v=[2, 1]), ignore_order=True).same
    changed = frame.set_axis([10, 30])
    result = lunadiff.compare(frame, changed, key="none")
    for table, reverse, labels in ((frame, False, [10, 30]), (changed, True, [10, 20])):
        assert [record["index"] for record in lunadiff.patch(table, result, reverse=reverse).records()] == labels
    column = pandas.DataFrame({"index": [1, 2]}, index=["a", "b"])
    assert lunadiff.compare(column, column.set_axis(["a", "c"]), key="index").changes[0].fields == {"index_2": lunadiff.Field("b", "c")}
