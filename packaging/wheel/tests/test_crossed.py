"""A law of frames: values that are equal are the same in every library, and those that differ by the least that can be never are."""

import datetime
import zoneinfo
from decimal import Decimal

import lunadiff
import numpy
import pandas
import polars
import pyarrow
import pytest
from lunadiff._sources import Source

DAY = 86_400 * 10**9
PER_SECOND = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}
ZONES = [None, "UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Australia/Lord_Howe"]


def random_time(generator):
    """A type of times, with a function for values of it, which are whole numbers."""
    unit = generator.choice([*PER_SECOND])
    second = PER_SECOND[unit]
    kind = generator.choice(["timestamp", "zoned", "duration", "time", "date"])
    if kind == "duration":
        return pyarrow.duration(unit), lambda: generator.choice([0, 1, -1, generator.randrange(-(2**30), 2**30) * second // 7])
    if kind == "time":
        unit = generator.choice(["us", "ns"])
        return pyarrow.time64(unit), lambda: generator.choice([0, 1, 43_200 * PER_SECOND[unit], generator.randrange(86_399 * PER_SECOND[unit])])
    if kind == "date":
        return pyarrow.date32(), lambda: generator.randrange(-719_000, 2_932_000)
    zone = generator.choice(ZONES) if kind == "zoned" else None
    # Between the years 1700 and 2200, which nanoseconds reach.
    return pyarrow.timestamp(unit, zone), lambda: generator.randrange(-8_500_000_000, 7_200_000_000) * second + generator.choice([0, 0, 1, second // 2, 123 * second // 1000])


def random_type(generator, depth):
    """A type, with a function for its values."""
    if depth == 0 or generator.random() < 0.4:
        if generator.random() < 0.6:
            return random_time(generator)
        return generator.choice([
            (pyarrow.int64(), lambda: generator.choice([0, -1, 2**62])), (pyarrow.float64(), lambda: generator.choice([0.1, -0.0, 1e300, 3.0])),
            (pyarrow.string(), lambda: generator.choice(["", "é", '"', "2024-01-01"])), (pyarrow.bool_(), lambda: generator.random() < 0.5),
            (pyarrow.decimal128(30, 9), lambda: Decimal(generator.randrange(-(10**20), 10**20)).scaleb(-9)),
            (pyarrow.binary(), lambda: generator.randbytes(3)),
        ])  # fmt: skip
    if generator.random() < 0.5:
        kind, value = random_type(generator, depth - 1)
        return pyarrow.list_(kind), lambda: [maybe(generator, value) for _ in range(generator.randrange(3))]
    fields = {name: random_type(generator, depth - 1) for name in ("a", "b")}
    kind = pyarrow.struct([(name, inner) for name, (inner, _) in fields.items()])
    return kind, lambda: {name: maybe(generator, value) for name, (_, value) in fields.items()}


def maybe(generator, value):
    return None if generator.random() < 0.15 else value()


def moved(value, kind, generator):
    """The value with one of its times another by one, the least that there can be; None where it has no time."""
    if value is None:
        return None
    if pyarrow.types.is_temporal(kind):
        return value + 1
    parts = [*enumerate(value)] if pyarrow.types.is_list(kind) else [*value.items()] if pyarrow.types.is_struct(kind) else []
    generator.shuffle(parts)
    for place, part in parts:
        other = moved(part, kind.value_type if pyarrow.types.is_list(kind) else kind.field(place).type, generator)
        if other is not None:
            copy = value.copy()
            copy[place] = other
            return copy
    return None


def texts(table):
    """What the records of a table are compared as, by each library that can hold it."""
    frames = {"pyarrow": table, "polars": polars.from_arrow(table), "pandas": table.to_pandas(types_mapper=pandas.ArrowDtype)}
    return {name: Source(frame, name).memory.read().splitlines() for name, frame in frames.items()}


def test_equal_values_are_the_same_in_every_library_and_others_never_are(generator):
    differing = 0
    for _ in range(150):
        kind, value = random_type(generator, 3)
        values = [maybe(generator, value) for _ in range(8)]
        others = [moved(value, kind, generator) for value in values]
        old, new = (texts(pyarrow.table({"v": pyarrow.array(column, kind)})) for column in (values, others))
        for lines in (old, new):
            assert lines["polars"] == lines["pyarrow"] == lines["pandas"], kind
        for number, other in enumerate(others):
            if other is not None:
                differing += 1
                assert {lines[number] for lines in old.values()}.isdisjoint(lines[number] for lines in new.values()), (kind, values[number])
    assert differing > 200


def pythons(count, unit, zone):
    """A moment as Python, pandas and numpy have it, if they have it exactly."""
    microseconds, rest = divmod(count * 10**9 // PER_SECOND[unit], 1000)
    found = [pandas.Timestamp(count, unit=unit, tz=zone)]
    if zone is None:
        found.append(numpy.datetime64(count, unit))
    if rest == 0:
        at = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc) + datetime.timedelta(microseconds=microseconds)
        found.append(at.astimezone(zoneinfo.ZoneInfo(zone)) if zone else at.replace(tzinfo=None))
    return found


@pytest.mark.parametrize("zone", ZONES)
def test_moments_of_lists_and_of_frames_are_the_same(generator, zone):
    for unit, second in PER_SECOND.items():
        counts = [generator.randrange(-8_500_000_000, 7_200_000_000) * second + generator.randrange(second) for _ in range(40)]
        frame = texts(pyarrow.table({"v": pyarrow.array(counts, pyarrow.timestamp(unit, zone))}))
        objects = Source(pyarrow.table({"v": pyarrow.array(counts, pyarrow.timestamp(unit, zone))}).to_pandas(), "old").memory.read().splitlines()
        assert objects == frame["pyarrow"] == frame["polars"]
        for count, line in zip(counts, objects):
            for value in pythons(count, unit, zone):
                assert Source([{"v": value}], "old").memory.read() == line + b"\n", (value, unit)


def test_frames_of_many_types_are_compared_across_libraries(generator):
    kinds = {f"c{number}": random_type(generator, 2) for number in range(12)}
    columns = {name: [maybe(generator, value) for _ in range(30)] for name, (_, value) in kinds.items()}
    others = {name: [moved(value, kinds[name][0], generator) or value for value in column] for name, column in columns.items()}
    tables = [
        pyarrow.table({"id": range(30), **{name: pyarrow.array(column, kinds[name][0]) for name, column in side.items()}}) for side in (columns, others)
    ]
    differing = {row for name in columns for row in range(30) if columns[name][row] is not others[name][row]}
    libraries = [lambda table: table, polars.from_arrow, lambda table: table.to_pandas(types_mapper=pandas.ArrowDtype)]
    for one, other in ((0, 1), (1, 2), (2, 0), (1, 1)):
        assert lunadiff.compare(libraries[one](tables[0]), libraries[other](tables[0]), key="id").same
        result = lunadiff.compare(libraries[one](tables[0]), libraries[other](tables[1]), key="id")
        assert {change.key[0] for change in result.changes} == differing
