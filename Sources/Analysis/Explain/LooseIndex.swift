import Comparing
import Records

/// The records of one side that have no partner, by identities that look alike.
///
/// Two identities look alike where all parts are the same but for their spelling, or all parts but one.
struct LooseIndex {
  private var offsets: [Int: [Int32]] = [:]
  private let values = LooseValues()

  /// Identities of more parts are not looked up by all of them but one.
  static let mostParts = 8
  /// How many records may look alike but for a part, and still be near each other.
  private static let mostAlike = 4

  /// - Complexity: O(*n*) for *n* records without a partner, times the parts of an identity.
  init(_ unpaired: [Int32], key: (Int) throws -> [Value]) rethrows {
    for offset in unpaired {
      for look in looks(of: try key(Int(offset))) {
        if offsets[look, default: []].count <= Self.mostAlike { offsets[look, default: []].append(offset) }
      }
    }
  }

  /// The offsets of identities that look like one in all parts, or else in all but one; ascending.
  func offsets(like key: [Value]) -> [Int] {
    for (number, look) in looks(of: key).enumerated() {
      let found = offsets[look] ?? []
      // What many records share besides a part says nothing of any of them.
      guard !found.isEmpty, number == 0 || found.count <= Self.mostAlike else { continue }
      return found.map(Int.init)
    }
    return []
  }

  /// Hashes of the whole identity, and of it without each of its parts: the last one first, since the first tells most.
  private func looks(of key: [Value]) -> [Int] {
    let parts = key.enumerated().map { number, value in
      var hasher = Hasher()
      hasher.combine(number)
      values.hash(value, into: &hasher)
      return hasher.finalize()
    }
    let whole = parts.reduce(key.count, &+)
    guard (2...Self.mostParts).contains(key.count) else { return [whole] }
    return [whole] + parts.indices.reversed().map { whole &- parts[$0] &+ ($0 &+ 1) &* 0x9E37_79B9 }
  }
}
