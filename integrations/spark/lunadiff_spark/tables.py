"""Tables as files that every machine sees."""

import os
from dataclasses import dataclass
from pathlib import Path

from pyspark.sql import DataFrame

Table = DataFrame | str | os.PathLike[str]
"""A path of what LunaDiff reads itself, or a DataFrame of what Spark reads."""

_SPELLING: dict[str, bool | str] = {
    # A column that is null is there all the same.
    "ignoreNullFields": False,
    # Times do not depend on where a session thinks that it is.
    "timeZone": "UTC",
    "timestampFormat": "yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX",
    "timestampNTZFormat": "yyyy-MM-dd'T'HH:mm:ss.SSSSSS",
    "compression": "none",
}


@dataclass(frozen=True)
class StoredTable:
    """Where `lunadiff` finds a table, and the flags with which it reads it."""

    path: str
    flags: tuple[str, ...] = ()


def store(table: Table, folder: Path, side: str) -> StoredTable:
    """Makes a table one that `lunadiff` reads: a DataFrame is written into the folder `side`, as JSON Lines.

    Its parts are in the order of its partitions, and so are its records.
    """
    if not isinstance(table, DataFrame):
        return StoredTable(os.path.abspath(table))
    table.write.options(**_SPELLING).json(f"file://{folder / side}")
    # Spark calls the files .json; one of a single line would be taken for a document.
    return StoredTable(side, (f"--{side}-format", "jsonl"))
