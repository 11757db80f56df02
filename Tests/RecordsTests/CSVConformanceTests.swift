import Foundation
import Testing

@testable import Records

/// One of rust-csv's cases: a text, a dialect and the rows.
struct RustCase: Decodable, CustomTestStringConvertible {
  struct Options: Decodable {
    var delimiter: String?
    var quote: String?
    var escape: String?
    var comment: String?
    var terminator: String?
    var ascii: Bool?
    var quoting: Bool?
    var double_quote: Bool?
  }
  var name: String
  var input: String
  var expected: [[String]]
  var options: Options
  var testDescription: String { name }

  static func all() -> [RustCase] {
    guard let bytes = try? fixture("rust-csv/cases.json"),
      let cases = try? JSONDecoder().decode([RustCase].self, from: Data(bytes))
    else { return [] }
    return cases
  }

  var readOptions: ReadOptions {
    .with {
      $0.format = .csv
      $0.hasHeader = false
      $0.delimiter = (options.delimiter ?? (options.ascii == true ? "\u{1F}" : ",")).utf8.first
      $0.quote = options.quote?.utf8.first
      $0.escape = options.escape?.utf8.first
      $0.comment = options.comment?.utf8.first
      $0.terminator = options.ascii == true ? 0x1E : options.terminator?.utf8.first
      $0.isQuoting = options.quoting ?? true
      $0.doublesQuotes = options.double_quote ?? true
    }
  }
}

/// One of csv-spectrum's or W3C's files with a header, and its rows as objects.
struct HeaderCase: CustomTestStringConvertible {
  var csv: String
  var rows: [[String: String]]
  var testDescription: String { csv }

  static func spectrum() throws -> [HeaderCase] {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: fixtures.appendingPathComponent("csv-spectrum/csvs").path)
    return try names.sorted().map { name in
      let json = "csv-spectrum/json/" + name.replacing(".csv", with: ".json")
      return HeaderCase(
        csv: "csv-spectrum/csvs/" + name, rows: try jsonFixture(json) as? [[String: String]] ?? [])
    }
  }

  /// The tests of CSV on the web: rows are what each of them `describes`, in standard mode.
  static func web() throws -> [HeaderCase] {
    let manifest = try jsonFixture("w3c-csvw/manifest.json") as? [[String: Any]] ?? []
    return try manifest.compactMap { entry in
      guard let csv = entry["action"] as? String, let json = entry["result"] as? String else {
        return nil
      }
      let result = try jsonFixture("w3c-csvw/" + json)
      let tables = (result as? [String: Any])?["tables"] as? [[String: Any]] ?? []
      let described = tables.flatMap { $0["row"] as? [[String: Any]] ?? [] }
        .flatMap { $0["describes"] as? [[String: String]] ?? [] }
      let rows = tables.isEmpty ? result as? [[String: String]] ?? [] : described
      return HeaderCase(csv: "w3c-csvw/" + csv, rows: rows)
    }
  }
}

@Suite("CSV conformance") struct CSVConformanceTests {
  static let workers = [1, 2, 4]

  @Test("all cases are there")
  func counts() throws {
    #expect(RustCase.all().count == 63)
    #expect(try HeaderCase.spectrum().count == 11)
    #expect(try HeaderCase.web().count == 9)
  }

  @Test(
    "rust-csv's cases read as its reader reads them, cut at every byte", arguments: RustCase.all())
  func rust(_ example: RustCase) throws {
    let bytes = Array(example.input.utf8)
    for size in [nil] + (1...max(1, bytes.count)).map(Optional.some) {
      for workers in Self.workers {
        var options = example.readOptions
        options.chunkSize = size
        options.workers = workers
        let read = { try RecordInput.read(bytes: bytes, name: "case", options: options).table() }
        if example.name == "quote_delimiter" {
          #expect(throws: RecordError.self) { try read() }
        } else {
          #expect(try read().texts == example.expected)
        }
      }
    }
  }

  @Test("rust-csv's cases read alike by every path", arguments: RustCase.all())
  func rustPaths(_ example: RustCase) throws {
    guard example.name != "quote_delimiter" else { return }
    for path in ReadingPath.allCases {
      let input = try path.open(Array(example.input.utf8), example.readOptions)
      #expect(try input.table().texts == example.expected, "\(path)")
    }
  }

  @Test("csv-spectrum's files have the rows of its JSON", arguments: try HeaderCase.spectrum())
  func spectrum(_ example: HeaderCase) throws { try check(example) }

  @Test("W3C's files have the cells of its JSON", arguments: try HeaderCase.web())
  func web(_ example: HeaderCase) throws { try check(example, nullTokens: [""]) }

  private func check(_ example: HeaderCase, nullTokens: [String] = []) throws {
    let bytes = try fixture(example.csv)
    for path in ReadingPath.allCases {
      let table = try path.open(bytes, .with { $0.nullTokens = nullTokens }).table()
      #expect(objects(of: table) == example.rows, "\(path)")
    }
    for size in Swift.stride(from: 1, to: bytes.count, by: max(1, bytes.count / 200)) {
      let options = ReadOptions.with {
        $0.nullTokens = nullTokens
        $0.chunkSize = size
        $0.workers = Self.workers[size % Self.workers.count]
      }
      let table = try RecordInput.read(bytes: bytes, name: "case.csv", options: options).table()
      #expect(objects(of: table) == example.rows, "parts of \(size)")
    }
  }

  private func objects(of table: RecordTable) -> [[String: String]] {
    table.rows.map { row in
      zip(table.columns, row).reduce(into: [:]) { object, cell in
        if case .text(let text) = cell.1 { object[cell.0] = text.string }
      }
    }
  }

  @Test(
    "rust-csv's example files are read whole",
    arguments: [
      ("smallpop.csv", 4, 10), ("smallpop-colon.csv", 4, 10), ("uspop-null.csv", 5, 100),
    ])
  func files(_ name: String, columns: Int, records: Int) throws {
    let options = ReadOptions.with {
      $0.delimiter = name.contains("colon") ? UInt8(ascii: ":") : nil
    }
    let bytes = try fixture("rust-csv/" + name)
    let table = try RecordInput.read(bytes: bytes, name: name, options: options).table()
    #expect(table.columns.count == columns)
    #expect(table.count == records)
  }

  @Test("a Latin-1 file is refused as UTF-8 and read with its encoding")
  func latin1() throws {
    let bytes = try fixture("rust-csv/uspop-latin1.csv")
    #expect(throws: RecordError.self) {
      try RecordInput.read(bytes: bytes, name: "latin1.csv").table()
    }
    let options = ReadOptions.with { $0.encoding = "LATIN1" }
    let table = try RecordInput.read(bytes: bytes, name: "latin1.csv", options: options).table()
    #expect(table.count == 100)
  }

  @Test("mixed quoting with escapes and comments is read")
  func strange() throws {
    let options = ReadOptions.with {
      $0.escape = UInt8(ascii: "\\")
      $0.comment = UInt8(ascii: "#")
      $0.delimiter = UInt8(ascii: ";")
      $0.hasHeader = false
      $0.ragged = .pad
    }
    let bytes = try fixture("rust-csv/strange.csv")
    let table = try RecordInput.read(bytes: bytes, name: "strange.csv", options: options).table()
    #expect(table.texts.first == ["\"Hacksaw\" Jim Duggan", "1987"])
    #expect(table.texts[2] == ["Rafael Halperin"])
  }
}
