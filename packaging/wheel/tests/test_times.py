"""Times of all libraries: to the nanosecond at any depth, and one moment has one text wherever it comes from."""

import datetime
import zoneinfo

import lunadiff
import numpy
import pandas
import polars
import pyarrow
import pytest
from lunadiff import _times
from lunadiff._sources import Source
from lunadiff._values import spell

UTC = datetime.timezone.utc
BERLIN = zoneinfo.ZoneInfo("Europe/Berlin")
COUNT = 1_700_000_000_123_456_788


def same(old, new, **options):
    return lunadiff.compare(old, new, key="id", **options).same


def arrow(values, kind):
    return pyarrow.table({"id": [*range(len(values))], "v": pyarrow.array(values, kind)})


INSIDE = {
    "list": (pyarrow.list_, lambda count: [count, None]),
    "large list": (pyarrow.large_list, lambda count: [count]),
    "array": (lambda kind: pyarrow.list_(kind, 1), lambda count: [count]),
    "struct": (lambda kind: pyarrow.struct([("a", kind), ("b", pyarrow.string())]), lambda count: {"a": count, "b": "x"}),
    "map": (lambda kind: pyarrow.map_(pyarrow.string(), kind), lambda count: [("a", count)]),
    "list of structs": (lambda kind: pyarrow.list_(pyarrow.struct([("a", pyarrow.list_(kind))])), lambda count: [{"a": [count]}, None]),
}
TIMES = {
    "timestamp": (pyarrow.timestamp("ns"), COUNT), "zoned": (pyarrow.timestamp("ns", "Europe/Berlin"), COUNT),
    "duration": (pyarrow.duration("ns"), COUNT), "time": (pyarrow.time64("ns"), 1), "date": (pyarrow.date32(), 1),
}  # fmt: skip


@pytest.mark.parametrize("library", ["pyarrow", "polars", "pandas"])
def test_a_nanosecond_inside_a_value_is_a_difference(library):
    places = [place for place in INSIDE if library != "polars" or place != "map"]
    old, new = (
        pyarrow.table({
            "id": [1, 2],
            **{
                f"{time} {place}": pyarrow.array([INSIDE[place][1](count + more), None], INSIDE[place][0](kind))
                for place in places
                for time, (kind, count) in TIMES.items()
            },
        })
        for more in (0, 1)
    )  # fmt: skip
    make = {
        "pyarrow": lambda table: table, "polars": polars.from_arrow,
        # What pandas makes of nested values itself ends at microseconds.
        "pandas": lambda table: table.to_pandas(types_mapper=pandas.ArrowDtype),
    }[library]  # fmt: skip
    assert lunadiff.compare(make(old), make(new), key="id").changes[0].fields.keys() == set(old.column_names) - {"id"}
    assert same(make(old), old) and same(make(new), make(new))


@pytest.mark.parametrize("encode", [lambda column: column.dictionary_encode(), lambda column: pyarrow.compute.run_end_encode(column)])
def test_a_nanosecond_in_an_encoded_column_is_a_difference(encode):
    old, new = (pyarrow.table({"id": [1], "v": encode(pyarrow.array([count], pyarrow.time64("ns")))}) for count in (1, 2))
    assert not same(old, new) and same(old, arrow([1], pyarrow.time64("ns")).set_column(0, "id", [[1]]))


def forms(value):
    """One column of Python's times in all libraries and units that hold it."""
    table = pyarrow.table({"id": [1, 2], "v": [value, None]})
    kind = table.schema.field("v").type
    units = {"timestamp": ("s", "ms", "us", "ns"), "duration": ("s", "ms", "us", "ns")}.get(str(kind).split("[")[0], ())
    found = {"list": table.to_pylist(), "pyarrow": table}
    for unit in units:
        made = pyarrow.timestamp(unit, kind.tz) if hasattr(kind, "tz") else pyarrow.duration(unit)
        try:
            cast = pyarrow.table({"id": table["id"], "v": table["v"].cast(made)})
        except pyarrow.ArrowInvalid:
            continue
        found[f"pyarrow {unit}"], found[f"pandas {unit}"], found[f"polars {unit}"] = cast, cast.to_pandas(), polars.from_arrow(cast)
        found[f"pandas of pyarrow {unit}"] = cast.to_pandas(types_mapper=pandas.ArrowDtype)
    found["polars"], found["pandas"] = polars.from_arrow(table), table.to_pandas()
    found["objects"] = pandas.DataFrame({"id": [1, 2], "v": pandas.Series([value, None], dtype=object)})
    return found


