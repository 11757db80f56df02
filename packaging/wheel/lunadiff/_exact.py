"""Columns of a frame of changes that are taken from the inputs' own columns, with their types and every digit."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from lunadiff._sources import Source
from lunadiff._tables import key_name

Column = Any
"""A column of polars or pyarrow."""
Pick = Callable[[list[Column], Sequence[Any]], Column]
"""Takes values by their places in columns that stand one behind the other, and null by None."""


class Picker:
    """Takes values of two inputs, if both are frames of the library of which a frame is asked for."""

    def __init__(self, old: Source, new: Source, library: str, renamed: Mapping[str, str], pick: Pick) -> None:
        self._frames: list[Any] = [old.frame, new.frame]
        self._is_able = all(type(frame).__name__ == library for frame in self._frames)
        self._old_names = {new: old for old, new in renamed.items()}
        self._pick = pick

    def columns(self, rows: Mapping[str, list[Any]], key: Iterable[str], column: str | None) -> dict[str, Column]:
        """The columns of the key, and `old` and `new` where one column is asked for; none where the inputs have two types."""
        found: dict[str, Column] = {}
        if not self._is_able:
            return found
        # What a library cannot join is made of its values.
        with contextlib.suppress(Exception):
            for name in key:
                old, new = self._places(name, rows)
                places = [place if other is None else other for place, other in zip(new, old)]
                found[key_name(name)] = self._pick(self._parts(name), places)
        with contextlib.suppress(Exception):
            if column is not None:
                found |= {side: self._pick(self._parts(column), places) for side, places in zip(("old", "new"), self._places(column, rows))}
        return found

    def _both(self, name: str) -> list[Column]:
        return [frame.column(own) for frame, own in zip(self._frames, (self._old_names.get(name, name), name))]

    def _parts(self, name: str) -> list[Column]:
        parts = [part for part in self._both(name) if part is not None]
        if len({str(part.dtype if hasattr(part, "dtype") else part.type) for part in parts}) != 1:
            raise TypeError(name)
        return parts

    def _places(self, name: str, rows: Mapping[str, list[Any]]) -> tuple[list[Any], list[Any]]:
        """Where the old and the new values stand; None for what is not there."""
        old, new = self._both(name)
        first = 0 if old is None else len(old)
        sources = [None if old is None else source for source in rows["source"]]
        return sources, [None if new is None or target is None else first + target for target in rows["target"]]
