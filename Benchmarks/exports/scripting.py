#!/usr/bin/env python3
"""What it costs to say a rule in Lua: processor time of each style, and how many times that of a comparable one.

  scripting.py --lunadiff PATH --data DIR [--rows 300000] [--runs 3]

Each line runs on the same two exports, without any list of changes; formats on inputs of which every record is updated. A
style that the program does not know has no figure.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile

from bench import make

COLUMNS = '"id", "uuid", "email", "name", "amount", "currency", "status", "country", "updated_at", "notes"'
READER = """return { name = "bench", readers = { rows = function(input)
  local lines = input:lines()
  return function()
    if lines() then
      return { a = "1", b = "two", c = "three", d = "4.00", e = "five", f = "six", g = 7, h = "eight", i = true, j = "ten" }
    end
  end
end } }"""
FORMATS = """return { name = "bench", formats = {
  keys = function(changes, out) for c in changes:each() do out:write(c.kind, " ", c.key, "\\n") end end,
  sql = function(changes, out)
    for c in changes:each() do
      for _, name in ipairs(c.columns) do
        out:write("UPDATE t SET ", name, " = ", luna.sql.literal(c.new[name]), " WHERE id = ", c.key, ";\\n")
      end
    end
  end,
  pairs = function(changes, out)
    for c in changes:each() do for name, value in pairs(c.new) do out:write(name, "=", value, " ") end end
  end,
} }"""
ID = 'identity = "id", '
# A style, what it is compared with, and its rules.
STYLES = [
    ("declared `id`", None, "return { %s }" % ID),
    ("function `equal`", "declared `id`", "return { %sequal = function(a, b) return a.status == b.status end }" % ID),
    ("comparator function of a column", "declared `id`", "return { %sequal = { amount = function(a, b) return a == b end } }" % ID),
    ("the same with a context", "declared `id`",
     "return { %sequal = { amount = function(a, b, c) return a == b or c.old.country == 'XX' end } }" % ID),
    ("identity function `r.id`", "declared `id`", "return { identity = function(r) return r.id end }"),
    ("three columns declared", None, 'return { identity = { "id", "email", "name" } }'),
    ("three returns", "three columns declared", "return { identity = function(r) return r.id, r.email, r.name end }"),
    ("normalizer of the key, native", None, 'return { identity = "email", normalize = { email = luna.text.lower } }'),
    ("normalizer of the key, a function", "normalizer of the key, native",
     'return { identity = "email", normalize = { email = function(v) return v:lower() end } }'),
    ("identity by `luna.text` in a function", "normalizer of the key, native",
     "return { identity = function(r) return luna.text.lower(luna.text.trim(r.email)) end }"),
    ("identity by `string` in a function", "normalizer of the key, native",
     'return { identity = function(r) return r.email:match("^%%s*(.-)%%s*$"):lower() end }'.replace("%%", "%")),
    ("ten columns, native", None,
     "local n, c = {}, { %s } for i = 2, #c do n[c[i]] = luna.text.trim end return { %snormalize = n }" % (COLUMNS, ID)),
    ("ten columns, functions", "ten columns, native",
     "local n, c = {}, { %s } for i = 2, #c do n[c[i]] = function(v) return v end end return { %snormalize = n }" % (COLUMNS, ID)),
    ("filter, declared", "declared `id`", 'return { %sfilter = luna.where.column("status").is_not("draft") }' % ID),
    ("filter, a function", "declared `id`", 'return { %sfilter = function(r) return r.status ~= "draft" end }' % ID),
    ("section, declared", "declared `id`", 'return { %ssection = "country" }' % ID),
    ("section, a function", "section, declared", "return { %ssection = function(r) return r.country end }" % ID),
]


def seconds(command, runs):
    """The median processor seconds of a command; nothing where it fails."""
    times = []
    for _ in range(runs):
        with open(os.devnull, "w", encoding="utf-8") as nothing:
            process = subprocess.Popen(command, stdout=nothing, stderr=nothing)
            _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in (0, 1):
            return None
        times.append(usage.ru_utime + usage.ru_stime)
    return statistics.median(times)


def show(style, time, base, comparable):
    ratio = "%.1f × %s" % (time / base, comparable) if base and time else ""
    print("| %s | %s | %s |" % (style, "%.2f" % time if time else "–", ratio), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lunadiff", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--rows", type=int, default=300_000)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    old, new, _ = make(options.rows, "csv", options.data)
    print("| style | cpu s | times |\n|---|---|---|")
    times = {}
    for style, comparable, rules in STYLES:
        times[style] = seconds([options.lunadiff, old, new, "-q", "-e", rules], options.runs)
        show(style, times[style], times.get(comparable), comparable)
    with tempfile.TemporaryDirectory() as folder:
        plugins = {}
        for name, text in (("reader", READER), ("formats", FORMATS)):
            plugins[name] = os.path.join(folder, name + ".lua")
            with open(plugins[name], "w", encoding="utf-8") as file:
                file.write(text)
        measure_reader(options, folder, plugins["reader"])
        measure_formats(options, folder, plugins["formats"])


def measure_reader(options, folder, plugin):
    path = os.path.join(folder, "rows.txt")
    line = "1,two,three,4.00,five,six,7,eight,true,ten\n"
    with open(path, "w", encoding="utf-8") as file:
        file.write(line * options.rows)
    time = seconds(
        [options.lunadiff, path, os.devnull, "-q", "--plugin", plugin, "--input-format", "bench:rows", "-k", "none"], options.runs)
    if time:
        print("| reader of ten fields | %.2f | %.0f MB/s |" % (time, options.rows * len(line) / 1e6 / time), flush=True)


def measure_formats(options, folder, plugin):
    old, new = (os.path.join(folder, side + ".csv") for side in ("old", "new"))
    for path, amount in ((old, "1.00"), (new, "2.00")):
        with open(path, "w", encoding="utf-8") as file:
            file.write("id,name,amount,country\n")
            file.writelines("%d,Name %d,%s,DE\n" % (number, number, amount) for number in range(options.rows))
    command = [options.lunadiff, old, new, "-k", "id", "--plugin", plugin]
    summary = seconds([*command, "--format", "summary"], options.runs) or 0
    base = None
    for name, words in (("jsonl", "`jsonl`"), ("bench:keys", "format, key alone"), ("bench:sql", "format, SQL"), ("bench:pairs", "format, `pairs`")):
        time = seconds([*command, "--format", name], options.runs)
        net = max(0.01, time - summary) if time else None
        show(words + ", net of a summary", net, base, "`jsonl`")
        base = base or net


if __name__ == "__main__":
    sys.exit(main())
