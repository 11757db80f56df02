import Foundation
import Records
import Testing

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

@Suite("CSV conformance") struct CSVConformanceTests {
  @Test("all 63 cases of rust-csv are there")
  func count() { #expect(RustCase.all().count == 63) }

  @Test("rust-csv's cases read as its reader reads them", arguments: RustCase.all())
  func rust(_ example: RustCase) throws {
    let input = { () throws(RecordError) in
      try RecordInput.read(
        bytes: Array(example.input.utf8), name: "case", options: example.readOptions)
    }
    if example.name == "quote_delimiter" {
      #expect(throws: RecordError.self) { try input().table() }
    } else {
      #expect(try input().table().texts == example.expected)
    }
  }
}
