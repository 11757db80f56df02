import Foundation
import TestSupport
import Testing

/// In however many pieces a comparison is made, every byte of the result is the same.
extension AnySizeTests {
  /// Compares in pieces, one step after another, the last pieces first, and gives the report.
  private func pieces(
    _ lunadiff: Lunadiff, _ inputs: String, _ rules: [String], shards: Int, finish: String
  ) async throws -> ProcessResult {
    let words = rules.map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
    return try await lunadiff.shell(
      """
      \(Self.maskKey)
      set -e
      rm -rf plan
      lunadiff shard plan \(inputs) \(words) --shards \(shards) -o plan 2>&1
      for step in map reduce; do
        seq \(shards) -1 1 | xargs -P 2 -n 1 lunadiff shard $step plan --threads 1
      done
      lunadiff shard finish plan \(finish)
      """)
  }

  private func checkPieces(
    _ lunadiff: Lunadiff, _ inputs: String, _ rules: [String], shards: Int,
    finish: String = "--format json --stages"
  ) async throws {
    let words = rules.map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
    let whole = try await lunadiff.shell(
      "\(Self.maskKey)\nlunadiff \(inputs) \(words) \(finish)")
    let pieces = try await pieces(lunadiff, inputs, rules, shards: shards, finish: finish)
    #expect(whole.status == 1, "\(whole.errorText)")
    #expect(pieces.status == 1, "\(pieces.errorText)")
    let isSame = pieces.outputText.hasSuffix(whole.outputText)
    #expect(isSame, "\(rules) in \(shards) shards")
  }

  @Test("a comparison in pieces has the same bytes", arguments: rules)
  func shards(rules: [String]) async throws {
    let lunadiff = try Lunadiff()
    try await write(lunadiff)
    try await checkPieces(lunadiff, "old.csv new.csv", rules, shards: 5)
  }

  @Test(
    "the number of pieces changes no byte",
    arguments: CaseSample.isExhaustive ? [1, 2, 16, 64] : [1, 2, 16])
  func manyShards(count: Int) async throws {
    let lunadiff = try Lunadiff()
    try await write(lunadiff)
    try await checkPieces(lunadiff, "old.gz.d new.json.d", Self.everything, shards: count)
  }

  @Test(
    "every report of pieces has the same bytes",
    arguments: ["text", "html", "csv", "jsonl", "junit"])
  func reportsOfPieces(format: String) async throws {
    let lunadiff = try Lunadiff()
    try await write(lunadiff)
    try await checkPieces(
      lunadiff, "old.jsonl new.jsonl", Self.allRules[6], shards: 3, finish: "--format \(format)")
  }

  @Test(
    "nested lists and nested sections are compared in pieces as they are in one",
    arguments: nestedInputs, [2, 16])
  func nestedPieces(input: [String], shards: Int) async throws {
    let lunadiff = try Lunadiff()
    try writeNested(lunadiff)
    try await checkPieces(
      lunadiff, input[..<2].joined(separator: " "), Array(input[2...]), shards: shards)
  }

  @Test(
    "steps that are killed at any time can be done again, and leave no other file",
    arguments: ["TERM", "KILL"])
  func killedSteps(signal: String) async throws {
    let lunadiff = try Lunadiff()
    try await write(lunadiff)
    let result = try await lunadiff.shell(
      """
      lunadiff shard plan old.csv new.csv -k id --section town --shards 2 -o plan 2>/dev/null
      for step in map reduce; do
        for number in 1 2; do
          for delay in 0 0.01 0.02 0.05 0.1; do
            lunadiff shard $step plan $number 2>/dev/null & sleep $delay; kill -\(signal) $!; wait $!
          done 2>/dev/null
          lunadiff shard $step plan $number
        done
      done
      lunadiff shard finish plan >pieces.txt
      lunadiff old.csv new.csv -k id --section town | cmp - pieces.txt && ls \(signal == "TERM" ? "-A" : "") plan
      """)
    #expect(result.outputText == "map-1\nmap-2\nplan.json\nreduce-1\nreduce-2\n")
  }
}
