"""Tables as files that every machine sees."""

import os
import re
from dataclasses import dataclass
from pathlib import Path

from pyspark.sql import DataFrame

Table = DataFrame | str | os.PathLike[str]
"""A path of what LunaDiff reads itself, or a DataFrame of what Spark reads."""


class AddressError(ValueError):
    """A place that is no path: neither `lunadiff` nor this package reads or writes there."""


def local_path(place: str | os.PathLike[str]) -> str:
    """The whole path of a place that all machines see as a file; `file:///shared/x` is one, too.

    Raises:
        AddressError: where it is an address, such as `hdfs:///x`, `s3a://bucket/x` or `dbfs:/x`. As a path it would be a folder of that name.
    """
    name = os.fspath(place)
    scheme = re.match(r"([A-Za-z][A-Za-z0-9+.-]+):/", name)
    if scheme is None:
        return os.path.abspath(name)
    if scheme[1] != "file":
        raise AddressError(f"{name}: this is an address ({scheme[1]}:), and a path is needed that all machines see, such as a mounted one")
    return os.path.abspath("/" + name[len("file:/") :].lstrip("/"))


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
        return StoredTable(local_path(table))
    table.write.options(**_SPELLING).json(f"file://{folder / side}")
    # Spark calls the files .json; one of a single line would be taken for a document.
    return StoredTable(side, (f"--{side}-format", "jsonl"))
