import Platform

/// Numbers keys in the order in which they are first seen.
///
/// The bytes of all keys stand behind one another, so that none is an object of its own.
struct KeyTable {
  private var bytes: [UInt8] = []
  /// Where each key ends in `bytes`.
  private var ends: [Int] = []
  private var hashes: [UInt64] = []
  private var slots = [Slot](repeating: Slot(), count: 64)
  /// The number that was given last: records of one key often stand together.
  private var last = 0

  /// A place of the hash table.
  private struct Slot {
    /// The number of its key; −1 of a free one.
    var number: Int32 = -1
    /// The upper half of the key's hash, so that most other keys are told apart without being looked at.
    var print: UInt32 = 0
  }

  var count: Int { ends.count }

  /// The number of a key, which is ``count`` if it had none before.
  ///
  /// - Complexity: O(*b*) for *b* bytes of the key.
  mutating func number(of key: KeyBuffer) -> Int {
    let hash = key.hash
    if last < count, hashes[last] == hash, isKey(last, key.bytes) { return last }
    last = find(key, hash)
    return last
  }

  private mutating func find(_ key: KeyBuffer, _ hash: UInt64) -> Int {
    let print = UInt32(truncatingIfNeeded: hash >> 32)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot].number >= 0 {
      let number = Int(slots[slot].number)
      if slots[slot].print == print, isKey(number, key.bytes) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Slot(number: Int32(truncatingIfNeeded: count), print: print)
    bytes += key.bytes
    ends.append(bytes.count)
    hashes.append(hash)
    if 2 * count > slots.count { grow() }
    return count - 1
  }

  private func range(of number: Int) -> Range<Int> { (number == 0 ? 0 : ends[number - 1])..<ends[number] }

  private func isKey(_ number: Int, _ key: [UInt8]) -> Bool {
    let range = range(of: number)
    guard range.count == key.count else { return false }
    return bytes.withBytes { mine in key.withBytes { mine[part: range].isSame(as: $0) } }
  }

  private mutating func grow() {
    slots = [Slot](repeating: Slot(), count: 4 * slots.count)
    for (number, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot].number >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Slot(number: Int32(truncatingIfNeeded: number), print: UInt32(truncatingIfNeeded: hash >> 32))
    }
  }

  /// Calls `body` with the bytes of a key, valid during the call.
  func withKey<R>(_ number: Int, _ body: (BytesView) throws -> R) rethrows -> R {
    try bytes.withBytes { try body($0[part: range(of: number)]) }
  }
}
