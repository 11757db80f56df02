"""Values go over exactly, and come back as they are."""

import datetime
import decimal
import enum
import json
import math
import uuid
from decimal import Decimal

import lunadiff
import numpy
import pandas
import polars
import pyarrow
import pytest
from conftest import FRAMES
from lunadiff import Field
from lunadiff._values import parse, spell

UTC = datetime.timezone.utc
DAY, TIME = datetime.date(2024, 2, 29), datetime.time(1, 2, 3, 4)
MOMENT = datetime.datetime(2024, 2, 29, 1, 2, 3, 4)


class Colour(enum.Enum):
    RED = "red"


# Values of which no two are the same.
DIFFERENT = [
    None, "", " ", "None", "null", 0, 1, -1, 2**63, 2**63 + 1, 10**400, 0.1, 0.1 + 0.2, 1e300, 5e-324,
    Decimal("0.1000000000000000055511151231257827"), Decimal("1E+500"), math.nan, math.inf, -math.inf, True, False, 10**5000,
    DAY, MOMENT, MOMENT.replace(microsecond=5), MOMENT.replace(tzinfo=UTC), TIME, datetime.timedelta(microseconds=1),
    datetime.timedelta(days=-1), b"\0\xff", uuid.UUID(int=7), [], [None], [1, "1"], {}, {"a": None}, {"a": [Decimal("1.5")]},
    "\0", "\ud800", "\U0001f600", "é", "e\u0301", '"\\\n\r\u2028', Colour.RED,
]  # fmt: skip


def test_no_two_different_values_are_taken_for_one():
    old = [{"id": f"{i} {j}", "v": DIFFERENT[i]} for i in range(len(DIFFERENT)) for j in range(len(DIFFERENT))]
    new = [{"id": f"{i} {j}", "v": DIFFERENT[j]} for i in range(len(DIFFERENT)) for j in range(len(DIFFERENT))]
    result = lunadiff.compare(old, new, key="id")
    assert result.summary.unchanged == len(DIFFERENT)
    for change in result.changes:
        i, j = map(int, change.key[0].split())
        # The very objects, not copies that are equal.
        assert change.fields["v"].old is DIFFERENT[i] and change.fields["v"].new is DIFFERENT[j]


@pytest.mark.parametrize(
    "old, new",
    [(1, 1.0), (1, Decimal("1.00")), (0.5, Decimal("0.5")), (-0.0, 0), (DAY, numpy.datetime64("2024-02-29")), (math.nan, math.nan), ((1,), [1])],
)
def test_one_value_in_two_types_is_the_same(old, new):
    assert lunadiff.compare([{"id": 1, "v": old}], [{"id": 1, "v": new}], key="id").same


def test_a_float_is_the_shortest_decimal_that_gives_it():
    for value, same, others in ((0.1, Decimal("0.1"), [Decimal(0.1)]), (float(2**60), 1152921504606847000, [2**60])):
        assert lunadiff.compare([{"id": 1, "x": value}], [{"id": 1, "x": same}], key="id").same
        for other in others:
            assert not lunadiff.compare([{"id": 1, "x": value}], [{"id": 1, "x": other}], key="id").same


def test_numbers_of_files_are_read_exactly():
    assert parse("[9007199254740993, 0.1, 1.10, 1e400, 0.1000000000000000055]") == [
        9007199254740993, 0.1, 1.1, Decimal("1e400"), Decimal("0.1000000000000000055"),
    ]  # fmt: skip
    assert isinstance(parse("1.10"), float)


def test_json_that_is_spelled_says_the_same_to_pythons_reader(generator):
    for _ in range(2000):
        value = random_value(generator, 3)
        assert json.loads(spell(value)) == value


