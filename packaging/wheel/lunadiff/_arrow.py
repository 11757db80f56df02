"""Tables of pyarrow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

import pyarrow
import pyarrow.compute as compute
import pyarrow.types as kinds

from lunadiff import _kinds, _times
from lunadiff._kinds import Kinds, Path
from lunadiff._times import ROWS, Spelling

_KINDS: list[tuple[Any, str]] = [
    (kinds.is_boolean, _kinds.BOOL), (kinds.is_date, _kinds.DATE), (kinds.is_timestamp, _kinds.DATE), (kinds.is_time, _kinds.TIME),
    (kinds.is_duration, _kinds.LENGTH), (kinds.is_integer, _kinds.NUMBER), (kinds.is_floating, _kinds.NUMBER), (kinds.is_decimal, _kinds.NUMBER),
    (kinds.is_string, _kinds.TEXT), (kinds.is_large_string, _kinds.TEXT), (kinds.is_string_view, _kinds.TEXT),
    (kinds.is_binary, _kinds.BYTES), (kinds.is_large_binary, _kinds.BYTES), (kinds.is_binary_view, _kinds.BYTES),
    (kinds.is_fixed_size_binary, _kinds.BYTES),
]  # fmt: skip


class ArrowFrame:
    """A table of pyarrow."""

    def __init__(self, table: pyarrow.Table, labels: Sequence[pyarrow.ChunkedArray] = ()) -> None:
        self._table = table
        self.labels = [*labels]
        """The levels without a name of an index of pandas that it was written with."""
        self.names = list(table.column_names)
        self.count: int = table.num_rows

    def cell_types(self) -> dict[str, str] | None:
        """As `Frame` has it."""
        plain = (kinds.is_integer, kinds.is_float32, kinds.is_float64, kinds.is_boolean)
        times = (kinds.is_date32, kinds.is_timestamp)
        # Of texts that are views, pyarrow writes no CSV.
        texts = (kinds.is_string, kinds.is_large_string)
        found = {}
        for field, column in zip(self._table.schema, self._table.columns):
            if any(is_text(field.type) for is_text in texts):
                found[field.name] = "arrow string"
            elif any(is_plain(field.type) for is_plain in plain):
                found[field.name] = f"arrow {field.type}"
            elif any(is_time(field.type) for is_time in times) and _is_pythons(column):
                found[field.name] = f"arrow {field.type}"
        return found

    def numbers_rows(self) -> bool:
        """Whether its labels may be numbers of rows."""
        return len(self.labels) == 1 and bool(kinds.is_integer(self.labels[0].type))

    has_own_numbers = True
    """Whether its labels are more than a range, of which a file has only the ends."""

    def has_labels(self, other: object) -> bool:
        """Whether another frame has the same labels."""
        return isinstance(other, ArrowFrame) and self.labels == other.labels

    def take_labels(self, names: Sequence[str]) -> None:
        """Makes columns of its labels."""
        for name, column in zip(names, self.labels):
            self._table = self._table.append_column(name, column)
        self.names = list(self._table.column_names)

    def kinds(self) -> Kinds:
        """As `Frame` has it."""
        found: Kinds = {}
        for field, column in zip(self._table.schema, self._table.columns):
            add_kinds(found, (field.name,), field.type, column)
        return found

    def types(self) -> dict[str, str]:
        """As `Frame` has it."""
        return {field.name: str(field.type) for field in self._table.schema}

    def has_nulls(self) -> bool:
        """As `Frame` has it."""
        return any(column.null_count for column in self._table.columns)

    def write_cells(self, file: BinaryIO) -> None:
        """As `Frame` has it."""
        import pyarrow.csv as csv

        columns = [
            # As Python has them, which knows one kind of floats, and minus zero is zero.
            compute.add(column.cast(pyarrow.float64()), 0.0) if kinds.is_floating(column.type) else column
            for column in self._table.columns
        ]
        csv.write_csv(pyarrow.table(columns, names=self.names), file)

    def parts(self) -> Iterator[list[list[Any]]]:
        """As `Frame` has it."""
        for start in range(0, self._table.num_rows, ROWS):
            yield [spelled(column) for column in self._table.slice(start, ROWS).columns]

    def rows(self, numbers: list[int], has_none: bool = False) -> Iterator[tuple[Any, ...]]:
        """As `Frame` has it."""
        return zip(*(_given(_taken(column, numbers)) for column in self._table.columns))


    def column(self, name: str) -> pyarrow.ChunkedArray | None:
        """A column as it is; None where there is none."""
        return self._table[name] if name in self.names else None


def add_kinds(found: Kinds, path: Path, kind: pyarrow.DataType, column: pyarrow.ChunkedArray) -> None:
    """Adds the kinds of a type at a path, and inside of it; an extension's values say their kinds themselves."""
    if isinstance(kind, pyarrow.BaseExtensionType):
        _kinds.add_kinds(found, path, _given(column) if len(path) == 1 else [])
    elif kinds.is_dictionary(kind) or kinds.is_run_end_encoded(kind):
        add_kinds(found, path, kind.value_type, column)
    elif kinds.is_struct(kind):
        for field in kind:
            add_kinds(found, (*path, field.name), field.type, column)
    elif kinds.is_map(kind):
        for inner in (kind.key_type, kind.item_type):
            add_kinds(found, (*path, _kinds.LIST, _kinds.LIST), inner, column)
    elif kinds.is_nested(kind):
        add_kinds(found, (*path, _kinds.LIST), kind.value_type, column)
    else:
        name = next((name for is_kind, name in _KINDS if is_kind(kind)), None)
        found.setdefault(path, set()).update([] if name is None else [name])


