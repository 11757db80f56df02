"""Rows that are the same on both sides, which are left out before they are written down as text, sorted and compared.

Records of equal bytes are equal, whatever rules say of others, and rules that make an exception of this say so beforehand. A row
is left out with its partner where these two are all there are of their identity: then nothing else depends on them, and how many
there were is all that has to be known. What is compared are the values themselves, and no hash of them.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from lunadiff_spark.work import NEW, Numbers

Flags = np.ndarray[Any, np.dtype[np.bool_]]

FIRST = 3
"""Which column is the first that is compared; those before are the meeting, the place and whether the key has a value."""

_MOST = 384 << 20
_PAIRS = 1 << 17
_BITS = {pa.float16(): pa.int16(), pa.float32(): pa.int32(), pa.float64(): pa.int64()}


class Unequal:
    """Leaves out equal rows of what has met in a partition.

    It gives the place of each other row, nothing, and its values; and in a row of its own how many pairs there were. Of each
    partition it leaves a pair, so that what is to be said of all records is said of some. Partitions that are larger than
    `most` bytes are not looked at.
    """

    def __init__(self, most: int = _MOST) -> None:
        self.most = most

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        held: list[pa.RecordBatch] = []
        size = 0
        for batch in batches:
            held.append(batch)
            size += batch.nbytes
            if size > self.most:
                yield from map(_passed, held)
                held.clear()
                yield from map(_passed, batches)
        if held:
            yield from _unequal(pa.Table.from_batches(held))


def _passed(batch: pa.RecordBatch) -> pa.RecordBatch:
    columns = [batch.column(1), pa.nulls(batch.num_rows, pa.int64()), *batch.columns[FIRST:]]
    return pa.RecordBatch.from_arrays(columns, ["place", "same", *batch.schema.names[FIRST:]])


def _unequal(table: pa.Table) -> Iterator[pa.RecordBatch]:
    columns = [column.combine_chunks() for column in table.columns]
    kept = np.ones(table.num_rows, dtype=np.bool_)
    one, other = _pairs(*(column.to_numpy(zero_copy_only=False) for column in columns[:FIRST]))
    same = 0
    for begin in range(1, len(one), _PAIRS):
        pairs = one[begin : begin + _PAIRS], other[begin : begin + _PAIRS]
        equal = _are_equal(columns[FIRST:], *pairs)
        same += int(np.count_nonzero(equal))
        for rows in pairs:
            kept[rows[equal]] = False
    yield from map(_passed, table.filter(pa.array(kept)).to_batches())
    if same:
        said: list[pa.Array] = [pa.array([0], pa.int64()), pa.array([same], pa.int64())]
        yield pa.RecordBatch.from_arrays(said + [pa.nulls(1, column.type) for column in columns[FIRST:]], ["place", "same", *table.column_names[FIRST:]])


def _pairs(meetings: Numbers, places: Numbers, hasKey: Flags) -> tuple[Numbers, Numbers]:
    """The rows of which one of each side meets, and no other."""
    order = np.argsort(meetings, kind="stable")
    ordered = meetings[order]
    starts = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))
    firsts = starts[np.diff(np.append(starts, len(ordered))) == 2]
    one, other = order[firsts], order[firsts + 1]
    areBoth = ((places[one] >= NEW) != (places[other] >= NEW)) & hasKey[one] & hasKey[other]
    return one[areBoth], other[areBoth]


def _are_equal(columns: list[pa.Array], one: Numbers, other: Numbers) -> Flags:
    equal = pa.array(np.ones(len(one), dtype=np.bool_))
    for column in columns:
        first, second = (_bits(column.take(pa.array(rows))) for rows in (one, other))
        isSame = pc.equal(first, second)
        if isSame.null_count:
            isSame = pc.or_(isSame.fill_null(False), pc.and_(first.is_null(), second.is_null()))
        equal = pc.and_(equal, isSame)
    found: Flags = equal.to_numpy(zero_copy_only=False)
    return found


def _bits(column: pa.Array) -> pa.Array:
    """The values such that those are equal of which the texts are: zero has two signs."""
    return column.view(_BITS[column.type]) if column.type in _BITS else column