def random_value(generator, depth):
    kind = generator.randrange(8 if depth else 6)
    if kind == 6:
        return [random_value(generator, depth - 1) for _ in range(generator.randrange(4))]
    if kind == 7:
        return {random_value(generator, 0).__repr__(): random_value(generator, depth - 1) for _ in range(generator.randrange(4))}
    text = "".join(chr(generator.choice([generator.randrange(128), generator.randrange(0x110000)])) for _ in range(3))
    return [None, True, generator.randrange(-(10**30), 10**30), generator.uniform(-1, 1) * 10 ** generator.randrange(-300, 300), text, ""][kind]


TYPED = {
    "decimal": [Decimal("1.10"), Decimal("2.20")],
    "day": [DAY, None],
    "moment": [MOMENT, MOMENT.replace(hour=5)],
    "zoned": [MOMENT.replace(tzinfo=UTC), None],
    "time": [TIME, datetime.time(5)],
    "span": [datetime.timedelta(seconds=1), datetime.timedelta(days=2)],
    "bytes": [b"\0\xff", b""],
    "list": [[1, 2], []],
    "struct": [{"a": 1}, {"a": None}],
    "text": ["", None],
    "truth": [True, None],
    "big": [2**64 - 1, 0],
}


@pytest.mark.parametrize("library", FRAMES)
@pytest.mark.parametrize("name", TYPED)
def test_typed_columns_come_back_as_the_library_has_them(library, name):
    first, second = TYPED[name]
    kind = pyarrow.uint64() if name == "big" else None
    tables = [pyarrow.table({"id": [1], "v": pyarrow.array([value], kind or pyarrow.array([first]).type)}) for value in (first, second)]
    convert = {"polars": polars.from_arrow, "pandas": lambda table: table.to_pandas(), "pyarrow": lambda table: table}[library]
    old, new = map(convert, tables)
    result = lunadiff.compare(old, new, key="id")
    assert lunadiff.compare(old, old, key="id").same
    field = result.changes[0].fields["v"]
    if library == "pandas":
        assert list(field.old) == list(first) if name == "list" else field.old == first
        assert (pandas.isna(field.new) and not isinstance(field.new, str)) if second is None else True
    else:
        assert (field.old, field.new) == (first, second)


# But for times of day in pandas: they are Python's there, which end at microseconds.
@pytest.mark.parametrize(
    "library, unit", [(library, unit) for library in FRAMES for unit in ("datetime", "time", "span") if (library, unit) != ("pandas", "time")]
)
def test_a_nanosecond_is_a_difference(library, unit):
    kind = {"datetime": pyarrow.timestamp("ns"), "time": pyarrow.time64("ns"), "span": pyarrow.duration("ns")}[unit]
    tables = [pyarrow.table({"id": [1], "v": pyarrow.array([count], kind)}) for count in (1_000_000_001, 1_000_000_002)]
    if library == "polars":
        tables = [polars.from_arrow(table) for table in tables]
    if library == "pandas":
        tables = [table.to_pandas() for table in tables]
    assert lunadiff.compare(*tables, key="id", rules="return { ignore_order = true }").summary.updated == 1


def test_nan_is_null_in_pandas_and_a_value_elsewhere():
    nan, none = {"id": [1], "v": [math.nan]}, {"id": [1], "v": [None]}
    assert lunadiff.compare(pandas.DataFrame(nan), [{"id": 1, "v": None}], key="id").same
    for make in (lambda data: polars.DataFrame(data, schema_overrides={"v": polars.Float64}), pyarrow.table):
        assert not lunadiff.compare(make(nan), [{"id": 1, "v": None}], key="id").same
    assert not lunadiff.compare([{"id": 1, "v": math.nan}], [{"id": 1, "v": none["v"][0]}], key="id").same


def test_pandas_objects_of_several_types_stay_what_they_are():
    old = pandas.DataFrame({"id": [1, 2, 3], "v": pandas.Series([1, "1", None], dtype=object)})
    new = pandas.DataFrame({"id": [1, 2, 3], "v": pandas.Series(["1", "1", Decimal(2)], dtype=object)})
    fields = [change.fields["v"] for change in lunadiff.compare(old, new, key="id").changes]
    assert fields == [Field(1, "1"), Field(None, Decimal(2))]


