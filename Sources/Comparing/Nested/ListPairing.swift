import StagedDiff

/// Which elements of two lists are the same, and which of them have moved.
struct ListPairing {
  /// For each target element the place of its partner in the source, or −1.
  private var partners: [Int32]
  private var isPaired: [Bool]
  private var isMoved: [Bool]
  /// What is left between the equal beginnings and ends.
  private(set) var middle: Sides<Range<Int>>

  init(sourceCount: Int, targetCount: Int) {
    partners = [Int32](repeating: -1, count: targetCount)
    isPaired = [Bool](repeating: false, count: sourceCount)
    isMoved = [Bool](repeating: false, count: targetCount)
    middle = Sides(source: 0..<sourceCount, target: 0..<targetCount)
  }

  var isDone: Bool { middle.source.isEmpty || middle.target.isEmpty }

  /// Whether one element is left on each side.
  var isOnePair: Bool { middle.source.count == 1 && middle.target.count == 1 }

  private mutating func pair(_ source: Int, _ target: Int) {
    partners[target] = Int32(truncatingIfNeeded: source)
    isPaired[source] = true
  }

  mutating func pairPlaces() {
    for index in 0..<min(isPaired.count, partners.count) { pair(index, index) }
    middle = Sides { _ in 0..<0 }
  }

  /// Pairs what both lists begin with and what they end with.
  ///
  /// - Parameter areSame: Whether the elements at two places are equal.
  mutating func pairEnds(_ areSame: (_ source: Int, _ target: Int) throws -> Bool) rethrows {
    var first = 0
    var (source, target) = (middle.source.upperBound, middle.target.upperBound)
    while first < min(source, target), try areSame(first, first) {
      pair(first, first)
      first += 1
    }
    while first < min(source, target), try areSame(source - 1, target - 1) {
      source -= 1
      target -= 1
      pair(source, target)
    }
    middle = Sides(source: first..<source, target: first..<target)
  }

  /// Pairs what is left by identities, the first of equal ones with the first.
  ///
  /// - Parameter isOrdered: Whether an element at another place relative to the rest has moved.
  /// - Throws: What spelling elements of one identity throws.
  mutating func pair(_ identities: ListIdentities, isOrdered: Bool) throws {
    for (source, target) in try identities.pairs() {
      pair(middle.source.lowerBound + source, middle.target.lowerBound + target)
    }
    if isOrdered { findMoves() }
  }

  private mutating func findMoves() {
    let least = LeastMoves(targetCount: partners.count)
    least.keep(partners, from: 0..<Int32(isPaired.count))
    for target in middle.target where partners[target] >= 0 { isMoved[target] = !least.isKept(target) }
  }

  /// Pairs what was deleted between two elements that stayed with what was inserted between them, in order: where one
  /// element goes and another one comes, it is an update.
  mutating func pairGaps() {
    var source = middle.source.lowerBound
    var inserted: [Int] = []
    for target in middle.target {
      let partner = Int(partners[target])
      if partner < 0 { inserted.append(target) }
      guard partner >= 0, !isMoved[target] else { continue }
      pairGap(source..<partner, &inserted)
      source = partner + 1
    }
    pairGap(source..<middle.source.upperBound, &inserted)
  }

  private mutating func pairGap(_ sources: Range<Int>, _ inserted: inout [Int]) {
    for (source, target) in zip(sources.lazy.filter { [isPaired] in !isPaired[$0] }, inserted) { pair(source, target) }
    inserted.removeAll(keepingCapacity: true)
  }

  /// The elements in the order of a report: deleted ones first, then those of the new list.
  func parts(_ nodes: Sides<[Int]>) -> [NestedDiff.Part] {
    var parts: [NestedDiff.Part] = []
    for (index, isPaired) in isPaired.enumerated() where !isPaired {
      parts.append(.init(old: nodes.source[index], new: -1, oldPlace: index, isElement: true))
    }
    for (index, partner) in partners.enumerated() {
      parts.append(
        .init(
          old: partner < 0 ? -1 : nodes.source[Int(partner)], new: nodes.target[index], oldPlace: Int(partner),
          newPlace: index, isElement: true, isMoved: isMoved[index]))
    }
    return parts
  }
}
