"""Frames of polars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

import polars

from lunadiff import _kinds, _times
from lunadiff._kinds import Kinds, Path
from lunadiff._times import ROWS, Spelling

# Between these moments, in seconds, polars writes offsets of zones as Python does: whole minutes, from rules that both know.
_OFFSETS_FROM, _OFFSETS_TO = 100_000_000, 2_100_000_000

_KINDS: dict[type, str] = {
    polars.String: _kinds.TEXT, polars.Categorical: _kinds.TEXT, polars.Enum: _kinds.TEXT, polars.Boolean: _kinds.BOOL, polars.Date: _kinds.DATE,
    polars.Datetime: _kinds.DATE, polars.Time: _kinds.TIME, polars.Duration: _kinds.LENGTH, polars.Binary: _kinds.BYTES,
}  # fmt: skip


class PolarsFrame:
    """A frame of polars."""

    def __init__(self, frame: polars.DataFrame) -> None:
        self._frame = frame.clone()
        self.names = frame.columns
        self.count = frame.height

    def cell_types(self) -> dict[str, str] | None:
        """As `Frame` has it."""
        plain = (polars.Boolean, polars.String)
        return {
            name: f"polars {kind}"
            for name, kind in self._frame.schema.items()
            if kind.is_integer()
            or kind.is_float()
            or kind in plain
            or kind in (polars.Date, polars.Datetime)
            and _is_pythons(self._frame[name])
        }

    def kinds(self) -> Kinds:
        """As `Frame` has it."""
        found: Kinds = {}
        for column in self._frame.get_columns():
            if column.dtype == polars.Object:
                _kinds.add_kinds(found, (column.name,), column.to_list())
            else:
                _add_kinds(found, (column.name,), column.dtype)
        return found

    def types(self) -> dict[str, str]:
        """As `Frame` has it."""
        return {name: str(kind) for name, kind in self._frame.schema.items()}

    def has_nulls(self) -> bool:
        """As `Frame` has it."""
        return any(column.null_count() for column in self._frame.get_columns())

    def write_cells(self, file: BinaryIO) -> None:
        """As `Frame` has it."""
        # As Python has them, which knows one kind of floats, and minus zero is zero.
        numbers = polars.selectors.float().cast(polars.Float64)
        cells = self._frame.with_columns(polars.when(numbers == 0).then(numbers.abs()).otherwise(numbers))
        # A text without a character has quotes even so, and a null has none.
        cells.write_csv(file, quote_style="necessary")

    def parts(self) -> Iterator[list[list[Any]]]:
        """As `Frame` has it."""
        for part in self._frame.iter_slices(ROWS):
            yield [_values(column) for column in part.get_columns()]

    def rows(self, numbers: list[int], has_none: bool = False) -> Iterator[tuple[Any, ...]]:
        """As `Frame` has it."""
        return zip(*(_given(column) for column in self._frame[numbers].get_columns()))


    def column(self, name: str) -> polars.Series | None:
        """A column as it is; None where there is none."""
        return self._frame[name] if name in self.names else None


def _add_kinds(found: Kinds, path: Path, kind: object) -> None:
    if isinstance(kind, (polars.List, polars.Array)):
        # An array of several dimensions has a list for each.
        depth = len(kind.shape) if isinstance(kind, polars.Array) else 1
        inner = kind.inner
        while isinstance(inner, polars.Array):
            inner = inner.inner
        _add_kinds(found, (*path, *[_kinds.LIST] * depth), inner)
    elif isinstance(kind, polars.Struct):
        for field in kind.fields:
            _add_kinds(found, (*path, field.name), field.dtype)
    elif (name := _KINDS.get(type(kind))) is not None or isinstance(kind, polars.DataType) and kind.is_numeric():
        found[path] = {name or _kinds.NUMBER}


def picked(columns: list[polars.Series], places: Sequence[int | None]) -> polars.Series:
    """Values by their places in columns that stand one behind the other."""
    return polars.concat(columns, rechunk=False).gather(polars.Series(places, dtype=polars.Int64))


def _given(column: polars.Series) -> list[Any]:
    if isinstance(column.dtype, (polars.Date, polars.Datetime)) and not _is_pythons(column):
        return _values(column)
    try:
        return column.to_list()
    except (ValueError, OverflowError, polars.exceptions.PanicException):
        # Python has no such times.
        return _values(column)


def _values(column: polars.Series) -> list[Any]:
    """A column's values, with texts for its times, since Python's times end at microseconds and at the year 9999."""
    if isinstance(column.dtype, polars.Datetime) and _is_written_alike(column, column.dtype):
        return _written(column, column.dtype)
    counted = _counted(column.dtype)
    if counted is None:
        return column.to_list()
    kind, spelling = counted
    # Times are whole numbers, so that nothing can fail; to say so spares what some versions say of nulls inside.
    return list(map(spelling, column.cast(kind, strict=False).to_list()))


def _ends(column: polars.Series) -> tuple[int, int] | None:
    """The least and the greatest of the numbers that times are."""
    counts = column.to_physical()
    least, greatest = counts.min(), counts.max()
    return (least, greatest) if isinstance(least, int) and isinstance(greatest, int) else None


def _is_pythons(column: polars.Series) -> bool:
    """Whether dates are those that Python has: polars writes no others."""
    ends = _ends(column)
    per_day = 86_400 * _per_second(column.dtype) if isinstance(column.dtype, polars.Datetime) else 1
    return ends is None or _times.FIRST_DAY * per_day <= ends[0] and ends[1] < _times.LAST_DAY * per_day


def _per_second(kind: polars.Datetime) -> int:
    return int(10 ** _times.DIGITS[kind.time_unit])


def _is_written_alike(column: polars.Series, kind: polars.Datetime) -> bool:
    """Whether polars, which is much faster, writes moments as they are spelled here."""
    ends = _ends(column)
    if ends is None or kind.time_zone is None:
        return ends is None or _is_pythons(column)
    per_second = _per_second(kind)
    return _OFFSETS_FROM * per_second <= ends[0] and ends[1] < _OFFSETS_TO * per_second


def _written(column: polars.Series, kind: polars.Datetime) -> list[Any]:
    texts = column.dt.strftime("%Y-%m-%dT%H:%M:%S%.9f").str.strip_suffix("000").str.strip_suffix(".000000")
    return (texts if kind.time_zone is None else texts + column.dt.strftime("%:z")).to_list()


def _counted(kind: object) -> tuple[polars.DataType, Spelling] | None:
    """A type with whole numbers in place of times, and how those are spelled; None where there are no times in it."""
    if isinstance(kind, polars.Datetime):
        return polars.Int64(), _times.moments(kind.time_unit, kind.time_zone)
    if isinstance(kind, polars.Duration):
        return polars.Int64(), _times.lengths(kind.time_unit)
    if isinstance(kind, polars.Time):
        return polars.Int64(), _times.clocks("ns")
    if isinstance(kind, polars.Date):
        return polars.Int32(), _times.days()
    if isinstance(kind, (polars.List, polars.Array)):
        return _counted_list(kind)
    return _counted_struct(kind) if isinstance(kind, polars.Struct) else None


def _counted_list(kind: polars.List | polars.Array) -> tuple[polars.DataType, Spelling] | None:
    inner = _counted(kind.inner)
    if inner is None:
        return None
    made = polars.List(inner[0]) if isinstance(kind, polars.List) else polars.Array(inner[0], kind.size)
    return made, _times.lists(inner[1])


def _counted_struct(kind: polars.Struct) -> tuple[polars.DataType, Spelling] | None:
    kinds = {field.name: field.dtype for field in kind.fields}
    found = {name: counted for name, inner in kinds.items() if (counted := _counted(inner)) is not None}
    if not found:
        return None
    made = polars.Struct([polars.Field(name, found[name][0] if name in found else inner) for name, inner in kinds.items()])
    return made, _times.members({name: spelling for name, (_, spelling) in found.items()})
