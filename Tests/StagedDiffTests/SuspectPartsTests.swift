import TestSupport
import Testing

@testable import StagedDiff

@Suite("Hashes that may occur more than once, in parts")
struct SuspectPartsTests {
  /// Hashes of which every twentieth is also that of another place.
  private func hashes(_ count: Int) -> [UInt64] {
    var random = SeededGenerator.announced("\(count) hashes")
    return (0..<count).map { place in
      mix(UInt64(place % 20 == 0 ? Int.random(in: 0..<count, using: &random) : place))
    }
  }

  private func suspects(_ hashes: [UInt64], partSize: Int) -> [Int] {
    let parts = SuspectParts(count: hashes.count, partSize: partSize)
    for hash in hashes { parts.enter(hash) }
    return parts.places()
  }

  @Test(
    "every place of a repeated hash is a suspect, and hardly another",
    arguments: [1, 40, 5000, 1 << 20])
  func repeated(partSize: Int) {
    let hashes = hashes(20_000)
    let counts = Dictionary(grouping: hashes.indices) { hashes[$0] }
    let repeated = Set(hashes.indices.filter { (counts[hashes[$0]]?.count ?? 0) > 1 })
    let found = suspects(hashes, partSize: partSize)
    #expect(found == found.sorted())
    #expect(repeated.isSubset(of: found))
    #expect(found.count < repeated.count + hashes.count / 4)
  }

  @Test("equal hashes are all suspects, however few parts they are in", arguments: [1, 300])
  func equal(partSize: Int) {
    for hash in [0, 1, UInt64.max] {
      let hashes = Array(repeating: hash, count: 1000)
      #expect(suspects(hashes, partSize: partSize) == Array(0..<1000))
    }
    #expect(suspects([], partSize: partSize).isEmpty)
    #expect(suspects([7], partSize: partSize).isEmpty)
  }

  @Test("more than a million elements pair as they do through one table")
  func large() {
    let count = SuspectParts.threshold + 10_000
    let source = (0..<count).map { UInt32($0 % 50_000 == 7 ? $0 / 2 : $0) }
    let target = source.filter { $0 % 30 != 0 } + source.prefix(1000)
    let pairing = Pairing(sourceIdentities: source, targetIdentities: target)
    let expected = Pairing(
      throughTable: InternedInput(source: source, target: target), source.count, target.count, nil,
      nil, countsDuplicates: true)
    #expect(pairing == expected)
  }
}
