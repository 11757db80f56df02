"""Which input an option is about that says how text is read: what is in memory is not read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Union

from lunadiff._errors import LunaDiffError
from lunadiff._files import format_of, has_project, typed
from lunadiff._options import InputOptions, joined
from lunadiff._sources import Source

# Options for both inputs, by what the same is called for one of them: old_format.
_SIDED = {
    "input_format": "format", "input_option": "option", "delimiter": "delimiter", "no_header": "no_header", "columns": "columns",
    "encoding": "encoding", "skip_lines": "skip_lines", "skip_last_lines": "skip_last_lines", "at": "at",
}  # fmt: skip
# These two hold for what is in memory, too.
_OF_TEXT = InputOptions.__annotations__.keys() - {"threads", "input_limit"}
Options = Mapping[str, Any]


def read(old: Source, new: Source, options: Options) -> Options:
    """Reads files whose values have types, where the other side is in memory; gives the options that are left to say."""
    options = {name: value for name, value in options.items() if value is not None and value is not False}
    options = read_beside(old, new, "old", options)
    options = read_beside(new, old, "new", options)
    return _of_files(old, new, options)


def read_beside(source: Source, other: Source, side: str, options: Options) -> Options:
    """Reads a file whose values have types, where the other side is in memory; gives the options that are left to say."""
    file = source.file
    format = None if file is None else format_of(file)
    if file is None or other.format is None or format is None:
        return options
    named = f"{side}_option" if options.get(f"{side}_option") else "input_option"
    reader = options.get(named) or {}
    other_format = next((name for name in (f"{side}_format", "input_format") if options.get(name, format) != format), None)
    found, reason = None, f"because of {other_format or 'null'}"
    if other_format is None and "null" not in options:
        reason = "because of a project in a folder above it, which no_project=True leaves out"
        if options.get("no_project") or isinstance(file, bytes) or not has_project(file):
            found, reason = typed(file, format, _chosen(reader), other.frame, named), "since no library that reads it is there"
    if found is None:
        source.notes.append(f"the values of {source.shown(side)} were read as texts, {reason}")
        return options
    source.hold(found)
    own = {f"{side}_option", "input_option", f"{side}_format", "input_format"}
    return {name: value for name, value in options.items() if name not in own}


def _chosen(option: Union[str, list[str], Mapping[str, str]]) -> Mapping[str, str]:
    """The options of a reader by their names, which may come as a text, too."""
    if isinstance(option, Mapping):
        return option
    name, _, value = joined(option, False).partition("=")
    return {name: value}


def _of_files(old: Source, new: Source, options: Options) -> Options:
    """Options of reading as those of the side that is read, if the other one is not."""
    for side, source in (("old", old), ("new", new)):
        own = [name for name in options if name in {f"{side}_{option}" for option in _SIDED.values()}]
        if own and source.format is not None:
            raise _unread(own[0], source.shown(side))
    if old.format is not None and new.format is not None:
        idle = [name for name in options if name in _OF_TEXT]
        if idle:
            raise _unread(idle[0], f"{old.shown('old')} and {new.shown('new')}")
    if (old.format is None) == (new.format is None):
        return options
    side = "old" if old.format is None else "new"
    sided = {f"{side}_{_SIDED[name]}": value for name, value in options.items() if name in _SIDED}
    return {**sided, **{name: value for name, value in options.items() if name not in _SIDED}}


def _unread(option: str, names: str) -> LunaDiffError:
    instead = "; only=[…] compares some of the columns" if option.endswith("columns") else ""
    files = "files" if option.endswith(("_format", "_option")) else "files of text"
    message = f"{option} is for {files} and for bytes, unlike {names}"
    return LunaDiffError(message, code="request", hint=f"leave {option} out{instead}")
