import StagedDiff
import TestSupport
import Testing

@Suite("Pairing in stretches")
struct StretchesTests {
  /// What happens to a collection between source and target.
  enum Change: CaseIterable {
    case nothing, blockGone, blockNew, blockCopied, halvesSwapped, scattered, sorted, everythingNew

    func apply(to source: [UInt64], _ random: inout SeededGenerator) -> [UInt64] {
      var target = source
      let block = 30_000..<45_000
      switch self {
      case .nothing: break
      case .blockGone: target.removeSubrange(block)
      case .blockNew: target.insert(contentsOf: block.map { 1 << 40 + UInt64($0) }, at: 100)
      case .blockCopied: target.append(contentsOf: source[block])
      case .halvesSwapped: target = Array(source[35_000...] + source[..<35_000])
      case .scattered:
        for _ in 0..<3000 {
          target.remove(at: Int.random(in: target.indices, using: &random))
          target.insert(source.randomElement(using: &random) ?? 0, at: random.place(in: target))
        }
      case .sorted: target.sort()
      case .everythingNew: target = target.map { $0 | 1 << 50 }
      }
      return target
    }
  }

  private let inTurn: (Int, @Sendable (Int) -> Void) -> Void = { count, body in
    for number in 0..<count { body(number) }
  }

  private func collections(_ change: Change) -> (source: [UInt64], target: [UInt64]) {
    var random = SeededGenerator.announced("stretches: \(change)")
    let source = (0..<70_000).map { _ in UInt64.random(in: 0..<300_000, using: &random) }
    return (source, change.apply(to: source, &random))
  }

  private func neighbours(_ source: [UInt64], _ target: [UInt64], threads: Int) -> [Int32]? {
    Pairing.neighbours(
      (source.count, target.count), threads: threads, concurrently: inTurn,
      areIdentical: { source[$0] == target[$1] })
  }

  private func hash(_ identity: UInt64) -> UInt64 {
    var state = identity &+ 0x9E37_79B9_7F4A_7C15
    state = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    state = (state ^ state >> 27) &* 0x94D0_49BB_1331_11EB
    return state ^ state >> 31
  }

  @Test(
    "pairs are those of one walk, whatever the number of threads", arguments: Change.allCases,
    CaseSample.some(2, of: [1, 2, 3, 4], "numbers of threads"))
  func threads(change: Change, count: Int) {
    let (source, target) = collections(change)
    let (old, new) = (source.map(hash), target.map(hash))
    let whole = Pairing(sourceHashes: old, targetHashes: new) { _, _ in true }
    let parted = Pairing(trusting: old, and: new, threads: count, concurrently: inTurn)
    #expect(parted == whole)
  }

  @Test("neighbours are identical, and nobody's twice", arguments: Change.allCases, [1, 3])
  func neighbours(change: Change, count: Int) {
    let (source, target) = collections(change)
    let partners = neighbours(source, target, threads: count)
    let pairs = (partners ?? []).enumerated().filter { $0.element >= 0 }
    #expect(pairs.allSatisfy { source[Int($0.element)] == target[$0.offset] })
    #expect(Set(pairs.map(\.element)).count == pairs.count)
  }

  @Test(
    "a block that comes or goes hides few neighbours",
    arguments: [Change.nothing, .blockGone, .blockNew])
  func fewChanges(change: Change) {
    let (source, target) = collections(change)
    let partners = neighbours(source, target, threads: 2) ?? []
    #expect(partners.count { $0 >= 0 } > min(source.count, target.count) * 8 / 10)
  }

  @Test("sides that have nothing in common have no neighbours")
  func nothingInCommon() {
    let (source, target) = collections(.everythingNew)
    #expect(neighbours(source, target, threads: 2) == nil)
  }
}

extension SeededGenerator {
  fileprivate mutating func place(in list: [UInt64]) -> Int {
    Int.random(in: list.indices, using: &self)
  }
}
