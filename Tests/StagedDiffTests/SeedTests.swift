import TestSupport
import Testing

@testable import StagedDiff

@Suite("Seeds of hashing")
struct SeedTests {
  /// What a process may draw, and what would be worst to draw.
  private static let seeds: [UInt64] = [0, 1, .max, 0x9E37_79B9_7F4A_7C15, 0x1234_5678_9ABC_DEF0]

  private func pairing<Identity: Hashable>(
    _ source: [Identity], _ target: [Identity], seed: UInt64, countsDuplicates: Bool
  ) -> Pairing {
    source.withElements { old in
      target.withElements { new in
        Pairing(
          IdentityInput(source: old, target: new, first: 0, seed: seed), old.count, new.count,
          countsDuplicates: countsDuplicates)
      }
    }
  }

  /// Source and target of some identities, a few of them twice, in another order.
  private func sides<Identity>(_ size: Int, _ make: (Int) -> Identity) -> (
    source: [Identity], target: [Identity]
  ) {
    var random = SeededGenerator.announced("seeds, \(size) identities")
    let source = (0..<size).map { _ in make(.random(in: 0..<size * 2, using: &random)) }
    var target = source.shuffled(using: &random).dropLast(size / 8)
    target += (0..<size / 8).map { make($0 + size) }
    return (source, Array(target))
  }

  @Test("results do not depend on them", arguments: seeds, [60, 3000])
  func independence(seed: UInt64, size: Int) {
    let numbers = sides(size) { $0 }
    let texts = sides(size) { "text \($0) \($0 % 7 == 0 ? "é" : "")" }
    for counts in [false, true] {
      #expect(
        pairing(numbers.source, numbers.target, seed: seed, countsDuplicates: counts)
          == pairing(numbers.source, numbers.target, seed: 99, countsDuplicates: counts))
      #expect(
        pairing(texts.source, texts.target, seed: seed, countsDuplicates: counts)
          == pairing(texts.source, texts.target, seed: 99, countsDuplicates: counts))
    }
  }

  /// Two words, as a UUID has.
  private struct Words: BitwiseIdentity {
    var first: UInt64
    var second: UInt64
  }

  @Test("no first word makes all second words alike")
  func absorption() {
    let words: [UInt64] = [
      0, .max, 0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB, 0x9E37_79B9_7F4A_7C15,
      0xD6E8_FEB8_6659_FD93,
    ]
    for first in words {
      for seed in Self.seeds {
        let identities = (UInt64(0)..<1000).map { Words(first: first, second: $0) }
        let rule = IdentityRule<Words>()
        let hashes = identities.withElements { buffer in
          identities.indices.map { rule.hash(buffer, $0, seed) }
        }
        #expect(Set(hashes).count == 1000)
        #expect(Set(hashes.map { $0 >> 54 }).count > 500)
      }
    }
  }

  /// An input whose hashes are all alike until it is given others, and which counts comparisons.
  private struct Crafted: PairingInput {
    final class Count { var comparisons = 0 }

    let size: Int
    let isCrafted: Bool
    let count: Count

    func sourceHash(_ offset: Int) -> UInt64 { isCrafted ? 7 : mix(UInt64(offset)) }
    func targetHash(_ offset: Int) -> UInt64 { sourceHash(size - 1 - offset) }
    func isIdentical(source: Int, target: Int) -> Bool { same(source, size - 1 - target) }
    func isIdentical(source: Int, source other: Int) -> Bool { same(source, other) }
    func isIdentical(target: Int, target other: Int) -> Bool { same(target, other) }
    var canReseed: Bool { true }
    func reseeded() -> Crafted { Crafted(size: size, isCrafted: false, count: count) }

    private func same(_ left: Int, _ right: Int) -> Bool {
      count.comparisons += 1
      return left == right
    }
  }

  @Test("crafted hashes are given up for others before they cost much")
  func fallback() {
    let size = 20_000
    let input = Crafted(size: size, isCrafted: true, count: Crafted.Count())
    let pairing = Pairing(input, size, size, countsDuplicates: false)
    #expect(pairing.pairedCount == size)
    #expect(pairing.targetToSource == (0..<Int32(size)).reversed())
    #expect(input.count.comparisons < 40 * size)
  }
}
