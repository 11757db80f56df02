import Foundation
import Platform
import Records
import TestSupport
import Testing

/// Archives that are written can be read.
@Suite struct ZipWriterTests {
  @Test("entries of any size are found again, in memory or not, and the archive is the same every time")
  func roundTrip() throws {
    var random = SeededGenerator.announced("entries of archives")
    let directory = try TemporaryDirectory()
    let folder = SpillFolder()
    for _ in 0..<20 {
      let sizes = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        [0, 1, 70_000, 300_000, Int.random(in: 0..<2000, using: &random)].randomElement(using: &random) ?? 0
      }
      let texts = sizes.map { size in
        Array("v\n".utf8) + (0..<size).map { _ in UInt8.random(in: 0x61...0x7A, using: &random) } + Array("\n".utf8)
      }
      let archives = try (0..<2).map { _ in try Self.archive(texts) }
      #expect(archives[0] == archives[1])
      try Data(archives[0]).write(to: URL(filePath: directory.path(of: "a.zip")))
      for (number, text) in texts.enumerated() {
        let input = try RecordInput.open(path: directory.path(of: "a.zip") + "!f\(number).csv")
        let table = try input.table()
        #expect(table.wholeText.elementsEqual(text))
        let spilled = try RecordInput.open(
          path: directory.path(of: "a.zip") + "!f\(number).csv",
          options: .with { $0.spilling = Spilling(folder: folder, heldText: 0) })
        #expect(try spilled.table().wholeText.elementsEqual(text))
      }
    }
  }

  private static func archive(_ texts: [[UInt8]]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let out = OutputBuffer(threshold: 1000) { bytes += $0 }
    let zip = try #require(ZipWriter(out))
    for (number, text) in texts.enumerated() {
      try zip.add("f\(number).csv") { content in
        for start in stride(from: 0, to: text.count, by: 999) {
          content.append(Array(text[start..<min(start + 999, text.count)]))
          try content.checkpoint()
        }
      }
    }
    try zip.finish()
    try out.flush()
    return bytes
  }
}