def picked(columns: list[pyarrow.ChunkedArray], places: Sequence[int | None]) -> pyarrow.ChunkedArray:
    """Values by their places in columns that stand one behind the other."""
    chunks = [chunk for column in columns for chunk in column.chunks]
    return pyarrow.chunked_array(chunks, columns[0].type).take(pyarrow.array(places, pyarrow.int64()))


def _taken(column: pyarrow.ChunkedArray, numbers: list[int]) -> pyarrow.ChunkedArray:
    try:
        return column.take(pyarrow.array(numbers, pyarrow.int64()))
    except pyarrow.ArrowNotImplementedError:
        # As of views.
        return pyarrow.chunked_array([chunk for number in numbers for chunk in column.slice(number, 1).chunks], column.type)


def _given(column: pyarrow.ChunkedArray) -> list[Any]:
    try:
        return list(column.to_pylist())
    except (ValueError, OverflowError):
        # Python has no such times, or pandas is not there for nanoseconds.
        return spelled(column)


def spelled(column: pyarrow.ChunkedArray) -> list[Any]:
    """A column's values, with texts for its times, since Python's times end at microseconds and at the year 9999."""
    counted = _counted(column.type)
    if counted is None:
        return list(column.to_pylist())
    kind, spelling = counted
    if kinds.is_run_end_encoded(column.type):
        column = compute.run_end_decode(column)
    return list(map(spelling, column.cast(kind).to_pylist()))


def is_exact_there(kind: pyarrow.DataType) -> bool:
    """Whether values are nested or have times in them, of which pyarrow makes what pandas would round."""
    return bool(kinds.is_nested(kind)) or _counted(kind) is not None


def _is_pythons(column: pyarrow.ChunkedArray) -> bool:
    """Whether dates are those that Python has: pyarrow writes no others."""
    if column.null_count == len(column):
        return True
    is_date = kinds.is_date32(column.type)
    ends = compute.min_max(column.cast(pyarrow.int32() if is_date else pyarrow.int64())).as_py()
    per_day = 1 if is_date else 86_400 * 10 ** _times.DIGITS[column.type.unit]
    return bool(_times.FIRST_DAY * per_day <= ends["min"] and ends["max"] < _times.LAST_DAY * per_day)


def _counted(kind: pyarrow.DataType) -> tuple[pyarrow.DataType, Spelling] | None:
    """A type with whole numbers in place of times, and how those are spelled; None where there are no times in it."""
    if isinstance(kind, pyarrow.BaseExtensionType):
        return _counted(kind.storage_type)
    if kinds.is_timestamp(kind):
        return pyarrow.int64(), _times.moments(kind.unit, kind.tz)
    if kinds.is_duration(kind):
        return pyarrow.int64(), _times.lengths(kind.unit)
    if kinds.is_time(kind):
        return pyarrow.int32() if kinds.is_time32(kind) else pyarrow.int64(), _times.clocks(kind.unit)
    if kinds.is_date(kind):
        return (pyarrow.int32(), _times.days()) if kinds.is_date32(kind) else (pyarrow.int64(), _times.millisecond_days())
    return _counted_inside(kind)


def _counted_inside(kind: pyarrow.DataType) -> tuple[pyarrow.DataType, Spelling] | None:
    if kinds.is_dictionary(kind) or kinds.is_run_end_encoded(kind):
        return _counted(kind.value_type)
    if kinds.is_struct(kind):
        return _counted_struct(kind)
    if kinds.is_map(kind):
        return _counted_map(kind)
    makers = {
        kinds.is_list: pyarrow.list_,
        kinds.is_large_list: pyarrow.large_list,
        kinds.is_fixed_size_list: lambda inner: pyarrow.list_(inner, kind.list_size),
        kinds.is_list_view: pyarrow.list_view,
        kinds.is_large_list_view: pyarrow.large_list_view,
    }
    make = next((maker for is_kind, maker in makers.items() if is_kind(kind)), None)
    inner = None if make is None else _counted(kind.value_type)
    return None if make is None or inner is None else (make(inner[0]), _times.lists(inner[1]))


def _counted_struct(kind: pyarrow.StructType) -> tuple[pyarrow.DataType, Spelling] | None:
    fields = [kind.field(number) for number in range(kind.num_fields)]
    found = {field.name: counted for field in fields if (counted := _counted(field.type)) is not None}
    if not found:
        return None
    made = [field.with_type(found[field.name][0]) if field.name in found else field for field in fields]
    return pyarrow.struct(made), _times.members({name: spelling for name, (_, spelling) in found.items()})


def _counted_map(kind: pyarrow.MapType) -> tuple[pyarrow.DataType, Spelling] | None:
    key, item = _counted(kind.key_type), _counted(kind.item_type)
    if key is None and item is None:
        return None
    plain_key, plain_item = (kind.key_type, _times.as_it_is), (kind.item_type, _times.as_it_is)
    (key_type, spell_key), (item_type, spell_item) = key or plain_key, item or plain_item
    return pyarrow.map_(key_type, item_type), _times.pairs(spell_key, spell_item)
