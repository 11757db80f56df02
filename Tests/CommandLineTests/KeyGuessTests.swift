import Foundation
import TestSupport
import Testing

/// Large inputs without a key are read beside each other by the key of their first records, which may be another one.
@Suite struct KeyGuessTests {
  private static let count = 60_000

  /// Rows of which `code` tells the first apart, and `id` all; some of the new ones are changed or missing.
  private static func rows(isNew: Bool, lastOfCode: Int) -> String {
    let lines = (0..<count).compactMap { number -> String? in
      if isNew, number % 5_000 == 17 { return nil }
      let code = number < lastOfCode ? "c\(number)" : "c\(number % 100)"
      let value = isNew && number % 997 == 0 ? "changed" : "a value of some length for number \(number % 7)"
      return "\(code),\(value),some text that is the same in all of the records,\(number)"
    }
    return "code,value,text,id\n" + lines.map { $0 + "\n" }.joined()
  }

  @Test(
    "whether the first records have the key of all or not, it changes no line",
    arguments: [0, count / 2, count], ["1", "3"])
  func guesses(lastOfCode: Int, threads: String) async throws {
    let lunadiff = try Lunadiff()
    try lunadiff.directory.write(Self.rows(isNew: false, lastOfCode: lastOfCode), to: "old.csv")
    try lunadiff.directory.write(Self.rows(isNew: true, lastOfCode: lastOfCode), to: "new.csv")
    func changes(_ more: [String]) async throws -> [Substring] {
      let end = try await lunadiff.run(["old.csv", "new.csv", "--format", "jsonl", "--threads", threads] + more)
      #expect(end.status == 1, "\(end.errorText)")
      return String(decoding: end.output, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix("{\"kind\"") }
    }
    let key = lastOfCode == Self.count ? "code" : "id"
    let (found, given) = (try await changes([]), try await changes(["-k", key]))
    #expect(found == given)
    #expect(found.count == (0..<Self.count).count { $0 % 5_000 == 17 || $0 % 997 == 0 })
  }

  @Test("a probe says what it says where nothing is guessed", arguments: [0, count / 2, count])
  func probes(lastOfCode: Int) async throws {
    let lunadiff = try Lunadiff()
    try lunadiff.directory.write(Self.rows(isNew: false, lastOfCode: lastOfCode), to: "old.csv")
    try lunadiff.directory.write(Self.rows(isNew: true, lastOfCode: lastOfCode), to: "new.csv")
    func report(_ more: [String]) async throws -> String {
      let end = try await lunadiff.run(["probe", "old.csv", "new.csv", "--format", "json"] + more)
      #expect(end.status == 0, "\(end.errorText)")
      return String(decoding: end.output, as: UTF8.self)
    }
    // Under a filter, even one that keeps all, keys are not hashed while the inputs are read.
    let alone = try await report(["--eval", "filter = function() return true end"])
    #expect(try await report([]) == alone)
  }
}
