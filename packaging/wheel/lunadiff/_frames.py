"""Frames of pandas, polars and pyarrow, alike. None of these libraries is imported before a frame of it is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol

from lunadiff._errors import LunaDiffError
from lunadiff._kinds import Kinds

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


class Frame(Protocol):
    """A table of typed columns."""

    names: list[str]
    count: int

    def cell_types(self) -> dict[str, str] | None:
        """What each column's cells are, for those of which CSV says exactly as much as JSON; None without a fast writer.

        Columns of two frames whose types are the same spell equal values alike, and no others.
        """

    def kinds(self) -> Kinds:
        """The kinds of values in each column, and inside of them."""

    def types(self) -> dict[str, str]:
        """The type of each column, as the library names it."""

    def has_nulls(self) -> bool:
        """Whether a cell is null."""

    def write_cells(self, file: BinaryIO) -> None:
        """Writes the frame as CSV, with null as an empty cell without quotes."""

    def parts(self) -> Iterator[list[list[Any]]]:
        """The columns' values, some rows at a time; null is None."""

    def rows(self, numbers: list[int], has_none: bool = False) -> Iterator[tuple[Any, ...]]:
        """Some rows, with values as the library gives them, or with null as None."""


def _polars(frame: polars.DataFrame) -> Frame:
    from lunadiff._polars import PolarsFrame

    return PolarsFrame(frame)


def _pandas(frame: pandas.DataFrame) -> Frame:
    from lunadiff._pandas import PandasFrame

    return PandasFrame(frame)


def _arrow(table: pyarrow.Table) -> Frame:
    from lunadiff._arrow import ArrowFrame

    return ArrowFrame(table)


def _batch(batch: pyarrow.RecordBatch) -> Frame:
    import pyarrow

    return _arrow(pyarrow.Table.from_batches([batch]))


def _stream(data: Any) -> Frame:
    """What other libraries hand over as Arrow, as relations of DuckDB: all of it, since a stream is read once."""
    try:
        import pyarrow
    except ImportError as error:
        message = f"a {type(data).__name__} is read by way of pyarrow, which is not there"
        raise LunaDiffError(message, code="request", hint="pip install pyarrow") from error
    return _arrow(pyarrow.table(data))


_MADE: dict[tuple[str, str], Callable[[Any], Frame]] = {
    ("polars", "DataFrame"): _polars,
    ("polars", "LazyFrame"): lambda lazy: _polars(lazy.collect()),
    ("pandas", "DataFrame"): _pandas,
    ("pyarrow", "Table"): _arrow,
    ("pyarrow", "RecordBatch"): _batch,
}


def frame_of(data: object) -> Frame | None:
    """The frame that an object is, if of a class of the libraries' or one made of it, or None."""
    names = ((kind.__module__.partition(".")[0], kind.__name__) for kind in type(data).__mro__)
    make = next((_MADE[name] for name in names if name in _MADE), None)
    if make is None and type(data).__name__ != "Series" and hasattr(data, "__arrow_c_stream__"):
        make = _stream
    if make is None:
        return None
    frame = make(data)
    twice = {column for column in frame.names if frame.names.count(column) > 1}
    if twice:
        raise LunaDiffError(f"two columns are called {min(twice)!r}", code="input", hint="rename one of them")
    return frame
