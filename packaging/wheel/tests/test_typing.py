"""Code of users, checked by mypy: options are known by public names, and may be None."""

import pathlib
import sys

import pytest

CHECKED = """
import lunadiff
from typing_extensions import Unpack, assert_never

def compared(old: lunadiff.Table, new: lunadiff.Table, **options: Unpack[lunadiff.CompareOptions]) -> lunadiff.Result:
    return lunadiff.compare(old, new, **options)

def by(key: str | None = None, tolerance: float | None = None, trim: bool | None = None) -> lunadiff.Result:
    return compared([], [], key=key, tolerance=tolerance, trim=trim, duplicates="pair")

def said(change: lunadiff.Change) -> str:
    match change.kind:
        case "deleted" | "inserted" | "updated":
            return "one"
        case "moved":
            return "other"
    assert_never(change.kind)

def code(error: lunadiff.LunaDiffError) -> bool:
    return error.code == "input"
"""
REFUSED = (
    "lunadiff.compare([], [], duplicates='foo')",
    "lunadiff.compare([], [], keys='id')",
    "lunadiff.compare([], [], trim='yes')",
    "lunadiff.merge([], [], [], favor='mine')",
)


def test_users_code_is_checked():
    mypy = pytest.importorskip("mypy.api")
    lines = CHECKED.splitlines()
    code = "\n".join([*lines, *REFUSED])
    found, _, _ = mypy.run(["--config-file", "mypy.ini", "--cache-dir", str(pathlib.Path(sys.prefix) / "mypy"), "-c", code])
    errors = [line for line in found.splitlines() if ": error: " in line]
    assert [int(line.split(":")[1]) for line in errors] == [*range(len(lines) + 1, len(lines) + len(REFUSED) + 1)], found
