"""Runs lunadiff in this process's place: `python -m lunadiff old.csv new.csv`."""

import os
import sys

from lunadiff import find_lunadiff

if __name__ == "__main__":
    program = find_lunadiff()
    os.execv(program, [program, *sys.argv[1:]])
