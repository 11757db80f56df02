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