@pytest.mark.parametrize(
    "value",
    [
        datetime.datetime(2024, 1, 1), datetime.datetime(2024, 1, 1, 12, 30, 1, 500_000), datetime.datetime(1, 2, 3, 4, 5, 6, 7),
        datetime.datetime(2024, 1, 1, tzinfo=UTC), datetime.datetime(2024, 7, 1, 12, tzinfo=BERLIN),
        datetime.datetime(2024, 10, 27, 2, 30, fold=1, tzinfo=BERLIN), datetime.datetime(1880, 1, 1, 0, 0, 0, 120_000, tzinfo=BERLIN),
        datetime.datetime(2090, 7, 1, tzinfo=BERLIN), datetime.time(12), datetime.time(12, 0, 0, 1000), datetime.date(2024, 2, 29),
        datetime.timedelta(seconds=1), datetime.timedelta(microseconds=-1), datetime.date(1, 1, 1),
    ],
    ids=str,
)  # fmt: skip
def test_one_time_is_the_same_in_every_library_and_unit(value):
    tables = forms(value)
    texts = {name: Source(table, "old").memory.read() for name, table in tables.items()}
    assert len(set(texts.values())) == 1, texts
    kind = pyarrow.infer_type([value])
    nested = arrow([{"list": [value], "a": value}], pyarrow.struct([("list", pyarrow.list_(kind)), ("a", kind)]))
    frames = [nested, polars.from_arrow(nested), [{"id": 0, "v": {"list": [value], "a": value}}], nested.to_pandas()]
    assert len({Source(table, "old").memory.read() for table in frames}) == 1


def test_a_moment_is_spelled_as_isoformat_does(generator):
    for _ in range(2000):
        microseconds = generator.choice([0, 500_000, 120, generator.randrange(10**6)])
        at = datetime.datetime.fromtimestamp(generator.randrange(-60_000_000_000, 250_000_000_000), UTC).replace(microsecond=microseconds)
        count = (at - datetime.datetime(1970, 1, 1, tzinfo=UTC)) // datetime.timedelta(microseconds=1)
        assert _times.moment(count, 6, BERLIN) == at.astimezone(BERLIN).isoformat()
        assert _times.moment(count * 1000, 9) == at.replace(tzinfo=None).isoformat()
    assert _times.moment(COUNT, 9) == "2023-11-14T22:13:20.123456788"


class Pytz(datetime.tzinfo):
    """Berlin as pytz has it: after 2037 there is no summer, and before 1893 seconds of the offset are left out."""

    zone = "Europe/Berlin"

    def utcoffset(self, at):
        return datetime.timedelta(minutes=53) if at is not None and at.year < 1893 else datetime.timedelta(hours=1)

    def dst(self, at):
        return datetime.timedelta(0)

    def tzname(self, at):
        return "CET"


@pytest.mark.parametrize("year", [1880, 2024, 2050])
def test_one_moment_of_a_zone_has_one_text_whatever_library_has_the_zone(year):
    at = datetime.datetime(year, 7, 1, 12, tzinfo=Pytz())
    count = (at - datetime.datetime(1970, 1, 1, tzinfo=UTC)) // datetime.timedelta(seconds=1)
    exact = pyarrow.table({"id": [1], "v": pyarrow.array([count], pyarrow.timestamp("s", "Europe/Berlin"))})
    zoned = pandas.DatetimeTZDtype("s", Pytz())
    frame = pandas.DataFrame({"id": [1], "v": pandas.Series(pandas.array([count], "datetime64[s]")).dt.tz_localize("UTC").astype(zoned)})
    tables = [exact, polars.from_arrow(exact), frame, frame.assign(c=pandas.Categorical(["a"])), [{"id": 1, "v": at}], frame.to_dict("records")]
    assert [lunadiff.compare(table, exact, key="id", only="v").summary.unchanged for table in tables] == [1] * len(tables)
    assert lunadiff.compare(frame, frame.assign(id=[2]), key="v").explain(at).text.splitlines()[0].endswith(": updated")


