"""Frames of changes of the library that both inputs are of: columns keep their types and every digit."""

import datetime
import json
from decimal import Decimal

import lunadiff
import polars
import pyarrow
import pytest

NANOSECONDS = 1_700_000_000_123_456_789
VALUES = {
    "decimal": (pyarrow.decimal128(10, 2), [Decimal("1.10"), Decimal("2.20"), Decimal("1234.50")]),
    "unsigned": (pyarrow.uint64(), [2**64 - 1, 2**64 - 2, 1]),
    "small": (pyarrow.int8(), [1, 2, 3]),
    "moment": (pyarrow.timestamp("ns", "Europe/Berlin"), [NANOSECONDS, NANOSECONDS + 1, 0]),
    "late": (pyarrow.timestamp("ms"), [2**60, 1, 2]),
    "list": (pyarrow.list_(pyarrow.int64()), [[1, None], [], None]),
    "struct": (pyarrow.struct([("a", pyarrow.float32())]), [{"a": 1.5}, {"a": None}, None]),
    "null": (pyarrow.float64(), [None, 1.0, float("nan")]),
}
LIBRARIES = {"polars": polars.from_arrow, "pyarrow": lambda table: table}


def column_of(library, result, name):
    made = result.to_polars(name) if library == "polars" else result.to_arrow(name)
    return [made["old"], made["new"]]


def same(library, one, other):
    if library == "polars":
        return one.dtype == other.dtype and one.equals(other.alias(one.name))
    return one.type == other.type and one.combine_chunks().equals(other.combine_chunks())


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("name", VALUES)
def test_a_column_has_its_type_on_every_day_and_all_of_its_digits(library, name):
    kind, (first, second, third) = VALUES[name]

    def day(*values):
        return LIBRARIES[library](pyarrow.table({"id": [*range(len(values))], "x": pyarrow.array(values, kind)}))

    quiet = lunadiff.compare(day(first, third), day(first, third), key="id")
    changed = lunadiff.compare(day(first, third, first), day(second, third), key="id")
    assert [[*map(str, column)] for column in column_of(library, quiet, "x")] == [[], []]
    old, new = column_of(library, changed, "x")
    assert same(library, old, day(first, first)["x"]) and same(library, new, day(None, second)["x"])
    if library == "polars":
        assert polars.concat([quiet.to_polars("x"), changed.to_polars("x")]).height == 2
    else:
        assert pyarrow.concat_tables([quiet.to_arrow("x"), changed.to_arrow("x")]).num_rows == 2


@pytest.mark.parametrize("library", LIBRARIES)
def test_keys_keep_their_types_too(library):
    def table(keys, name="k"):
        columns = {name: pyarrow.array(keys, pyarrow.uint64()), "column": pyarrow.array([1] * len(keys), pyarrow.int8()), "v": [1] * len(keys)}
        return LIBRARIES[library](pyarrow.table(columns))

    result = lunadiff.compare(table([2**64 - 1, 5]), table([7, 5, 2**63]), key=["k", "column"])
    made = result.to_polars() if library == "polars" else result.to_arrow()
    assert same(library, made["k"], table([2**64 - 1] * 3 + [7] * 3 + [2**63] * 3)["k"])
    assert str(made["key.column"].dtype if library == "polars" else made["key.column"].type).lower() == "int8"
    renamed = lunadiff.compare(table([2**64 - 1], "old"), table([2**63]), key="column", rename={"old": "k"})
    assert same(library, column_of(library, renamed, "k")[0], table([2**64 - 1])["k"])


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_column_of_one_side_has_that_sides_type(library):
    make = LIBRARIES[library]
    small = make(pyarrow.table({"id": [1, 2], "x": pyarrow.array([1, 2], pyarrow.int8())}))
    other = make(pyarrow.table({"id": [2, 3]}))
    old, new = column_of(library, lunadiff.compare(small, other, key="id"), "x")
    assert same(library, old, small["x"][:1]) and same(library, new, make(pyarrow.table({"x": pyarrow.array([None], pyarrow.int8())}))["x"])
    old, new = column_of(library, lunadiff.compare(other, small, key="id"), "x")
    assert same(library, new, small["x"][:1])


@pytest.mark.parametrize("library", LIBRARIES)
def test_two_types_of_one_column_are_made_one(library):
    old, new = ({"id": [1], "x": pyarrow.array([value], kind)} for value, kind in ((1, pyarrow.int64()), (1.5, pyarrow.float64())))
    result = lunadiff.compare(*(LIBRARIES[library](pyarrow.table(table)) for table in (old, new)), key="id")
    assert [column.to_list() if library == "polars" else column.to_pylist() for column in column_of(library, result, "x")] == [[1.0], [1.5]]


@pytest.mark.parametrize("library", LIBRARIES)
def test_what_is_masked_stays_masked(library):
    old, new = (LIBRARIES[library](pyarrow.table({"id": [1, key], "x": [value, 1]})) for key, value in ((2, 1), (3, 5)))
    for name in ("x", "id"):
        result = lunadiff.compare(old, new, key="id", mask=["x", "id"])
        made = result.to_polars(name) if library == "polars" else result.to_arrow(name)
        stars = [*(made[column] for column in ("id", "old", "new"))]
        values = {str(value) for column in stars for value in (column.to_list() if library == "polars" else column.to_pylist())}
        assert all(value == "None" or value.startswith("***") for value in values)


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("asked", ["a", "b"])
def test_what_is_masked_is_masked_by_both_of_its_names(library, asked):
    old = LIBRARIES[library](pyarrow.table({"id": [1, 2], "a": ["secret", "secret"]}))
    new = LIBRARIES[library](pyarrow.table({"id": [1, 3], "b": ["hidden", "hidden"]}))
    result = lunadiff.compare(old, new, key="id", rename={"a": "b"}, mask="b")
    assert {"***"} <= {str(value) for column in column_of(library, result, asked) for value in column} <= {"***", "None"}


def test_moments_of_pandas_end_at_microseconds_there_as_before():
    moments = pyarrow.table({"id": [1], "x": pyarrow.array([NANOSECONDS // 1000 * 1000], pyarrow.timestamp("ns"))})
    result = lunadiff.compare(moments.to_pandas(), [{"id": 1, "x": datetime.datetime(2024, 1, 1)}], key="id")
    assert result.to_polars("x").schema["old"] == polars.Datetime("us")


@pytest.mark.parametrize("nulls", [[], ["x"]])
@pytest.mark.parametrize("library", LIBRARIES)
def test_reports_for_programs_have_numbers_as_such_with_nulls_or_without(library, nulls):
    def table(value):
        columns = {"id": [1, 2], "v": [value, 1.0], "b": [value > 2, True], **{name: [None, 1.0] for name in nulls}}
        return LIBRARIES[library](pyarrow.table(columns))

    result = lunadiff.compare(table(2.0), table(2.5), key="id")
    (change,) = json.loads(result.report("json"))["changes"]
    assert change["key"] == [1]
    assert change["fields"] == {"v": {"old": 2.0, "new": 2.5}, "b": {"old": False, "new": True}}
