"""The program as a process: found, interrupted, ended, many at once."""

import ast
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import lunadiff
import pytest
from conftest import NEW, OLD
from lunadiff import LunaDiffError
from lunadiff import _options as options

ENDLESS = "function equal() while true do end end"
WAITING = f"""
import lunadiff
lunadiff.compare([{{"id": 1, "a": 1}}], [{{"id": 1, "a": 2}}], key="id", time_limit=0, instruction_limit=0, rules={ENDLESS!r})
"""


@pytest.mark.parametrize("program", ["/nowhere/lunadiff", "no-such-lunadiff"])
def test_a_program_that_is_not_there_is_an_error(monkeypatch, program):
    monkeypatch.setenv("LUNADIFF", program)
    with pytest.raises(LunaDiffError, match=program) as caught:
        lunadiff.compare(OLD, NEW)
    assert caught.value.code == "program"
    with pytest.raises(FileNotFoundError):
        lunadiff.find_lunadiff()


@pytest.mark.parametrize("named", ["", "lunadiff-here"])
def test_a_program_in_the_current_directory_is_not_taken(monkeypatch, tmp_path, named):
    for name in ["lunadiff", "lunadiff-here"]:
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LUNADIFF", named)
    monkeypatch.setenv("PATH", f":.:{os.environ['PATH']}")
    try:
        assert os.path.isabs(lunadiff.find_lunadiff())
    except FileNotFoundError:
        pass


def test_a_file_that_is_no_program_is_an_error(monkeypatch, tmp_path):
    fake = tmp_path / "lunadiff"
    fake.write_bytes(b"\x7fELF no program")
    fake.chmod(0o755)
    monkeypatch.setenv("LUNADIFF", str(fake))
    with pytest.raises(LunaDiffError, match="cannot be run") as caught:
        lunadiff.compare(OLD, NEW)
    assert caught.value.code == "program"


@pytest.mark.parametrize("script, words", [("kill -9 $$", "SIGKILL"), ("echo '{' ; exit 3", "status 3"), ("exit 0", "no result")])
def test_a_program_that_ends_in_another_way_is_an_error(monkeypatch, tmp_path, script, words):
    fake = tmp_path / "lunadiff"
    fake.write_text(f"#!/bin/sh\n{script}\n")
    fake.chmod(0o755)
    monkeypatch.setenv("LUNADIFF", str(fake))
    with pytest.raises(LunaDiffError, match=words) as caught:
        lunadiff.compare(OLD, NEW)
    assert caught.value.code == "program"


def children(pid):
    """The processes that a process has started, as the system lists them."""
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False).stdout
    return [int(word) for word in listed.split()]


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("to_group", [False, True], ids=["as notebooks do", "as terminals do"])
def test_an_interruption_ends_the_program_and_leaves_nothing(to_group, tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-c", WAITING], stderr=subprocess.PIPE, text=True, start_new_session=True,
        env={**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while not (started := children(process.pid)) and time.monotonic() < deadline:
        time.sleep(0.02)
    # Until it is in the rule: what comes sooner would be another case.
    time.sleep(0.3)
    (os.killpg if to_group else os.kill)(process.pid, signal.SIGINT)
    assert "KeyboardInterrupt" in process.communicate(timeout=60)[1]
    assert started and not is_alive(started[0])
    assert os.listdir(tmp_path) == []


def test_what_lies_in_memory_is_read_where_no_proc_is_mounted(monkeypatch):
    expected = lunadiff.compare(OLD, NEW, key="id").summary
    exists = os.path.exists
    monkeypatch.setattr(os.path, "exists", lambda path: not os.path.islink(path) and exists(path))
    assert lunadiff.compare(OLD, NEW, key="id").summary == expected


def test_the_rest_of_a_pipe_is_not_waited_for(tmp_path):
    # A reader of the program's that never ends is ended with it.
    plugin = tmp_path / "slow.lua"
    plugin.write_text("return { name = 'slow', readers = { slow = { command = { 'sleep', '600' }, output = 'csv', extensions = { 'slow' } } } }")
    (tmp_path / "old.slow").write_text("x")
    with pytest.raises(LunaDiffError):
        lunadiff.compare(tmp_path / "old.slow", tmp_path / "nowhere.csv", plugin=str(plugin))


def test_many_threads_compare_at_once():
    def compare(number):
        result = lunadiff.compare([{"id": 1, "v": number}], [{"id": 1, "v": -number}], key="id")
        return result.changes[0].fields["v"].old, result.explain(1).data[0]["columns"][0]["old"]

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(compare, range(1, 60))) == [(number, number) for number in range(1, 60)]
    assert threading.active_count() == 1


def test_a_fifo_is_read_like_a_file(tmp_path):
    path = tmp_path / "pipe.csv"
    os.mkfifo(path)
    writer = threading.Thread(target=lambda: path.write_text("id,price\n1,2\n"))
    writer.start()
    assert lunadiff.compare(path, b"id,price\n1,2\n", key="id").same
    writer.join()


def test_a_large_result_does_not_fill_a_pipe():
    result = lunadiff.compare([], [{"id": number, "text": "x" * 1000} for number in range(5000)])
    assert len(result.changes) == 5000 and result.changes[4999].record["id"] == 4999


def test_importing_the_package_imports_no_library_of_frames():
    check = "import lunadiff, sys; lunadiff.compare([], []); sys.exit(any(name in sys.modules for name in ('pandas', 'polars', 'pyarrow', 'numpy')))"
    assert subprocess.run([sys.executable, "-c", check], env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}).returncode == 0


# What has no use where there is no terminal, or is said by a function's own name or argument.
ELSEWHERE = {
    "eval", "format", "output", "notes", "format-option", "stages", "no-group", "patchable", "with", "show-derived", "color", "quiet", "verbose",
    "no-pager", "watch", "profile", "debug", "traceback", "version", "help", "manifest", "unpaired", "record", "key-columns", "force",
    "max-removed", "max-added", "max-changed", "identity", "pairs",
}  # fmt: skip


@pytest.mark.parametrize(
    "command, kind",
    [("diff", options.CompareOptions), ("probe", options.ProbeOptions), ("learn", options.PairOptions),
     ("patch", options.PatchOptions), ("merge", options.MergeOptions), ("batch", options.BatchOptions)],
)  # fmt: skip
def test_options_are_the_flags_that_the_program_has(command, kind):
    text = subprocess.run([lunadiff.find_lunadiff(), command, "--help"], capture_output=True, text=True, check=True).stdout
    lines = [line for line in text.splitlines() if line.startswith("  -")]
    flags = {flag for line in lines for flag in re.findall(r"--([a-z-]+)", line.split("  <")[0][:40])}
    # Types are Python's.
    assert {name.replace("_", "-") for name in kind.__annotations__.keys() - {"check_dtype"}} == flags - ELSEWHERE


def test_every_file_is_one_thought_of_at_most_400_lines():
    for path in pathlib.Path(lunadiff.__file__).parent.glob("*.py"):
        text = path.read_text()
        assert len(text.splitlines()) <= 400 and ast.get_docstring(ast.parse(text)), path.name
