#!/usr/bin/env python3
"""Times history and blame over many exports beside `lunadiff -q` of each with the next, which reads every export twice.

  nights.py --lunadiff PATH --data DIR [--rows 100000] [--nights 60] [--runs 3]

From night to night one row in fifty changes, half a per cent goes and as much comes. What blame says of the newest export is
checked against what the generator did.
"""
import datetime
import json
import os
import random
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


def main():
    arguments = bench.parser(__doc__, rows=100_000, runs=3)
    arguments.add_argument("--nights", type=int, default=60)
    options = arguments.parse_args()
    paths, truth = make(options.rows, options.nights, options.data)
    record = next(iter(truth))
    blame = [options.lunadiff, "blame", *paths, "-k", "id", "-f", "json"]
    found = {row["key"][0]: max(cell["since"] for cell in row["cells"].values()) for row in json.loads(bench.run(blame)[3])["blame"]}
    if found != truth:
        sys.exit("blame does not say when the rows changed last")
    programs = [
        ("blame", lambda: [bench.run(blame + ["--limit", "1"])]),
        ("history", lambda: [bench.run([options.lunadiff, "history", record, *paths, "-k", "id"])]),
        ("-q, each with the next", lambda: [bench.run([options.lunadiff, *pair, "-k", "id", "-q"]) for pair in zip(paths, paths[1:])]),
        ("-q, each with nothing", lambda: [bench.run([options.lunadiff, os.devnull, path, "-k", "id", "-q"]) for path in paths]),
    ]
    best = {name: min((sum(run[1] for run in runs()) for _ in range(options.runs))) for name, runs in programs}
    print("| program | cpu s | times reading each export once |\n|---|---|---|")
    for name, seconds in best.items():
        print("| %s | %.3f | %.2f |" % (name, seconds, seconds / best["-q, each with nothing"]))


if __name__ == "__main__":
    main()
