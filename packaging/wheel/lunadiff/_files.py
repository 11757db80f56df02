"""Files whose values have types, read here where they are compared with what is in memory: the program would read them as texts."""

from __future__ import annotations

import codecs
import difflib
import importlib.util
import io
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lunadiff._errors import LunaDiffError, reading
from lunadiff._frames import Frame

if TYPE_CHECKING:
    import sqlite3

    import pyarrow

_PARQUET = b"PAR1"
_SQLITE = b"SQLite format 3\0"
_READING = "a frame that was read in another way is compared, too"
# So much of a file says whether it is text.
_LOOKED_AT = 1 << 16
Selected = tuple[list[str], list[Mapping[str, Any]]]
"""The names of columns, also of no record, and the records."""
# What pandas calls an index without a name, which is no column of its frame.
_INDEX = re.compile(r"__index_level_\d+__")


def begins_as(path: str, count: int = len(_SQLITE)) -> bytes:
    """The first bytes of a file; none of what is no file, as a pattern or a pipe, which is read once."""
    try:
        if not os.path.isfile(path):
            return b""
        with open(path, "rb") as file:
            return file.read(count)
    except (OSError, ValueError):
        return b""


def has_project(path: str) -> bool:
    """Whether a project lies above a file: its rules, which may be for this file, are found by the file's own path."""
    for folder in Path(os.path.abspath(path)).parents:
        if (folder / ".lunadiff" / "project.lua").exists():
            return True
        if (folder / ".git").exists():
            return False
    return False


def format_of(file: str | bytes) -> str | None:
    """The format of a file whose values have types, by its path or by what is in it."""
    start = file[: len(_SQLITE)] if isinstance(file, bytes) else begins_as(file)
    return "parquet" if start.startswith(_PARQUET) else "sqlite" if start == _SQLITE else None


def typed(file: str | bytes, format: str, options: Mapping[str, str], beside: Frame | None, named: str) -> Frame | Selected | None:
    """The records of a Parquet file, or of a table in an SQLite database; None where the program is to read them, or say what is wrong.

    `named` is what the options are called.
    """
    if format == "sqlite":
        return None if isinstance(file, bytes) else _table(file, options, named)
    return None if options else _parquet(file, beside)


def _parquet(file: str | bytes, beside: Frame | None) -> Frame | None:
    """By the library of the other side, so that columns have the same types; else by the one that is there."""
    libraries = [name for name in ("pyarrow", "polars") if importlib.util.find_spec(name) is not None]
    if type(beside).__name__ == "PolarsFrame":
        libraries.reverse()
    # A name may look like an address.
    given = io.BytesIO(file) if isinstance(file, bytes) else Path(os.path.abspath(file))
    with reading("a Parquet file" if isinstance(file, bytes) else file, _READING):
        if libraries[:1] == ["polars"]:
            import polars

            from lunadiff._polars import PolarsFrame

            return PolarsFrame(polars.read_parquet(given, glob=False, hive_partitioning=False))
        if libraries:
            from pyarrow import parquet

            from lunadiff._arrow import ArrowFrame

            with parquet.ParquetFile(given) as opened:
                table = opened.read()
            labels = [table[name] for name in table.column_names if _INDEX.fullmatch(name)]
            return ArrowFrame(_with_index(table), labels)
    return None


def _with_index(table: pyarrow.Table) -> pyarrow.Table:
    """The columns that a frame of pandas has: one of its own for an index that has a name, even where the file only counts it."""
    import pyarrow

    for index in (table.schema.pandas_metadata or {}).get("index_columns", ()):
        if isinstance(index, dict) and index.get("kind") == "range" and index.get("name") is not None:
            numbers = range(index["start"], index["stop"], index["step"])
            if len(numbers) == table.num_rows and index["name"] not in table.column_names:
                table = table.add_column(0, index["name"], pyarrow.array(numbers, pyarrow.int64()))
    return table.drop_columns([name for name in table.column_names if _INDEX.fullmatch(name)])


