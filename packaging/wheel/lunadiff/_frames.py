"""Frames of pandas, polars and pyarrow, alike: their columns, their rows, their own ways to write cells.

None of these libraries is imported before a frame of it is given.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol

from lunadiff._errors import LunaDiffError
from lunadiff._values import seconds

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

# So many rows become Python's values at once.
_ROWS = 1 << 16


class Frame(Protocol):
    """A table of typed columns."""

    names: list[str]

    def cell_types(self) -> dict[str, str] | None:
        """What each column's cells are, for those of which CSV says exactly as much as JSON; None without a fast writer.

        Columns of two frames whose types are the same spell equal values alike, and no others.
        """

    def has_nulls(self) -> bool:
        """Whether a cell is null."""

    def write_cells(self, file: BinaryIO) -> None:
        """Writes the frame as CSV, with null as an empty cell without quotes."""

    def parts(self) -> Iterator[list[list[Any]]]:
        """The columns' values, some rows at a time; null is None."""

    def rows(self, numbers: list[int]) -> Iterator[tuple[Any, ...]]:
        """Some rows, with values as the library gives them."""


class PolarsFrame:
    """A frame of polars."""

    def __init__(self, frame: polars.DataFrame) -> None:
        self._frame = frame.clone()
        self.names = frame.columns

    def cell_types(self) -> dict[str, str] | None:
        import polars

        plain = (polars.Boolean, polars.String, polars.Date, polars.Datetime)
        return {
            name: f"polars {kind}"
            for name, kind in self._frame.schema.items()
            if kind.is_integer() or kind.is_float() or kind in plain
        }

    def has_nulls(self) -> bool:
        return any(column.null_count() for column in self._frame.get_columns())

    def write_cells(self, file: BinaryIO) -> None:
        import polars

        # Minus zero is zero.
        numbers = polars.col(polars.Float32, polars.Float64)
        cells = self._frame.with_columns(polars.when(numbers == 0).then(numbers.abs()).otherwise(numbers))
        # A text without a character has quotes even so, and a null has none.
        cells.write_csv(file, quote_style="necessary")

    def parts(self) -> Iterator[list[list[Any]]]:
        import polars

        kinds = self._frame.schema
        spelled = [self._spelled(polars.col(name), kind) for name, kind in kinds.items()]
        for part in self._frame.iter_slices(_ROWS):
            columns = part.select(spelled).get_columns()
            yield [
                _seconds(column.to_list()) if isinstance(kinds[column.name], polars.Duration) else column.to_list()
                for column in columns
            ]

    @staticmethod
    def _spelled(column: polars.Expr, kind: polars.DataType) -> polars.Expr:
        import polars

        # Python's times end at microseconds.
        if isinstance(kind, polars.Datetime) and kind.time_unit == "ns":
            return column.dt.strftime("%Y-%m-%dT%H:%M:%S%.9f" + ("%:z" if kind.time_zone else ""))
        if isinstance(kind, polars.Time):
            return column.dt.strftime("%H:%M:%S%.9f")
        if isinstance(kind, polars.Duration):
            return column.dt.total_nanoseconds()
        return column

    def rows(self, numbers: list[int]) -> Iterator[tuple[Any, ...]]:
        return iter(self._frame[numbers].rows())


class ArrowFrame:
    """A table of pyarrow."""

    def __init__(self, table: pyarrow.Table) -> None:
        self._table = table
        self.names = list(table.column_names)

    def cell_types(self) -> dict[str, str] | None:
        import pyarrow.types as kinds

        plain = (
            kinds.is_integer, kinds.is_float32, kinds.is_float64, kinds.is_boolean, kinds.is_date32, kinds.is_timestamp,
        )  # fmt: skip
        texts = (kinds.is_string, kinds.is_large_string, kinds.is_string_view)
        found = {}
        for field in self._table.schema:
            if any(is_text(field.type) for is_text in texts):
                found[field.name] = "arrow string"
            elif any(is_plain(field.type) for is_plain in plain):
                found[field.name] = f"arrow {field.type}"
        return found

    def has_nulls(self) -> bool:
        return any(column.null_count for column in self._table.columns)

    def write_cells(self, file: BinaryIO) -> None:
        import pyarrow
        import pyarrow.compute as compute
        import pyarrow.csv as csv

        columns = [
            # Minus zero is zero.
            compute.add(column, pyarrow.scalar(0.0, column.type)) if pyarrow.types.is_floating(column.type) else column
            for column in self._table.columns
        ]
        csv.write_csv(pyarrow.table(columns, names=self.names), file)

    def parts(self) -> Iterator[list[list[Any]]]:
        for start in range(0, self._table.num_rows, _ROWS):
            yield [self._values(column) for column in self._table.slice(start, _ROWS).columns]

    @staticmethod
    def _values(column: pyarrow.ChunkedArray) -> list[Any]:
        import pyarrow.compute as compute
        import pyarrow.types as kinds

        # Python's times end at microseconds.
        if kinds.is_time64(column.type) or kinds.is_timestamp(column.type) and column.type.unit == "ns":
            return list(compute.cast(column, "string").to_pylist())
        if kinds.is_duration(column.type) and column.type.unit == "ns":
            return _seconds(compute.cast(column, "int64").to_pylist())
        return list(column.to_pylist())

    def rows(self, numbers: list[int]) -> Iterator[tuple[Any, ...]]:
        return zip(*(column.to_pylist() for column in self._table.take(numbers).columns))


