"""What explains many changes at once, and what to type next: in Python what the command line would say by flags."""

from __future__ import annotations

import contextlib
import re
import shlex
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from lunadiff._words import in_python

_NOTES = {"text": "note: ", "table": "note: ", "summary": "note: ", "markdown": "\nNote: "}
"""How a note begins in the reports for people, of which those for terminals have an advice on a line of its own, too."""


@dataclass(frozen=True)
class Finding:
    """What explains many changes at once: docs/findings.md."""

    kind: str
    text: str
    changes: int
    """How many changes it explains."""
    of: int
    """Of how many."""
    columns: tuple[str, ...]
    advice: tuple[str, ...]
    """Flags of the command line to add, or another command."""
    sample: bool
    """Whether only some were looked at."""
    instead: tuple[str, ...] = ()
    """Flags of the comparison that the advice stands in place of."""

    @property
    def options(self) -> dict[str, Any] | None:
        """The advice as options of `compare`; None where there is none, or where it is another command, as `learn`."""
        return _options(self.advice) or None


def finding(said: dict[str, Any]) -> Finding:
    """A finding as the JSON result has it."""
    return Finding(
        said["kind"],
        said["text"],
        said["changes"],
        said["of"],
        tuple(said["columns"]),
        tuple(said.get("try", ())),
        said.get("sample", False),
        tuple(said.get("instead", ())),
    )


# The lines of an explanation in which records are named, and no values stand.
_NAMING = re.compile(r"^(?:\S|  partner:).*$", re.MULTILINE)
CALLING = re.compile(r"^  in function .*$", re.MULTILINE)
"""The line of an error that names the records with which a function was called."""


def without_lines(explanation: str, sides: Collection[str], naming: re.Pattern[str] = _NAMING) -> str:
    """A text whose records of some sides have no lines: what was in memory has none that a reader could look up."""
    place = re.compile(rf"(?<!\S)({'|'.join(map(re.escape, sides))}) record (\d+) \(line \d+\)")
    return naming.sub(lambda line: place.sub(r"\1 record \2", line[0]), explanation) if sides else explanation


# The text begins so, and may be cut off at its end.
_SAME = 80


def for_python(report: str, format: str, findings: Sequence[Finding], notes: Collection[str]) -> str:
    """A report whose advice of flags is arguments of `compare` (a whole command, as of files, stays), with notes that the program does not know."""
    if format not in _NOTES:
        return report
    report = _with_pythons_advice(report, findings)
    # Spaces at the end of a value are dots there.
    lines = (line.rstrip(" ") for line in report.split("\n"))
    return "\n".join(lines) + "".join(f"{_NOTES[format]}{note}\n" for note in notes)


def _with_pythons_advice(report: str, findings: Sequence[Finding]) -> str:
    advising = {found.text[:_SAME]: found for found in findings if found.advice}
    told: list[str] = []
    found = None
    for line in report.split("\n"):
        if found is not None and not line.startswith("  lunadiff "):
            if line.startswith("  -"):
                options = found.options or _typed(line)
                line = line if options is None else "  compare(…, " + ", ".join(f"{name}={value!r}" for name, value in options.items()) + ")"
            elif found.advice == ("learn",):
                told.append("  learn(…)")
        told.append(in_python(line) if line.startswith(("note: ", "warning: ", "moved: ", "Note: ")) else line)
        title, _, text = line.partition(": ")
        found = advising.get(text[:_SAME]) if title == "finding" else None
    return "\n".join(told)


def _typed(line: str) -> dict[str, Any] | None:
    """Flags of one finding that `learn` knows more of, as options; None of those that only a shell reads as they are."""
    with contextlib.suppress(ValueError):
        return None if "$" in line else _options(shlex.split(line))
    return None


_NAMES = re.compile(r"((?:[^\\,]|\\.)*)(?:,|$)")


def _options(advice: Sequence[str]) -> dict[str, Any] | None:
    """Flags as options of `compare`; None where there is one that is no flag of an advice."""
    words = [part for word in advice for part in (word.split("=", 1) if word.startswith("--") else [word])]
    said: dict[str, list[Any]] = {}
    while words:
        flag = words.pop(0).lstrip("-")
        if flag == "ignore-order":
            said["ignore_order"] = [True]
        elif flag in _FLAGS and words:
            name, spelled = _FLAGS[flag]
            said.setdefault(name, []).extend(spelled(words.pop(0)))
        else:
            return None
    return {name: values[0] if len(values) == 1 else _joined(values) for name, values in said.items()}


def _joined(values: list[Any]) -> Any:
    """Several values of an option: one dict of several."""
    return {name: value for pair in values for name, value in pair.items()} if isinstance(values[0], dict) else values


def _columns(text: str) -> list[Any]:
    names = [part for part in _NAMES.findall(text) if part] if text else []
    return [_unescaped(name) for name in names]


def _pair(text: str) -> list[Any]:
    first, second = re.split(r"(?<!\\)=", text, maxsplit=1)
    return [{_unescaped(first): _unescaped(second)}]


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


_FLAGS = {
    "k": ("key", _columns),
    "key": ("key", _columns),
    "ignore": ("ignore", _columns),
    "eval": ("rules", lambda text: [text]),
    "rename": ("rename", _pair),
    "normalize": ("normalize", _pair),
    "old-normalize": ("old_normalize", _pair),
    "new-normalize": ("new_normalize", _pair),
}
