import TestSupport
import Testing

@testable import Analysis
@testable import Comparing
@testable import Records

@Suite struct LinkageModelTests {
  /// Draws a level by its shares.
  private func level(_ shares: [Double], _ random: inout SeededGenerator) -> UInt64 {
    let drawn = Double.random(in: 0..<1, using: &random)
    return drawn < shares[0] ? 0 : drawn < shares[0] + shares[1] ? 1 : 2
  }

  @Test("what records that are the same are like is found again in pairs that were drawn by it")
  func fits() {
    var random = SeededGenerator.announced("fitting a model of linkage")
    let same = [[0.8, 0.15, 0.05], [0.6, 0.1, 0.3], [0.9, 0.05, 0.05], [0.75, 0.2, 0.05]]
    let other = [[0.01, 0.04, 0.95], [0.1, 0.1, 0.8], [0.02, 0.02, 0.96], [0.05, 0.1, 0.85]]
    var counts: [UInt64: Double] = [:]
    for number in 0..<60_000 {
      let shares = number % 20 == 0 ? same : other
      let pattern = shares.indices.reduce(0) { $0 | level(shares[$1], &random) << UInt64(2 * $1) }
      counts[pattern, default: 0] += 1
    }
    var model = LinkageModel(other: other, matches: 3000, total: 60_000)
    let patterns = counts.sorted { $0.key < $1.key }.map {
      LinkageModel.Block.Count(pattern: $0.key, count: $0.value, share: 1, sure: 0)
    }
    model.fit([LinkageModel.Block(counts: patterns, columns: [0, 1, 2, 3])])
    for (found, expected) in zip(model.same.joined(), same.joined()) { #expect(abs(found - expected) < 0.04) }
    let sums = patterns.map { model.sum($0.pattern) }
    #expect(zip(patterns, sums).allSatisfy { abs(model.probability($0.pattern) - 1 / (1 + exp2($1 * -1))) < 1e-9 })
  }

  private func exp2(_ value: Double) -> Double {
    value < 0 ? 1 / exp2(-value) : value >= 1 ? 2 * exp2(value - 1) : series(value)
  }

  /// 2 to a power from 0 to 1, by its series.
  private func series(_ value: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for number in 1..<30 {
      term *= value * 0.693_147_180_559_945_3 / Double(number)
      sum += term
    }
    return sum
  }

  private static func tables() throws -> Sides<RecordTable> {
    try Sides(
      source: table("id,name\na,x\nb,y\nc,z\nd,z\n", name: "old.csv"),
      target: table("key,name\n1,x\n2,y\n3,z\n", name: "new.csv"))
  }

  private func labels(_ text: String) throws -> LabelledPairs {
    try LabelledPairs(table(text, name: "pairs.csv"), of: Self.tables())
  }

  @Test("pairs are named by columns or by numbers, and what is not there or not alone is counted")
  func reading() throws {
    let pairs = try labels("old.id,new.key,same\na,1,yes\nb,2,no\nb,9,yes\nq,1,yes\n")
    #expect(pairs.labels == [.init(source: 0, target: 0): true, .init(source: 1, target: 1): false])
    #expect(pairs.unknown == 2)
    let numbers = try labels("old,new\n1,1\n4,3\n5,1\n0,1\nx,1\n")
    #expect(numbers.labels == [.init(source: 0, target: 0): true, .init(source: 3, target: 2): true])
    #expect(numbers.unknown == 3)
    let repeated = try labels("old.name,new.name\nz,z\nx,x\n")
    #expect(repeated.labels.count == 1 && repeated.unknown == 1)
  }

  @Test(
    "what is no file of pairs is an error",
    arguments: [
      "a,b\n1,2\n", "old\n1\n", "old,new,maybe\n1,1,yes\n", "old.id,key\na,1\n", "old,new,same\n1,1,perhaps\n",
    ])
  func wrong(text: String) { #expect(throws: LabelError.self) { try labels(text) } }
}
