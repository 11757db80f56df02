"""The functions of the package."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Union

from lunadiff._advice import Finding, finding
from lunadiff._beside import prepare
from lunadiff._command import Command
from lunadiff._errors import LunaDiffError, answering, told_error, told_notes
from lunadiff._options import (
    BatchOptions, CompareOptions, MergeOptions, PairOptions, PatchOptions, ProbeOptions, check, taking,
)  # fmt: skip
from lunadiff._program import Run
from lunadiff._reading import read, read_beside
from lunadiff._result import Result, Summary
from lunadiff._sources import Source, Table
from lunadiff._values import parse
from lunadiff._words import in_python

if TYPE_CHECKING:
    from typing_extensions import Unpack


@taking(CompareOptions)
def compare(old: Table, new: Table, **options: Unpack[CompareOptions]) -> Result:
    """Compares two tables under rules.

    Each is a path of what the program reads, the bytes of such a file, a list of dicts, or a frame of pandas, polars or pyarrow.
    Options are the flags of the command line, with underscores: `key="id"`, `ignore=["seen"]`, `tolerance={"price": 0.01}`,
    `rules="rules.lua"` or Lua text. Without a key one is found. `python -m lunadiff diff --help` says what each does.

    Raises LunaDiffError where there is no result.
    """
    check(options, CompareOptions)
    return Result(_pair("diff", old, new, options))


def _pair(name: str, old: Table, new: Table, options: Mapping[str, Any]) -> Command:
    sources = {"old": Source(old, "old"), "new": Source(new, "new")}
    # False is an answer, too.
    check_dtype = options.get("check_dtype")
    options = {name: value for name, value in options.items() if name != "check_dtype"}
    options = read(sources["old"], sources["new"], options)
    prepare(sources["old"], sources["new"], options, check_dtype)
    return Command(name, sources, options)


@dataclass(frozen=True)
class ProbedKey:
    """A key that was tried."""

    columns: tuple[str, ...]
    """Its columns; none where a function identifies records."""
    unique: bool
    """Whether no two records of a side have the same."""
    matched: float | None
    """The share of the smaller side that it pairs for certain; None of one input alone."""
    data: dict[str, Any] = field(repr=False)
    """All that is known of it, as docs/probe.md has it."""


@dataclass(frozen=True)
class Probe:
    """Which columns identify a record."""

    keys: tuple[ProbedKey, ...]
    """The best one first."""
    rule: str | None
    """The best key as a line of rules, if one is good enough."""
    renames: tuple[dict[str, Any], ...]
    """Columns that have other names on the new side."""


@taking(ProbeOptions)
def probe(old: Table, new: Table | None = None, **options: Unpack[ProbeOptions]) -> Probe:
    """Finds which columns identify a record of one table, or of two: docs/probe.md."""
    check(options, ProbeOptions)
    command = Command("probe", {"old": Source(old, "old")}, options) if new is None else _pair("probe", old, new, options)
    with answering():
        said = parse(command("--format=json").output)
        keys = [
            ProbedKey(tuple(key.get("columns") or ()), key["unique"], key.get("match", {}).get("rate"), key)
            for key in said["keys"]
        ]
    return Probe(tuple(keys), said.get("rule"), tuple(said.get("renames") or ()))


@dataclass(frozen=True)
class LearnedRule:
    """A rule that hides what differs without meaning anything."""

    column: str
    noise: tuple[str, ...]
    """What kinds of noise it is about, as `rounding`."""
    line: str
    """The line of a rules file."""
    explained: int
    """How many of the cells that differ it explains."""
    differing: int
    data: dict[str, Any] = field(repr=False)
    """All that is known of it, as docs/learn.md has it."""


@dataclass(frozen=True)
class Learned:
    """Rules that were proposed."""

    lua: str
    """A rules file, to be read, and to be given as `rules`."""
    rules: tuple[LearnedRule, ...]
    updated: int
    """How many records are updated."""
    updated_with_rules: int
    """How many of them are with the rules."""
    findings: tuple[Finding, ...] = ()
    """What is known of the values that the rules leave: docs/findings.md."""

    def __str__(self) -> str:
        return self.lua


@taking(PairOptions)
def learn(old: Table, new: Table, **options: Unpack[PairOptions]) -> Learned:
    """Proposes rules for what differs without meaning anything: docs/learn.md."""
    check(options, PairOptions)
    command = _pair("learn", old, new, options)
    with answering():
        said = parse(command("--format=json").output)
        rules = [
            LearnedRule(rule["column"], tuple(rule["noise"]), rule["line"], rule["explained"], rule["differing"], rule)
            for rule in said["rules"]
        ]
        findings = tuple(map(finding, said.get("findings", ())))
    return Learned(command.text("--format=lua"), tuple(rules), said["updated"], said["updatedWithRules"], findings)


@dataclass(frozen=True, repr=False)
class Text:
    """A table that was written: a file's bytes. Of a list of dicts or a frame it is JSON Lines."""

    data: bytes
    notes: tuple[str, ...]
    """What is to be known of it; of a merge, each conflict."""

    def __repr__(self) -> str:
        return f"<lunadiff.{type(self).__name__}: {len(self.data)} bytes, {len(self.notes)} notes>"

    def records(self) -> list[dict[str, Any]]:
        """The records of JSON Lines, with exact numbers; what JSON does not know, as dates, are texts.

        Raises LunaDiffError for what is none, as of a file of another format.
        """
        return [self._record(number, line) for number, line in enumerate(self.data.split(b"\n"), 1) if line.strip()]

    def _record(self, number: int, line: bytes) -> dict[str, Any]:
        try:
            record = parse(line)
        except ValueError:
            record = None
        if isinstance(record, dict):
            return record
        message = f"line {number} is no record of JSON Lines: {os.fsdecode(line[:80])}"
        raise LunaDiffError(message, code="request", place=f"line {number}", hint="data has the text as it is")


