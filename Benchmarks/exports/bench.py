#!/usr/bin/env python3
"""Runs LunaDiff and the peers that are installed in turn, and prints medians and ratios.

  bench.py --lunadiff PATH --data DIR [--rows 1000000] [--runs 5] [--formats csv jsonl csv.gz nested]
           [--peers duckdb compara csv-diff deepdiff jsondiff jsonpatch]

Peers: `wc -l` (the floor: reading both files), DuckDB where Python has its module, compara and the Python csv-diff where they
are on the path (pip install duckdb compara csv-diff). All write every change down; every run's counts are checked.
`nested` are JSON Lines whose last column is an object of eight members with a list of five objects. Beside the run that lists
what differs inside stands `lunadiff -q`, which finds the same records and writes no change down: what it costs to look inside is
less than what is between the two. DeepDiff, jsondiff and jsonpatch (pip install deepdiff jsondiff jsonpatch) bear fewer rows: --rows 50000.
Times are of whole processes, caches warm; memory is the most that a process held, its mapped files included.
"""
import argparse
import importlib.util
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))


def make(rows, kind, folder):
    """Makes the exports, unless they are there."""
    plain = kind.removesuffix(".gz")
    ending = "jsonl" if plain == "nested" else plain
    out = os.path.join(folder, "%s-%d" % (plain, rows))
    if not os.path.exists(os.path.join(out, "truth.json")):
        print("making %s" % out, file=sys.stderr)
        script = os.path.join(HERE, "make_exports.py")
        subprocess.run([sys.executable, script, "--rows", str(rows), "--format", plain, "--out", out], check=True)
    old, new = (os.path.join(out, side + ending) for side in ("old.", "new."))
    if kind != plain and not os.path.exists(new + ".gz"):
        subprocess.run(["gzip", "-kf", old, new], check=True)
    with open(os.path.join(out, "truth.json"), encoding="utf-8") as file:
        return old + kind[len(plain):], new + kind[len(plain):], json.load(file)


def run(command):
    """One run: wall seconds, processor seconds, peak MiB, and what it printed."""
    with tempfile.TemporaryFile() as output:
        start = time.monotonic()
        process = subprocess.Popen(command, stdout=output)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode()
    if process.returncode not in (0, 1):
        sys.exit("%s failed with status %d" % (command[0], process.returncode))
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, text


def luna_counts(path):
    """The counts in the last line of a JSON Lines result."""
    with open(path, "rb") as file:
        file.seek(max(0, os.path.getsize(path) - 4096))
        summary = json.loads(file.read().splitlines()[-1])["summary"]
    return [summary["deleted"], summary["inserted"], summary["updated"]]


def compara_counts(text):
    """The counts in compara's line: `… (changed 20,000) | added 10,000 | removed 10,000 | …`."""
    return [int(re.search(word + r" ([\d,]+)", text)[1].replace(",", "")) for word in ("removed", "added", "changed")]


def csv_diff_counts(text):
    changes = json.loads(text)
    return [len(changes[kind]) for kind in ("removed", "added", "changed")]


def peers(names, mode, old, new, scratch):
    """The programs to measure beside LunaDiff on these files: those that are there and can do the work."""
    found = []
    if not old.endswith(".gz"):
        found.append(("wc -l", ["wc", "-l", old, new], None))
    for name, library in (("DeepDiff", "deepdiff"), ("jsondiff", "jsondiff"), ("jsonpatch", "jsonpatch")):
        if library in names and mode == "inside" and importlib.util.find_spec(library):
            command = [sys.executable, os.path.join(HERE, "nested_diff.py"), library, old, new, os.path.join(scratch, "nested.jsonl")]
            found.append((name + " (Python)", command, lambda text: [int(word) for word in text.split()]))
    if "duckdb" in names and mode != "inside" and importlib.util.find_spec("duckdb"):
        script = os.path.join(HERE, "duckdb_diff.py")
        command = [sys.executable, script, mode, old, new, os.path.join(scratch, "changes.csv")]
        found.append(("DuckDB", command, lambda text: [int(word) for word in text.split()]))
    if "compara" in names and mode == "key" and shutil.which("compara"):
        command = ["compara", "compare", old, new, "-k", "id", "--export-dir", os.path.join(scratch, "compara")]
        found.append(("compara", command, compara_counts))
    if "csv-diff" in names and mode == "key" and old.endswith(".csv") and shutil.which("csv-diff"):
        found.append(("csv-diff (Python)", ["csv-diff", old, new, "--key", "id", "--json"], csv_diff_counts))
    return found


