"""No flag of `lunadiff` is passed over: it has its effect, or is refused with the reason."""

import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import sample
from lunadiff_spark import ProgramError, compare
from lunadiff_spark.flags import check_flag, check_kinds

# Those that rules, limits and CSV are said by, and nothing else: a new one has to be thought about.
_TAKEN = """
    key key-as rules eval ignore only tolerance ignore-case trim list json-column rename section ignore-order moves duplicates strict-columns mask
    normalize old-normalize new-normalize fail-on max-deleted max-removed max-inserted max-added max-updated max-changed max-moved
    delimiter old-delimiter new-delimiter quote escape escape-unquoted skip-space null ragged
    memory-limit time-limit instruction-limit no-compile traceback
""".split()
# What is so here in any case, and what the program refuses itself.
_OTHERS = ["no-project", "accept"]


def _flags(*command: str) -> set[str]:
    said = subprocess.run([sample.PROGRAM, *command], capture_output=True, check=True, text=True).stdout
    lines = re.findall("^  (?:-., )?(--.*)", said, re.MULTILINE)
    return {flag.removeprefix("--") for line in lines for flag in re.findall(r"--[a-z-]+", line.split("  ")[0])}


class FlagTests(unittest.TestCase):
    def test_every_flag_is_taken_or_refused_with_a_reason(self) -> None:
        flags = _flags("--help") | _flags("help", "spark", "rules") | _flags("help", "spark", "identify") | _flags("help", "spark", "compare")
        taken = set()
        for flag in flags:
            try:
                check_flag(f"--{flag}")
            except ProgramError as error:
                self.assertRegex(str(error), f"^--{flag} is ")
            else:
                taken.add(flag)
        self.assertEqual(taken, {*_TAKEN, *_OTHERS})

    def test_short_flags_and_flags_of_a_side_are_refused_as_the_long_ones(self) -> None:
        for flag, reason in (("-f", "about a report"), ("--old-no-header", "as a whole"), ("--new-format", "endings of files"), ("--old-option", "plug-ins")):
            with self.assertRaisesRegex(ProgramError, f"^{flag} is .*{reason}"):
                check_flag(flag)
        for flag in ("-k", "-e", "f", "format", "--"):
            check_flag(flag)

    def test_kinds_that_nothing_would_ever_be_of_are_refused(self) -> None:
        check_kinds("deleted,columns, all")
        for kinds in ("schema", "deleted, schema", "stale"):
            with self.assertRaisesRegex(ProgramError, "^--fail-on (schema|stale) cannot be divided: it "):
                check_kinds(kinds)