@taking(PatchOptions)
def patch(old: Table, changes: Union[Result, str, os.PathLike[str], bytes], **options: Unpack[PatchOptions]) -> Text:
    """Applies a result, or a recorded one, or a JSON Patch, to a table: docs/patch.md.

    A Result is recorded again in such a way that the new table comes out as it was, byte for byte.
    """
    check(options, PatchOptions)
    if not isinstance(changes, (Result, str, os.PathLike, bytes)):
        hint = "compare(old, new) gives changes, and its recorded() bytes that can be kept"
        raise LunaDiffError(f"an input of type {type(changes).__name__} holds no changes", code="request", hint=hint)
    source = Source(old, "old")
    # As the comparison read it.
    left = read_beside(source, changes._command.old, "old", options) if isinstance(changes, Result) else options
    if isinstance(changes, Result):
        source.take_labels(changes._command.old.label_names)
    recorded = changes.recorded() if isinstance(changes, Result) else changes
    # The ending of a name says the format: for one input there is no flag, since the changes are the other.
    ended = Command("patch", {_named("old", source): source, "changes": Source(recorded, "changes")}, left)()
    return Text(ended.output, tuple(told_notes(ended.said)))


def _named(name: str, source: Source) -> str:
    return name if source.format is None else f"{name}.jsonl"


@dataclass(frozen=True, repr=False)
class Merged(Text):
    """Two sides' changes, joined."""

    clean: bool
    """Whether there was no conflict, or one side was favoured; else conflicts are marked in the text."""

    def records(self) -> list[dict[str, Any]]:
        """As of `Text`. Raises LunaDiffError where there are conflicts."""
        if self.clean:
            return super().records()
        hint = "notes has each, and data has both sides; favor='ours' or 'theirs' settles them"
        raise LunaDiffError("the merge has conflicts, between marks that are no records", code="request", hint=hint)


@taking(MergeOptions)
def merge(base: Table, ours: Table, theirs: Table, **options: Unpack[MergeOptions]) -> Merged:
    """Joins two sides' changes to one table: docs/patch.md. What both changed is marked, and listed in `notes`."""
    check(options, MergeOptions)
    sources = [Source(data, name) for name, data in (("base", base), ("ours", ours), ("theirs", theirs))]
    sides = {_named(name, source): source for name, source in zip(("base", "ours", "theirs"), sources)}
    ended = Command("merge", sides, options)()
    return Merged(ended.output, tuple(told_notes(ended.said)), ended.status == 0)


@dataclass(frozen=True)
class Pair:
    """Two files of a batch."""

    name: str
    outcome: Literal["same", "tolerated", "different", "onlyOld", "onlyNew", "failed"]
    """What came of them."""
    summary: Summary | None
    """None where they were not compared."""
    error: str | None
    """Why they could not be."""
    data: dict[str, Any] = field(repr=False)
    """All that is known of them, as docs/batch.md has it."""


@dataclass(frozen=True)
class BatchResult:
    """What many pairs of files came to."""

    same: bool
    """Whether nothing counts as different, nothing is missing, and nothing failed."""
    pairs: tuple[Pair, ...]
    counts: dict[str, int]
    """How many pairs have each outcome."""
    summary: Summary
    """The records of all pairs."""


@taking(BatchOptions)
def batch(
    old: str | os.PathLike[str] | None = None,
    new: str | os.PathLike[str] | None = None,
    *,
    manifest: str | os.PathLike[str] | None = None,
    **options: Unpack[BatchOptions],
) -> BatchResult:
    """Compares the files of two directories, or the pairs of a manifest: docs/batch.md.

    A pair that fails is one of the result, and no exception.
    """
    check(options, BatchOptions)
    sides = {name: Source(_folder(path), name) for name, path in (("old", old), ("new", new)) if path is not None}
    named = [] if manifest is None else [f"--manifest={os.fspath(manifest)}"]
    ended = Command("batch", sides, options).attempt("--format=json", *named)
    if not ended.output:
        raise told_error(ended.said, [str(path) for path in (old, new, manifest) if path is not None], ())
    with answering():
        said = parse(ended.output)
        pairs = [
            Pair(pair["name"], pair["outcome"], _summary(pair.get("summary")), in_python(pair.get("error") or "") or None, pair)
            for pair in said["pairs"]
        ]
        counts = {name: count for name, count in said["batch"].items() if name != "status"}
        summary = _summary(said["summary"])
    assert summary is not None, "a batch has counts"
    return BatchResult(ended.status == 0, tuple(pairs), counts, summary)


def _folder(path: object) -> object:
    if isinstance(path, (str, os.PathLike)):
        return path
    hint = "give the paths of two directories; compare takes two tables"
    raise LunaDiffError(f"a batch is of directories, and not of {type(path).__name__}", code="request", hint=hint)


def _summary(said: dict[str, Any] | None) -> Summary | None:
    return None if said is None else Summary(*(said[name] for name in Summary.__dataclass_fields__))


def version() -> str:
    """The program's version."""
    with Run() as run:
        ended = run("--version")
    if ended.status != 0:
        raise LunaDiffError(ended.said, code="program")
    with answering():
        name, number = ended.output.decode().split()
        if name != "lunadiff":
            raise ValueError(name)
        return number
