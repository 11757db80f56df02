import StagedDiff
import Testing

@Suite("Pairing")
struct PairingTests {
  @Test("equal identities pair first-in-first-out")
  func firstInFirstOut() {
    let pairing = Pairing(sourceIdentities: [7, 1, 7, 7], targetIdentities: [7, 2, 7])
    #expect(pairing.sourceToTarget == [0, -1, 2, -1])
    #expect(pairing.targetToSource == [0, -1, 2])
    #expect(pairing.pairedCount == 2)
    #expect((-1...4).map(pairing.partner(ofSource:)) == [nil, 0, nil, 2, nil, nil])
    #expect((0...3).map(pairing.partner(ofTarget:)) == [0, nil, 2, nil])
  }

  @Test("equal hashes do not pair elements that the closure tells apart")
  func collisions() {
    let source = ["a", "b", "c"]
    let target = ["c", "x", "a"]
    let all = source + target
    let hashes = [UInt64](repeating: 1, count: 3)
    let pairing = Pairing(sourceHashes: hashes, targetHashes: hashes) { all[$0] == all[$1] }
    #expect(pairing.targetToSource == [2, -1, 0])
  }

  @Test("what the closure throws comes out, typed")
  func throwing() {
    struct Stop: Error, Equatable {}
    let hashes: [UInt64] = [1, 1]
    #expect(throws: Stop()) {
      _ = try Pairing(sourceHashes: hashes, targetHashes: hashes) {
        (_, _) throws(Stop) -> Bool in throw Stop()
      }
    }
  }

  @Test("duplicates are counted on each side, with the earliest examples")
  func duplicates() {
    let pairing = Pairing(
      sourceIdentities: [1, 2, 1, 3, 1, 2], targetIdentities: [9, 1, 9, 1, 9, 5, 2])
    #expect(pairing.duplicates.source.identities == 2)
    #expect(pairing.duplicates.source.repetitions == 3)
    #expect(
      pairing.duplicates.source.examples == [
        .init(first: 0, second: 2), .init(first: 1, second: 5),
      ])
    #expect(pairing.duplicates.target.identities == 2)
    #expect(pairing.duplicates.target.repetitions == 3)
    #expect(
      pairing.duplicates.target.examples == [
        .init(first: 0, second: 2), .init(first: 1, second: 3),
      ])
  }

  @Test("a side without elements leaves the other one unpaired")
  func emptySide() {
    #expect(Pairing(sourceIdentities: [], targetIdentities: [1]).targetToSource == [-1])
    #expect(Pairing(sourceIdentities: [1], targetIdentities: []).sourceToTarget == [-1])
  }
}
