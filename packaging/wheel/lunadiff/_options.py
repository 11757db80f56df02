"""Options: the flags of the command line, by their names with underscores."""

from __future__ import annotations

import difflib
import inspect
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Union

from lunadiff._errors import LunaDiffError

if TYPE_CHECKING:
    from typing_extensions import TypedDict
else:
    from typing import TypedDict

Columns = Union[str, Sequence[str]]
"""One column by its name, or several."""
Amount = Union[int, float, Decimal, str]
"""A number, or a text such as `1%` or `2G`."""
Limit = Union[Amount, Mapping[str, Amount]]
"""How many changes do not count, or how many by column, path or `section:NAME`; `1%..5%` warns first."""
Listed = Union[Amount, Mapping[str, Amount]]
"""How many changes of each kind are printed, or how many of some kinds: `{"updated": 20}`."""
Rules = Union[str, "os.PathLike[str]", Sequence[Union[str, "os.PathLike[str]"]]]
"""The path of a rules file, or rules as Lua text; of several, later ones override earlier ones.

A text that ends in `.lua` is a path, one as `plugin:name` rules of a plug-in, and every other is Lua.
"""


class InputOptions(TypedDict, total=False):
    """How inputs that are files or bytes are read: docs/formats.md."""

    input_format: str | None
    input_option: Mapping[str, str] | None
    delimiter: str | None
    quote: str | None
    escape: str | None
    escape_unquoted: bool | None
    skip_space: bool | None
    comment: str | None
    no_header: bool | None
    columns: Columns | None
    rename_headers: bool | None
    null: Columns | None
    encoding: str | None
    skip_lines: int | None
    skip_last_lines: int | None
    ragged: Literal["error", "pad", "skip"] | None
    at: str | None
    input_limit: Amount | None
    threads: int | None


class RuleOptions(InputOptions, total=False):
    """What makes two records the same, their content equal, and what functions in Lua may use: docs/rules.md."""

    key: Columns | None
    key_as: Literal["text", "number"] | None
    rules: Rules | None
    ignore: Columns | None
    only: Columns | None
    tolerance: Union[Amount, Mapping[str, Amount]] | None
    ignore_case: bool | None
    trim: bool | None
    normalize: Mapping[str, Columns] | None
    old_normalize: Mapping[str, Columns] | None
    new_normalize: Mapping[str, Columns] | None
    list: Mapping[str, Columns] | None
    json_column: Columns | None
    rename: Mapping[str, str] | None
    section: str | None
    elements: str | None
    section_key: Columns | None
    ignore_order: bool | None
    moves: Literal["minimal", "heckel"] | None
    duplicates: Literal["match", "pair", "error"] | None
    strict_columns: bool | None
    mask: Columns | None
    no_project: bool | None
    plugin: Columns | None
    memory_limit: Amount | None
    time_limit: Amount | None
    instruction_limit: int | None
    no_compile: bool | None


class FilePairOptions(RuleOptions, total=False):
    """Of two files: how one is read unlike the other."""

    old_format: str | None
    old_option: Mapping[str, str] | None
    old_delimiter: str | None
    old_no_header: bool | None
    old_columns: Columns | None
    old_encoding: str | None
    old_skip_lines: int | None
    old_skip_last_lines: int | None
    old_at: str | None
    new_format: str | None
    new_option: Mapping[str, str] | None
    new_delimiter: str | None
    new_no_header: bool | None
    new_columns: Columns | None
    new_encoding: str | None
    new_skip_lines: int | None
    new_skip_last_lines: int | None
    new_at: str | None


class PairOptions(FilePairOptions, total=False):
    """Of two inputs: whether types count. Without `check_dtype`, only values of kinds that never are the same differ."""

    check_dtype: bool | None


class ThresholdOptions(FilePairOptions, total=False):
    """What counts as different: docs/batch.md."""

    fail_on: Columns | None
    max_deleted: Limit | None
    max_inserted: Limit | None
    max_updated: Limit | None
    max_moved: Limit | None
    accept: str | None


class CompareOptions(ThresholdOptions, PairOptions, total=False):
    """Options of `compare`: what is listed, and what the work may use."""

    show: Columns | None
    limit: Listed | None
    statistics: bool | None
    no_findings: bool | None
    memory: Amount | None
    temp: str | None


class ProbeOptions(PairOptions, total=False):
    """Options of `probe`."""

    candidate: Union[str, Sequence[Columns]] | None
    suggest: bool | None
    max_columns: int | None
    truth: str | None


class PatchOptions(InputOptions, total=False):
    """Options of `patch`."""

    reverse: bool | None
    keep_columns: bool | None
    exact: bool | None


class MergeOptions(RuleOptions, total=False):
    """Options of `merge`."""

    favor: Literal["none", "ours", "theirs"] | None


class BatchOptions(ThresholdOptions, total=False):
    """Options of `batch`."""

    pattern: Columns | None
    recursive: bool | None
    report: str | None
    output_dir: str | None
    history: str | None
    night: str | None
    no_findings: bool | None


_HELP = "help(lunadiff.compare) tells what options take"
# Given again for each of their values; all other lists are one value with commas.
_REPEATED = {"null", "plugin", "candidate", "pattern"}
_LISTS = {
    "key", "key_columns", "ignore", "only", "json_column", "section_key", "mask", "columns", "old_columns", "new_columns", "candidate",
}  # fmt: skip
# Of these a list without names says nothing; a key or a choice of columns without one is a mistake.
_MAY_BE_EMPTY = {"ignore", "json_column", "mask"}


