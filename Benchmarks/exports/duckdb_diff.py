#!/usr/bin/env python3
"""The same comparison as a full outer join in DuckDB: duckdb_diff.py key|rule OLD NEW OUT.csv"""
import sys

import duckdb

COLUMNS = ["id", "uuid", "email", "name", "amount", "currency", "status", "country", "updated_at", "notes"]


def relation(path):
    if ".jsonl" in path:
        types = ", ".join("'%s': 'VARCHAR'" % name for name in COLUMNS)
        return "read_json('%s', format = 'newline_delimited', columns = {%s})" % (path, types)
    return "read_csv('%s', header = true, all_varchar = true, delim = ',', quote = '\"', escape = '\"')" % path


def differs(name, mode):
    if mode == "rule" and name in ("email", "updated_at"):
        return "false"
    if mode == "rule" and name == "amount":
        return "abs(o.amount::DOUBLE - n.amount::DOUBLE) > 0.01"
    return "o.%s IS DISTINCT FROM n.%s" % (name, name)


mode, old, new, out = sys.argv[1:]
key = "lower(trim(email))" if mode == "rule" else "id"
columns = ", ".join("o.%s AS old_%s, n.%s AS new_%s" % (name, name, name, name) for name in COLUMNS)
condition = " OR ".join(differs(name, mode) for name in COLUMNS)
base = duckdb.connect()
base.execute(
    """CREATE TEMP TABLE changes AS
       SELECT CASE WHEN n.k IS NULL THEN 'deleted' WHEN o.k IS NULL THEN 'inserted' ELSE 'updated' END AS kind, %s
       FROM (SELECT %s AS k, * FROM %s) o FULL OUTER JOIN (SELECT %s AS k, * FROM %s) n ON o.k = n.k
       WHERE n.k IS NULL OR o.k IS NULL OR %s""" % (columns, key, relation(old), key, relation(new), condition))
base.execute("COPY changes TO '%s' (HEADER)" % out)
counts = dict(base.execute("SELECT kind, count(*) FROM changes GROUP BY 1").fetchall())
print(*(counts.get(kind, 0) for kind in ("deleted", "inserted", "updated")))
