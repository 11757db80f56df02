import Foundation

/// Random numbers from a fixed seed, so that each run measures the same input.
struct FixedGenerator: RandomNumberGenerator {
  var state: UInt64 = 20_260_101

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}

/// A record with an identity and some content.
struct Record: Hashable {
  var id: UUID
  var name: String
  var amount: Double
  var flags: Int
}

/// How a target is made from a source.
enum Shape: String, CaseIterable {
  case mixed, identical, ordered, shuffled, reversed, rotated, firstToEnd, allDuplicates, allNew

  func apply<Element>(_ count: Int, _ make: (Int) -> Element, _ random: inout FixedGenerator)
    -> (source: [Element], target: [Element])
  {
    let source = (0..<count).map(make)
    var target = source
    switch self {
    case .mixed: return mixed(source, make, &random)
    case .identical: target = source.map { $0 }
    case .ordered:
      target = source.indices.compactMap { $0 % 10 == 3 ? nil : source[$0] }
      target += (count..<count + count / 10).map(make)
    case .shuffled: target.shuffle(using: &random)
    case .reversed: target.reverse()
    case .rotated: target = Array(source[(count / 3)...] + source[..<(count / 3)])
    case .firstToEnd: target = Array(source.dropFirst()) + [source[0]]
    case .allDuplicates:
      let one = make(0)
      return (Array(repeating: one, count: count), Array(repeating: one, count: count))
    case .allNew: target = (count..<2 * count).map(make)
    }
    return (source, target)
  }

  /// A tenth deleted, a tenth inserted, a fiftieth shuffled: DifferenceKit's own case.
  private func mixed<Element>(
    _ source: [Element], _ make: (Int) -> Element, _ random: inout FixedGenerator
  ) -> (source: [Element], target: [Element]) {
    let count = source.count
    let tenth = max(1, count / 10)
    var target = source
    let isDeleted = Set((0..<count).shuffled(using: &random).prefix(tenth))
    target = target.indices.filter { !isDeleted.contains($0) }.map { source[$0] }
    var places = Array((0..<target.count).shuffled(using: &random).prefix(count / 50))
    let contents = places.map { target[$0] }
    places.shuffle(using: &random)
    for (place, content) in zip(places, contents) { target[place] = content }
    let insertions = (0..<tenth)
      .map { (Int.random(in: 0...target.count, using: &random), count + $0) }.sorted { $0.0 < $1.0 }
    var merged: [Element] = []
    merged.reserveCapacity(count)
    var next = 0
    for (place, element) in target.enumerated() {
      while next < insertions.count, insertions[next].0 <= place {
        merged.append(make(insertions[next].1))
        next += 1
      }
      merged.append(element)
    }
    for insertion in insertions[next...] { merged.append(make(insertion.1)) }
    return (source, merged)
  }
}