class PandasFrame:
    """A frame of pandas, with the levels of its index that have names as its first columns."""

    def __init__(self, frame: pandas.DataFrame) -> None:
        named = [name for name in frame.index.names if name is not None]
        unnamed = [level for level, name in enumerate(frame.index.names) if name is None]
        whole = frame if len(named) == 0 and len(unnamed) == 1 else frame.reset_index(level=named)
        # A copy that shares the values.
        self._frame = whole.reset_index(drop=True).copy(deep=False)
        self.names = self._frame.columns = [str(name) for name in self._frame.columns]

    @functools.cached_property
    def _arrow(self) -> ArrowFrame | None:
        try:
            import pyarrow
        except ImportError:
            return None
        try:
            return ArrowFrame(pyarrow.Table.from_pandas(self._frame, preserve_index=False))
        except (pyarrow.ArrowException, ValueError, TypeError):
            # Objects of several types in one column.
            return None

    def cell_types(self) -> dict[str, str] | None:
        if self._arrow is None:
            return None
        types = self._arrow.cell_types()
        # A column of objects may hold what Arrow makes into texts or numbers of one type, such as 1 and 1.5.
        objects = {name for name, kind in self._frame.dtypes.items() if kind == object}
        return {name: kind for name, kind in (types or {}).items() if name not in objects or kind == "arrow string"}

    def has_nulls(self) -> bool:
        return self._frame.isna().to_numpy().any() if self._arrow is None else self._arrow.has_nulls()

    def write_cells(self, file: BinaryIO) -> None:
        assert self._arrow is not None, "cell_types says whether there is a writer"
        self._arrow.write_cells(file)

    def parts(self) -> Iterator[list[list[Any]]]:
        for start in range(0, len(self._frame), _ROWS):
            part = self._frame.iloc[start : start + _ROWS]
            columns = [part.iloc[:, number] for number in range(len(self.names))]
            yield [column.astype(object).where(column.notna(), None).tolist() for column in columns]

    def rows(self, numbers: list[int]) -> Iterator[tuple[Any, ...]]:
        part = self._frame.iloc[numbers]
        return zip(*(part.iloc[:, number].tolist() for number in range(len(self.names))))


def _seconds(nanoseconds: list[Any]) -> list[Any]:
    return [None if count is None else seconds(count) for count in nanoseconds]


def frame_of(data: object) -> Frame | None:
    """The frame that an object is, or None."""
    library, name = type(data).__module__.partition(".")[0], type(data).__name__
    made: dict[tuple[str, str], Callable[[Any], Frame]] = {
        ("polars", "DataFrame"): PolarsFrame,
        ("polars", "LazyFrame"): lambda lazy: PolarsFrame(lazy.collect()),
        ("pandas", "DataFrame"): PandasFrame,
        ("pyarrow", "Table"): ArrowFrame,
        ("pyarrow", "RecordBatch"): lambda batch: ArrowFrame(_table_of(batch)),
    }
    make = made.get((library, name))
    if make is None:
        return None
    frame = make(data)
    twice = {column for column in frame.names if frame.names.count(column) > 1}
    if twice:
        raise LunaDiffError(f"two columns are called {min(twice)!r}", code="input", hint="rename one of them")
    return frame


def _table_of(batch: pyarrow.RecordBatch) -> pyarrow.Table:
    import pyarrow

    return pyarrow.Table.from_batches([batch])
