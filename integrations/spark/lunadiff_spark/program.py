"""The program `lunadiff`, as the driver and the executors run it."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


class ProgramError(RuntimeError):
    """A step failed; the text is what `lunadiff` said."""


@dataclass(frozen=True)
class Program:
    """`lunadiff` on whatever machine runs it: a path, or a name to be found there."""

    name: str = "lunadiff"

    def run(self, *arguments: str, directory: Path | None = None) -> int:
        """Runs a command, whose status is 0 or 1.

        Raises:
            ProgramError: where there is no such program, or it fails.
        """
        command = [self._found(), *arguments]
        ended = subprocess.run(
            command, cwd=directory, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False
        )
        if ended.returncode not in (0, 1):
            raise ProgramError(ended.stderr.strip() or f"{self.name} ended with status {ended.returncode}")
        return ended.returncode

    def _found(self) -> str:
        # `pip install lunadiff` puts it beside the interpreter, which a cluster's environment need not have on its path.
        beside = os.path.dirname(sys.executable)
        found = shutil.which(self.name, path=os.pathsep.join([os.environ.get("PATH", os.defpath), beside]))
        if found is None:
            raise ProgramError(f"{self.name}: there is no such program on {os.uname().nodename}")
        return found


@dataclass(frozen=True)
class Step:
    """A step of a plan that is done for each of its parts or shards, by number."""

    program: Program
    name: str
    plan: Path
    threads: str

    def __call__(self, number: int) -> None:
        self.program.run("shard", self.name, str(self.plan), str(number), "--threads", self.threads)
