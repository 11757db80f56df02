import Foundation
import TestSupport
import Testing

/// The readers that come with the program, with the real programs where those are installed.
@Suite struct BundledReaderTests {
  private static let hasSQLite = Hint.isInstalled("sqlite3")

  /// A database with a table of two records.
  private func database(
    _ lunadiff: Lunadiff, _ name: String, table: String = "users", bob: String = "Bob"
  ) async throws {
    let quoted = "\"" + table.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    try lunadiff.directory.write(
      """
      CREATE TABLE \(quoted)(id, name, note);
      INSERT INTO \(quoted) VALUES (1, 'Ann', NULL), (2, '\(bob)', '');
      """, to: "make.sql")
    #expect(try await lunadiff.shell("sqlite3 \(name) <make.sql").status == 0)
  }

  @Test(
    "a table of SQLite keeps NULL and the empty text apart",
    .enabled(if: hasSQLite, "sqlite3 is not installed"))
  func nulls() async throws {
    let lunadiff = try Lunadiff()
    try await database(lunadiff, "old.db")
    try lunadiff.directory.write("id,name,note\n1,Ann,\n2,Bobby,\"\"\n", to: "new.csv")
    let end = try await lunadiff.run(["old.db", "new.csv", "-k", "id", "--null", ""])
    #expect(
      end.outputText == """
        old.db → new.csv
        key: id · null: ''

        ~ 2  name: Bob → Bobby

        1 updated, 0 deleted, 0 inserted, 0 moved, 1 unchanged
        2 → 2 records

        """)
    #expect(end.status == 1)
  }

  @Test(
    "a table of SQLite is a name and never more than that",
    .enabled(if: hasSQLite, "sqlite3 is not installed"),
    arguments: [
      "users", "select", "two words", #"a"b"#, "it's", "-x", ".tables", "$(id)", "`id`", "a;b", "ä",
      "%s", "\\",
      #"users"; DROP TABLE "users"; --"#,
    ])
  func names(table: String) async throws {
    let lunadiff = try Lunadiff()
    try await database(lunadiff, "old.db", table: table)
    try await database(lunadiff, "new.db", table: table, bob: "Bobby")
    for options in [[], ["--input-option", "table=\(table)"]] {
      let end = try await lunadiff.run(["old.db", "new.db", "-k", "id", "-f", "jsonl"] + options)
      #expect(end.errorText == "")
      #expect(end.outputText.contains(#""updated":1,"moved":0,"unchanged":1"#))
    }
  }

  @Test(
    "of several tables one has to be named, and a query may take its place",
    .enabled(if: hasSQLite, "sqlite3 is not installed"))
  func several() async throws {
    let lunadiff = try Lunadiff()
    try await database(lunadiff, "old.db")
    try await database(lunadiff, "old.db", table: "orders")
    let end = try await lunadiff.run(["old.db", "old.db"])
    #expect(end.status == 2)
    #expect(
      end.errorText == """
        lunadiff: old.db: there are several tables: users, orders
          hint: --input-option table=users reads one of them, --input-option query=SQL what it selects

        """)
    for option in ["table=users", "query=SELECT id FROM orders"] {
      #expect(try await lunadiff.run(["old.db", "old.db", "--input-option", option]).status == 0)
    }
    let dotted = try await lunadiff.run(["old.db", "old.db", "--input-option", "query= .shell id"])
    #expect(dotted.errorText.contains("is SQL, no command of sqlite3"))
  }

  @Test(
    "a table without a row has its columns", .enabled(if: hasSQLite, "sqlite3 is not installed"))
  func empty() async throws {
    let lunadiff = try Lunadiff()
    try await database(lunadiff, "new.db")
    #expect(
      try await lunadiff.shell(#"sqlite3 old.db 'CREATE TABLE t(id, name, note)'"#).status == 0)
    let end = try await lunadiff.run([
      "old.db", "new.db", "-k", "id", "--new-option", "table=users", "-f", "jsonl",
    ])
    #expect(end.outputText.contains(#""deleted":0,"inserted":2,"updated":0"#))
    #expect(end.outputText.contains(#""common":["id","name","note"]"#))
  }

  @Test(
    "a program that is not there is named, with how it is installed",
    arguments: [
      ("sqlite", "sqlite3", "apt install sqlite3"), ("xlsx", "python3", "apt install python3"),
      ("parquet", "duckdb", "pip install duckdb-cli"),
    ])
  func missing(reader: String, program: String, advice: String) async throws {
    let lunadiff = try Lunadiff()
    try lunadiff.directory.write("x", to: "old.\(reader)")
    let end = try await lunadiff.shell(
      #"L=$(command -v lunadiff); PATH=/nowhere "$L" old.\#(reader) old.\#(reader) --input-format \#(reader) --input-option \#(reader == "sqlite" ? "table=x" : "number=1")"#
        .replacingOccurrences(of: reader == "parquet" ? " --input-option number=1" : "\0", with: "")
    )
    #expect(end.status == 2)
    #expect(end.errorText.contains("the program \(program), which reads this, is not installed"))
    #expect(end.errorText.contains("hint: \(advice)"))
  }

  @Test("a program that writes on is ended where the other input cannot be read")
  func giveUp() async throws {
    let lunadiff = try Lunadiff()
    try lunadiff.directory.write(
      """
      return { name = "slow", readers = { slow = {
        command = { "sh", "-c", "trap 'echo ended >ended; exit 1' TERM; sleep 600" },
        output = "csv", extensions = { "slow" } } } }
      """, to: "slow.lua")
    try lunadiff.directory.write("x", to: "old.slow")
    let end = try await lunadiff.shell(
      "lunadiff old.slow nowhere.csv --plugin slow.lua", timeLimit: .seconds(300))
    #expect(end.status == 2)
    #expect(end.errorText.contains("nowhere.csv: cannot open"))
    #expect(!end.timedOut)
  }
}
