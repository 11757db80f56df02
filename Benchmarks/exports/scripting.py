#!/usr/bin/env python3
"""What it costs to say a rule in Lua: processor time of each style, and how many times that of a comparable one.

  scripting.py --lunadiff PATH --data DIR [--rows 300000] [--runs 3]

Each line runs on the same two exports, without any list of changes; formats on inputs of which every record is updated. A
style that the program does not know has no figure.
"""
import csv
import os
import statistics
import subprocess
import sys
import tempfile

from bench import make, parser

COLUMNS = '"id", "uuid", "email", "name", "amount", "currency", "status", "country", "updated_at", "notes"'
# The same reader of lines of ten fields, written in several ways.
READERS = """local names = { "a", "b", "c", "d", "e", "f", "g", "h", "i", "j" }
local pattern = "^" .. ("([^,]*),"):rep(9) .. "([^,]*)$"
return { name = "bench", readers = {
  matched = function(input)
    local next_line = input:lines()
    return function()
      local line = next_line()
      if line then
        local a, b, c, d, e, f, g, h, i, j = line:match(pattern)
        return { a = a, b = b, c = c, d = d, e = e, f = f, g = g, h = h, i = i, j = j }
      end
    end
  end,
  gathered = function(input)
    local next_line = input:lines()
    return function()
      local line = next_line()
      if line then
        local record, place = {}, 0
        for field in line:gmatch("[^,]+") do
          place = place + 1
          record[names[place]] = field
        end
        return record
      end
    end
  end,
  split = function(input)
    local next_line = input:lines()
    return function()
      local line = next_line()
      return line and luna.split(line, ",")
    end, names
  end,
} }"""
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


# What driver scripts do with each change of inputs of which every record is updated, and with each record of an input.
DIFF = 'local changes = luna.diff(luna.load(arg[1]), luna.load(arg[2]), { identity = "id" }) '
LOAD = "local records, n = luna.load(arg[1]), 0 "
DRIVERS = [
    ("`changes:each()`, kind and key", 'for c in changes:each() do io.write(c.kind, " ", c.key, "\\n") end'),
    ("`luna.json.encode` of kind, key and columns",
     'for c in changes:each() do io.write(luna.json.encode { kind = c.kind, key = c.key, columns = c.columns }, "\\n") end'),
    ("`luna.json.encode` of kind, key and values",
     "for c in changes:each() do local fields = {} for _, name in ipairs(c.columns) do "
     "fields[name] = { old = c.old[name], new = c.new[name] } end "
     'io.write(luna.json.encode { kind = c.kind, key = c.key, fields = fields }, "\\n") end'),
    ("`luna.json.encode` of records", 'for c in changes:each() do io.write(luna.json.encode(c.new), "\\n") end'),
]
WRITERS = [
    ("each record of an input", "for r in records:each() do n = n + 1 end"),
    ("each record and a field", 'for r in records:each() do if r.id == "" then n = n + 1 end end'),
    ("each record and all fields", "for r in records:each() do for name, value in pairs(r) do n = n + 1 end end"),
    ("`luna.write`, CSV", 'luna.write(arg[2] .. ".csv", records)'),
    ("`luna.write`, JSON Lines", 'luna.write(arg[2] .. ".jsonl", records)'),
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
    options = parser(__doc__, rows=300_000, runs=3).parse_args()
    old, new, _ = make(options.rows, "csv", options.data)
    print("| style | cpu s | times |\n|---|---|---|")
    times = {}
    for style, comparable, rules in STYLES:
        times[style] = seconds([options.lunadiff, old, new, "-q", "-e", rules], options.runs)
        show(style, times[style], times.get(comparable), comparable)
    with tempfile.TemporaryDirectory() as folder:
        plugins = {}
        for name, text in (("readers", READERS), ("formats", FORMATS)):
            plugins[name] = os.path.join(folder, name + ".lua")
            with open(plugins[name], "w", encoding="utf-8") as file:
                file.write(text)
        measure_readers(options, folder, plugins["readers"])
        measure_formats(options, folder, plugins["formats"])
        measure_drivers(options, folder, old)


def driver(options, folder, text, *arguments):
    script = os.path.join(folder, "driver.lua")
    with open(script, "w", encoding="utf-8") as file:
        file.write(text)
    return seconds([options.lunadiff, "run", script, *arguments], options.runs)


def measure_drivers(options, folder, export):
    old, new = (os.path.join(folder, side + ".csv") for side in ("every-old", "every-new"))
    with open(export, newline="", encoding="utf-8") as file, open(old, "w", encoding="utf-8") as first, \
            open(new, "w", encoding="utf-8") as second:
        rows = csv.reader(file)
        header = next(rows)
        writers = [csv.writer(side, lineterminator="\n") for side in (first, second)]
        for writer in writers:
            writer.writerow(header)
        for row in rows:
            writers[0].writerow(row)
            row[4] = "%.2f" % (float(row[4]) + 1.25)
            writers[1].writerow(row)
    command = [options.lunadiff, old, new, "-k", "id", "-f"]
    base = seconds([*command, "jsonl"], options.runs)
    show("`jsonl`, ten columns, every record updated", base, None, None)
    for words, text in DRIVERS:
        show(words, driver(options, folder, DIFF + text, old, new), base, "`jsonl`")
    show("the format `sql`", seconds([*command, "sql", "--format-option", "table=t"], options.runs), base, "`jsonl`")
    base = None
    for words, text in WRITERS:
        time = driver(options, folder, LOAD + text, old, os.path.join(folder, "out"))
        show(words, time, base, "all fields")
        base = time if words.endswith("all fields") else base


def measure_readers(options, folder, plugin):
    path = os.path.join(folder, "rows.txt")
    with open(path, "w", encoding="utf-8") as file:
        file.writelines("%d,two,three,4.00,five,six,7,eight,true,ten\n" % number for number in range(options.rows))
    size = os.path.getsize(path)
    command = [options.lunadiff, path, os.devnull, "-q", "-k", "a", "--plugin", plugin]
    for name, words in (
        ("matched", "`string.match`"), ("gathered", "`string.gmatch`, names by a list"), ("split", "`luna.split`, lists")):
        time = seconds([*command, "--input-format", "bench:" + name], options.runs)
        rate = "%.0f MB/s" % (size / 1e6 / time) if time else ""
        print("| reader of ten fields, %s | %s | %s |" % (words, "%.2f" % time if time else "–", rate), flush=True)


def measure_formats(options, folder, plugin):
    old, new = (os.path.join(folder, side + ".csv") for side in ("old", "new"))
    for path, amount in ((old, "1.00"), (new, "2.00")):
        with open(path, "w", encoding="utf-8") as file:
            file.write("id,name,amount,country\n")
            file.writelines("%d,Name %d,%s,DE\n" % (number, number, amount) for number in range(options.rows))
    command = [options.lunadiff, old, new, "-k", "id", "--plugin", plugin]
    quiet = seconds([*command, "-q"], options.runs) or 0
    base = None
    for name, words in (("jsonl", "`jsonl`"), ("bench:keys", "format, key alone"), ("bench:sql", "format, SQL"), ("bench:pairs", "format, `pairs`")):
        time = seconds([*command, "--format", name], options.runs)
        net = max(0.01, time - quiet) if time else None
        show(words + ", net of the comparison", net, base, "`jsonl`")
        base = base or net


if __name__ == "__main__":
    sys.exit(main())
