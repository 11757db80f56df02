"""Flags of `lunadiff` that have no meaning where a comparison is divided, and what has it there.

None of them is passed over: who gives one wants something, and would take the result for one that has it.
"""

import re

from lunadiff_spark.program import ProgramError

# Lines are divided before anything knows about the format; a file of one task would be no division.
_WHOLE_FILE = (
    "no-header", "columns", "skip-lines", "skip-last-lines", "comment", "encoding", "at", "rename-headers", "input-limit", "elements",
    "section-key",
)  # fmt: skip
_REPORT = (
    "format", "output", "notes", "format-option", "stages", "no-group", "no-findings", "patchable", "show", "limit", "with", "show-derived",
    "color", "quiet", "verbose", "no-pager", "watch", "debug", "profile",
)  # fmt: skip
_ENGINE = ("pass", "pairs", "sample", "sections", "seed", "side")
_SHORT = {"-h": "--help", "-f": "--format", "-o": "--output", "-q": "--quiet", "-v": "--verbose"}
_REASONS = {
    **dict.fromkeys(_WHOLE_FILE, "is about files as a whole; give a DataFrame, which Spark reads with such options"),
    **dict.fromkeys(_REPORT, "is about a report, and what comes out here is a DataFrame; its method 'report' writes one of some of the changes"),
    **dict.fromkeys(_ENGINE, "is said to each process by what divides the records"),
    "input-format": "is said by the endings of files here; give a DataFrame, which Spark reads in any format",
    "input-option": "is for readers of plug-ins; give a DataFrame, which Spark reads with such options",
    "plugin": "is for one machine: plug-ins are not sent to executors",
    "threads": "is one in each task; Spark says how many tasks there are at once",
    "memory": "is said by memory=, or before the flags of lunadiff",
    **dict.fromkeys(("help", "version"), "is answered by lunadiff itself"),
    "temp": "is Spark's local folder",
    "statistics": "is said by statistics=True",
}
_KINDS = {
    "schema": "takes the types of all values, which no task sees; 'columns' are those that came or went, and the types of DataFrames are in their 'schema'",
    "stale": "is about accepted differences, and --accept cannot be divided",
}


def check_flag(flag: str) -> None:
    """Refuses a flag that says nothing here; `flag` has no value.

    Raises:
        ProgramError: why, and what is to be said in its place.
    """
    name = re.sub("^(old|new)-", "", _SHORT.get(flag, flag).removeprefix("--"))
    name = {"format": "input-format", "option": "input-option"}.get(name, name) if re.match("--(old|new)-", flag) else name
    if name in _REASONS and (flag.startswith("--") or flag in _SHORT):
        raise ProgramError(f"{flag} {_REASONS[name]}")


def check_kinds(kinds: str) -> None:
    """Refuses kinds of `--fail-on` of which nothing would ever be seen.

    Raises:
        ProgramError: which, and why.
    """
    for kind in kinds.split(","):
        if kind.strip() in _KINDS:
            raise ProgramError(f"--fail-on {kind.strip()} cannot be divided: it {_KINDS[kind.strip()]}")
