"""What holds for every table, tried on random ones."""

import datetime
import math

import lunadiff
import polars
import pytest

TEXTS = ["", "a", "A", "null", '"', "x,y", "\r", "\n", " s ", "007", "7", "1.0", "NaN", "true", "\\", "\\N", "é", "\0", None]
CELLS = {
    "s": TEXTS,
    "f": [0.0, -0.0, 1.0, 1.5, 1e300, 1e-9, math.nan, math.inf, None],
    "b": [True, False, None],
    "i": [0, 7, -1, 2**62, None],
    "d": [datetime.date(2024, 1, 1), datetime.date(1, 1, 1), None],
    "t": [datetime.datetime(2024, 1, 1, 2, 3, 4, 5), datetime.datetime(2024, 1, 1), None],
}
SCHEMA = {
    "id": polars.Int64, "s": polars.String, "f": polars.Float64, "b": polars.Boolean, "i": polars.Int64, "d": polars.Date,
    "t": polars.Datetime("us"),
}  # fmt: skip
OPTIONS = [
    {"key": "id"}, {}, {"key": "s", "duplicates": "pair"}, {"key": "id", "ignore_order": True, "ignore": ["b"]},
    {"key": "id", "tolerance": 0.5}, {"key": "id", "ignore_case": True, "trim": True}, {"key": "id", "section": "s"},
    {"key": "id", "mask": ["s", "f", "id"]}, {"key": ["id", "b"]}, {"key": "id", "only": ["f", "d"], "moves": "heckel"},
]  # fmt: skip
LIBRARIES = {"polars": lambda frame: frame, "pyarrow": lambda frame: frame.to_arrow(), "pandas": lambda frame: frame.to_pandas()}


def two_tables(generator):
    old = [random_row(generator, number) for number in range(generator.randrange(12))]
    new = [dict(row) for row in old if generator.random() < 0.8]
    for row in new:
        row.update({name: generator.choice(cells) for name, cells in CELLS.items() if generator.random() < 0.2})
    if generator.random() < 0.3:
        generator.shuffle(new)
    return old, new + [random_row(generator, 100 + number) for number in range(generator.randrange(3))]


def random_row(generator, number):
    return {"id": number, **{name: generator.choice(cells) for name, cells in CELLS.items()}}


def told(old, new, options, **more):
    """All that a comparison says, or why it fails; the texts of values do not matter, the values do."""
    try:
        result = lunadiff.compare(old, new, **options, **more)
    except lunadiff.LunaDiffError as error:
        return str(error)
    return [repr(change) for change in result.changes], result.summary, result.same, result.key


@pytest.mark.parametrize("library", LIBRARIES)
def test_csv_says_what_json_lines_say_of_two_frames(library, generator, monkeypatch):
    monkeypatch.setenv("LUNADIFF_MASK_KEY", "the same in all runs")
    for _ in range(40):
        frames = [LIBRARIES[library](polars.DataFrame(rows, schema=SCHEMA)) for rows in two_tables(generator)]
        options = generator.choice(OPTIONS)
        # Rules in Lua see whether a value is a number, so that frames are JSON Lines under them.
        assert told(*frames, options) == told(*frames, options, rules="return {}"), (options, frames)


def test_changes_are_those_that_python_finds(generator):
    for _ in range(60):
        old, new = two_tables(generator)
        before, after = ({row["id"]: row for row in rows} for rows in (old, new))
        result = lunadiff.compare(old, new, key="id", ignore_order=True) if old or new else None
        if result is None:
            continue
        found = {(change.kind, change.key[0]): change for change in result.changes}
        wanted = {("deleted", key) for key in before.keys() - after.keys()} | {("inserted", key) for key in after.keys() - before.keys()}
        for key in before.keys() & after.keys():
            differing = {name for name in CELLS if not same(before[key][name], after[key][name])}
            if differing:
                wanted.add(("updated", key))
                assert found["updated", key].fields.keys() == differing
        assert found.keys() == wanted


def same(one, other):
    return one == other or one != one and other != other


def test_a_patch_of_what_differs_makes_new_of_old(generator):
    for _ in range(20):
        old, new = two_tables(generator)
        if not old or not new:
            continue
        result = lunadiff.compare(old, new, key="id")
        assert lunadiff.compare(lunadiff.patch(old, result).data, new, key="id", old_format="jsonl").same
