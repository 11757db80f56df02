import CZlib
import Platform
import Testing

@testable import Records

/// Whatever inflates gzip, text and messages are those of zlib.
@Suite("Inflating gzip by whatever the machine has") struct GzipAgreementTests {
  /// The text, or the message of the error.
  private typealias Outcome = Result<[UInt8], RecordError>

  private static func outcome(
    _ body: () throws(RecordError) -> ByteStorage
  ) -> Outcome {
    do {
      let storage = try body()
      return .success(withExtendedLifetime(storage) { Array(storage.bytes) })
    } catch { return .failure(error) }
  }

  private static func found(_ packed: [UInt8], _ options: ReadOptions = ReadOptions()) -> Outcome {
    packed.withBytes { bytes in
      outcome { () throws(RecordError) in try Gunzip.inflate(bytes, name: "t.csv.gz", options) }
    }
  }

  private static func expected(_ packed: [UInt8]) throws -> Outcome {
    let zlib = try ZlibInflater(hasHeader: true, format: Gunzip.format, name: "t")
    return packed.withBytes { bytes in
      let gunzip = Gunzip(input: bytes, name: "t.csv.gz", options: ReadOptions())
      return outcome { () throws(RecordError) in try gunzip.inflated(by: zlib) }
    }
  }

  /// - Parameter whole: The text of which something may be damaged that does not matter: zlib refuses codes that nothing
  ///   uses, ISA-L does not.
  private static func check(
    _ packed: [UInt8], whole: [UInt8]? = nil, _ comment: Comment
  ) throws {
    let isSame =
      switch (found(packed), try expected(packed)) {
      case (.success(let text), .success(let other)): text == other
      case (.failure(let error), .failure(let other)): error.message == other.message
      case (.success(let text), .failure): text == whole
      case (.failure, .success): false
      }
    #expect(isSame, comment)
  }

  /// One member of random text at some level, with or without the optional parts of a header.
  private static func member(_ random: inout SplitMix, size: Int) -> [UInt8] {
    let words = (0..<20).map { _ in Array("\(random.next() % 100_000),".utf8) }
    let text = random.text(of: words, count: size)
    let level = Int32(random.next() % 10)
    let strategies = [Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE]
    let strategy = strategies[Int(random.next() % 4)]
    return gzip(text, level: level, strategy: strategy, isNamed: random.next() % 2 == 0)
  }

  @Test("a damaged member of which ISA-L gives more back than it got is refused as zlib refuses it")
  func readAhead() throws {
    let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF]
    let packed = header + [0x83, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0x36]
    try Self.check(packed, "cut off")
  }

  @Test("the text is that of zlib, for every level, strategy and header, in one member or several")
  func texts() throws {
    var random = SplitMix(seed: 16)
    for size in [0, 1, 10, 1000, 40_000] {
      for _ in 0..<12 {
        let first = Self.member(&random, size: size)
        try Self.check(first, "size \(size)")
        try Self.check(first + Self.member(&random, size: 100), "size \(size) and more")
        try Self.check(first + [0, 0], "size \(size) and padding")
        try Self.check(first + [7], "size \(size) and something else")
      }
    }
  }

  @Test("of damaged bytes the message is that of zlib, unless the text is whole")
  func damage() throws {
    var random = SplitMix(seed: 17)
    for round in 0..<8 {
      let packed = Self.member(&random, size: 60) + Self.member(&random, size: 20)
      let whole = try Self.expected(packed).get()
      for place in 3..<packed.count {
        var damaged = packed
        damaged[place] ^= UInt8(1 << (random.next() % 8))
        try Self.check(damaged, whole: whole, "round \(round), byte \(place)")
      }
    }
  }

  @Test("flags of a header that nobody knows are refused")
  func flags() {
    for bit in 5..<8 {
      var packed = gzip(Array("id\n".utf8))
      packed[3] |= UInt8(1 << bit)
      let error = RecordError(
        .corrupt(format: "gzip", reason: "unknown header flags set"), file: "t.csv.gz")
      #expect(throws: error) { try Self.found(packed).get() }
    }
  }

  @Test("of bytes that end early the message is that of zlib")
  func cut() throws {
    var random = SplitMix(seed: 18)
    let packed = Self.member(&random, size: 60) + Self.member(&random, size: 20)
    for length in 3..<packed.count {
      try Self.check(Array(packed[..<length]), "\(length) bytes")
    }
  }

  @Test("a limit holds, wherever it lies")
  func limits() {
    let text = [UInt8](repeating: 0x37, count: 300_000)
    let packed = gzip(text)
    for limit in [1, 100, 65_536, 262_144, text.count - 1] {
      let outcome = Self.found(packed, .with { $0.inputLimit = .atMost(limit) })
      #expect(throws: RecordError(.tooLarge(limit: limit, isInflated: true), file: "t.csv.gz")) {
        try outcome.get()
      }
    }
    let reached = Self.found(packed, .with { $0.inputLimit = .atMost(text.count) })
    #expect((try? reached.get().count) == text.count)
  }
}
