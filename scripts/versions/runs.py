"""Runs a case with two programs and compares what they do."""
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field

from .commands import random_case
from .results import differences, result_of
from .writing import write_case

SECONDS = 120


@dataclass
class Run:
    """The arguments of one step, its exit status, standard output ("") and other files, and standard error."""

    arguments: list
    status: object
    files: dict
    errors: bytes


@dataclass
class Outcome:
    """The result of a case; it has differences if the programs did different things."""

    number: int
    command: str
    features: set
    statuses: list
    differences: list = field(default_factory=list)
    changes: int = 0
    runs: dict = field(default_factory=dict)


def environment(folder):
    """The environment of both programs, without variables of the user."""
    return {
        "PATH": os.environ.get("PATH", ""), "HOME": folder, "TMPDIR": folder, "LC_ALL": "C.UTF-8", "TZ": "UTC",
        "NO_COLOR": "1", "LUNADIFF_MASK_KEY": "the same in every run of this comparison",
    }


def compare(seed, number, programs, languages, without=(), skipped=(), keep=None):
    """Runs the case of a number with both programs; None if it has a feature that is skipped."""
    case = random_case(seed, number)
    if case.features & set(skipped):
        return None
    folder = tempfile.mkdtemp(prefix="compare-versions-")
    try:
        sides = [
            run(case, program, language, os.path.join(folder, side))
            for side, program, language in zip(("old", "new"), programs, languages)]
        found = list(compared(case, *sides, without))
        outcome = Outcome(
            number, case.command, case.features, [step.status for step in sides[1]], found,
            sum(content.count(b'{"kind":') for step in sides[1] for content in step.files.values()))
        if found:
            outcome.runs = {"old": sides[0], "new": sides[1]}
            if keep:
                kept = os.path.join(keep, f"{seed}-{number}")
                shutil.rmtree(kept, ignore_errors=True)
                shutil.copytree(folder, kept)
        return outcome
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def run(case, program, language, folder):
    """Runs the steps of a case in a folder of their own, up to the first that fails."""
    written = write_case(case, language)
    for path, content in written.files.items():
        full = os.path.join(folder, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "wb") as file:
            file.write(content)
    runs = []
    variables = environment(folder)
    for step, arguments in zip(case.steps, written.commands):
        try:
            done = subprocess.run(
                [program, *arguments], cwd=folder, env=variables, stdin=subprocess.DEVNULL, capture_output=True,
                timeout=SECONDS, close_fds=False)
            status, output, errors = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired:
            status, output, errors = f"none after {SECONDS} s", b"", b""
        runs.append(Run(arguments, status, {"": output, **files_of(step, folder)}, errors))
        if status not in (0, 1):
            break
    return runs


def files_of(step, folder):
    """The content of the files that a step wrote, by the names of its results."""
    names = []
    for name in step.results:
        if name.endswith("/"):
            full = os.path.join(folder, name)
            names += [name + file for file in sorted(os.listdir(full))] if os.path.isdir(full) else []
        elif name:
            names.append(name)
    files = {}
    for name in names:
        full = os.path.join(folder, name)
        if os.path.isfile(full):
            with open(full, "rb") as file:
                files[name] = file.read()
    return files


def kind_of(step, name):
    """How the content of a file is read."""
    folder = name[:name.rfind("/") + 1]
    return step.results.get(name) or step.results.get(folder) or "text"


def compared(case, old, new, without):
    """The differences of all steps: the number of the step, a path in its result, and both values."""
    for index, (step, before, after) in enumerate(zip(case.steps, old, new)):
        if before.status != after.status or after.status not in (0, 1, 2):
            yield index, "exit status", before.status, after.status
        # A failed step only prints words, except a batch, which still has a result.
        if before.status == after.status == 2 and step.command != "batch":
            return
        for name in [*before.files, *(name for name in after.files if name not in before.files)]:
            contents = [side.files.get(name) for side in (before, after)]
            if contents[0] == contents[1]:
                continue
            if None in contents:
                yield index, name, *("(missing)" if content is None else "(there)" for content in contents)
                continue
            results = [result_of(content, kind_of(step, name), without) for content in contents]
            for place, was, now in differences(*results):
                yield index, name + place, was, now
