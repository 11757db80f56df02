#!/usr/bin/env python3
"""Times groups beside the comparison of the records that they are made of, and DuckDB's GROUP BY and outer join.

  groups.py --lunadiff PATH --data DIR [--rows 1000000] [--runs 5]

Lines of orders, three and a third of them an order, in the orders' order and shuffled. DuckDB (pip install duckdb) sums decimals of 18 digits and two behind the point; LunaDiff's are
of any length. Each finds the same orders, which is checked.
"""
import json
import os
import random
import sys

import bench

DUCKDB = """
import sys, duckdb
total = "SELECT \\"order\\", sum(amount::DECIMAL(18, 2)) AS amount, count(*) AS count FROM read_csv('%s', header = true, all_varchar = true, delim = ',') GROUP BY 1"
base = duckdb.connect()
print(*base.execute('''SELECT count(*) FILTER (n."order" IS NULL), count(*) FILTER (o."order" IS NULL),
  count(*) FILTER (o."order" = n."order" AND (o.amount <> n.amount OR o.count <> n.count))
  FROM (%s) o FULL OUTER JOIN (%s) n ON o."order" = n."order"''' % (total % sys.argv[1], total % sys.argv[2])).fetchone())
"""
RULES = 'identity = "order"; group = { by = "order", sum = "amount", count = true }'


def make(rows, folder):
    """Makes both exports, in order and shuffled."""
    out = os.path.join(folder, "lines-%d" % rows)
    paths = {name: os.path.join(out, name) for name in ("old.csv", "new.csv", "old-shuffled.csv", "new-shuffled.csv")}
    if not os.path.exists(paths["new-shuffled.csv"]):
        print("making %s" % out, file=sys.stderr)
        os.makedirs(out, exist_ok=True)
        chance = random.Random(11)
        old = sorted((chance.randrange(rows * 3 // 10), line, chance.randrange(-100_000, 1_000_000), chance.randrange(1000)) for line in range(rows))
        new = [(order, line, cents + (chance.random() < 0.005), item) for order, line, cents, item in old if chance.random() >= 0.005]
        for name, lines in (("old", old), ("new", new)):
            for ending in (".csv", "-shuffled.csv"):
                with open(paths[name + ending], "w", encoding="utf-8") as file:
                    file.write("order,line,amount,item,day\n")
                    file.writelines("O%07d,%d,%d.%02d,item %d,2026-%02d-%02d\n" % (order, line, cents // 100, cents % 100, item, 1 + item % 12, 1 + item % 28) for order, line, cents, item in lines)
                chance.shuffle(lines)
    return paths


def main():
    options = bench.parser(__doc__, rows=1_000_000, runs=5).parse_args()
    program = os.path.abspath(options.lunadiff)
    paths = make(options.rows, os.path.abspath(options.data))
    print("| lines | program | cpu s | wall s | times `-k order,line -q` |\n|---|---|---|---|---|")
    for ending in (".csv", "-shuffled.csv"):
        pair = [paths["old" + ending], paths["new" + ending]]
        programs = {
            "-k order,line -q": [program, *pair, "-k", "order,line", "--ignore-order", "-q"],
            "groups -q": [program, *pair, "-e", RULES, "--ignore-order", "-q"],
            "DuckDB": [sys.executable, "-c", DUCKDB, *pair],
        }
        runs = {name: [] for name in programs}
        for _ in range(options.runs):
            for name, command in programs.items():
                runs[name].append(bench.run(command))
        summary = json.loads(bench.run(programs["groups -q"][:-1] + ["-f", "json", "--limit", "0"])[3])["summary"]
        counts = [summary[kind] for kind in ("deleted", "inserted", "updated")]
        if counts != [int(word) for word in runs["DuckDB"][0][3].split()]:
            sys.exit("DuckDB finds %s, LunaDiff %s" % (runs["DuckDB"][0][3].split(), counts))
        base = min(run[1] for run in runs["-k order,line -q"])
        for name, found in runs.items():
            best = min(found, key=lambda run: run[1])
            print("| %s | %s | %.3f | %.3f | %.2f |" % ("shuffled" if "shuffled" in ending else "in order", name, best[1], best[0], best[1] / base))


if __name__ == "__main__":
    main()