def measure(title, programs, runs, expected, scratch):
    """Times programs in turn; a program is its name, its command, and what reads its counts.

    What they write is removed before each run: to replace a file is more work than to write a new one.
    """
    figures = {name: [] for name, _, _ in programs}
    for number in range(runs + 1):
        for name, command, counts in programs:
            shutil.rmtree(scratch)
            os.mkdir(scratch)
            wall, cpu, memory, text = run(command)
            if counts and counts(text) != expected:
                sys.exit("%s: %s found %s, not %s" % (title, name, counts(text), expected))
            if number:
                figures[name].append((wall, cpu, memory))
    own = statistics.median(figures["lunadiff"][k][0] for k in range(runs))
    for name, _, _ in programs:
        wall, cpu, memory = (statistics.median(figure[k] for figure in figures[name]) for k in range(3))
        print("| %s | %s | %.3f | %.2f | %.0f | %.2f |" % (title, name, wall, cpu, memory, wall / own), flush=True)


def parser(description, rows, runs):
    """What each benchmark of exports is told, with the usual number of rows and of runs."""
    arguments = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--lunadiff", required=True)
    arguments.add_argument("--data", required=True)
    arguments.add_argument("--rows", type=int, default=rows)
    arguments.add_argument("--runs", type=int, default=runs)
    return arguments


def main():
    arguments = parser(__doc__, rows=1_000_000, runs=5)
    arguments.add_argument("--formats", nargs="+", choices=["csv", "jsonl", "csv.gz", "nested"], default=["csv", "jsonl"])
    arguments.add_argument("--peers", nargs="*", choices=["duckdb", "compara", "csv-diff", "deepdiff", "jsondiff", "jsonpatch"], default=["duckdb", "compara"])
    options = arguments.parse_args()
    print("| work | program | wall s | cpu s | MiB | times lunadiff |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        scratch = os.path.join(folder, "scratch")
        os.mkdir(scratch)
        result = os.path.join(scratch, "changes.jsonl")
        cases = [
            ("CSV, key id", "csv", "key", ["-k", "id"]),
            ("CSV, declared rule", "csv", "rule", ["-r", os.path.join(HERE, "rules", "declared.lua")]),
            ("CSV, rule in Lua functions", "csv", "rule", ["-r", os.path.join(HERE, "rules", "functions.lua")]),
            ("JSON Lines, key id", "jsonl", "key", ["-k", "id"]),
            ("gzipped CSV, key id", "csv.gz", "key", ["-k", "id"]),
            ("nested JSON Lines, key id", "nested", "inside", ["-k", "id", "--list", "details.items=sku"]),
        ]
        for title, kind, mode, rules in (case for case in cases if case[1] in options.formats):
            old, new, truth = make(options.rows, kind, options.data)
            updated = truth["updated_by_rule" if mode == "rule" else "updated"]
            own = [options.lunadiff, old, new, *rules, "--ignore-order", "--format", "jsonl", "-o", result]
            programs = [("lunadiff", own, lambda _: luna_counts(result))]
            if mode == "inside":
                verdict = [options.lunadiff, old, new, *rules, "--ignore-order", "-q"]
                programs.append(("lunadiff -q", verdict, None))
            programs += peers(options.peers, mode, old, new, scratch)
            expected = [truth["deleted"], truth["inserted"], updated]
            measure(title, programs, options.runs, expected, scratch)


if __name__ == "__main__":
    main()
