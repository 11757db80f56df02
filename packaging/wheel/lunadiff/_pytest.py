"""The fixture that pytest finds by itself."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def assert_same_records(tmp_path: Path) -> Callable[..., None]:
    """`lunadiff.assert_same`, each failure of which leaves an HTML page in the test's own folder."""
    # pytest loads this file in every run, so that nothing is imported before a test asks.
    from lunadiff import assert_same

    @functools.wraps(assert_same)
    def check(*tables: Any, **options: Any) -> None:
        __tracebackhide__ = True
        names = ("lunadiff.html", *(f"lunadiff-{number}.html" for number in range(2, 1000)))
        free = next((name for name in names if not (tmp_path / name).exists()), names[-1])
        assert_same(*tables, **{"page": tmp_path / free, **options})

    return check
