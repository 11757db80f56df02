import Foundation
import TestSupport
import Testing

@testable import Records

/// Files that are none of the formats that are read, whatever they are called.
@Suite struct ForeignFormatTests {
  private func error(_ bytes: [UInt8], _ name: String = "t.csv") -> RecordError? {
    #expect(throws: RecordError.self) {
      try RecordInput.read(bytes: bytes, name: name).table()
    }
  }

  @Test(
    "are named by their first bytes, with a command that gets the records out",
    arguments: [
      (Array("PAR1".utf8) + [0x15, 0, 0x15], .parquet, "duckdb -csv -c \"FROM 't.csv'\""),
      (
        Array("SQLite format 3".utf8) + [0, 16], .sqlite,
        #"sqlite3 -safe -header -csv t.csv 'SELECT * FROM "TABLE"'"#
      ),
      (Array("BZh91AY&SY".utf8) + [0x9A, 0xFF, 0], .bzip2, "bzip2 -dc t.csv"),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0], .xz, "xz -dc t.csv"),
    ] as [([UInt8], ForeignFormat, String)])
  func named(bytes: [UInt8], format: ForeignFormat, command: String) {
    for name in ["t.csv", "t.json"] {
      let error = error(bytes, name)
      #expect(error?.kind == .foreign(format))
    }
    let remark =
      format == .sqlite ? ", where TABLE is one of those that sqlite3 t.csv .tables lists" : ""
    #expect(
      error(bytes)?.hint?.description == command + " > FILE makes a file that can be read" + remark)
  }

  @Test(
    "images, documents and programs are named, whatever they are called",
    arguments: [
      ([0x89] + Array("PNG\r\n\u{1A}\n".utf8) + [0, 0, 0, 13], .png),
      ([0xFF, 0xD8, 0xFF, 0xE0, 0, 16], .jpeg), (Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0], .gif),
      ([0x49, 0x49, 0x2A, 0, 8, 0], .tiff), (Array("%PDF-1.7\n%".utf8) + [0xE2, 0xE3], .pdf),
      ([0x7F] + Array("ELF".utf8) + [2, 1, 1, 0], .program),
      ([0x50, 0x4B, 3, 4, 20, 0] + Array("....[Content_Types].xml".utf8), .xlsx),
      ([0x50, 0x4B, 3, 4, 20, 0] + Array("[Content_Types].xml PK word/document.xml".utf8), .docx),
      ([0x50, 0x4B, 3, 4, 20, 0] + Array("[Content_Types].xml PK ppt/presentation.xml".utf8), .pptx),
    ] as [([UInt8], ForeignFormat)])
  func others(bytes: [UInt8], format: ForeignFormat) {
    for name in ["t.csv", "t.json", "t"] { #expect(error(bytes, name)?.kind == .foreign(format)) }
    let hint = error(bytes)?.hint?.description
    #expect(hint == (format.holdsNoTable ? nil : "export the table as CSV where it was made"))
  }

  @Test(
    "a page that a server sent in place of the table is named, and read as a table where that is asked for",
    arguments: [
      ("<!DOCTYPE html>\n<title>404</title>\n", .html), ("\u{FEFF}\n <HTML>\n", .html),
      ("<?xml version=\"1.0\"?>\n", .xml),
    ] as [(String, ForeignFormat)])
  func pages(text: String, format: ForeignFormat) throws {
    for name in ["t.csv", "t.json", "t"] {
      #expect(error(Array(text.utf8), named: name)?.kind == .foreign(format))
    }
    #expect(try read(Array(text.utf8), "t.csv") { $0.format = .csv }.columns.first?.contains("<") == true)
  }

  @Test("a column may have a name in angle brackets", arguments: ["<id>,n\n1,2\n", "<htm,n\n1,2\n", "<?xm,n\n1,2\n"])
  func brackets(text: String) throws {
    #expect(try read(Array(text.utf8), "t.csv").texts == [["1", "2"]])
  }

  @Test(
    "are not text that begins alike",
    arguments: ["PAR1,b\n1,2\n", "BZh,b\n1,é\n", "Obj,b\n1,2\n", "GIF89a,b\n1,2\n"])
  func text(text: String) throws {
    #expect(try RecordInput.read(bytes: Array(text.utf8), name: "t.csv").table().count == 1)
  }

  @Test(
    "a file whose name says a format that its content is not is never read as CSV",
    arguments: [
      "t.parquet", "T.PARQUET", "t.sqlite", "t.db3", "t.xlsx", "t.ods", "t.avro", "t.pdf", "t.zip",
      "t.7z",
      "t.csv.bz2", "t.csv.xz", "t.csv.gz", "t.csv.zst", "t.json.gz", "t.gz",
    ])
  func names(name: String) throws {
    for (text, found) in [
      ("id,n\n1,2\n", .text), ("", .nothing),
    ] as [(String, RecordError.Misnamed)] {
      let kind = error(Array(text.utf8), named: name)?.kind
      let isTold =
        switch kind {
        case .misnamed(found, _): true
        // Nothing is a stream that was cut off, too.
        case .truncated: text.isEmpty
        default: false
        }
      #expect(isTold, "\(name): \(String(describing: kind))")
    }
    let binary = [0xFF, 0xFE, 0xFD] as [UInt8]
    guard case .misnamed(.unknown, _) = error(binary, named: name)?.kind else {
      Issue.record("\(name): \(String(describing: error(binary, named: name)))")
      return
    }
    let asked = try read(Array("id,n\n1,2\n".utf8), name) { $0.format = .csv }
    #expect(asked.texts == [["1", "2"]])
  }

  @Test(
    "text that begins like a format is it where the file is called so",
    arguments: ["PAR1,b\n1,2\n", "PAR1"])
  func beginnings(text: String) throws {
    let bytes = Array(text.utf8)
    #expect(error(bytes, named: "t.parquet")?.kind == .foreign(.parquet))
    #expect(try read(bytes, "t.csv").columns.first == "PAR1")
    #expect(try read(bytes, "t.parquet") { $0.format = .csv }.columns.first == "PAR1")
  }

  /// Reads a file of this name.
  private func read(
    _ bytes: [UInt8], _ name: String, _ change: (inout ReadOptions) -> Void = { _ in }
  ) throws -> RecordTable {
    try withTemporaryPath("-" + name) { path in
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      return try RecordInput.open([path], options: .with(change)).table()
    }
  }

  private func error(_ bytes: [UInt8], named name: String) -> RecordError? {
    do { _ = try read(bytes, name) } catch { return error as? RecordError }
    return nil
  }

  @Test(
    "a NUL byte is told as UTF-16 only where it looks like that",
    arguments: [
      (Array("id,a\n1,x\u{0}y\n".utf8), nil),
      ("id,a\n1,x\n".utf8.flatMap { [$0, 0] }, "UTF-16LE"),
      ("id,a\n1,x\n".utf8.flatMap { [0, $0] }, "UTF-16BE"),
    ] as [([UInt8], String?)])
  func nul(bytes: [UInt8], encoding: String?) throws {
    #expect(error(bytes)?.kind == .nulByte(encoding: encoding))
    guard let encoding else {
      #expect(
        error(bytes)?.hint?.description
          == "tr -d '\\000' < t.csv > FILE makes a file that can be read")
      return
    }
    let table = try RecordInput.read(
      bytes: bytes, name: "t.csv", options: .with { $0.encoding = encoding }
    ).table()
    #expect(table.columns == ["id", "a"])
  }

  @Test("JSON Lines are told by content where the name says JSON")
  func lines() throws {
    let table = try RecordInput.read(
      bytes: Array("{\"a\":1}\n{\"a\":2}\n".utf8), name: "t.json"
    ).table()
    #expect(table.format == .jsonl)
    #expect(table.count == 2)
  }
}
