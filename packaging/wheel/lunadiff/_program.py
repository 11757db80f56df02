"""The program, run as a process: what goes in and out lies in memory, and nothing outlives a call."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sysconfig
import tempfile
import weakref
from collections.abc import Iterable
from dataclasses import dataclass
from types import TracebackType

from lunadiff._errors import LunaDiffError


def find_lunadiff() -> str:
    """The path of the program: what the variable LUNADIFF names, else where pip put it, else on the search path.

    Raises FileNotFoundError where there is none.
    """
    # Nothing is taken from the current directory.
    search_path = os.pathsep.join(folder for folder in os.get_exec_path() if os.path.isabs(folder))
    named = os.environ.get("LUNADIFF")
    if named:
        found = shutil.which(named, path=search_path)
        if found is None:
            raise FileNotFoundError(f"there is no program {named}, which the variable LUNADIFF names")
        return found
    schemes = [sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user")]
    folders = [sysconfig.get_path("scripts", scheme) for scheme in schemes]
    # On the search path, the program may be that of another package.
    for folders_of_search in (os.pathsep.join(folders), search_path):
        found = shutil.which("lunadiff", path=folders_of_search)
        if found is not None:
            return found
    raise FileNotFoundError("there is no lunadiff in " + " or ".join(folders))


# Where there is no flag for the format of an input, its name says that it is JSON Lines.
_ENDING = ".jsonl"


class Memory:
    """Bytes in a file that has no name: in memory where the system has such files, else in one that is unlinked."""

    def __init__(self, parts: Iterable[bytes] = ()) -> None:
        if hasattr(os, "memfd_create"):
            self.fd = os.memfd_create("lunadiff")
        else:
            with tempfile.TemporaryFile() as file:
                self.fd = os.dup(file.fileno())
        self.close = weakref.finalize(self, os.close, self.fd)
        """Gives the memory back; so does the end of this object."""
        with open(self.fd, "wb", closefd=False) as file:
            file.writelines(parts)

    def __reduce__(self) -> str:
        message = "a result cannot be pickled: what was compared lies in the memory of this process"
        hint = "recorded() has it as bytes, to_pandas() and list(changes) what changed"
        raise LunaDiffError(message, code="request", hint=hint)

    def read(self) -> bytes:
        """All that is in it."""
        with open(self.fd, "rb", closefd=False) as file:
            file.seek(0)
            return file.read()


@dataclass(frozen=True)
class Ended:
    """How a run ended."""

    status: int
    """0 or 1; all else is an exception."""
    output: bytes
    """What it wrote."""
    said: str
    """What it said on standard error."""


class Run:
    """One run of the program, with names for what lies in memory.

    The names are links in a folder of this run. Messages and reports show them as `old` and `new`: the folder's own name, by
    which they are found, is drawn at random, so that no value of a record can be taken for it.
    """

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="lunadiff-")
        # The program proposes no command for what is under /dev: nothing of this is there the next time.
        self._name = "/dev/.." + os.path.abspath(self._folder.name)
        # They stay open as long as the run may read them.
        self._memories: list[Memory] = []
        self._ended: list[str] = []
        self._environment: dict[str, str] | None = None

    def __enter__(self) -> Run:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._folder.cleanup()

    def use_python(self, interpreter: str | None) -> None:
        """Makes what the program calls python3 an interpreter."""
        if interpreter is None:
            return
        folder = os.path.join(self._folder.name, "python")
        os.mkdir(folder)
        # No link: by its own path an interpreter finds the packages of its environment.
        with open(os.open(os.path.join(folder, "python3"), os.O_CREAT | os.O_WRONLY, 0o700), "w", encoding="utf-8", errors="surrogateescape") as script:
            script.write(f'#!/bin/sh\nexec {shlex.quote(interpreter)} "$@"\n')
        self._environment = {**os.environ, "PATH": os.pathsep.join((folder, os.environ.get("PATH", os.defpath)))}

    def path(self, memory: Memory, name: str) -> str:
        """A path by which the program reads what lies in memory."""
        if not memory.close.alive:
            raise LunaDiffError("the result was closed, and what was compared is gone", code="request", hint="ask before close()")
        path = os.path.join(self._name, name)
        if name.endswith(_ENDING):
            self._ended.append(name)
        os.symlink(f"/dev/fd/{memory.fd}", path)
        if not os.path.exists(path):
            # A bare root has no /proc mounted, and /dev/fd leads there.
            os.unlink(path)
            with open(path, "wb") as file:
                file.write(memory.read())
        self._memories.append(memory)
        return path

    def __call__(self, *arguments: str) -> Ended:
        """Runs the program to its end, and ends it where this is interrupted."""
        try:
            program = find_lunadiff()
        except FileNotFoundError as error:
            hint = "unset LUNADIFF, or let it name the program" if os.environ.get("LUNADIFF") else "pip install --force-reinstall lunadiff puts it there"
            raise LunaDiffError(str(error), code="program", hint=hint) from error
        output = Memory()
        try:
            status, said = self._run([program, *arguments], output)
            return Ended(status, self._shown(output.read()), os.fsdecode(self._shown(said)))
        finally:
            output.close()

    def _run(self, command: list[str], output: Memory) -> tuple[int, bytes]:
        fds = [memory.fd for memory in self._memories]
        try:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output.fd, stderr=subprocess.PIPE, pass_fds=fds, env=self._environment
            )
        except ValueError as error:
            raise LunaDiffError(f"an option or a path cannot be handed over: {error}", code="request") from error
        except OSError as error:
            raise LunaDiffError(f"{command[0]} cannot be run: {error}", code="program") from error
        with process:
            try:
                said = process.communicate()[1]
            except BaseException:
                _end(process)
                raise
        if process.returncode < 0:
            name = signal.Signals(-process.returncode).name
            raise LunaDiffError(f"lunadiff was ended by {name}", code="program", hint="memory='2G' lets it take less memory")
        if process.returncode > 2:
            raise LunaDiffError(f"{command[0]} ended with status {process.returncode}: {os.fsdecode(said).strip()}", code="program")
        return process.returncode, said

    def _shown(self, text: bytes) -> bytes:
        # The ending of a name is for the program.
        for name in self._ended:
            for folder in (self._name, self._folder.name):
                text = text.replace(os.fsencode(os.path.join(folder, name)), os.fsencode(name.removesuffix(_ENDING)))
        # A page is called by the last folder of its inputs alone.
        for folder in (self._name, self._folder.name, os.path.basename(self._folder.name)):
            text = text.replace(os.fsencode(folder + os.sep), b"")
        return text


def write_whole(data: bytes, path: str) -> None:
    """Writes a file beside its place and renames it, so that what was there stays until all of it is written."""
    try:
        fd, beside = tempfile.mkstemp(prefix=".lunadiff-", dir=os.path.dirname(path))
    except OSError as error:
        # By the name that was given.
        raise OSError(error.errno, error.strerror, path) from None
    try:
        with open(fd, "wb") as file:
            file.write(data)
            # As a file that is opened anew has it.
            mask = os.umask(0)
            os.umask(mask)
            os.fchmod(file.fileno(), 0o666 & ~mask)
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise


def _end(process: subprocess.Popen[bytes]) -> None:
    # Asked to end, it takes its own files and processes with it.
    process.terminate()
    try:
        process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
