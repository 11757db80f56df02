import Records

/// A set of hashes by open addressing, emptied without giving its memory back.
///
/// The hashes may be anybody's choice: where one is put is secret.
package struct HashSet {
  /// Few at first: there may be as many sets as there are columns.
  private var slots = [UInt64](repeating: 0, count: 1 << 4)
  package private(set) var count = 0
  private let secrets = HashSecrets.process

  package init() {}

  /// The hashes that occur more than once.
  package init(repeatedIn hashes: [UInt64]) {
    var seen = HashSet()
    seen.slots = [UInt64](repeating: 0, count: 1 << (Int.bitWidth - max(8, 2 * hashes.count).leadingZeroBitCount))
    for hash in hashes where !seen.insert(hash) { _ = insert(hash) }
  }

  mutating func clear() {
    for index in slots.indices { slots[index] = 0 }
    count = 0
  }

  /// Puts a hash in; whether it was not there.
  package mutating func insert(_ hash: UInt64) -> Bool {
    if 2 * count >= slots.count { grow() }
    let index = place(of: hash)
    guard slots[index] == 0 else { return false }
    slots[index] = Self.stored(hash)
    count += 1
    return true
  }

  package mutating func formUnion(_ other: HashSet) { for hash in other.slots where hash != 0 { _ = insert(hash) } }

  package func contains(_ hash: UInt64) -> Bool { slots[place(of: hash)] != 0 }

  package func countShared(with other: HashSet) -> Int {
    slots.reduce(0) { $0 + ($1 != 0 && other.contains($1) ? 1 : 0) }
  }

  private static func stored(_ hash: UInt64) -> UInt64 { hash == 0 ? 1 : hash }

  /// Where a hash is, or where it would go.
  private func place(of hash: UInt64) -> Int {
    let stored = Self.stored(hash)
    var index = Int(truncatingIfNeeded: secrets.hash(of: stored)) & (slots.count - 1)
    while slots[index] != 0, slots[index] != stored { index = (index + 1) & (slots.count - 1) }
    return index
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: 2 * old.count)
    for hash in old where hash != 0 { slots[place(of: hash)] = hash }
  }
}
