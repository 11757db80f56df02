import Foundation
import TestSupport
import Testing

/// Readers that call programs: values that differ are never equal, and nothing in a data file runs.
@Suite struct ReaderValueTests {
  private static let hasSQLite = Hint.isInstalled("sqlite3") && Hint.isInstalled("python3")

  /// Random pairs of values that differ, of which Python writes one to each file.
  private static let pairs = #"""
    import math, random, sqlite3, struct, sys, zipfile
    from xml.sax.saxutils import escape
    random.seed(int(sys.argv[1]))
    def number():
        while True:
            found = random.choice([random.uniform(-1, 1), round(random.uniform(0, 9999), 2),
                struct.unpack("d", struct.pack("Q", random.getrandbits(64)))[0]])
            if math.isfinite(found) and abs(found) < 1e308:
                return found
    def text():
        return "".join(random.choices(letters, k=random.randint(0, 4)))
    def pair():
        kind = random.choice(kinds)
        first = kind()
        second = math.nextafter(first, math.inf) if kind is number else first + 1 if kind is integer else kind()
        return (first, second) if first != second else pair()
    def integer():
        return random.getrandbits(62)
    def write(rows, letter):
        make(letter, [(row, values[letter]) for row, values in enumerate(rows)])
    def finish(count):
        rows = [pair() for _ in range(count)]
        write(rows, 0), write(rows, 1)

    """#

  private static let sqlite = #"""
    letters, kinds = "\0a\x01\r\n\",'", [number, text, integer, lambda: text().encode()]
    def make(letter, rows):
        with sqlite3.connect(["old.db", "new.db"][letter]) as database:
            database.execute("CREATE TABLE t(id, v)")
            database.executemany("INSERT INTO t VALUES (?, ?)", rows)
    finish(2000)
    """#

  private static let workbook = #"""
    letters, kinds = "a\r\n\t\"_, ", [number, text, integer]
    office = "http://schemas.openxmlformats.org/"
    main = f'xmlns="{office}spreadsheetml/2006/main" xmlns:r="{office}officeDocument/2006/relationships"'
    def related(*items):
        return "<Relationships>" + "".join(f'<Relationship Id="{kind}" Type="{office}officeDocument/2006/relationships/{kind}" '
            f'Target="{place}"/>' for kind, place in items) + "</Relationships>"
    def cell(value):
        if isinstance(value, str):
            value = escape(value).replace("\r", "_x000D_")
            return f'<c t="inlineStr"><is><t xml:space="preserve">{value}</t></is></c>'
        return f'<c s="{random.randint(0, 4)}"><v>{value!r}</v></c>'
    def make(letter, rows):
        rows = [("id", "v")] + rows
        with zipfile.ZipFile(["old.xlsx", "new.xlsx"][letter], "w") as book:
            book.writestr("[Content_Types].xml", "<Types/>")
            book.writestr("_rels/.rels", related(("officeDocument", "xl/workbook.xml")))
            book.writestr("xl/_rels/workbook.xml.rels", related(("worksheet", "sheet.xml"), ("styles", "styles.xml")))
            book.writestr("xl/workbook.xml", f'<workbook {main}><sheets><sheet name="S" r:id="worksheet"/></sheets></workbook>')
            book.writestr("xl/styles.xml", f"<styleSheet {main}><cellXfs>"
                + "".join(f'<xf numFmtId="{number}"/>' for number in (0, 2, 9, 11, 12)) + "</cellXfs></styleSheet>")
            book.writestr("xl/sheet.xml", f"<worksheet {main}><sheetData>" + "".join(
                f"<row hidden='1'>{cell(a)}{cell(b)}</row>" for a, b in rows) + "</sheetData></worksheet>")
    finish(1000)
    """#

  @Test(
    "values of SQLite and Excel that differ are never equal",
    .enabled(if: hasSQLite, "sqlite3 or python3 is not installed"),
    arguments: [(sqlite, "db", 2000), (workbook, "xlsx", 1000)])
  func pairs(script: String, ending: String, count: Int) async throws {
    let lunadiff = try Lunadiff()
    var random = SeededGenerator.announced("values in \(ending)")
    try lunadiff.directory.write(Self.pairs + script, to: "make.py")
    #expect(
      try await lunadiff.shell("python3 make.py \(UInt32.random(in: 0...UInt32.max, using: &random))").status == 0)
    let end = try await lunadiff.run(["old.\(ending)", "new.\(ending)", "-k", "id", "-f", "jsonl", "--no-findings"])
    #expect(end.outputText.contains(#""updated":\#(count),"moved":0,"unchanged":0"#))
  }

  @Test("a view or a query of SQLite runs and writes nothing", .enabled(if: hasSQLite, "sqlite3 is not installed"))
  func hostile() async throws {
    let lunadiff = try Lunadiff()
    for power in [
      "edit('x', 'touch canary;:')", "writefile('canary', 'x')", "load_extension('./canary')", "readfile('make.sql')",
    ] {
      try lunadiff.directory.write("CREATE VIEW v AS SELECT 1 AS id, \(power) AS a;", to: "make.sql")
      #expect(try await lunadiff.shell("rm -f old.db; sqlite3 old.db <make.sql").status == 0)
      #expect(try await lunadiff.run(["old.db", "old.db", "-k", "id"]).status == 2, "\(power)")
    }
    #expect(try await lunadiff.shell("rm -f old.db; sqlite3 old.db 'CREATE TABLE t(id)'").status == 0)
    for query in [
      "SELECT writefile('canary', 'x') AS id", "SELECT 1 AS id; VACUUM INTO 'canary'", "ATTACH 'canary' AS c",
      "SELECT name AS id FROM \"FSDIR\"('.')", "SELECT name AS id FROM zipfile('a.zip')",
      "SELECT 1) AS x; .shell touch canary",
    ] {
      #expect(try await lunadiff.run(["old.db", "old.db", "--input-option", "query=\(query)"]).status == 2, "\(query)")
    }
    #expect(!(try lunadiff.directory.names().contains("canary")))
  }

  @Test("the path of a Parquet file is no pattern", .enabled(if: Hint.isInstalled("duckdb"), "duckdb is not installed"))
  func literalPath() async throws {
    let lunadiff = try Lunadiff()
    try lunadiff.directory.write(
      """
      COPY (SELECT 1 AS id, 'literal' AS v) TO 'd[1].parquet'; COPY (SELECT 1 AS id, 'other' AS v) TO 'd1.parquet';
      """, to: "make.sql")
    #expect(
      try await lunadiff.shell("duckdb <make.sql && mkdir 'y=1' && cp 'd[1].parquet' 'y=1/s*.parquet'").status == 0)
    #expect(try await lunadiff.run(["d[1].parquet", "d1.parquet", "-k", "id"]).status == 1)
    #expect(try await lunadiff.run(["d[1].parquet", "y=1/s*.parquet", "-k", "id", "--strict-columns"]).status == 0)
  }

  @Test(
    "the number of a sheet is counted from 1, and one sheet is named in one way",
    .enabled(if: hasSQLite, "python3 is not installed"),
    arguments: [["number=0"], ["number=9"], ["sheet=S", "number=1"]])
  func sheets(options: [String]) async throws {
    let lunadiff = try Lunadiff()
    try lunadiff.directory.write(Self.pairs + Self.workbook, to: "make.py")
    #expect(try await lunadiff.shell("python3 make.py 1").status == 0)
    let flags = options.flatMap { ["--new-option", $0] }
    #expect(try await lunadiff.run(["old.xlsx", "old.xlsx", "-k", "id"] + flags).status == 2)
  }
}
