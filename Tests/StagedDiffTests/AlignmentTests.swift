import StagedDiff
import TestSupport
import Testing

@Suite("Pairing of collections in mostly the same order")
struct AlignmentTests {
  /// First-in-first-out by queues: as obvious as the slow oracle, and fast enough for thousands.
  private func partners(_ source: [UInt32], _ target: [UInt32]) -> [Int32] {
    var queues: [UInt32: ArraySlice<Int32>] = [:]
    for (offset, identity) in source.enumerated() {
      queues[identity, default: []].append(Int32(offset))
    }
    return target.map { queues[$0]?.popFirst() ?? -1 }
  }

  @Test(
    "blocks that go, come, repeat or change places pair as queues do",
    arguments: [1, 2, 5, 40, 300, 1500])
  func blocks(length: Int) {
    var random = SeededGenerator.announced("blocks of \(length)")
    for kind in 0..<6 {
      let source = (0..<4000).map { _ in UInt32.random(in: 0..<100_000, using: &random) }
      var target = source
      let start = Int.random(in: 0..<2000, using: &random)
      let block = target[start..<start + length]
      switch kind {
      case 0: target.removeSubrange(start..<start + length)
      case 1: target.insert(contentsOf: (0..<UInt32(length)).map { 200_000 + $0 }, at: start)
      case 2: target.insert(contentsOf: block, at: 0)
      case 3: target.append(contentsOf: block)
      case 4: target = Array(target[start...] + target[..<start])
      default:
        target.removeSubrange(start..<start + length)
        target.append(contentsOf: block)
      }
      for (source, target) in [(source, target), (target, source)] {
        let pairing = Pairing(sourceIdentities: source, targetIdentities: target)
        #expect(pairing.targetToSource == partners(source, target))
        #expect(Changeset(from: source, to: target).apply(to: source) == target)
        #expect(pairing.duplicates.source.repetitions == source.count - Set(source).count)
        #expect(pairing.duplicates.target.repetitions == target.count - Set(target).count)
      }
    }
  }
}
