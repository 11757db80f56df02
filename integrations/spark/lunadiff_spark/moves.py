"""Least moves where no machine sees the order of all records.

A pair is a cut where all pairs before it in the target are before it in the source, too, and all behind it are behind it. A cut is
on every longest increasing subsequence, and those of what is between cuts make one of the whole. So each partition of the target
needs to know only the greatest source place before it and the least one behind it to leave out its cuts, and one place needs to
see only the rest: what is displaced, and what is displaced past. Sections have an order each: they stand one behind the other, and
places of one section are before all of the next.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from pyspark import TaskContext
from pyspark.sql import DataFrame

from lunadiff_spark.program import ProgramError
from lunadiff_spark.work import Numbers

_PAIRS_A_TASK = 2_000_000
_LEAST, _GREATEST = -1, 1 << 62
_NAMES = ["section", "source", "target"]
_ORDER = ("section", "target", "source")


def moved_targets(pairs: DataFrame, count: int, most: int) -> list[int]:
    """The target places of the fewest records whose removal leaves the rest of each section in order.

    Args:
        pairs: The columns `section`, `source` and `target`, a pair a row.
        count: How many there are.
        most: How many displaced pairs the driver takes.

    Raises:
        ProgramError: where there are more.
    """
    parts = max(1, -(-count // _PAIRS_A_TASK))
    if parts == 1:
        ordered = pairs.repartition(1).sortWithinPartitions(*_ORDER)
        return _kept_out(ordered, {}, most)
    ordered = pairs.repartitionByRange(parts, *_ORDER).sortWithinPartitions(*_ORDER).persist()
    try:
        stretches = sorted(tuple(row) for row in ordered.mapInArrow(_stretch, "part INT, section LONG, least LONG, greatest LONG").collect())
        return _kept_out(ordered, _borders(stretches), most)
    finally:
        ordered.unpersist()


def _stretch(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The extremes of the first and the last section of a partition, which others may have records of, too."""
    found: dict[int, list[int]] = {}
    for batch in batches:
        if batch.num_rows:
            sections, sources, _ = (column.to_numpy() for column in batch.columns)
            for section in {int(sections[0]), int(sections[-1])}:
                own = sources[sections == section]
                known = found.setdefault(section, [_GREATEST, _LEAST])
                known[:] = min(known[0], int(own.min())), max(known[1], int(own.max()))
    for section in sorted(found)[:1] + sorted(found)[1:][-1:]:
        least, greatest = found[section]
        yield pa.RecordBatch.from_pydict({"part": pa.array([_part()], pa.int32()), "section": [section], "least": [least], "greatest": [greatest]})


def _part() -> int:
    context = TaskContext.get()
    return context.partitionId() if context else 0


def _borders(stretches: Sequence[tuple[Any, ...]]) -> dict[tuple[int, int], tuple[int, int]]:
    """For each partition and section the greatest source place before it and the least one behind it."""
    borders, greatest, least = {}, dict[int, int](), dict[int, int]()
    for part, section, _, own in stretches:
        borders[part, section] = (greatest.get(section, _LEAST), _GREATEST)
        greatest[section] = max(greatest.get(section, _LEAST), own)
    for part, section, own, _ in reversed(stretches):
        borders[part, section] = (borders[part, section][0], least.get(section, _GREATEST))
        least[section] = min(least.get(section, _GREATEST), own)
    return borders


def _kept_out(ordered: DataFrame, borders: dict[tuple[int, int], tuple[int, int]], most: int) -> list[int]:
    def between_cuts(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        parts = [batch for batch in batches if batch.num_rows]
        if not parts:
            return
        columns = [np.concatenate([batch.column(number).to_numpy() for batch in parts]) for number in range(3)]
        kept = ~cuts(columns[0], columns[1], lambda section: borders.get((_part(), section), (_LEAST, _GREATEST)))
        yield pa.RecordBatch.from_arrays([pa.array(column[kept]) for column in columns], _NAMES)

    displaced = ordered.mapInArrow(between_cuts, "section LONG, source LONG, target LONG").limit(most + 1).toArrow()
    if displaced.num_rows > most:
        raise ProgramError(f"more than {most:,} records stand elsewhere; compare without order, or allow more by most_displaced")
    sections, sources, targets = (column.to_numpy() for column in displaced.columns)
    order = np.lexsort((sources, targets, sections))
    return moved(_ranks(sections, sources)[order].tolist(), targets[order].tolist())


def _ranks(sections: Numbers, sources: Numbers) -> Numbers:
    """Places in place of sections and their own places, with as many of them as there are."""
    ranks = np.empty(len(sources), dtype=np.int64)
    ranks[np.lexsort((sources, sections))] = np.arange(len(sources))
    return ranks


def cuts(sections: Numbers, sources: Numbers, borders: Callable[[int], tuple[int, int]]) -> "np.ndarray[Any, np.dtype[np.bool_]]":
    """Which of some pairs, in the order of sections and the target, are cuts.

    Args:
        sections: The section of each pair, ascending.
        sources: The source place of each pair.
        borders: Gives, of the first and the last section, the greatest source place before these pairs and the least one behind.
    """
    ranks = sources if sections[0] == sections[-1] else _ranks(sections, sources)
    greatest = np.maximum.accumulate(ranks)
    least = np.minimum.accumulate(ranks[::-1])[::-1]
    found = (greatest <= ranks) & (ranks <= least)
    for section in {int(sections[0]), int(sections[-1])}:
        before, behind = borders(section)
        found &= (sections != section) | ((before <= sources) & (sources <= behind))
    return found


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
