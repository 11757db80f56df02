"""Reads the consoles of a Markdown file, and of each step the facts in its output."""
import collections
import json
import re
from dataclasses import dataclass, field

from .results import CHANCE, PROSE, Object, parsed

QUOTED = re.compile(r"(?<!\w)'([^'\n]+)'(?!\w)|\"([^\"\n]*)\"|`([^`\n]+)`")
WITH_DIGIT = re.compile(r"[^\s\"'`()\[\]{},;:<>→|]*\d[^\s\"'`()\[\]{},;:<>→|]*")
ARROW = re.compile(r"(\S+) → (\S+)")
CHANGED_KEY = re.compile(r"^[~+-] (\S+)")
FILE = re.compile(r"[\w./-]+\.(?:csv|tsv|json|jsonl|lua|gz|zst|html|xlsx|zip|db|md|txt)\b")
MEMBER = re.compile(r'"[^"]*":')


@dataclass
class Step:
    """A command of a console, its exit status, and how often each fact is in its output and on standard error."""

    command: str
    status: int = 0
    output: collections.Counter = field(default_factory=collections.Counter)
    errors: collections.Counter = field(default_factory=collections.Counter)

    @property
    def first_line(self):
        return self.command.split("\n")[0]


def steps_of(text):
    """The steps of all consoles of a file, in order."""
    steps, fence, is_console, continues = [], None, False, False
    for line in text.split("\n"):
        ticks = re.match(r"`{3,}", line)
        if fence is None and ticks:
            fence, is_console = ticks.group(), line[len(ticks.group()):].strip() == "console"
            continues = False
            first = len(steps)
        elif fence is not None and line == fence:
            fence = None
        elif fence is not None and is_console:
            if continues:
                steps[-1].command += "\n" + line
            elif line.startswith(("% ", "$ ")):
                steps.append(Step(line[2:]))
            elif len(steps) > first:
                take(steps[-1], line)
                continue
            continues = line.endswith("\\")
    return steps


def take(step, line):
    """Adds the facts of a line of output to a step."""
    if re.fullmatch(r"=> -?\d+", line):
        step.status = int(line[3:])
    elif line == "2>" or line.startswith("2> "):
        step.errors.update(facts(line[3:]))
    else:
        step.output.update(facts(line))


def facts(line):
    """The numbers, quoted texts, values and names of files in a line."""
    value = json_of(line.strip().rstrip(","))
    return json_facts(value) if value is not None else text_facts(line)


def json_of(text):
    """The value of a line of JSON, or of one member of an object; None for other lines."""
    if MEMBER.match(text):
        text = "{" + text + "}"
    if not text.startswith(("{", "[")):
        return None
    try:
        return parsed(text)
    except json.JSONDecodeError:
        return None


def json_facts(value, name=""):
    if isinstance(value, (dict, Object)):
        for member, inner in value.items():
            if member in CHANCE:
                continue
            if member in PROSE:
                yield from prose_facts(inner)
            else:
                yield f"{member}:"
                yield from json_facts(inner, member)
    elif isinstance(value, list):
        for element in value:
            yield from json_facts(element, name)
    else:
        yield str(value) if isinstance(value, str) else json.dumps(value)


def prose_facts(value):
    """The facts in a member that holds sentences."""
    if isinstance(value, str):
        yield from text_facts(value)
    elif isinstance(value, list):
        for element in value:
            yield from prose_facts(element)
    else:
        yield from json_facts(value)


def text_facts(line):
    for match in QUOTED.finditer(line):
        yield next(group for group in match.groups() if group is not None)
    key = CHANGED_KEY.match(line)
    if key:
        yield key.group(1)
    rest = QUOTED.sub(" ", line)
    for old, new in ARROW.findall(rest):
        yield f"{old} → {new}"
    for name in FILE.findall(rest):
        yield name
    for match in WITH_DIGIT.findall(FILE.sub(" ", rest)):
        yield match.rstrip(".")
