#!/usr/bin/env python3
"""What it costs to say a rule in Lua: processor time of each style, and how many times that of the declared one.

  scripting.py --lunadiff PATH --data DIR [--rows 1000000] [--runs 5] [--only rules duckdb start readers formats drivers]

Each row's commands run in turn, and the least user time counts. Rules run without any list of changes, on two exports of
which 2 % differ or, where a row says so, on two of which each record is updated. "in Lua" is with `--no-compile`. Beside
DuckDB (pip install duckdb) stands the whole time, of all threads. Of start-up,
a small comparison, the least of a hundred counts.
"""
import csv
import importlib.util
import os
import subprocess
import sys
import tempfile

from bench import HERE, make, parser

PARTS = ["rules", "duckdb", "start", "readers", "formats", "drivers"]
COLUMNS = ["id", "uuid", "email", "name", "amount", "currency", "status", "country", "updated_at", "notes"]
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

def rules(text):
    return "return { %s }" % text


def normalizers(step):
    names = ", ".join('"%s"' % name for name in COLUMNS[1:])
    return "local n = {} for _, c in ipairs { %s } do n[c] = %s end return { identity = 'id', normalize = n }" % (names, step)


ID = 'identity = "id", '
EMAIL = 'identity = "email", normalize = { email = %s }'
STATUS = 'luna.where.column("status")'
# A style, the declared rules and those with functions that say the same, and at most how many times theirs these should take.
STYLES = [
    ("identity `r.id`", rules(ID), rules("identity = function(r) return r.id end"), 1.2),
    ("two returns", rules('identity = { "id", "email" }'), rules("identity = function(r) return r.id, r.email end"), 1.2),
    ("three returns", rules('identity = { "id", "email", "name" }'),
     rules("identity = function(r) return r.id, r.email, r.name end"), 1.2),
    ("`..`, one text of two columns", rules('columns = { k = { "id", "|", "email" } }, identity = "k"'),
     rules('identity = function(r) return r.id .. "|" .. r.email end'), 1.2),
    ("trim and lower, by `luna.text`", rules(EMAIL % "{ luna.text.trim, luna.text.lower }"),
     rules("identity = function(r) return luna.text.lower(luna.text.trim(r.email)) end"), 1.2),
    ("trim and lower, by `string`", rules(EMAIL % "{ luna.text.trim, luna.text.lower }"),
     rules('identity = function(r) return r.email:match("^%s*(.-)%s*$"):lower() end'), 1.2),
    ("filter `~=`", rules(ID + "filter = %s.is_not('draft')" % STATUS),
     rules(ID + 'filter = function(r) return r.status ~= "draft" end'), 1.2),
    ("filter with a pattern", rules(ID + "filter = ~%s.matches('^dra')" % STATUS),
     rules(ID + 'filter = function(r) return not r.status:find("^dra") end'), 1.2),
    ("filter with a number", rules(ID + 'filter = luna.where.column("amount").greater(100)'),
     rules(ID + "filter = function(r) return tonumber(r.amount) > 100 end"), 1.2),
    ("filter with `and`", rules(ID + "filter = %s.is_not('draft') & luna.where.column('country').is_not('DE')" % STATUS),
     rules(ID + 'filter = function(r) return r.status ~= "draft" and r.country ~= "DE" end'), 1.2),
    ("section", rules(ID + 'section = "country"'), rules(ID + "section = function(r) return r.country end"), 1.1),
    ("normalizer of the key", rules(EMAIL % "luna.text.lower"), rules(EMAIL % "function(v) return v:lower() end"), 1.3),
    ("normalizer of the key, `gsub`", rules(EMAIL % 'luna.text.replace("%s+", "")'),
     rules(EMAIL % 'function(v) return (v:gsub("%s+", "")) end'), 1.3),
    ("nine normalizers", normalizers("luna.text.trim"), normalizers("function(v) return v end"), 1.3),
]
EQUAL = [
    ("`equal` by column", rules(ID + "equal = { amount = luna.compare.number(0.01) }"),
     rules(ID + "equal = { amount = function(a, b) return math.abs(tonumber(a) - tonumber(b)) <= 0.01 end }"), 1.2),
    ("`equal` with a context", rules(ID + "equal = { amount = luna.compare.number(0.01) }"),
     rules(ID + "equal = { amount = function(a, b, c) return math.abs(a - b) <= 0.01 or c.old.country == 'XX' end }"), 1.2),
    ("`equal` by record", rules(ID + 'only = { "amount", "status" }'),
     rules(ID + "equal = function(a, b) return a.amount == b.amount and a.status == b.status end"), 1.2),
]
UPDATED = [
    ("`gsub` normalizer of the column that differs", rules(ID + "normalize = { amount = luna.text.replace('%.', ',') }"),
     rules(ID + "normalize = { amount = function(v) return (v:gsub('%.', ',')) end }"), 1.3),
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


def least(commands, runs, cost=lambda usage: usage.ru_utime):
    """The least seconds of each of some commands, which run in turn; nothing for one that fails."""
    found = [None] * len(commands)
    for _ in range(runs):
        for number, command in enumerate(commands):
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode in (0, 1):
                found[number] = min(cost(usage), found[number] or float("inf"))
    return found


def whole(usage):
    return usage.ru_utime + usage.ru_stime


def ratio(time, base):
    return "%.2f" % (time / base) if time and base else "–"


def seconds(time):
    return "%.2f" % time if time else "–"


def measure_rules(options, folder):
    exports = make(options.rows, "csv", options.data)[:2]
    every = make_updated(folder, exports[0])
    print("| style | declared s | function s | in Lua s | function | in Lua | target |\n|---|---|---|---|---|---|---|")
    updated = [(style + ", all updated", *row) for style, *row in EQUAL + UPDATED]
    for inputs, styles in ((exports, STYLES + EQUAL), (every, updated)):
        for style, declared, function, target in styles:
            command = [options.lunadiff, *inputs, "-q", "--threads", "1", "-e"]
            base, compiled, interpreted = least(
                [command + [declared], command + [function], command + [function, "--no-compile"]], options.runs)
            print("| %s | %s | %s | %s | %s | %s | ≤ %.1f |" % (
                style, seconds(base), seconds(compiled), seconds(interpreted), ratio(compiled, base),
                ratio(interpreted, base), target), flush=True)


def measure_duckdb(options, folder):
    if not importlib.util.find_spec("duckdb"):
        print("DuckDB is not there", file=sys.stderr)
        return
    old, new, _ = make(options.rows, "csv", options.data)
    out = os.path.join(folder, "changes")
    own = [options.lunadiff, old, new, "--ignore-order", "--format", "jsonl", "-o", out]
    commands = [own + ["-r", os.path.join(HERE, "rules", name + ".lua")] for name in ("declared", "functions")]
    commands.append(commands[1] + ["--no-compile"])
    commands.append([sys.executable, os.path.join(HERE, "duckdb_diff.py"), "rule", old, new, out + ".csv"])
    times = least(commands, options.runs, whole)
    print("\n| the benchmark's rule | cpu s | of DuckDB's | target |\n|---|---|---|---|")
    for words, time, target in zip(("declared", "functions", "functions, in Lua", "DuckDB"), times, ("", "≤ 0.3", "", "")):
        print("| %s | %s | %s | %s |" % (words, seconds(time), ratio(time, times[3]), target), flush=True)


def measure_start(options, folder):
    paths = [os.path.join(folder, side + ".csv") for side in ("small-old", "small-new")]
    for number, path in enumerate(paths):
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(["id,email,amount\n"] + ["%d,A%d@x.org,%d.50\n" % (row, row, row + number) for row in range(20)])
    text = rules("identity = function(r) return r.id, r.email:lower() end, "
                 "equal = { amount = function(a, b) return math.abs(a - b) < 0.1 end }")
    command = [options.lunadiff, *paths, "-q", "-e", text]
    times = least([command, command + ["--no-compile"]], 100, whole)
    print("\n| start-up, a comparison | cpu ms | of `--no-compile` |\n|---|---|---|")
    for words, time in zip(("with compiled functions", "with `--no-compile`"), times):
        print("| %s | %.2f | %s |" % (words, (time or 0) * 1000, ratio(time, times[1])), flush=True)


def make_updated(folder, export):
    """Two exports of which each record has another amount."""
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
    return old, new


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def measure_readers(options, folder):
    plugin = write(folder, "readers.lua", READERS)
    path = os.path.join(folder, "rows.txt")
    with open(path, "w", encoding="utf-8") as file:
        file.writelines("%d,two,three,4.00,five,six,7,eight,true,ten\n" % number for number in range(options.rows))
    size = os.path.getsize(path)
    command = [options.lunadiff, path, os.devnull, "-q", "--threads", "1", "-k", "a", "--plugin", plugin, "--input-format"]
    readers = (("matched", "`string.match`"), ("gathered", "`string.gmatch`, names by a list"), ("split", "`luna.split`, lists"))
    times = least([command + ["bench:" + name] for name, _ in readers], options.runs)
    print("\n| reader of ten fields | cpu s | MB/s |\n|---|---|---|")
    for (_, words), time in zip(readers, times):
        print("| %s | %s | %.0f |" % (words, seconds(time), size / 1e6 / time if time else 0), flush=True)


def measure_formats(options, folder):
    plugin = write(folder, "formats.lua", FORMATS)
    old, new = (os.path.join(folder, side + ".csv") for side in ("old", "new"))
    for path, amount in ((old, "1.00"), (new, "2.00")):
        with open(path, "w", encoding="utf-8") as file:
            file.write("id,name,amount,country\n")
            file.writelines("%d,Name %d,%s,DE\n" % (number, number, amount) for number in range(options.rows))
    command = [options.lunadiff, old, new, "-k", "id", "--threads", "1", "--plugin", plugin]
    formats = (("jsonl", "`jsonl`"), ("bench:keys", "format, key alone"), ("bench:sql", "format, SQL"), ("bench:pairs", "format, `pairs`"))
    quiet, *times = least([command + ["-q"]] + [command + ["--format", name] for name, _ in formats], options.runs)
    print("\n| each record updated, net of the comparison | cpu s | of `jsonl` |\n|---|---|---|")
    nets = [time and max(0.01, time - quiet) for time in times]
    for (_, words), net in zip(formats, nets):
        print("| %s | %s | %s |" % (words, seconds(net), ratio(net, nets[0])), flush=True)


def measure_drivers(options, folder):
    old, new = make_updated(folder, make(options.rows, "csv", options.data)[0])
    command = [options.lunadiff, old, new, "-k", "id", "--threads", "1", "-f"]
    commands = [command + ["jsonl"], command + ["sql", "--format-option", "table=t"]]
    scripts = [write(folder, "driver-%d.lua" % number, DIFF + text) for number, (_, text) in enumerate(DRIVERS)]
    times = least(commands + [[options.lunadiff, "run", script, old, new] for script in scripts], options.runs)
    print("\n| ten columns, each record updated | cpu s | of `jsonl` | target |\n|---|---|---|---|")
    names = ["`jsonl`", "the format `sql`"] + [words for words, _ in DRIVERS]
    for words, time in zip(names, times):
        print("| %s | %s | %s | ≤ 3 |" % (words, seconds(time), ratio(time, times[0])), flush=True)
    scripts = [write(folder, "writer-%d.lua" % number, LOAD + text) for number, (_, text) in enumerate(WRITERS)]
    times = least([[options.lunadiff, "run", script, old, os.path.join(folder, "out")] for script in scripts], options.runs)
    print("\n| what is done with an input | cpu s | of all fields visited | target |\n|---|---|---|---|")
    for (words, _), time in zip(WRITERS, times):
        print("| %s | %s | %s | ≤ 2 |" % (words, seconds(time), ratio(time, times[2])), flush=True)


def main():
    arguments = parser(__doc__, rows=1_000_000, runs=5)
    arguments.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    options = arguments.parse_args()
    measures = dict(zip(PARTS, (measure_rules, measure_duckdb, measure_start, measure_readers, measure_formats, measure_drivers)))
    with tempfile.TemporaryDirectory() as folder:
        for part in options.only:
            measures[part](options, folder)


if __name__ == "__main__":
    sys.exit(main())
