import Foundation
import Platform
import Testing

@testable import Records

@Suite("How large an input may be") struct InputLimitTests {
  private static let size = 1 << 20
  private static let text =
    Array("id\n".utf8) + [UInt8](repeating: UInt8(ascii: "7"), count: size - 3)

  private func problem(
    _ path: ReadingPath, _ text: [UInt8] = text, _ change: (inout ReadOptions) -> Void
  ) -> RecordError? {
    var options = ReadOptions()
    change(&options)
    do {
      _ = try path.open(text, options)
      return nil
    } catch { return error as? RecordError }
  }

  private static let files = ReadingPath.allCases.filter { $0 != .memory }

  @Test("what reaches the limit is read, by whatever way it comes", arguments: files)
  func reached(path: ReadingPath) {
    #expect(problem(path) { $0.inputLimit = .atMost(Self.size) } == nil)
    #expect(problem(path) { $0.inputLimit = .unlimited } == nil)
  }

  @Test(
    "one byte more is refused, and the message names the limit and the option", arguments: files)
  func exceeded(path: ReadingPath) throws {
    let error = try #require(
      problem(path, Self.text + [0x37]) { $0.inputLimit = .atMost(Self.size) })
    let isInflated = ![.read, .mapped, .piped].contains(path)
    #expect(error.kind == .tooLarge(limit: Self.size, isInflated: isInflated))
    #expect(error.message.contains(" more than 1M, which is the limit\n  hint: input-limit allows more"))
  }

  @Test(
    "all parts of an input together are held to the limit, which names the input",
    arguments: ["csv", "csv.gz"])
  func parts(suffix: String) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for part in 0..<4 {
      let bytes = suffix == "csv" ? Self.text : gzip(Self.text)
      try Data(bytes).write(to: folder.appendingPathComponent("p\(part).\(suffix)"))
    }
    func problem(_ limit: InputLimit) -> RecordError? {
      do {
        _ = try RecordInput.open([folder.path], options: .with { $0.inputLimit = limit })
        return nil
      } catch { return error as? RecordError }
    }
    #expect(problem(.atMost(4 * Self.size)) == nil)
    #expect(problem(.unlimited) == nil)
    #expect(problem(.automatic) == nil)
    for limit in [4 * Self.size - 1, Self.size] {
      let error = problem(.atMost(limit))
      #expect(error?.kind == .tooLarge(limit: limit, isInflated: false))
      #expect(error?.file == folder.path)
    }
  }

  @Test("a conversion is held to the limit, too")
  func converted() {
    let text = [UInt8](repeating: 0xE9, count: 1 << 16)
    let error = problem(.read, text) {
      $0.encoding = "LATIN1"
      $0.inputLimit = .atMost(1 << 16)
    }
    #expect(error?.kind == .tooLarge(limit: 1 << 16, isInflated: false))
  }

  @Test("without a limit, what inflates far is bounded by its own size, the rest by the memory")
  func automatic() {
    let share = InputLimit.automatic.held()
    #expect(share <= Memory.installed / 4 || share == 1 << 20)
    #expect(share.isMultiple(of: 1 << 20))
    #expect(InputLimit.automatic.held(inflating: 1000) == min(share, 1 << 30))
    #expect(InputLimit.automatic.held(inflating: 20 << 20) == min(share, 2000 << 20))
    #expect(InputLimit.automatic.held(inflating: .max) == share)
    #expect(InputLimit.automatic.ofMapping == .max)
  }

  @Test("NUL bytes in the first line end the reading before the rest", arguments: files)
  func nuls(path: ReadingPath) {
    let text = Array("id".utf8) + [UInt8](repeating: 0, count: 8 << 20)
    // The limit is never reached: what is wrong is known before.
    let error = problem(path, text) {
      if ![.read, .mapped].contains(path) { $0.inputLimit = .atMost(4 << 20) }
    }
    #expect(error?.kind == .nulByte(encoding: nil))
    #expect(error?.byte == 2 && error?.line == 1)
  }

  @Test(
    "a sparse file of NUL bytes is named after its first bytes", arguments: [".csv", ".jsonl", ""])
  func sparse(suffix: String) throws {
    try withTemporaryPath(suffix) { path in
      try Data().write(to: URL(fileURLWithPath: path))
      #expect(truncate(path, 1 << 38) == 0)
      let error = #expect(throws: RecordError.self) { try RecordInput.open(path: path) }
      #expect(error?.kind == .nulByte(encoding: nil))
      #expect(error?.byte == 0)
    }
  }

  @Test("the hint for NUL bytes inflates what is compressed")
  func hint() {
    func hint(_ file: String) -> String? {
      RecordError(.nulByte(encoding: nil), file: file).pipeHint { _ in "lunadiff - new.csv" }
    }
    #expect(hint("a.csv.gz") == "gzip -dc < a.csv.gz | tr -d '\\000' | lunadiff - new.csv")
    #expect(hint("a.csv.zst") == "zstd -dc < a.csv.zst | tr -d '\\000' | lunadiff - new.csv")
    #expect(hint("a.csv") == "tr -d '\\000' < a.csv | lunadiff - new.csv")
  }

  @Test("lines that are left out, and other encodings, may have NUL bytes at the beginning")
  func leftOut() {
    let nuls = [UInt8](repeating: 0, count: 1 << 17) + Array("\nid\n1\n".utf8)
    #expect(problem(.piped, nuls) { $0.skipLines = 1 } == nil)
    let wide: [UInt8] = Self.text.prefix(1 << 17).flatMap { [$0, 0] }
    #expect(problem(.gzip, wide) { $0.encoding = "UTF-16LE" } == nil)
  }
}
