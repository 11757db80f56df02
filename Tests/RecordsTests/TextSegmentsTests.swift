import Platform
import TestSupport
import Testing

@testable import Records

@Suite("The texts of several files as one table") struct TextSegmentsTests {
  @Test("a record's bytes are those of its own file, with bounds of their own")
  func records() throws {
    let folder = try TemporaryDirectory()
    // The first file is mapped, the others are read: their texts lie far apart, in any order.
    let long = (0..<20_000).map { "{\"id\":\($0)}" }
    try folder.write(long.joined(separator: "\n"), to: "a.jsonl")
    try folder.write("", to: "b.jsonl")
    try folder.write("[{\"id\":-1} , {\"more\":0,\"id\":-2}]", to: "c.json")
    let table = try RecordInput.open([folder.path]).table()
    let all = long + ["{\"id\":-1}", "{\"more\":0,\"id\":-2}"]
    #expect(table.count == all.count && table.wholeText.isEmpty)
    table.withRecordBytes { records in
      for (number, text) in all.enumerated() {
        #expect(String(decoding: records[number], as: UTF8.self) == text)
        #expect(table.recordBytes(number).isSame(as: records[number]))
        records.prefetch(number)
      }
    }
    #expect(table.value(all.count - 1, 0) == .number(.init(utf8: Array("-2".utf8))))
    #expect(table.place(of: all.count - 1).hasSuffix("c.json record 2"))
  }

  @Test(
    "a place behind the end of a file's text is caught, though another text lies there",
    .enabled(if: _isDebugAssertConfiguration()))
  func outside() async {
    await #expect(processExitsWith: .failure) {
      let memory = ByteStorage(copying: Array("onetwo".utf8))
      let segments = TextSegments([memory.bytes[part: 0..<3], memory.bytes[part: 3..<6]])
      let start = TextSegments.start(of: 0)
      _ = TextSegments.bytes(at: start + 2..<start + 4, in: segments.texts)
    }
  }

  @Test("places within two texts that lie side by side lead to each")
  func sides() {
    let memory = ByteStorage(copying: Array("onetwo".utf8))
    let segments = TextSegments([memory.bytes[part: 0..<3], memory.bytes[part: 3..<6]])
    let texts = [0, 1].map { part in
      let start = TextSegments.start(of: part)
      return String(
        decoding: TextSegments.bytes(at: start..<start + 3, in: segments.texts), as: UTF8.self)
    }
    #expect(texts == ["one", "two"] && segments.areTellable)
  }
}
