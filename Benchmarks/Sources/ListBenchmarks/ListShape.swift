/// What happens to a list between two times that it is shown, in numbers that stand for elements.
enum ListShape: String, CaseIterable {
  case fill, clear, identical, append, prepend, remove, change, mixed, shuffled, reversed, rotated, allNew

  /// Stands for the element of a number with other content.
  static let changed = 1 << 40

  /// A source of so many numbers from 0 and a target with numbers below 2 × `count` + 1.
  func sides(_ count: Int, _ random: inout FixedGenerator) -> (source: [Int], target: [Int]) {
    let source = Array(0..<count)
    var target = source
    switch self {
    case .fill: return ([], source)
    case .clear: return (source, [])
    case .identical: break
    case .append: target.append(count)
    case .prepend: target.insert(count, at: 0)
    case .remove: if count > 0 { target.remove(at: count / 2) }
    case .change: if count > 0 { target[count / 2] += Self.changed }
    case .mixed: target = mixed(source, &random)
    case .shuffled: target.shuffle(using: &random)
    case .reversed: target.reverse()
    case .rotated: target = Array(source[(count / 3)...] + source[..<(count / 3)])
    case .allNew: target = Array(count..<2 * count)
    }
    return (source, target)
  }

  /// A tenth deleted, a tenth inserted, a fiftieth shuffled, a twentieth changed.
  private func mixed(_ source: [Int], _ random: inout FixedGenerator) -> [Int] {
    let count = source.count
    if count == 0 { return [] }
    let tenth = max(1, count / 10)
    let deleted = Set(source.shuffled(using: &random).prefix(tenth))
    var target = source.filter { !deleted.contains($0) }
    let places = target.indices.shuffled(using: &random).prefix(count / 50)
    for (place, other) in zip(places, places.dropFirst()) { target.swapAt(place, other) }
    for place in stride(from: 0, to: target.count, by: 20) { target[place] += Self.changed }
    let inserted = (0..<tenth).map { (place: Int.random(in: 0...target.count, using: &random), number: count + $0) }
      .sorted { $0.place < $1.place }
    var result: [Int] = []
    var next = inserted[...]
    for place in 0...target.count {
      while let first = next.first, first.place == place {
        next.removeFirst()
        result.append(first.number)
      }
      if place < target.count { result.append(target[place]) }
    }
    return result
  }
}

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