def _table(path: str, options: Mapping[str, str], named: str) -> Selected | None:
    # An option that is none is the program's to refuse.
    if importlib.util.find_spec("_sqlite3") is None or not options.keys() <= {"table", "query"} or len(options) > 1:
        return None
    import sqlite3

    with reading(path, _READING):
        connection = sqlite3.connect(f"{Path(os.path.abspath(path)).as_uri()}?mode=ro", uri=True)
        try:
            # Else an interruption would be noticed at the end alone.
            connection.set_progress_handler(lambda: 0, 100_000)
            # What is attached, or made a copy in, is no file that is only read.
            connection.set_authorizer(lambda action, *_: sqlite3.SQLITE_DENY if action == sqlite3.SQLITE_ATTACH else sqlite3.SQLITE_OK)
            query = options.get("query") or _whole(connection, path, options.get("table"), named)
            return _selected(connection, query)
        except sqlite3.OperationalError as error:
            if str(error) == "interrupted":
                raise KeyboardInterrupt from None
            raise
        finally:
            connection.close()


def _whole(connection: sqlite3.Connection, path: str, table: str | None, named: str) -> str:
    """The query for a table, or for the only one."""
    listed = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND substr(name, 1, 7) <> 'sqlite_'"
    # Names of tables have no case.
    found = [name for (name,) in connection.execute(f"{listed} AND name = coalesce(?, name) COLLATE NOCASE", [table])]
    if len(found) != 1:
        raise _not_one([name for (name,) in connection.execute(listed + " ORDER BY name")], path, table, named)
    quoted = found[0].replace('"', '""')
    return f'SELECT * FROM "{quoted}"'


def _not_one(tables: list[str], path: str, table: str | None, named: str) -> LunaDiffError:
    """An error that lists the tables, of which one has to be named."""
    there = ", ".join(tables)
    message = f"there is no table {table!r}; there are: {there}" if table is not None else f"there are several tables: {there}"
    if not tables:
        return LunaDiffError(f"{path}: there is no table in it", code="input", place=path, hint="is this the file that it should be?")
    near = next(iter(difflib.get_close_matches(table or "", tables, n=1)), tables[0])
    hint = f"{named}={{'table': {near!r}}} reads one of them, {named}={{'query': 'SELECT …'}} what it selects"
    return LunaDiffError(f"{path}: {message}", code="input", place=path, hint=hint)


def _selected(connection: sqlite3.Connection, query: str) -> Selected:
    cursor = connection.execute(query)
    names = [column[0] for column in cursor.description or ()]
    if not names:
        raise LunaDiffError(f"the query gives no columns: {query:.80}", code="request", hint="one that begins with SELECT gives records")
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        hint = "AS gives one of them another name"
        raise LunaDiffError(f"two columns of the query are called {twice[0]!r}", code="input", hint=hint)
    return names, [dict(zip(names, row)) for row in cursor]


def without_nuls(file: str | bytes, hint: str | None) -> str | None:
    """How what has NUL bytes in it can be compared; the program's hint where that reads another file's text, as of what is packed."""
    given = "data" if isinstance(file, bytes) else repr(file)
    start = file[:_LOOKED_AT] if isinstance(file, bytes) else begins_as(file, _LOOKED_AT)
    if not start or hint is not None and "-dc < " in hint and isinstance(file, str):
        return hint
    if start.startswith(b"ARROW1"):
        library = "polars.read_ipc" if importlib.util.find_spec("polars") is not None else "pyarrow.feather.read_table"
        return f"{library}({given}) makes a frame of it, which can be compared"
    try:
        codecs.getincrementaldecoder("utf-8")().decode(start.replace(b"\0", b""))
    except UnicodeDecodeError:
        return "a frame that a library makes of it can be compared"
    whole = given if isinstance(file, bytes) else f"pathlib.Path({given}).read_bytes()"
    return f"{whole}.replace(b'\\0', b'') is text without them"


def python_for_parquet() -> str | None:
    """The interpreter that runs this, where it has what reads Parquet files: the program would take any that is called python3."""
    name = os.path.basename(sys.executable or "")
    has_reader = any(importlib.util.find_spec(library) is not None for library in ("duckdb", "pyarrow"))
    return sys.executable if has_reader and name.startswith(("python", "pypy")) else None


def is_parquet(path: str) -> bool:
    """Whether the program would take it for a Parquet file, or for a pattern of such."""
    return path.lower().endswith(".parquet") or begins_as(path).startswith(_PARQUET)
