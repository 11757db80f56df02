import Platform

/// Names in order of first appearance, found by their bytes.
///
/// An open-addressing table, because this runs once for each member that was not predicted, and a
/// dictionary of arrays would have to make an array for each question.
struct JSONNameTable: Sendable {
  private(set) var names: [[UInt8]] = []
  private var hashes: [UInt64] = []
  /// One more than a name's index, 0 where free; a power of two, at most half full.
  private var slots: [Int32] = Array(repeating: 0, count: 16)
  private var secrets: HashSecrets
  /// The longest search that is taken for chance.
  private var patience = 128

  init(secrets: HashSecrets = .process) { self.secrets = secrets }

  var count: Int { names.count }

  func index(of name: BytesView) -> Int? {
    let entry = slots[search(name, secrets.hash(of: name)).slot]
    return entry == 0 ? nil : Int(entry) - 1
  }

  /// The index of a name, which is added if it is new.
  mutating func insert(_ name: [UInt8]) -> (index: Int, isNew: Bool) { name.withBytes { insert($0) } }

  mutating func insert(_ name: BytesView) -> (index: Int, isNew: Bool) {
    let hash = secrets.hash(of: name)
    let (slot, steps) = search(name, hash)
    if slots[slot] != 0 { return (Int(slots[slot]) - 1, false) }
    names.append(Array(name))
    hashes.append(hash)
    slots[slot] = Int32(truncatingIfNeeded: names.count)
    if steps > patience { hashAnew() }
    if names.count * 2 > slots.count { fill(slots.count * 2) }
    return (names.count - 1, true)
  }

  /// Where the name is, or would be, and how many others were met on the way.
  private func search(_ name: BytesView, _ hash: UInt64) -> (slot: Int, steps: Int) {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    var steps = 0
    while slots[slot] != 0 {
      let entry = Int(slots[slot]) - 1
      if hashes[entry] == hash, names[entry].withBytes({ $0.isSame(as: name) }) { break }
      slot = (slot + 1) & mask
      steps += 1
    }
    return (slot, steps)
  }

  /// Takes other secrets: names collide more often than by chance.
  private mutating func hashAnew() {
    var generator = SystemRandomNumberGenerator()
    secrets = HashSecrets(using: &generator)
    hashes = names.map { secrets.hash(of: $0) }
    patience *= 2
    fill(slots.count)
  }

  private mutating func fill(_ count: Int) {
    slots = Array(repeating: 0, count: count)
    let mask = count - 1
    for (entry, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = Int32(truncatingIfNeeded: entry + 1)
    }
  }
}
