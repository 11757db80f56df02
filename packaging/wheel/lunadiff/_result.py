"""What a comparison came to."""

from __future__ import annotations

import difflib
import functools
import html
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lunadiff import _tables
from lunadiff._advice import finding, for_python, without_lines
from lunadiff._changes import Change, ChangeReader, Changes
from lunadiff._command import Command
from lunadiff._errors import LunaDiffError, answering
from lunadiff._exact import Pick, Picker
from lunadiff._keys import key_arguments, key_parts
from lunadiff._kinds import marked
from lunadiff._options import Listed, flags, joined
from lunadiff._program import write_whole
from lunadiff._values import parse
from lunadiff._words import in_python

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

# What a page in a notebook lists of each kind: the notebook's file holds the page.
_PAGE_LIMIT = 1000
# What is printed of each kind.
_PRINTED = 50
# Reports in which all values are texts, however they are compared.
_OF_TEXTS = {"text", "table", "summary", "markdown", "html", "csv", "xlsx", "junit", "github", "sarif"}


@dataclass(frozen=True)
class Summary:
    """How many records of each kind there are; one that is updated and moved counts as both."""

    deleted: int
    inserted: int
    updated: int
    moved: int
    unchanged: int


@dataclass(frozen=True)
class Stage:
    """Numbers of records that are updated, deleted, inserted, and moved from one to another: docs/results.md.

    Stages, applied in order, turn the old side into the new one. With sections, a number is `[section, element]`.
    """

    updated: list[Any]
    deleted: list[Any]
    inserted: list[Any]
    moved: list[Any]
    sections: Stage | None = None
    """What happens to the sections themselves, where there are any."""


def _stage(said: dict[str, Any]) -> Stage:
    if "elements" in said:
        return Stage(**said["elements"], sections=Stage(**said["sections"]))
    return Stage(**said)


class Explanation:
    """Why records are paired, equal or moved, or why not: docs/explain.md. As a text it is what `lunadiff explain` prints."""

    def __init__(self, command: Command, arguments: list[str]) -> None:
        self._command = command
        self._arguments = arguments
        self.text = without_lines(command.text(*arguments), command.in_memory)
        """The explanation, for a person."""

    @functools.cached_property
    def data(self) -> list[dict[str, Any]]:
        """The same for programs, a dict for each pair or record, as docs/explain.md has it."""
        with answering():
            explanations: list[dict[str, Any]] = parse(self._command(*self._arguments, "--format=json").output)["explanations"]
        for said in explanations:
            for name, source in (("source", self._command.old), ("target", self._command.new)):
                if source.format is not None:
                    said.get(name, {}).pop("line", None)
        return explanations

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__


def _explained(command: Command, readings: list[list[Any]]) -> Explanation | None:
    """By the text of the key that there is, or with the error of the likeliest one; None where no argument can hold the key."""
    unknown: list[LunaDiffError] = []
    for arguments in (arguments for parts in readings for arguments in key_arguments(parts)):
        try:
            return Explanation(command, arguments)
        except LunaDiffError as error:
            if " is no key: " in error.message:
                hint = "explain((…, …)) takes a tuple with a value for each of them"
                raise LunaDiffError(error.message, code=error.code, hint=hint) from None
            if not error.message.startswith("no record of "):
                raise
            unknown.append(error)
    if unknown:
        raise unknown[0]
    return None