def test_what_pandas_calls_missing_is_null():
    frame = pandas.DataFrame({"id": [1, 2], "v": pandas.array([None, 1], dtype="Int64"), "t": [pandas.NaT, pandas.Timestamp(0)]})
    assert lunadiff.compare(frame, [{"id": 1, "v": None, "t": None}, {"id": 2, "v": 1, "t": datetime.datetime(1970, 1, 1)}], key="id").same


def test_pandas_without_pyarrow_is_compared_all_the_same(monkeypatch):
    import sys

    frame = pandas.DataFrame({"id": [1, 2], "s": pandas.Series(["a", None], dtype=object), "f": [1.5, math.nan]})
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert lunadiff.compare(frame, frame.assign(s="a"), key="id").changes[0].fields == {"s": Field(None, "a")}


def test_scalars_of_numpy_are_what_they_say():
    row = {"id": numpy.int64(1), "f": numpy.float32(0.5), "a": numpy.array([1, 2]), "t": numpy.bool_(True)}
    assert lunadiff.compare([row], [{"id": 1, "f": 0.5, "a": [1, 2], "t": True}], key="id").same


def test_bytes_of_every_kind_are_bytes():
    for value in (bytearray(b"ab"), memoryview(b"ab"), memoryview(b"xaxb")[1::2]):
        assert lunadiff.compare([{"id": 1, "v": value}], [{"id": 1, "v": b"ab"}], key="id").same
        assert lunadiff.compare(pandas.DataFrame({"id": [1], "v": [value]}), [{"id": 1, "v": b"ab"}], key="id").same
    assert spell(memoryview(bytes(8)).cast("i")) == "[0,0]"


def test_a_decimals_precision_is_that_of_its_digits():
    with decimal.localcontext() as context:
        context.prec = 3
        assert spell(Decimal("1.23456789")) == "1.23456789"
        assert spell(datetime.timedelta(days=12345, microseconds=1)) == "1066608000.000001"


def test_what_holds_itself_is_refused():
    value = []
    value.append(value)
    with pytest.raises(lunadiff.LunaDiffError, match="holds itself"):
        lunadiff.compare([{"id": 1, "v": value}], [])


@pytest.mark.parametrize("value", [object(), {1: 2}, {1, 2}, 1j, lunadiff.ABSENT])
def test_what_is_no_value_is_refused_by_its_type(value):
    with pytest.raises(lunadiff.LunaDiffError, match="cannot be compared") as caught:
        lunadiff.compare([{"id": 1, "v": value}], [], key="id")
    assert caught.value.code == "input" and caught.value.hint


@pytest.mark.parametrize("rest", [1.0, None], ids=["full", "null"])
@pytest.mark.parametrize("library", ["polars", "pandas", "pyarrow"])
def test_a_short_float_is_the_float_that_it_equals_in_all_that_a_result_says(library, rest):
    def made(value):
        frame = polars.DataFrame({"id": [1, 2], "v": [value, rest]}, schema_overrides={"v": polars.Float32})
        return {"polars": frame, "pandas": frame.to_pandas(), "pyarrow": frame.to_arrow()}[library]

    old, new = made(0.1), made(0.2)
    for others in ((old, new), (polars.DataFrame(old), new), (old, polars.DataFrame(new).to_dicts())):
        result = lunadiff.compare(*others, key="id", tolerance=0.1)
        assert not result.same and result.summary.updated == 1
        assert "0.10000000149011612 → 0.20000000298023224" in str(result)
        assert result.changes[0].fields == {"v": Field(0.10000000149011612, 0.20000000298023224)}
        assert "1,v,0.10000000149011612,0.20000000298023224" in result.report("csv")
        assert ": updated" in str(result.explain(1))
