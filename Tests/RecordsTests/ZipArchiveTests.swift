import Foundation
import TestSupport
import Testing

@testable import Records

/// Files in zip archives.
@Suite struct ZipArchiveTests {
  /// An archive that a program made: `users.csv`, two records.
  private static let archive: [UInt8] = {
    let text =
      "UEsDBBQAAAAIAAAAIVyk9wY9FgAAABQAAAAJAAAAdXNlcnMuY3N2y0zRyUvMTeUy1HHMy+My0nHKT+ICAFBLAQIUAxQAAAAIAAAA"
      + "IVyk9wY9FgAAABQAAAAJAAAAAAAAAAAAAACAAQAAAAB1c2Vycy5jc3ZQSwUGAAAAAAEAAQA3AAAAPQAAAAAA"
    return Data(base64Encoded: text).map { Array($0) } ?? []
  }()

  private func count(_ bytes: [UInt8], _ options: ReadOptions = ReadOptions()) throws -> Int {
    try RecordInput.read(bytes: bytes, name: "t.zip", options: options).table().count
  }

  @Test("an archive of one file is read as that file, also in front of a comment")
  func one() throws {
    #expect(try count(Self.archive) == 2)
    let withComment: [UInt8] = Array(Self.archive.prefix(Self.archive.count - 2)) + [3, 0]
    #expect(try count(withComment + Array("abc".utf8)) == 2)
  }

  @Test("an archive that ends early is an error, wherever that is")
  func cutOff() {
    for length in 4..<Self.archive.count {
      #expect(throws: RecordError.self, "\(length) bytes") {
        try count(Array(Self.archive.prefix(length)))
      }
    }
  }

  @Test("a changed byte is an error or changes nothing, and never more than that")
  func damaged() {
    for place in 4..<Self.archive.count {
      for bits in [1, 0x80, 0xFF] as [UInt8] {
        var bytes = Self.archive
        bytes[place] ^= bits
        let found = try? count(bytes)
        #expect(found == nil || found == 2, "byte \(place)")
      }
    }
  }

  @Test("places that no number holds are an error")
  func farPlaces() {
    for value in [0xFF, 0x7F] as [UInt8] {
      for place in 0..<Self.archive.count - 8 {
        var bytes = Self.archive
        for byte in place..<place + 8 { bytes[byte] = value }
        _ = try? count(bytes)
      }
    }
  }

  @Test("what a file inflates to counts for the limit")
  func limit() throws {
    var options = ReadOptions()
    options.inputLimit = .atMost(10)
    let error = #expect(throws: RecordError.self) { try count(Self.archive, options) }
    #expect(error?.kind == .tooLarge(limit: 10, isInflated: true))
  }

  /// An archive of files in this order, all of which have the same text.
  private static func archive(_ names: [String], of text: [UInt8] = Array("id\n1\n".utf8)) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let out = OutputBuffer(threshold: 1000) { bytes += $0 }
    let zip = try #require(ZipWriter(out))
    for name in names { try zip.add(name) { $0.append(text) } }
    try zip.finish()
    try out.flush()
    return bytes
  }

  @Test("two files of one name are an error, of which bytes decide")
  func repeated() throws {
    let error = #expect(throws: RecordError.self) { try count(Self.archive(["a.csv", "b.csv", "a.csv"])) }
    #expect(error?.kind == .zip(.repeated("a.csv")))
    let other = #expect(throws: RecordError.self) { try count(Self.archive(["\u{E9}.csv", "e\u{301}.csv"])) }
    #expect(other?.kind == .zip(.several(["\u{E9}.csv", "e\u{301}.csv"])))
  }

  @Test(
    "the name of the only file decides its format, whether it is packed or not",
    arguments: [
      ("t.jsonl", InputFormat.jsonl, "{\"id\":1}\n"), ("t.tsv", .tsv, "id,a;b\n1,2;3\n"), ("t.csv", .csv, "[x]\n1\n"),
    ])
  func innerName(name: String, format: InputFormat, text: String) throws {
    for (name, bytes) in [(name, Array(text.utf8)), (name + ".gz", gzip(Array(text.utf8)))] {
      let archive = try Self.archive([name], of: bytes)
      for outer in ["o.zip", "o.json.zip", "standard input"] {
        let input = try RecordInput.read(bytes: archive, name: outer)
        #expect(input.format == format)
        #expect(try input.table().count == 1)
      }
    }
  }

  @Test("an archive is opened once for all files of a pattern")
  func once() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "a.zip")
    try Data(Self.archive((0..<50).map { "\($0).csv" })).write(to: URL(fileURLWithPath: path))
    #expect(try RecordInput.open([path + "!*.csv"]).table().count == 50)
    var options = ReadOptions()
    options.archives = ZipArchives()
    #expect(try RecordInput.open(path: path + "!1.csv", options: options).table().count == 1)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
    try Data("x".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try RecordInput.open(path: path + "!2.csv", options: options).table().count == 1)
  }

  @Test("a file is named behind a mark, and the archive is the first part that there is")
  func path() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("", to: "a!b.zip")
    try Data(Self.archive).write(to: URL(fileURLWithPath: path))
    let input = try RecordInput.open(path: path + "!users.csv")
    #expect(try input.table().count == 2)
    #expect(input.format == .csv)
    let error = #expect(throws: RecordError.self) { try RecordInput.open(path: path + "!user.csv") }
    #expect(error?.kind == .zip(.noMember("user.csv", ["users.csv"])))
  }
}