# What others call an option; the command line has a flag for Lua text, which is here what rules may be.
_MEANT = {
    "eval": "rules", "on": "key", "by": "key", "keys": "key", "rtol": "tolerance", "atol": "tolerance", "rel_tol": "tolerance", "abs_tol": "tolerance",
    "exclude": "ignore",
}  # fmt: skip
_Function = TypeVar("_Function", bound=Callable[..., Any])


def taking(known: type) -> Callable[[_Function], _Function]:
    """Lists a function's options in its signature, from which `help` and notebooks know them."""

    def with_options(function: _Function) -> _Function:
        signature = inspect.signature(function)
        own = [parameter for parameter in signature.parameters.values() if parameter.kind is not parameter.VAR_KEYWORD]
        options = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=getattr(kind, "__forward_arg__", kind))
            for name, kind in sorted(known.__annotations__.items())
        ]
        setattr(function, "__signature__", signature.replace(parameters=[*own, *options]))
        return function

    return with_options


def check(options: Mapping[str, Any], known: type) -> None:
    """Refuses options that are none, and what no other process can call."""
    names = sorted(known.__annotations__)
    for name, value in options.items():
        _refuse_functions(name, value)
        if name in names:
            _refuse_kinds(name, value, known)
        else:
            meant = _MEANT.get(name)
            near = [meant] if meant in names else difflib.get_close_matches(name, names, n=1)
            raise LunaDiffError(
                f"there is no option {name!r}",
                code="request",
                hint=f"did you mean {near[0]!r}?" if near else "there are: " + ", ".join(names),
            )


def _refuse_kinds(name: str, value: object, known: type) -> None:
    annotation = known.__annotations__[name]
    kind = str(getattr(annotation, "__forward_arg__", annotation)).removesuffix(" | None")
    if kind == "bool":
        if not isinstance(value, (bool, type(None))):
            raise _refused(f"{name} takes True or False, and no {type(value).__name__}")
    elif value is True:
        raise _refused(f"{name} is no switch: it needs a value")
    elif isinstance(value, Mapping):
        _refuse_mapping(name, value, kind)
    elif isinstance(value, Iterable) and not isinstance(value, (str, list, tuple)):
        hint = "decode() makes a text of it" if isinstance(value, bytes) else "list(…) makes a list of it, sorted(…) one in order"
        raise _refused(f"{name} takes a text or a list of texts, and no {type(value).__name__}", hint)


def _refuse_mapping(name: str, value: Mapping[object, object], kind: str) -> None:
    if kind == "Rules":
        raise _refused(f"rules of type {type(value).__name__} are none", "give a path or Lua text")
    if "Mapping" not in kind and kind not in ("Limit", "Listed"):
        raise _refused(f"{name} takes a text or a list of texts, and no {type(value).__name__}", "list(…) makes a list of its names")
    for key in value:
        if not isinstance(key, str):
            raise _refused(f"{name}: a name is a text, and no {type(key).__name__}", f"{str(key)!r} is one")


def _refused(message: str, hint: str = _HELP) -> LunaDiffError:
    return LunaDiffError(message, code="request", hint=hint)


def _refuse_functions(name: str, value: object) -> None:
    if callable(value):
        raise LunaDiffError(
            f"{name}: a Python function cannot be a rule: records are compared in another process, on all cores",
            code="request",
            hint="say it in Lua, as in rules='return { equal = { price = function(old, new) return old == new end } }'",
        )
    members = value.values() if isinstance(value, Mapping) else value if isinstance(value, (list, tuple)) else ()
    for member in members:
        _refuse_functions(name, member)


def flags(options: Mapping[str, Any]) -> list[str]:
    """The arguments that say options; `rules` are files, and no matter of this."""
    return [argument for name, value in options.items() if name != "rules" for argument in _flag(name, value)]


def _flag(name: str, value: Any) -> list[str]:
    flag = "--" + name.replace("_", "-")
    if value is None or value is False or name in _MAY_BE_EMPTY and value in ([], ()):
        return []
    if value is True:
        return [flag]
    if isinstance(value, Mapping):
        if name == "limit":
            return [f"{flag}=" + ",".join(f"{kind}={count}" for kind, count in value.items())]
        if name.endswith("option"):
            return [f"{flag}={key}={text}" for key, text in value.items()]
        members = {key: joined(member, name == "list") for key, member in value.items()}
        return [f"{flag}={_escaped(key, '=')}={_escaped(member, '=')}" for key, member in members.items()]
    if name in _REPEATED:
        values = [value] if isinstance(value, str) else value
        # Apart from the flag, since what is empty cannot stand behind an equals sign.
        return [word for member in values for word in (flag, joined(member, name in _LISTS))]
    return [f"{flag}={joined(value, name in _LISTS)}"]


def joined(value: Any, escapes: bool) -> str:
    """A value's text; several have commas between them, and names that hold one have it escaped."""
    if isinstance(value, (list, tuple)):
        return ",".join(_escaped(str(part), ",") for part in value)
    return _escaped(value, ",") if escapes and isinstance(value, str) else str(value)


def _escaped(text: str, separator: str) -> str:
    return text.replace("\\", "\\\\").replace(separator, "\\" + separator)
