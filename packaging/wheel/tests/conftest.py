"""What the tests share: a clean place for temporary files, and tables to begin with."""

import gc
import os
import random
import tempfile

import pandas
import polars
import pyarrow
import pytest

OLD = [{"id": 1, "name": "Saw", "price": 5.0}, {"id": 3, "name": "Axe", "price": 1.0}, {"id": 7, "name": "Vise", "price": 30.0}]
NEW = [{"id": 1, "name": "Saw", "price": 5.0}, {"id": 3, "name": "Axe", "price": 1.2}, {"id": 9, "name": "Awl", "price": 4.1}]
FRAMES = {"polars": polars.DataFrame, "pandas": pandas.DataFrame, "pyarrow": pyarrow.Table.from_pylist}


@pytest.fixture(autouse=True)
def nothing_is_left(tmp_path_factory, monkeypatch):
    """No test leaves a temporary file, a child or memory."""
    folder = tmp_path_factory.mktemp("temporary")
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    yield
    gc.collect()
    assert os.listdir(folder) == []
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)
    assert open_memory() == []


def open_memory():
    """The anonymous files that this process holds."""
    links = (os.path.join("/dev/fd", name) for name in os.listdir("/dev/fd"))
    return [link for link in links if os.path.islink(link) and "lunadiff" in os.readlink(link)]


@pytest.fixture
def generator():
    """Random numbers by a seed that is printed where a test fails; TEST_SEED repeats it."""
    seed = int(os.environ.get("TEST_SEED", random.randrange(1 << 32)))
    print(f"TEST_SEED={seed}")
    return random.Random(seed)
