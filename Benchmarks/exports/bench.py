#!/usr/bin/env python3
"""Runs LunaDiff and the peers that are installed in turn, and prints medians and ratios.

  bench.py --lunadiff PATH --data DIR [--rows 1000000] [--runs 5] [--formats csv jsonl]

Peers: `wc -l` (the floor: reading both files), and DuckDB where Python has its module. Every run's counts are checked.
Times are of whole processes, caches warm; memory is the most that a process held, its mapped files included.
"""
import argparse
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))


def make(rows, kind, folder):
    """Makes the exports, unless they are there."""
    out = os.path.join(folder, "%s-%d" % (kind, rows))
    if not os.path.exists(os.path.join(out, "truth.json")):
        print("making %s" % out, file=sys.stderr)
        script = os.path.join(HERE, "make_exports.py")
        subprocess.run([sys.executable, script, "--rows", str(rows), "--format", kind, "--out", out], check=True)
    with open(os.path.join(out, "truth.json"), encoding="utf-8") as file:
        return os.path.join(out, "old." + kind), os.path.join(out, "new." + kind), json.load(file)


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


def measure(title, programs, runs, expected, outputs):
    """Times programs in turn; a program is its name, its command, and what reads its counts.

    Outputs are removed before each run: to replace a file is more work than to write a new one.
    """
    figures = {name: [] for name, _, _ in programs}
    for number in range(runs + 1):
        for name, command, counts in programs:
            for output in outputs:
                if os.path.exists(output):
                    os.remove(output)
            wall, cpu, memory, text = run(command)
            if counts and counts(text) != expected:
                sys.exit("%s: %s found %s, not %s" % (title, name, counts(text), expected))
            if number:
                figures[name].append((wall, cpu, memory))
    own = statistics.median(figures["lunadiff"][k][0] for k in range(runs))
    for name, _, _ in programs:
        wall, cpu, memory = (statistics.median(figure[k] for figure in figures[name]) for k in range(3))
        print("| %s | %s | %.3f | %.2f | %.0f | %.2f |" % (title, name, wall, cpu, memory, wall / own), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lunadiff", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--formats", nargs="+", choices=["csv", "jsonl"], default=["csv", "jsonl"])
    options = parser.parse_args()
    has_duckdb = importlib.util.find_spec("duckdb") is not None
    if not has_duckdb:
        print("no DuckDB for this Python (pip install duckdb): compared with `wc -l` alone", file=sys.stderr)
    print("| work | program | wall s | cpu s | MiB | times lunadiff |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as scratch:
        result, table = os.path.join(scratch, "changes.jsonl"), os.path.join(scratch, "changes.csv")
        cases = [
            ("CSV, key id", "csv", "key", ["-k", "id"]),
            ("CSV, declared rule", "csv", "rule", ["-r", os.path.join(HERE, "rules", "declared.lua")]),
            ("CSV, rule in Lua functions", "csv", "rule", ["-r", os.path.join(HERE, "rules", "functions.lua")]),
            ("JSON Lines, key id", "jsonl", "key", ["-k", "id"]),
        ]
        for title, kind, mode, rules in (case for case in cases if case[1] in options.formats):
            old, new, truth = make(options.rows, kind, options.data)
            updated = truth["updated" if mode == "key" else "updated_by_rule"]
            own = [options.lunadiff, old, new, *rules, "--ignore-order", "--format", "jsonl", "-o", result]
            programs = [("lunadiff", own, lambda _: luna_counts(result)), ("wc -l", ["wc", "-l", old, new], None)]
            if has_duckdb:
                peer = [sys.executable, os.path.join(HERE, "duckdb_diff.py"), mode, old, new, table]
                programs.append(("DuckDB", peer, lambda text: [int(word) for word in text.split()]))
            expected = [truth["deleted"], truth["inserted"], updated]
            measure(title, programs, options.runs, expected, [result, table])


main()
