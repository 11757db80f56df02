import StagedDiff
import TestSupport
import Testing

/// Moves that are found by runs are those that are found element by element.
@Suite struct LeastRunMovesTests {
  /// The target's elements that move when these partners are walked.
  private func moved(_ partners: [Int32]) -> [Int] {
    var least = LeastRunMoves()
    for partner in partners { least.append(partner) }
    var staying = least.stays()
    return partners.indices.filter { _ in !staying.next() }
  }

  /// The same by the engine.
  private func expected(_ partners: [Int32]) -> [Int] {
    let pairing = Pairing(
      sourceIdentities: (0..<UInt32(partners.count)).map { $0 },
      targetIdentities: partners.map { UInt32($0) })
    return LinearChanges(pairing: pairing, updatedTargets: [Int]()).moved.map(\.target)
  }

  @Test("they are the same for every order of up to seven elements")
  func exhaustive() {
    for count in 0...7 {
      forEachOrder(of: Array(0..<Int32(count)), from: 0) { partners in
        #expect(moved(partners) == expected(partners), "\(partners)")
      }
    }
  }

  private func forEachOrder(of elements: [Int32], from place: Int, _ body: ([Int32]) -> Void) {
    guard place < elements.count else { return body(elements) }
    for other in place..<elements.count {
      var swapped = elements
      swapped.swapAt(place, other)
      forEachOrder(of: swapped, from: place + 1, body)
    }
  }

  @Test("they are the same where single elements or whole stretches stand elsewhere")
  func random() {
    var generator = SeededGenerator.announced("LeastRunMovesTests")
    for _ in 0..<200 {
      let count = Int.random(in: 1...3_000, using: &generator)
      var partners = Array(0..<Int32(count))
      for _ in 0..<Int.random(in: 0...count / 3, using: &generator) {
        let start = Int.random(in: 0..<count, using: &generator)
        let end = min(count, start + Int.random(in: 1...40, using: &generator))
        let stretch = partners[start..<end]
        partners.removeSubrange(start..<end)
        partners.insert(
          contentsOf: stretch, at: Int.random(in: 0...partners.count, using: &generator))
      }
      #expect(moved(partners) == expected(partners))
    }
  }

  @Test("they are the same for elements in any order, of which there are many")
  func shuffled() {
    var generator = SeededGenerator.announced("LeastRunMovesTests.shuffled")
    let partners = Array(0..<Int32(40_000)).shuffled(using: &generator)
    #expect(moved(partners) == expected(partners))
  }
}
