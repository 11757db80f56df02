#!/usr/bin/env python3
"""Counts the processor's instructions of two versions of LunaDiff on the records of reading.py, and prints ratios.

  instructions.py --lunadiff PATH --than OLDER --data DIR [--rows 20000] [--only WORD]

A ratio below 1 means that the program takes fewer instructions than the older one. The counts come from valgrind, so
that they do not depend on what else the machine does. The programs write all changes, with findings and without.
"""
import os
import re
import subprocess
import sys
import tempfile

from bench import parser
from reading import cases


def instructions(program, *arguments):
    """How many instructions one run takes, on all threads."""
    with tempfile.TemporaryDirectory() as folder:
        counts = os.path.join(folder, "counts")
        command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=" + counts, program, *arguments]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode not in (0, 1):
            sys.exit("%s\n%s" % (" ".join(command), done.stderr))
        return int(re.search(r"Collected : (\d+)", done.stderr)[1])


def stripped(program, folder, name):
    """A copy without debugging information, which valgrind cannot read in every program."""
    path = os.path.join(folder, name)
    subprocess.run(["strip", "-o", path, program], check=True)
    return path


def main():
    arguments = parser(__doc__, rows=20_000, runs=1)
    arguments.add_argument("--than", required=True, help="the older program")
    arguments.add_argument("--only", default="")
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        show(options, stripped(options.lunadiff, folder, "newer"), stripped(options.than, folder, "older"))


def show(options, newer, older):
    print("| records | million instructions | ratio | million without findings | ratio |\n" + "|---" * 5 + "|")
    for title, make, _, _ in cases(options.rows, False):
        if options.only not in title:
            continue
        old, new, _ = make(options.data)
        row = []
        for flags in ([], ["--no-findings"]):
            words = [old, new, "-k", "id", "-f", "jsonl", *flags]
            count, before = (instructions(program, *words) for program in (newer, older))
            row += [count / 1e6, count / before]
        print("| %s | %.0f | %.3f | %.0f | %.3f |" % (title, *row), flush=True)


if __name__ == "__main__":
    main()