def test_a_zone_that_python_has_not_is_asked_itself():
    zone = Pytz()
    for zone.zone in (None, "Atlantis", "../etc", 7):
        assert spell(datetime.datetime(2050, 7, 1, tzinfo=zone)) == '"2050-07-01T00:00:00+01:00"'
    zone.zone = "Europe/Berlin"
    assert spell(datetime.datetime.max.replace(tzinfo=zone)).endswith('+01:00"')
    assert spell(datetime.datetime.min.replace(tzinfo=zone)).startswith('"0001-01-01T00:00:00+00:53')


def test_a_year_that_python_has_not_is_compared_all_the_same():
    old, new = (pyarrow.table({"id": [1, 2], "v": pyarrow.array([count, None], pyarrow.timestamp("us"))}) for count in (2**62, 2**62 + 1))
    for make in (lambda table: table, polars.from_arrow, lambda table: table.to_pandas()):
        result = lunadiff.compare(make(old), make(new), key="id")
        assert (result.summary.updated, result.summary.unchanged) == (1, 1)
        assert str(result.changes[0].fields["v"].old).lstrip("+").startswith("148108") and not result.to_pandas().empty
        assert same(make(old), old) and same(make(old), polars.from_arrow(old))
        assert len(result.to_polars()) == result.to_arrow().num_rows == 1
    days = polars.DataFrame({"id": [1], "v": polars.Series([-1_000_000], dtype=polars.Int32).cast(polars.Date)})
    assert lunadiff.compare(days, [{"id": 1, "v": "x"}], key="id").changes[0].fields["v"].old == "-0768-02-04"


@pytest.mark.parametrize(
    "value, says",
    [
        (numpy.datetime64(COUNT, "ns"), pandas.Timestamp(COUNT)), (numpy.timedelta64(1, "ns"), pandas.Timedelta(1, "ns")),
        (numpy.datetime64("2024-02-29"), datetime.date(2024, 2, 29)), (numpy.datetime64("2024-02"), datetime.date(2024, 2, 1)),
        (numpy.datetime64("2024-02-29T12", "h"), datetime.datetime(2024, 2, 29, 12)), (numpy.datetime64("NaT"), None),
        (numpy.array([COUNT, 0], "datetime64[ns]"), [pandas.Timestamp(COUNT), datetime.datetime(1970, 1, 1)]),
        (numpy.array([[1]], "timedelta64[D]"), [[datetime.timedelta(1)]]), (numpy.timedelta64("NaT"), None),
        (numpy.array([(7, COUNT)], [("a", "i4"), ("b", "datetime64[ns]")]), [[7, pandas.Timestamp(COUNT)]]),
        (numpy.ma.array(numpy.array([1, 0], "datetime64[s]"), mask=[True, False]), [None, datetime.datetime(1970, 1, 1)]),
        (numpy.longdouble(0.1), 0.1), (numpy.longdouble(3), 3), (numpy.longdouble("inf"), float("inf")), (numpy.longdouble("nan"), float("nan")),
        (numpy.float16(0.5), 0.5), (numpy.array([1], numpy.longdouble), [1]),
    ],
    ids=repr,
)  # fmt: skip
def test_numpys_times_and_long_floats_are_what_they_say(value, says):
    assert same([{"id": 1, "v": value}], [{"id": 1, "v": says}])


def test_a_long_float_keeps_all_of_its_digits():
    assert spell(numpy.longdouble(1) + numpy.finfo(numpy.longdouble).eps) == "1.000000000000000000108420217248550443400745280086994171142578125"


@pytest.mark.parametrize("value", [numpy.timedelta64(3, "Y"), numpy.clongdouble(1)], ids=repr)
def test_what_numpy_has_and_nobody_compares_is_refused(value):
    with pytest.raises(lunadiff.LunaDiffError, match=type(value).__name__):
        same([{"id": 1, "v": value}], [])
