"""Frames of pandas."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO

import pandas

from lunadiff import _kinds
from lunadiff._kinds import Kinds
from lunadiff._times import DIGITS, ROWS, as_python_has, moment

if TYPE_CHECKING:
    from lunadiff._arrow import ArrowFrame


class PandasFrame:
    """A frame of pandas, with the levels of its index that have names as its first columns."""

    def __init__(self, frame: pandas.DataFrame) -> None:
        named = [name for name in frame.index.names if name is not None]
        unnamed = [level for level, name in enumerate(frame.index.names) if name is None]
        self.names = [str(name) for name in [*named, *frame.columns]]
        self.labels = [frame.index.get_level_values(level) for level in unnamed]
        """The levels of its index that have no name."""
        whole = frame if len(named) == 0 and len(unnamed) == 1 else frame.reset_index(level=named, allow_duplicates=True)
        # A copy that shares the values.
        self._frame = whole.reset_index(drop=True).copy(deep=False)
        self._frame.columns = self.names
        self.count = len(self._frame)

    def numbers_rows(self) -> bool:
        """Whether its labels may be numbers of rows, which stay where a frame was filtered or sorted."""
        return len(self.labels) == 1 and self.labels[0].inferred_type == "integer" or self.count == 0

    @property
    def has_own_numbers(self) -> bool:
        """Whether its labels are more than a range."""
        return not any(isinstance(label, pandas.RangeIndex) for label in self.labels)

    def has_labels(self, other: object) -> bool:
        """Whether another frame has the same labels."""
        theirs = other.labels if isinstance(other, PandasFrame) else []
        if len(self.labels) != len(theirs):
            return False
        # Of two ranges, the longer one numbers more rows.
        ranges = [(label.start, label.step) for label in (*self.labels, *theirs) if isinstance(label, pandas.RangeIndex)]
        return len(ranges) == 2 * len(theirs) and len(set(ranges)) == 1 or all(map(pandas.Index.equals, self.labels, theirs))

    def take_labels(self, names: Sequence[str]) -> None:
        """Makes columns of its labels."""
        columns = [label.to_series(index=self._frame.index) for label in self.labels]
        self._frame = pandas.concat([self._frame, *columns], axis=1)
        self.names = [*self.names, *names[: len(columns)]]
        self._frame.columns = self.names

    def kinds(self) -> Kinds:
        """As `Frame` has it."""
        found: Kinds = {}
        for number, name in enumerate(self.names):
            _add_kinds(found, name, self._frame.iloc[:, number])
        return found

    def types(self) -> dict[str, str]:
        """As `Frame` has it."""
        return {name: str(kind) for name, kind in self._frame.dtypes.items()}

    @functools.cached_property
    def _arrow(self) -> ArrowFrame | None:
        try:
            import pyarrow

            from lunadiff._arrow import ArrowFrame
        except ImportError:
            return None
        try:
            return ArrowFrame(pyarrow.Table.from_pandas(self._frame, preserve_index=False))
        except (pyarrow.ArrowException, ValueError, TypeError, ArithmeticError):
            # Objects of several types in one column.
            return None

    def cell_types(self) -> dict[str, str] | None:
        """As `Frame` has it."""
        if self._arrow is None:
            return None
        types = self._arrow.cell_types()
        # A column of objects may hold what Arrow makes into texts or numbers of one type, such as 1 and 1.5.
        objects = {name for name, kind in self._frame.dtypes.items() if kind == object}
        return {name: kind for name, kind in (types or {}).items() if name not in objects or kind == "arrow string"}

    def has_nulls(self) -> bool:
        """As `Frame` has it."""
        return self._frame.isna().to_numpy().any() if self._arrow is None else self._arrow.has_nulls()

    def write_cells(self, file: BinaryIO) -> None:
        """As `Frame` has it."""
        assert self._arrow is not None, "cell_types says whether there is a writer"
        self._arrow.write_cells(file)

    def parts(self) -> Iterator[list[list[Any]]]:
        """As `Frame` has it."""
        for start in range(0, len(self._frame), ROWS):
            part = self._frame.iloc[start : start + ROWS]
            yield [_values(part.iloc[:, number]) for number in range(len(self.names))]

    def rows(self, numbers: list[int], has_none: bool = False) -> Iterator[tuple[Any, ...]]:
        """As `Frame` has it."""
        part = self._frame.iloc[numbers]
        columns = [part.iloc[:, number] for number in range(len(self.names))]
        given = map(_given, columns)
        if not has_none:
            return zip(*given)
        return zip(*([None if null else value for value, null in zip(values, column.isna())] for values, column in zip(given, columns)))


def _add_kinds(found: Kinds, name: str, column: pandas.Series) -> None:
    kind = column.dtype
    if isinstance(kind, pandas.ArrowDtype):
        import pyarrow

        from lunadiff._arrow import add_kinds

        add_kinds(found, (name,), kind.pyarrow_dtype, pyarrow.chunked_array([pyarrow.array(column.array)]))
    elif isinstance(kind, pandas.CategoricalDtype):
        _add_kinds(found, name, kind.categories.to_series())
    elif kind.kind in _KINDS:
        found[name,] = {_KINDS[kind.kind]}
    else:
        _kinds.add_kinds(found, (name,), column.array)


_KINDS = {"b": _kinds.BOOL, "i": _kinds.NUMBER, "u": _kinds.NUMBER, "f": _kinds.NUMBER, "M": _kinds.DATE, "m": _kinds.LENGTH}


def _given(column: pandas.Series) -> list[Any]:
    try:
        return list(column.tolist())
    except (ValueError, OverflowError, NotImplementedError):
        # Python has no such dates.
        return _values(column)


def _values(column: pandas.Series) -> list[Any]:
    if isinstance(column.dtype, pandas.ArrowDtype):
        import pyarrow

        from lunadiff._arrow import is_exact_there, spelled

        # Of times, pandas would make objects that end at microseconds; of integers beside null in a list, floats.
        if is_exact_there(column.dtype.pyarrow_dtype):
            return spelled(pyarrow.array(column.array))
    if column.dtype.kind == "M":
        return _moments(column)
    return list(column.astype(object).where(column.notna(), None).tolist())


def _moments(column: pandas.Series) -> list[Any]:
    """The texts of moments, without an object for each, of which there are none beyond the year 9999."""
    zone = getattr(column.dtype, "tz", None)
    counts = (column if zone is None else column.dt.tz_convert(None)).to_numpy()
    spell = functools.partial(moment, digits=DIGITS[column.dt.unit], zone=zone and as_python_has(zone))
    return [None if is_none else spell(count) for count, is_none in zip(counts.astype("int64").tolist(), column.isna())]
