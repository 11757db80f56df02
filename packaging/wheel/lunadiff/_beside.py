"""Two inputs beside each other: which labels and types count between them, and how both go over."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from typing import Any

from lunadiff._errors import LunaDiffError, reading
from lunadiff._kinds import described, mixed
from lunadiff._sources import Source

# Characters that would be read in a header, too.
_IN_HEADERS = {"quote", "escape", "escape_unquoted", "skip_space", "comment"}
# What means the same whether a number comes as a number or as its text.
_SAFE = {
    "show", "limit", "statistics", "no_findings", "memory", "temp", "key", "ignore", "only", "tolerance", "ignore_case", "trim", "section", "ignore_order", "moves", "duplicates",
    "strict_columns", "fail_on", "max_deleted", "max_inserted", "max_updated", "max_moved", "threads",
}  # fmt: skip
# A header of such names is no title, has no separator of its own, and no name is a path into a value.
_PLAIN_NAME = re.compile(r"[^\W\d][\w -]*")


def prepare(old: Source, new: Source, options: Mapping[str, Any], check_dtype: bool | None = None) -> None:
    """Makes two inputs ready to be compared: their labels, their types, and how they go over."""
    _count_labels(old, new, options)
    if check_dtype or check_dtype is None and "schema" in _listed(options, "fail_on"):
        new.type_notes = _type_notes(old, new, options, check_dtype is not None)
    _choose_format(old, new, options)
    if check_dtype is not False and old.format == new.format == "jsonl":
        _mark(old, new, options)


def _listed(options: Mapping[str, Any], name: str) -> list[str]:
    value = options.get(name) or ()
    return value.split(",") if isinstance(value, str) else list(value)


def _count_labels(old: Source, new: Source, options: Mapping[str, Any]) -> None:
    """Makes columns of labels of pandas that have no name, unless they are only numbers of rows.

    Whole numbers are such numbers if a key says what a record is, or if the other side has no labels.
    """
    frames: list[Any] = [source.frame for source in (old, new) if getattr(source.frame, "labels", None)]
    if not frames:
        return
    if all(frame.numbers_rows() for frame in frames):
        is_same = len(frames) == 2 and frames[0].has_labels(frames[1])
        has_own = all(frame.has_own_numbers and frame.count for frame in frames)
        # In any order, labels still say which record is which.
        if len(frames) < 2 or is_same and not (has_own and options.get("ignore_order")):
            return
        if _listed(options, "key") not in ([], ["none"]):
            new.label_notes = [_LEFT_OUT] if has_own and not is_same else []
            return
    taken, free = old.names() | new.names(), itertools.count()
    names = (name for name in ("index" if number == 0 else f"index_{number + 1}" for number in free) if name not in taken)
    called = [next(names) for _ in range(max(len(frame.labels) for frame in frames))]
    for source in (old, new):
        source.take_labels(called)


_LEFT_OUT = (
    "the indexes of old and new hold different numbers without a name, which a key leaves out: "
    "rename_axis('label') makes them a column, reset_index(drop=True) numbers the rows"
)


def _type_notes(old: Source, new: Source, options: Mapping[str, Any], is_asked: bool) -> list[str]:
    """A note for each column whose type differs."""
    if None in (old.format, new.format) or type(old.frame) is not type(new.frame):
        if not is_asked:
            return []
        hint = "give two frames of one library, or two lists of dicts"
        raise LunaDiffError("check_dtype=True compares types of one library only", code="request", hint=hint)
    with reading("the types of columns"):
        before, after = old.types(), new.types()
    renamed = _renamed(options)
    only, ignored = _columns(options, "only"), _columns(options, "ignore")
    found = []
    for name, kind in before.items():
        other = after.get(renamed.get(name, name), kind)
        if other != kind and name not in ignored and (not only or name in only):
            found.append(f"type of {name}: {kind} in old and {other} in new")
    return found


def _renamed(options: Mapping[str, Any]) -> Mapping[str, str]:
    names = options.get("rename")
    # The program refuses all else.
    return names if isinstance(names, Mapping) else {}


def _columns(options: Mapping[str, Any], name: str) -> set[str]:
    value = options.get(name) or ()
    return {value} if isinstance(value, str) else set(value)


def _mark(old: Source, new: Source, options: Mapping[str, Any]) -> None:
    """Marks values of columns in which JSON would write values of two kinds alike."""
    renamed = _renamed(options)
    before = {(renamed.get(path[0], path[0]), *path[1:]): kinds for path, kinds in old.kinds.items()}
    paths = mixed(before, new.kinds)
    if options.get("key_as") == "text":
        paths = {path for path in paths if path[0] not in _columns(options, "key")}
    new.marked = paths
    own = {name: was for was, name in renamed.items()}
    old.marked = {(own.get(path[0], path[0]), *path[1:]) for path in paths}
    new.notes += described(paths, before, new.kinds)


def _choose_format(old: Source, new: Source, options: Mapping[str, Any]) -> None:
    """Chooses how two inputs go over: as JSON Lines, or frames as CSV.

    As CSV, which the libraries of frames write fastest, if that says exactly what JSON Lines would say: columns of the same types
    on both sides, and no rule that sees whether a value is a number.
    """
    old.as_cells = new.as_cells = _fit_cells(old, new, options)
    for side, other in ((old, new), (new, old)):
        # Lines of JSON that are none have no columns.
        if (other.names() or other.format is None) and _IN_HEADERS.isdisjoint(options):
            side.as_cells = side.as_cells or bool(side.header) and all(map(_PLAIN_NAME.fullmatch, side.header))


def _fit_cells(old: Source, new: Source, options: Mapping[str, Any]) -> bool:
    if old.frame is None or new.frame is None or not _SAFE.issuperset(options):
        return False
    with reading("old"):
        old_kinds = old.frame.cell_types()
    with reading("new"):
        new_kinds = new.frame.cell_types()
    if old_kinds is None or new_kinds is None:
        return False
    for frame, kinds in ((old.frame, old_kinds), (new.frame, new_kinds)):
        # A line that is empty is no record, unless there is a second column.
        if len(frame.names) < 2 or any(name not in kinds or not _PLAIN_NAME.fullmatch(name) for name in frame.names):
            return False
    if any(kind != new_kinds.get(name, kind) for name, kind in old_kinds.items()):
        return False
    key = options.get("key", ())
    # Who explains a key names it in Python's spelling, which the libraries' own spelling of times is not.
    times = {name for name, kind in {**old_kinds, **new_kinds}.items() if "time" in kind.lower()}
    return not times if not key else times.isdisjoint(map(str, key if isinstance(key, (list, tuple)) else [key]))
