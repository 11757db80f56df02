"""The program `lunadiff`, as the driver and the executors run it."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO


class ProgramError(RuntimeError):
    """A comparison cannot be made; the text is what `lunadiff` said."""


@dataclass(frozen=True)
class Program:
    """`lunadiff` on whatever machine runs it: a path, or a name to be found there."""

    name: str = "lunadiff"
    settings: dict[str, str] = field(default_factory=dict)
    """Variables of the environment that it is run with."""

    def run(
        self,
        *arguments: str,
        directory: str | Path,
        output: IO[bytes] | int = subprocess.PIPE,
        statuses: tuple[int, ...] = (0,),
    ) -> bytes:
        """What a command prints that ends with one of `statuses`.

        Raises:
            ProgramError: where there is no such program, or it says that something is wrong.
            OSError: where it was killed, or has no memory, so that another attempt may succeed.
        """
        command = [self._found(), *arguments]
        ended = subprocess.run(
            command, cwd=directory, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.PIPE, env={**os.environ, **self.settings}, check=False
        )
        if ended.returncode == 2:
            raise ProgramError(ended.stderr.decode(errors="replace").strip().removeprefix("lunadiff: "))
        if ended.returncode not in statuses:
            said = ended.stderr.decode(errors="replace").strip()
            raise OSError(f"{self.name} ended with status {ended.returncode} on {os.uname().nodename} {said}".rstrip())
        return ended.stdout or b""

    def _found(self) -> str:
        # `pip install lunadiff` puts it beside the interpreter, which a cluster's environment need not have on its path.
        beside = os.path.dirname(sys.executable)
        folders = filter(os.path.isabs, [*os.get_exec_path(), beside])
        found = shutil.which(self.name, path=os.pathsep.join(folders))
        if found is None:
            raise ProgramError(f"{self.name}: there is no such program on {os.uname().nodename}")
        return found
