import Testing

@testable import Records

@Suite("Compression") struct CompressionTests {
  static let text = Array(
    "id,name\n".utf8 + (0..<200).flatMap { "\($0),\($0 * 7919 % 1000)\n".utf8 })

  private func kind(_ bytes: [UInt8], name: String = "t.csv") -> RecordError.Kind? {
    do {
      _ = try RecordInput.read(bytes: bytes, name: name).table()
      return nil
    } catch { return error.kind }
  }

  @Test("a stream cut off anywhere is an error", arguments: ["gzip", "zstd"])
  func truncated(format: String) throws {
    let packed = format == "gzip" ? gzip(Self.text) : zstd(Self.text)
    for length in 4..<packed.count {
      #expect(kind(Array(packed[..<length])) == .truncated(format: format), "\(length)")
    }
    #expect(kind(packed) == nil)
  }

  @Test(
    "a stream cut off before its format can be seen is an error if its name tells the format",
    arguments: [(".GZ", "gzip", 3), (".zst", "zstd", 4)])
  func cutToNothing(suffix: String, format: String, magic: Int) throws {
    let packed = format == "gzip" ? gzip(Self.text) : zstd(Self.text)
    for length in 0..<magic {
      let bytes = Array(packed[..<length])
      #expect(kind(bytes, name: "t.csv" + suffix) == .truncated(format: format), "\(length)")
      #expect(kind(bytes) != .truncated(format: format), "\(length)")
    }
    #expect(kind([0x5F, 0x2A], name: "t.zst") == .truncated(format: "zstd"))
    #expect(kind(Array("a".utf8), name: "t.csv" + suffix) == nil)
    #expect(kind(Self.text, name: "t.csv" + suffix) == nil)
  }

  @Test("a stream whose second part is cut off is an error", arguments: ["gzip", "zstd"])
  func secondTruncated(format: String) throws {
    let packed = format == "gzip" ? gzip(Self.text) : zstd(Self.text)
    for length in [4, 10, packed.count - 1] {
      #expect(kind(packed + packed[..<length]) == .truncated(format: format), "\(length)")
    }
  }

  @Test("a flipped byte is never read as if nothing were wrong, or changes nothing")
  func corrupt() throws {
    let packed = gzip(Self.text)
    let expected = try RecordInput.read(bytes: Self.text, name: "t.csv").table().texts
    for place in 10..<packed.count {
      var damaged = packed
      damaged[place] ^= 0x10
      do {
        let read = try RecordInput.read(bytes: damaged, name: "t.csv").table()
        #expect(read.texts == expected)
      } catch {
        #expect(error.message.contains("gzip"))
      }
    }
  }

  @Test("zeros behind gzip are padding, anything else is an error")
  func trailing() {
    #expect(kind(gzip(Self.text) + [0, 0, 0]) == nil)
    #expect(
      kind(gzip(Self.text) + [1])
        == .corrupt(format: "gzip", reason: "something else follows it"))
    #expect(kind(zstd(Self.text) + Array("rubbish".utf8)) != nil)
  }

  @Test("compressed nothing is an empty file", arguments: ["gzip", "zstd"])
  func empty(format: String) throws {
    let packed = format == "gzip" ? gzip([]) : zstd([])
    #expect(try RecordInput.read(bytes: packed, name: "t.csv").table().count == 0)
  }

  @Test("a zstd frame that asks for gigabytes of memory is refused")
  func window() {
    let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 0xA8, 1, 0, 0]
    #expect(
      kind(frame)
        == .corrupt(
          format: "zstd", reason: "Frame requires too much memory for decoding"))
  }

  @Test("the message names the format and what happened")
  func wording() {
    let packed = zstd(Self.text)
    let error = #expect(throws: RecordError.self) {
      try RecordInput.read(bytes: Array(packed.dropLast()), name: "t.csv.zst")
    }
    #expect(error?.message == "t.csv.zst: the zstd stream ends early; the file is cut off")
  }
}
