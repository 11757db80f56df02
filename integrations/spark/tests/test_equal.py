"""Which rows are left out before they are compared."""

import unittest
from collections.abc import Sequence

import pyarrow as pa

import sample  # noqa: F401  # It says where `lunadiff` is.
from lunadiff_spark.equal import Unequal
from lunadiff_spark.work import NEW

Value = float | str | None
_SCHEMA = pa.schema([("meeting", pa.int64()), ("place", pa.int64()), ("hasKey", pa.bool_()), ("x", pa.float64()), ("y", pa.string())])


def kept(rows: Sequence[tuple[int, int, Value, Value]], most: int = 1 << 20, hasKey: bool = True) -> tuple[list[int], int]:
    """The places that are left, and how many pairs are not; rows are a meeting, a place and two values."""
    columns = [*zip(*((meeting, place, hasKey, x, y) for meeting, place, x, y in rows), strict=True)]
    batch = pa.RecordBatch.from_arrays([pa.array(column, field.type) for column, field in zip(columns, _SCHEMA, strict=True)], schema=_SCHEMA)
    found = pa.Table.from_batches(list(Unequal(most)(iter([batch.slice(0, 2), batch.slice(2)])))).to_pylist()
    return sorted(row["place"] for row in found if row["same"] is None), sum(row["same"] or 0 for row in found)


class EqualTests(unittest.TestCase):
    # Of each partition one pair stays, whatever it is.
    first = [(0, 0, 1.0, "first"), (0, NEW, 1.0, "first")]

    def test_a_pair_of_equal_values_is_left_out(self) -> None:
        for x, y in ((1.5, "a"), (None, "a"), (float("nan"), None), (-0.0, "")):
            with self.subTest(x=x, y=y):
                self.assertEqual(kept([*self.first, (1, 1, x, y), (1, NEW + 7, x, y)]), ([0, NEW], 1))

    def test_what_differs_in_any_way_stays(self) -> None:
        for old, new in (((1.5, "a"), (1.5, "b")), ((None, "a"), (0.0, "a")), ((0.0, "a"), (-0.0, "a")), ((1.0, None), (1.0, ""))):
            with self.subTest(old=old, new=new):
                self.assertEqual(kept([*self.first, (1, 1, *old), (1, NEW + 1, *new)]), ([0, 1, NEW, NEW + 1], 0))

    def test_rows_that_meet_others_too_stay(self) -> None:
        self.assertEqual(kept([*self.first, (1, 1, 1.0, "a"), (1, NEW + 1, 1.0, "a"), (1, NEW + 2, 2.0, "a")])[1], 0)
        self.assertEqual(kept([*self.first, (1, 1, 1.0, "a"), (1, 2, 1.0, "a")])[1], 0)

    def test_rows_without_a_key_stay(self) -> None:
        self.assertEqual(kept([*self.first, (1, 1, 1.0, "a"), (1, NEW + 1, 1.0, "a")], hasKey=False)[1], 0)

    def test_what_does_not_fit_is_passed_on(self) -> None:
        rows = [*self.first, (1, 1, 1.0, "a"), (1, NEW + 1, 1.0, "a")]
        self.assertEqual(kept(rows, most=1), ([0, 1, NEW, NEW + 1], 0))


if __name__ == "__main__":
    unittest.main()
