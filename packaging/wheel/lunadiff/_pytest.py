"""The fixture that pytest finds by itself."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def assert_same_records(tmp_path: Path) -> Callable[..., None]:
    """`lunadiff.assert_same`, whose failures leave the HTML page in the test's own folder."""
    # pytest loads this file in every run, so that nothing is imported before a test asks.
    from lunadiff import assert_same

    return functools.partial(assert_same, page=tmp_path / "lunadiff.html")
