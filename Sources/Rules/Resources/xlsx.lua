-- Reads a sheet of an Excel workbook, the first one unless it is named, by Python's own library.
-- Values are read, and not how Excel shows them: 0.125 and not 13 %, the time of a date, the rows that are hidden.

local python = [==[
import csv, posixpath, re, sys, zipfile
from datetime import datetime, timedelta
from xml.etree import ElementTree

sys.excepthook = lambda kind, error, place: print(f"this workbook cannot be read: {error!r}", file=sys.stderr)
path, sheet, number = sys.argv[1:]
book = zipfile.ZipFile(path)
names = {name.lower(): name for name in book.namelist()}
if len(names) != len(book.namelist()):
    sys.exit("two files in the workbook have the same name")

def root(name):
    return ElementTree.parse(book.open(names[name.lower()])).getroot()

def related(source):
    folder, file = posixpath.split(source)
    for item in root(posixpath.join(folder, "_rels", file + ".rels")):
        place = posixpath.normpath(posixpath.join("/", folder, item.get("Target", "")))
        yield item.get("Type", "").rpartition("/")[2], item.get("Id"), place.lstrip("/")

def unescaped(text):
    return re.sub("_x([0-9A-Fa-f]{4})_", lambda code: chr(int(code[1], 16)), text)

def rich(item):
    return unescaped("".join(run.text or "" for run in item.findall("{*}t") + item.findall("{*}r/{*}t")))

main = next(place for kind, _, place in related("") if kind == "officeDocument")
workbook, parts = root(main), list(related(main))
sheets = workbook.findall("{*}sheets/{*}sheet")
titles = [item.get("name") for item in sheets]
if sheet and sheet not in titles or int(number) > len(sheets):
    sys.exit(f"there is no sheet {sheet or number}; there are: " + ", ".join(titles))
chosen = sheets[titles.index(sheet) if sheet else int(number) - 1]
identifier = next(value for name, value in chosen.items() if name.endswith("}id"))
rows = next(place for _, found, place in parts if found == identifier)
kinds = {kind: root(place) for kind, _, place in parts if kind in ("sharedStrings", "styles")}
strings = [rich(item) for item in kinds.get("sharedStrings", ())]
starts_1904 = any(item.get("date1904") in ("1", "true") for item in workbook.findall("{*}workbookPr"))
start, earliest = (datetime(1904, 1, 1), 1) if starts_1904 else (datetime(1899, 12, 30), 61)

# Formats of dates and times; brackets are for spans of time, which may have more than 24 hours.
codes = dict.fromkeys([*range(14, 23), *range(27, 37), 45, 47, *range(50, 59)], "d")
codes[46] = "[h]"
styles = kinds.get("styles", ElementTree.Element("none"))
for item in styles.findall("{*}numFmts/{*}numFmt"):
    code = item.get("formatCode").lower().replace("general", "")
    codes[int(item.get("numFmtId"))] = re.sub(r'"[^"]*"|[\\_*].|\[(?![hms]+\])[^]]*\]', "", code)
formats = [codes.get(int(item.get("numFmtId", 0)), "") for item in styles.findall("{*}cellXfs/{*}xf")]

def number_text(raw, code):
    value = float(raw)
    is_span = value < 1 or "[" in code
    if not re.search("[dmyhs]", code) or not 0 <= value < 2958465 or value < earliest and not is_span:
        return raw if re.fullmatch("-?[0-9]+", raw) else re.sub(r"\.0$", "", repr(value))
    # Excel counts days, and is exact to a millisecond.
    span = timedelta(milliseconds=round(value * 86400000))
    if is_span:
        minutes, seconds = divmod(span, timedelta(minutes=1))
        return f"{minutes // 60:02}:{minutes % 60:02}:" + str(seconds)[5:]
    return re.sub(" 00:00:00$", "", (start + span).isoformat(" "))

def value(cell):
    kind, found, formula = cell.get("t", "n"), cell.findtext("{*}v"), cell.find("{*}f")
    if kind == "inlineStr":
        return "".join(map(rich, cell.findall("{*}is")))
    if not found:
        return "" if found == "" or formula is None else "=" + (formula.text or "")
    if kind == "n":
        return number_text(found, formats[int(cell.get("s", 0))] if formats else "")
    return strings[int(found)] if kind == "s" else ["FALSE", "TRUE"][int(found)] if kind == "b" else unescaped(found)

sys.stdout.reconfigure(encoding="utf-8", newline="")
out = csv.writer(sys.stdout)
at, width = 0, 0
for _, row in ElementTree.iterparse(book.open(names[rows.lower()])):
    if row.tag.rpartition("}")[2] != "row":
        continue
    line = []
    for cell in row.findall("{*}c"):
        column = 0
        for letter in re.match("[A-Z]{0,3}", cell.get("r", ""))[0]:
            column = column * 26 + ord(letter) - 64
        line += [""] * (column - 1 - len(line)) + [value(cell)]
    while line and not line[-1]:
        line.pop()
    # A missing row is a blank line, which is a record only where there is one column.
    blanks = min(int(row.get("r", at + 1)), 1 << 20) - at - 1
    out.writerows([[]] * blanks + [line + [""] * (width - len(line)) if line else []])
    at += blanks + 1
    width = width or len(line)
    row.clear()
]==]

local function command(input, options)
  if options.sheet and options.number then input:error "it is the option 'sheet' or 'number', not both" end
  if options.number and options.number < 1 then input:error "the option 'number' is counted from 1" end
  return { "python3", "-I", "-c", python, input.path, options.sheet or "", (options.number or 1) .. "" }
end

return {
  name = "xlsx", version = "1.0", summary = "Sheets of Excel workbooks, by Python",
  readers = {
    xlsx = {
      command = command,
      output = "csv",
      install = "apt install python3, or brew install python",
      extensions = { "xlsx", "xlsm" },
      sniff = function(start)
        return start:sub(1, 4) == "PK\3\4" and start:find("[Content_Types].xml", 1, true) ~= nil
      end,
      options = {
        sheet = { summary = "the sheet's name" },
        number = { type = "integer", summary = "the sheet's number, counted from 1" },
      },
    },
  },
}
