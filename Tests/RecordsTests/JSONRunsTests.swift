import Foundation
import Platform
import Testing

@testable import Records

@Suite struct `Runs of a JSON collection` {
  /// What reading gives: all facts of the table, or the error.
  private func outcome(
    _ bytes: [UInt8], _ format: InputFormat, workers: Int, chunk: Int?, elements: String?
  ) -> [String] {
    do {
      let table = try jsonTable(bytes, as: format, key: nil) {
        $0.workers = workers
        $0.chunkSize = chunk
        $0.elements = elements
      }
      return table.facts
    } catch {
      return ["\(error)"]
    }
  }

  @Test func `are cut no further than they are read where memory is short`() throws {
    let folder = SpillFolder(FileManager.default.temporaryDirectory.path)
    var options = ReadOptions.with {
      $0.workers = 1
      $0.chunkSize = 10
      $0.spilling = Spilling(folder: folder, heldText: 0)
    }
    let lines = (0..<1_000).map { "{\"a\": \($0)}\n" }.joined()
    let pages = MappedPagesLimit(1 << 30)
    options.spilling?.pages = pages
    let source = try Recognition.source(
      "t.jsonl", ByteStorage(copying: Array(lines.utf8)), options)
    var locator = JSONLocator(source, key: [])
    var runs = JSONRuns(source, try locator.locate(), first: 0)
    var read = 0
    while let chunks = try runs.next() {
      read += chunks.reduce(0) { $0 + $1.entries.starts.count }
      #expect(runs.starts.count <= read + 3)
    }
    #expect(read == 1_000)
  }

  private func expectNoDifference(
    _ bytes: [UInt8], _ format: InputFormat, elements: String? = nil, _ comment: String
  ) {
    let expected = outcome(bytes, format, workers: 1, chunk: nil, elements: elements)
    for workers in [1, 2, 4] {
      for chunk in [1, 2, 3, 7, 16, 50] {
        let found = outcome(bytes, format, workers: workers, chunk: chunk, elements: elements)
        let different = zip(found, expected).first { $0 != $1 }.map { "\($0) is not \($1)" }
        #expect(different == nil, "\(comment), \(workers) workers, \(chunk) bytes")
      }
    }
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `do not change what is read from lines`(seed: UInt64) {
    var samples = JSONSamples(seed: seed)
    for _ in 0..<12 {
      let count = Int.random(in: 0...8, using: &samples.generator)
      let lines = (0..<count).map { _ in
        samples.object(depth: 2, isOneLine: true) + samples.pick(["\n", "\r\n", "\n\n", " \n"])
      }
      let bytes = Array(lines.joined().utf8)
      expectNoDifference(bytes, .jsonl, "seed \(seed)")
      expectNoDifference(samples.damaged(bytes), .jsonl, "seed \(seed), damaged")
    }
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `do not change what is read from documents`(seed: UInt64) {
    var samples = JSONSamples(seed: seed)
    for _ in 0..<12 {
      let count = Int.random(in: 0...6, using: &samples.generator)
      let isKeyed = samples.chance(30)
      let records = (0..<count).map { number in
        (isKeyed ? "\"\(number)\":" : "") + samples.object(depth: 2)
      }
      let text =
        isKeyed
        ? samples.wrap("{", records, "}", false) : samples.wrap("[", records, "]", false)
      let bytes = Array(text.utf8)
      expectNoDifference(bytes, .json, "seed \(seed)")
      expectNoDifference(samples.damaged(bytes), .json, "seed \(seed), damaged")
    }
  }

  @Test func `do not fall for what looks like the place between two records`() {
    let text = """
      [{"a":1},{"a":"},{\\"a\\":1},{"},{"a":[{"a":1},{"a":2}]},{"a":{"a":[{"a":0},{"a":1}]}},
      {"b":"},{"},{"a":"]"},{"a":3}]
      """
    expectNoDifference(Array(text.utf8), .json, "traps")
    expectNoDifference(Array("[[1,2],[3,[4,5]],\"],[\",[6],7]".utf8), .json, "values")
    expectNoDifference(
      Array("{\"a\":{\"x\":{\"y\":{}},\"z\":1},\"b\":{},\"c\":{\"x\":\"},\\\"\"}}".utf8), .json,
      "keyed")
  }

  @Test func `do not change sections`() {
    let text = """
      [{"id":1,"e":[{"id":1},{"id":2}]},{"id":2,"e":[]},{"id":3,"e":[{"id":3,"x":[{"id":1},{"id":2}]}]},
      {"id":4},{"id":5,"e":[{"id":6},{"y":1},{}]},{"e":[{"id":9}],"id":6}]
      """
    expectNoDifference(Array(text.utf8), .json, elements: "e", "sections")
    expectNoDifference(Array("[{\"e\":[1]},{\"e\":[{}]}]".utf8), .json, elements: "e", "mixed")
    expectNoDifference(
      Array("{\"e\":[{\"a\":1}]}\n{\"e\":[{\"b\":1},{\"a\":2}]}\n{}\n".utf8), .jsonl, elements: "e",
      "lines")
  }

  @Test func `are read to the end when a document is cut off anywhere`() {
    let text = Array("[{\"a\":1,\"b\":[{}]},{\"a\":\"x\"},{\"a\":null}]".utf8)
    for count in 0..<text.count {
      #expect(jsonError(String(decoding: text[..<count], as: UTF8.self)) != nil)
      expectNoDifference(Array(text[..<count]), .json, "cut at \(count)")
    }
  }
}
