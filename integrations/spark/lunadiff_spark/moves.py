"""Least moves where no machine sees the order of all records.

A pair is a cut where all pairs before it in the target are before it in the source, too, and all behind it are behind it. A cut is
on every longest increasing subsequence, and those of what is between cuts make one of the whole. So each partition of the target
needs to know only the greatest source place before it and the least one behind it to leave out its cuts, and one place needs to
see only the rest: what is displaced, and what is displaced past.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from pyspark import TaskContext
from pyspark.sql import DataFrame

from lunadiff_spark.program import ProgramError
from lunadiff_spark.worker import Numbers

_PAIRS_A_TASK = 2_000_000
_LEAST, _GREATEST = -1, 1 << 62


def moved_targets(pairs: DataFrame, count: int, most: int) -> list[int]:
    """The target places of the fewest records whose removal leaves the rest in order.

    Args:
        pairs: The columns `source` and `target`, a pair a row.
        count: How many there are.
        most: How many displaced pairs the driver takes.

    Raises:
        ProgramError: where there are more.
    """
    parts = max(1, -(-count // _PAIRS_A_TASK))
    if parts == 1:
        ordered = pairs.repartition(1).sortWithinPartitions("target", "source")
        return _kept_out(ordered, {0: (_LEAST, _GREATEST)}, most)
    ordered = pairs.repartitionByRange(parts, "target", "source").sortWithinPartitions("target", "source").persist()
    try:
        stretches = sorted(tuple(row) for row in ordered.mapInArrow(_stretch, "part INT, least LONG, greatest LONG").collect())
        return _kept_out(ordered, _borders(stretches), most)
    finally:
        ordered.unpersist()


def _stretch(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    least, greatest = _GREATEST, _LEAST
    for batch in batches:
        if batch.num_rows:
            sources = batch.column(0).to_numpy()
            least, greatest = min(least, int(sources.min())), max(greatest, int(sources.max()))
    yield pa.RecordBatch.from_pydict(
        {"part": pa.array([_part()], pa.int32()), "least": [least], "greatest": [greatest]},
    )


def _part() -> int:
    context = TaskContext.get()
    return context.partitionId() if context else 0


def _borders(stretches: Sequence[tuple[Any, ...]]) -> dict[int, tuple[int, int]]:
    """For each partition the greatest source place before it and the least one behind it."""
    greatest, borders = _LEAST, {}
    for part, _, own in stretches:
        borders[part] = (greatest, _GREATEST)
        greatest = max(greatest, own)
    least = _GREATEST
    for part, own, _ in reversed(stretches):
        borders[part] = (borders[part][0], least)
        least = min(least, own)
    return borders


def _kept_out(ordered: DataFrame, borders: dict[int, tuple[int, int]], most: int) -> list[int]:
    def between_cuts(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        parts = [batch for batch in batches if batch.num_rows]
        if not parts:
            return
        sources, targets = (np.concatenate([batch.column(number).to_numpy() for batch in parts]) for number in (0, 1))
        kept = ~cuts(sources, *borders[_part()])
        yield pa.RecordBatch.from_arrays([pa.array(sources[kept]), pa.array(targets[kept])], ["source", "target"])

    displaced = ordered.mapInArrow(between_cuts, "source LONG, target LONG").limit(most + 1).toArrow()
    if displaced.num_rows > most:
        raise ProgramError(f"more than {most:,} records stand elsewhere; compare without order, or allow more by most_displaced")
    sources, targets = (displaced.column(number).to_numpy() for number in (0, 1))
    order = np.lexsort((sources, targets))
    return moved(sources[order].tolist(), targets[order].tolist())


def cuts(sources: Numbers, before: int, behind: int) -> "np.ndarray[Any, np.dtype[np.bool_]]":
    """Which of some pairs, in the order of the target, are cuts, given the greatest source place before and the least one behind."""
    greatest = np.maximum.accumulate(np.concatenate(([before], sources[:-1])))
    least = np.minimum.accumulate(np.concatenate((sources[1:], [behind]))[::-1])[::-1]
    return (greatest <= sources) & (sources <= least)


def moved(sources: Sequence[int], targets: Sequence[int]) -> list[int]:
    """The targets that are not on the longest increasing subsequence of sources which `lunadiff` takes: M. Fredman, 1975
    (doi:10.1016/0012-365X(75)90103-X)."""
    tails: list[int] = []
    ends: list[int] = []
    previous: list[int] = []
    for place, source in enumerate(sources):
        index = bisect_right(tails, source)
        previous.append(ends[index - 1] if index else -1)
        if index == len(tails):
            tails.append(source)
            ends.append(place)
        else:
            tails[index], ends[index] = source, place
    stays = bytearray(len(sources))
    place = ends[-1] if ends else -1
    while place >= 0:
        stays[place] = 1
        place = previous[place]
    return [target for target, kept in zip(targets, stays, strict=True) if not kept]
