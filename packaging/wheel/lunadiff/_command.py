"""One question to the program: its inputs, its rules, its options."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Iterable, Mapping
from typing import Any

from lunadiff._advice import CALLING, without_lines
from lunadiff._errors import LunaDiffError, told_error
from lunadiff._files import python_for_parquet, without_nuls
from lunadiff._options import CompareOptions, ThresholdOptions, flags
from lunadiff._program import Ended, Memory, Run
from lunadiff._sources import Source, flags_for, typical

_REPORTING = {
    *CompareOptions.__annotations__.keys() - ThresholdOptions.__annotations__.keys(),
    "fail_on", "max_deleted", "max_inserted", "max_updated", "max_moved",
}  # fmt: skip
_FIRST_SEEN = re.compile(r"(; it was first seen in record \d+) \(line \d+\)$")
_NUL = ": a NUL byte, which no text has"
_HALF = re.compile("[\ud800-\udfff]")
_SPELLED_HALF = re.compile(r"\\u[dD][89a-fA-F]")
_PLUGIN = re.compile(r"[\w.-]+:[\w.-]+")


def _is_in(place: str | None, name: str) -> bool:
    """Whether a place is in an input."""
    own = name.removesuffix(".jsonl")
    return place is not None and (place in (own, name) or place.startswith((own + ":", name + ":", name + "/")))


class Command:
    """A command of the program over inputs, which can be asked again with other arguments."""

    def __init__(self, name: str, sources: Mapping[str, Source], options: Mapping[str, Any]) -> None:
        self._name = name
        self._sources = sources
        self._options = {option: value for option, value in options.items() if value is not None}

    @property
    def old(self) -> Source:
        return self._sources["old"]

    @property
    def new(self) -> Source:
        return self._sources["new"]

    @property
    def in_memory(self) -> list[str]:
        """What is no text of somebody's, of which a line could be said."""
        return [source.shown(side) for side, source in self._sources.items() if source.format is not None]

    def own_names(self, names: Iterable[str]) -> dict[str, str]:
        """The names that hold half of a character, by what the program writes for it."""
        if not any(_SPELLED_HALF.search(name) for name in names):
            return {}
        own = {name for source in self._sources.values() for name in source.names()}
        return {spelled: name for name in own if (spelled := _HALF.sub(lambda half: f"\\u{ord(half[0]):04x}", name)) != name}

    def sample(self, column: str) -> object:
        """A value of a column, of the new side if that is in memory and has one."""
        return typical(source.sample(column) for source in reversed([*self._sources.values()]))

    def option(self, name: str) -> Any:
        """What an option was given as; None where it was not."""
        return self._options.get(name)

    def without(self, *names: str) -> Command:
        """The same without some options."""
        kept = {name: value for name, value in self._options.items() if name not in names}
        return Command(self._name, self._sources, kept)

    def explaining(self, key: tuple[str, ...] | None) -> Command:
        """The command `explain` of the same comparison, by the key that it had."""
        options = self.without(*_REPORTING)._options
        named = options.pop("key", None) or (None if "rules" in options else key)
        return Command("explain", self._sources, {**options, "key_columns": "none" if named == () else named})

    @functools.cached_property
    def as_told(self) -> Command:
        """The same, without what only the way in which inputs go over adds to the rules that a report names."""
        has_more = any(source.as_cells and source.has_nulls for source in self._sources.values())
        return self._as_lines() if has_more else self

    @functools.cached_property
    def as_values(self) -> Command:
        """The same, with inputs that go over with the types of their values."""
        return self._as_lines() if any(source.as_cells for source in self._sources.values()) else self

    def _as_lines(self, has_marks: bool = True) -> Command:
        sources = {name: source.as_lines(has_marks) for name, source in self._sources.items()}
        return Command(self._name, sources, self._options)

    def recorded(self) -> bytes:
        """The comparison as `patch` needs it, of inputs as `patch` gets them."""
        return self.without("show", "limit")._as_lines(has_marks=False)("--format=jsonl", "--patchable").output

    def close(self) -> None:
        """Gives back the memory of inputs."""
        for source in (source for command in (self, self.as_told, self.as_values) for source in command._sources.values()):
            if source.format is not None:
                source.close()

    def text(self, *arguments: str) -> str:
        """What the program writes, as text; a byte that is no UTF-8 stays as Python has such bytes."""
        return os.fsdecode(self(*arguments).output)

    def __call__(self, *arguments: str) -> Ended:
        """Runs the command, and raises what it refuses."""
        try:
            ended = self.attempt(*arguments)
        except LunaDiffError as error:
            # What a library cannot write as CSV goes over as all else.
            if error.code == "input" and any(source.as_cells for source in self._sources.values()):
                return self._as_lines()(*arguments)
            raise
        if ended.status in (0, 1):
            return ended
        if any(source.as_cells for source in self._sources.values()):
            # What CSV cannot say, JSON Lines can, as a NUL; else its errors count lines as records are counted.
            return self._as_lines()(*arguments)
        inputs = [source.shown(side).removesuffix(".jsonl") if source.format else source.shown(side) for side, source in self._sources.items()]
        said = without_lines(ended.said, self.in_memory, CALLING)
        raise self._of_inputs(told_error(said, inputs, [name for name, _ in self._rules]))

    def _of_inputs(self, error: LunaDiffError) -> LunaDiffError:
        """An error that is true of its input: what is in memory has no lines, and the shell's remedies are for files of text."""
        source = next((source for side, source in self._sources.items() if _is_in(error.place, source.shown(side))), None)
        first, line, rest = error.message.partition("\n")
        hint = error.hint
        if source is not None and source.format is not None:
            first = _FIRST_SEEN.sub(r"\1", first)
        if source is not None and source.file is not None and _NUL in first:
            file = re.sub(r":\d+\Z", "", error.place or "") if isinstance(source.file, str) else source.file
            hint = without_nuls(file, hint)
        return LunaDiffError(first + line + rest, code=error.code, place=error.place, hint=hint)

    def attempt(self, *arguments: str) -> Ended:
        """Runs the command, whatever its status."""
        with Run() as run:
            if self._name == "batch" or any(source.may_be_parquet for source in self._sources.values()):
                run.use_python(python_for_parquet())
            paths = [source.place(run, name) for name, source in self._sources.items()]
            rules = [f"--rules={run.path(made, name) if made else name}" for name, made in self._rules]
            reading = flags_for(self._sources.items())
            return run(self._name, *reading, *rules, *flags(self._options), *arguments, "--", *paths)

    @functools.cached_property
    def _rules(self) -> list[tuple[str, Memory | None]]:
        """Each file of rules by its name, and what is in it where it is text that was given."""
        rules = self._options.get("rules", ())
        found: list[tuple[str, Memory | None]] = []
        for rule in rules if isinstance(rules, (list, tuple)) else [rules]:
            if isinstance(rule, os.PathLike):
                found.append((os.fspath(rule), None))
            elif not isinstance(rule, str):
                raise LunaDiffError(f"rules of type {type(rule).__name__} are none", code="request", hint="give a path or Lua text")
            elif rule.endswith(".lua") and "\n" not in rule or _PLUGIN.fullmatch(rule):
                found.append((rule, None))
            elif "\n" not in rule and os.path.isfile(rule):
                message = f"{rule} is a file, and no Lua"
                raise LunaDiffError(message, code="request", place=rule, hint="pathlib.Path(…) makes a path of a name that does not end in .lua")
            else:
                found.append((f"rules {len(found) + 1}" if found else "rules", Memory([rule.encode(errors="surrogatepass")])))
        return found
