#!/usr/bin/env python3
"""Times history over many exports beside `lunadiff -q` of each with the next, which reads every export twice.

  nights.py --lunadiff PATH --data DIR [--rows 100000] [--nights 60] [--runs 3] [--git 60]

With --git so many of them are made a repository's commits, of which git itself shows what changed. From night to night one row in fifty changes, half a per cent goes and as much comes. The last event
of the record that is followed is checked against what the generator did.
"""
import datetime
import json
import os
import random
import shutil
import subprocess
import sys

import bench

COLUMNS = 10


def make(rows, nights, folder):
    """Makes the exports, and says when each row of the newest one changed last."""
    out = os.path.join(folder, "nights-%d-%d" % (rows, nights))
    truth = os.path.join(out, "truth.json")
    paths = [os.path.join(out, "%s.csv" % (datetime.date(2026, 1, 1) + datetime.timedelta(night))) for night in range(nights)]
    if not os.path.exists(truth):
        print("making %s" % out, file=sys.stderr)
        os.makedirs(out, exist_ok=True)
        chance = random.Random(17)
        table = [[str(row)] + ["%s %d" % (word(chance), chance.getrandbits(20)) for _ in range(1, COLUMNS)] for row in range(rows)]
        newest = {row[0]: 0 for row in table}
        count = rows
        for night, path in enumerate(paths):
            if night:
                for row in chance.sample(table, rows // 50):
                    row[1 + chance.randrange(COLUMNS - 1)] = "%d of %d" % (night, chance.getrandbits(30))
                    newest[row[0]] = night
                for place in sorted(chance.sample(range(len(table)), rows // 200), reverse=True):
                    del newest[table.pop(place)[0]]
                for _ in range(rows // 200):
                    table.append([str(count)] + ["new %d" % chance.getrandbits(20) for _ in range(1, COLUMNS)])
                    newest[str(count)] = night
                    count += 1
            with open(path, "w", encoding="utf-8") as file:
                file.write("id," + ",".join("c%d" % column for column in range(1, COLUMNS)) + "\n")
                file.writelines(",".join(row) + "\n" for row in table)
        with open(truth, "w", encoding="utf-8") as file:
            json.dump(newest, file)
    with open(truth, encoding="utf-8") as file:
        return paths, json.load(file)


def word(chance):
    return ("alder", "birch", "cedar", "dogwood", "elder")[chance.randrange(5)]


def commit(paths, folder):
    """Makes a repository whose commits are the exports."""
    out = os.path.join(folder, "nights-%d.git" % len(paths))
    shutil.rmtree(out, ignore_errors=True)
    git = ["git", "-C", out, "-c", "user.name=Ada", "-c", "user.email=ada@b.example"]
    subprocess.run(["git", "init", "-q", out], check=True)
    for path in paths:
        shutil.copy(path, os.path.join(out, "data.csv"))
        subprocess.run([*git, "add", "data.csv"], check=True)
        subprocess.run([*git, "commit", "-qm", os.path.basename(path)], check=True)
    subprocess.run([*git, "gc", "-q"], check=True)
    return out


def beside_git(options, paths, record):
    """Times what git and lunadiff say of the versions of a file."""
    os.chdir(commit(paths[: options.git], options.data))
    programs = [
        ("git log -p", ["git", "log", "-p", "--first-parent", "--", "data.csv"]),
        ("history --git", [options.lunadiff, "history", record, "--git", "data.csv", "-k", "id"]),
    ]
    print("\n| program | cpu s | bytes printed |\n|---|---|---|")
    for name, command in programs:
        best = min((bench.run(command) for _ in range(options.runs)), key=lambda run: run[1])
        print("| %s | %.2f | %d |" % (name, best[1], len(best[3])))


def main():
    arguments = bench.parser(__doc__, rows=100_000, runs=3)
    arguments.add_argument("--nights", type=int, default=60)
    arguments.add_argument("--git", type=int, default=0)
    options = arguments.parse_args()
    options.lunadiff, options.data = os.path.abspath(options.lunadiff), os.path.abspath(options.data)
    paths, truth = make(options.rows, options.nights, options.data)
    record = next(iter(truth))
    history = [options.lunadiff, "history", record, *paths, "-k", "id"]
    events = json.loads(bench.run(history + ["-f", "json"])[3])["history"]["events"]
    if events[-1]["export"] != truth[record]:
        sys.exit("history does not say when the row changed last")
    programs = [
        ("history", lambda: [bench.run(history)]),
        ("-q, each with the next", lambda: [bench.run([options.lunadiff, *pair, "-k", "id", "-q"]) for pair in zip(paths, paths[1:])]),
        ("-q, each with nothing", lambda: [bench.run([options.lunadiff, os.devnull, path, "-k", "id", "-q"]) for path in paths]),
    ]
    best = {name: min((sum(run[1] for run in runs()) for _ in range(options.runs))) for name, runs in programs}
    print("| program | cpu s | times reading each export once |\n|---|---|---|")
    for name, seconds in best.items():
        print("| %s | %.3f | %.2f |" % (name, seconds, seconds / best["-q, each with nothing"]))
    if options.git:
        beside_git(options, paths, record)


if __name__ == "__main__":
    main()
