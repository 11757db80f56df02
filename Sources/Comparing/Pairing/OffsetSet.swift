/// Offsets of a collection, with a bit for each that there can be.
struct OffsetSet: Sendable {
  private var words: [UInt64]
  private static let width = 64

  init(below count: Int) { words = [UInt64](repeating: 0, count: count / Self.width + 1) }

  mutating func insert(_ offset: Int32) {
    words[Int(offset) / Self.width] |= 1 << (UInt64(offset) % UInt64(Self.width))
  }

  /// Inserts those offsets from one on for which there is a bit, the lowest for the first.
  mutating func insert(_ bits: UInt64, from offset: Int) {
    guard bits != 0 else { return }
    let (word, bit) = (offset / Self.width, UInt64(offset % Self.width))
    words[word] |= bits << bit
    let rest = bits >> (64 - bit)
    if rest != 0 { words[word + 1] |= rest }
  }

  /// Bits for 64 offsets from one on: which are in it.
  func bits(from offset: Int) -> UInt64 {
    let (word, bit) = (offset / Self.width, UInt64(offset % Self.width))
    let next = word + 1 < words.count ? words[word + 1] : 0
    return words[word] >> bit | next << (64 - bit)
  }

  func contains(_ offset: Int32) -> Bool {
    words[Int(offset) / Self.width] >> (UInt64(offset) % UInt64(Self.width)) & 1 != 0
  }

  mutating func formUnion(_ other: OffsetSet) { for place in words.indices { words[place] |= other.words[place] } }

  /// How many offsets two sets below one count share.
  func countShared(with other: OffsetSet) -> Int {
    zip(words, other.words).reduce(0) { $0 + ($1.0 & $1.1).nonzeroBitCount }
  }

  /// The offsets of a range that are not in it, ascending.
  func missing(in range: Range<Int>) -> [Int32] {
    var missing: [Int32] = []
    forEachMissing(in: range) { missing.append(Int32(truncatingIfNeeded: $0)) }
    return missing
  }

  /// Calls `body` with the offsets of a range that are not in it, ascending.
  func forEachMissing(in range: Range<Int>, _ body: (Int) -> Void) {
    for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.width) {
      var left = ~bits(from: start)
      while left != 0 {
        let offset = start + left.trailingZeroBitCount
        guard offset < range.upperBound else { return }
        body(offset)
        left &= left - 1
      }
    }
  }

  var ranks: OffsetRanks {
    var before: [Int32] = []
    before.reserveCapacity(words.count)
    var count: Int32 = 0
    for word in words {
      before.append(count)
      count += Int32(truncatingIfNeeded: word.nonzeroBitCount)
    }
    return OffsetRanks(words: words, before: before)
  }
}

/// How many offsets of a set stand before one of them.
struct OffsetRanks: Sendable {
  fileprivate let words: [UInt64]
  /// For each word how many offsets stand in those before it.
  fileprivate let before: [Int32]

  subscript(offset: Int32) -> Int32 {
    let (word, bit) = (Int(offset) / 64, UInt64(offset) % 64)
    let below = words[word] & ((1 << bit) - 1)
    return before[word] + Int32(truncatingIfNeeded: below.nonzeroBitCount)
  }
}