class Result:
    """What a comparison came to. What is asked of files later is asked of them as they are then."""

    def __init__(self, command: Command) -> None:
        self._command = command
        ended = command("--format=jsonl")
        with answering():
            first, *self._listed, last = ended.output.splitlines()
            self._header: dict[str, Any] = parse(first)
            counts: dict[str, Any] = parse(last)["summary"]
            summary = Summary(*(counts[name] for name in Summary.__dataclass_fields__))
            columns: dict[str, list[str]] = self._header["columns"]
        self.same = ended.status == 0 and not command.new.type_notes
        """Whether the two are the same under the rules, and under thresholds such as `max_updated`."""
        self.summary = summary
        """How many records of each kind there are."""
        self.statistics = counts.get("columns", {})
        """With `statistics=True`, how each column changed, as docs/results.md has it."""
        self.findings = tuple(map(finding, self._header.get("findings", ())))
        """What explains many changes at once."""
        shown = command.option("show")
        left_out = () if shown is None else (f"show: changes, frames and reports list what was {joined(shown, False)} alone",)
        self._own_notes = (*left_out, *command.old.notes, *command.new.notes, *command.new.label_notes, *command.new.type_notes)
        told = map(in_python, (*self._header.get("notes", ()), *self._header.get("warnings", ())))
        self.notes = tuple(dict.fromkeys((*told, *self._own_notes)))
        """What is to be known: what reading let through, which rules did nothing."""
        key = self._header.get("key")
        names = command.own_names([name for names in columns.values() for name in names])
        self._names = names
        self.key: tuple[str, ...] | None = None if key is None else tuple(names.get(name, name) for name in key["columns"])
        """The columns that identify a record: none for whole records; None where a function does."""
        self.columns = {side: [names.get(name, name) for name in called] for side, called in columns.items()}
        """The columns that both sides have, `common`, and those that were `deleted` and `inserted`."""

    @functools.cached_property
    def changes(self) -> Changes:
        """The changes, each read when it is asked for."""
        lines = self._listed
        if self._command.option("limit") is not None:
            # That is a matter of what is printed alone.
            lines = self._command.without("limit")("--format=jsonl", "--no-findings").output.splitlines()[1:-1]
        return self._read(lines, has_none=False)

    def _read(self, lines: list[bytes], has_none: bool) -> Changes:
        return Changes(lines, ChangeReader(self._command.old, self._command.new, self._header, self._names, has_none))

    def report(
        self, format: str = "text", *, limit: Listed | None = None, format_option: Mapping[str, str] | None = None
    ) -> str:
        """A report of the command line: `text`, `table`, `summary`, `markdown`, `csv`, `junit`, `jsonpatch` …

        Formats of plug-ins may take options: `report("sql", format_option={"table": "prices"})`.
        """
        if format == "xlsx":
            raise LunaDiffError("a workbook is no text", code="request", hint="to_xlsx(path) writes one")
        if not isinstance(format_option, (Mapping, type(None))):
            message = f"format_option takes a dict, and no {type(format_option).__name__}"
            raise LunaDiffError(message, code="request", hint="{'table': 'prices'} names a value")
        options = flags({"format_option": format_option})
        report = self._reporting(format).text(f"--format={format}", *options, *self._limits(limit))
        if self._command.new.type_notes:
            report = report.replace("\nno differences\n", "\nno values differ, but types do\n", 1)
        return for_python(report, format, self.findings, self._own_notes)

    def to_xlsx(self, path: str | os.PathLike[str], *, limit: int | None = None) -> None:
        """Writes a workbook, with a sheet for each kind of change, whole or not at all."""
        workbook = self._reporting("xlsx")("--format=xlsx", *self._limits(limit)).output
        write_whole(workbook, os.path.abspath(os.fspath(path)))

    def to_html(self, path: str | os.PathLike[str], *, limit: int | None = None) -> None:
        """Writes the page: one file with everything in it, whole or not at all."""
        page = self._reporting("html")("--format=html", *self._limits(limit)).output
        write_whole(page, os.path.abspath(os.fspath(path)))

    def _reporting(self, format: str) -> Command:
        """The command that reports, to programs with the types of values: only results in JSON have statistics of columns in them."""
        told = (self._command.as_told if format in _OF_TEXTS else self._command.as_values).without("limit")
        return told if format in ("json", "jsonl") else told.without("statistics")

    @staticmethod
    def _limits(limit: Listed | None) -> list[str]:
        return flags({"limit": limit})

    def _repr_html_(self) -> str:
        page = html.escape(self.report("html", limit=_PAGE_LIMIT), quote=True)
        # The page runs its scripts apart from the notebook's.
        return (
            '<iframe sandbox="allow-scripts allow-downloads allow-popups" width="100%" height="640" '
            f'style="border:0" srcdoc="{page}"></iframe>'
        )

    def explain(self, key: object) -> Explanation:
        """Why a record is what it is: by its key (a tuple where that has several columns), or a change."""
        command = self._command.explaining(self.key)
        if isinstance(key, Change):
            change: Change | None = key
        else:
            readings = [self._with_marks(parts) for parts in key_parts(key, self.key)]
            explained = _explained(command, readings)
            if explained is not None:
                return explained
            change = next((change for change in self.changes if list(change.key) in readings), None)
        if change is None:
            message = f"no record that changed has the key {key!a:.80}, and among all others none is found by such characters"
            raise LunaDiffError(message, code="request", hint="explain(change) takes what changes has")
        side, row = ("old", change.source) if change.source is not None else ("new", change.target)
        return Explanation(command, [f"--record={side}:{(row or 0) + 1}"])

    def _with_marks(self, parts: list[Any]) -> list[Any]:
        """The values of a key as they went over."""
        paths = self._command.old.marked | self._command.new.marked
        names = self.key or ()
        return [marked(part) if (name,) in paths else part for name, part in zip(names, parts)] if len(names) == len(parts) else parts

    @functools.cached_property
    def stages(self) -> tuple[Stage, ...]:
        """The stages that turn the old side into the new one."""
        whole = self._command.without("show", "limit")
        said = parse(whole("--format=json", "--stages", "--limit=0", "--no-findings").output)
        return tuple(map(_stage, said["stages"]))

    def to_pandas(self, column: str | None = None) -> pandas.DataFrame:
        """The changes as a frame of pandas, a row for each value that differs: docs/python.md has its columns."""
        import pandas

        # Each value of the data stays the object that it is.
        rows = self._rows(column, has_none=False)
        own = {"source": "Int64", "target": "Int64", "moved": "bool"}
        return pandas.DataFrame({name: pandas.Series(values, dtype=own.get(name, "object")) for name, values in rows.items()})

    def to_polars(self, column: str | None = None) -> polars.DataFrame:
        """The changes as a frame of polars; `old` and `new` are texts, or values where one column is asked for."""
        import polars

        from lunadiff._polars import picked

        def make(columns: dict[str, list[Any]]) -> polars.DataFrame:
            return polars.DataFrame(columns, strict=True, infer_schema_length=None)

        rows, exact = self._rows_with(column, "PolarsFrame", picked)
        made = _tables.made(make, rows, column, self._sample)
        return made.with_columns([values.alias(name) for name, values in exact.items()])

    def to_arrow(self, column: str | None = None) -> pyarrow.Table:
        """The changes as a table of pyarrow; `old` and `new` are texts, or values where one column is asked for."""
        import pyarrow

        from lunadiff._arrow import picked

        rows, exact = self._rows_with(column, "ArrowFrame", picked)
        made = _tables.made(pyarrow.table, rows, column, self._sample)
        for name, values in exact.items():
            made = made.set_column(made.column_names.index(name), name, values)
        return made

    def _rows_with(self, column: str | None, library: str, pick: Pick) -> tuple[dict[str, list[Any]], dict[str, Any]]:
        """The columns as values, and those that are the inputs' own."""
        rows = self._rows(column, has_none=True)
        picker = Picker(self._command.old, self._command.new, library, self._renamed, pick)

        def is_shown(name: str, *made: str) -> bool:
            # A column that is masked may be asked for by another name.
            stars = (isinstance(value, str) and value.startswith("***") for of in made for value in rows[of])
            return not self._is_masked(name) and not any(stars)

        key = [name for name in self.key or () if is_shown(name, _tables.key_name(name))]
        exact = picker.columns(rows, key, column if column is not None and is_shown(column, "old", "new") else None)
        return {name: [None] * len(values) if name in exact else values for name, values in rows.items()}, exact

    @property
    def _renamed(self) -> Mapping[str, str]:
        """What columns of the old side are called on the new one."""
        renamed: Mapping[str, str] = self._header.get("rules", {}).get("rename", {})
        return renamed

    def _is_masked(self, column: str) -> bool:
        return column in self._header.get("rules", {}).get("mask", ())

    def _sample(self, column: str) -> object:
        # What is masked is a text, whatever it was.
        return "" if self._is_masked(column) else self._command.sample(column)

    def _rows(self, column: str | None, has_none: bool) -> dict[str, list[Any]]:
        was = next((old for old, new in self._renamed.items() if new == column), column)
        rows = _tables.rows(self._read(self.changes._lines, has_none), self.key, column, was)
        names = [name for names in self.columns.values() for name in names]
        # Of sides without records no columns are known.
        if column is None or column in names or rows["column"] or not names:
            return rows
        near = difflib.get_close_matches(str(column), names, n=1)
        hint = f"did you mean {near[0]!r}?" if near else "there are: " + ", ".join(names)
        raise LunaDiffError(f"there is no column {column!r}", code="request", hint=hint)

    def recorded(self) -> bytes:
        """The result as JSON Lines that `lunadiff patch` applies exactly, forwards and back."""
        return self._command.recorded()

    def close(self) -> None:
        """Gives back the memory in which inputs are kept; the end of the result does so, too."""
        self._command.close()

    def __bool__(self) -> bool:
        hint = "result.same says whether the two are the same"
        raise LunaDiffError("a result is neither true nor false", code="request", hint=hint)

    def __enter__(self) -> Result:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __str__(self) -> str:
        """The text report, with 50 changes of each kind, or as many as `limit` says; `report()` has all of them."""
        limit = self._command.option("limit")
        return self.report(limit=_PRINTED if limit is None else limit)

    def __repr__(self) -> str:
        counts: Mapping[str, int] = vars(self.summary)
        words = ", ".join(f"{count} {kind}" for kind, count in counts.items())
        for kind in ("deleted", "inserted"):
            count = len(self.columns.get(kind, ()))
            words += f", {count} column{'s' * (count > 1)} {kind}" if count else ""
        return f"<lunadiff.Result: {'same' if self.same else 'different'}; {words}>"
