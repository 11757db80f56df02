"""Rules as they are given, and as they are sent to executors."""

import itertools
import os
import re
from collections.abc import Sequence

from pyspark.sql import SparkSession

from lunadiff_spark.flags import check_flag, check_kinds
from lunadiff_spark.program import ProgramError
from lunadiff_spark.work import Rules

GivenRules = str | os.PathLike[str] | Sequence[str]
"""The place of a rules file, or flags of `lunadiff`."""

_FOLDER = "rules"


def read_rules(spark: SparkSession, given: GivenRules) -> Rules:
    """Reads the files that rules are in, by Spark's file systems where an address says so.

    Raises:
        ProgramError: where there is none, or a flag has no meaning in parts of files.
    """
    flags = ["-r", os.fspath(given)] if isinstance(given, str | os.PathLike) else list(given)
    sent: list[str] = []
    files: list[tuple[str, bytes]] = []
    origins: list[str] = []
    words = iter(flags)
    for word in words:
        name, sign, value = _parted(word)
        check_flag(name)
        if name == "--fail-on":
            check_kinds(value if sign else (value := next(words, "")))
            sent += [name, value]
        elif name in ("-e", "--eval") and not sign:
            # Lua's comments look like flags.
            sent += [word, *itertools.islice(words, 1)]
        elif name in ("-r", "--rules"):
            place = value if sign else next(words, "")
            # A folder for each, as rules of two places may have one name.
            path = f"{_FOLDER}/{len(files)}/{place.rstrip('/').rpartition('/')[2]}"
            files.append((path, read_file(spark, place)))
            origins.append("" if is_address(place) else os.path.abspath(place))
            sent += ["-r", path]
        else:
            sent.append(word)
    return Rules(tuple(sent), tuple(files), tuple(origins))


def _parted(word: str) -> tuple[str, str, str]:
    """A flag, whether its value is in the same word, and that value."""
    if re.match("-r[^=]", word):
        return "-r", "=", word[2:]
    return word.partition("=")


def where_given(rules: Rules) -> list[str]:
    """The flags with the rules files where they were given, so that they find what they need."""
    given = {path: origin for (path, _), origin in zip(rules.files, rules.origins, strict=False) if origin}
    return [given.get(flag, flag) for flag in rules.flags]


def with_modules(rules: Rules, needed: Sequence[str]) -> Rules:
    """The rules with the files that they `require` or look up, which lie beside them or below."""
    files = list(rules.files)
    for path in needed:
        whole = os.path.abspath(path)
        for (sent, _), origin in zip(rules.files, rules.origins, strict=True):
            relative = os.path.relpath(whole, os.path.dirname(origin) or "/")
            if origin and not relative.startswith(".."):
                with open(whole, "rb") as file:
                    files.append((f"{sent.rpartition('/')[0]}/{relative}", file.read()))
                break
        else:
            raise ProgramError(f"rules need {path}, which is not beside them, and would not be there on other machines")
    return Rules(rules.flags, tuple(files), rules.origins)


def is_address(place: str) -> bool:
    """Whether only Spark knows how to read it."""
    return re.match("[A-Za-z][A-Za-z0-9+.-]+:/", place) is not None


def read_file(spark: SparkSession, place: str) -> bytes:
    """What is in a file of this machine, or of a file system that Spark knows."""
    if not is_address(place):
        try:
            with open(place, "rb") as file:
                return file.read()
        except OSError as error:
            raise ProgramError(f"{place}: {error.strerror}") from None
    rows = spark.read.format("binaryFile").load(place).select("content").collect()
    if len(rows) != 1:
        raise ProgramError(f"{place}: this is no file")
    return bytes(rows[0].content)
