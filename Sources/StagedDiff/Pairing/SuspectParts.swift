/// Finds out which of very many hashes may occur more than once.
///
/// **The idea.** One filter for all of them, as ``CollisionFilter`` has, is larger than the processor's
/// nearest memory, so that every hash waits for farther one. So hashes are dealt out by their first
/// bits into parts, and each part goes through a filter that stays near.
///
/// **The invariants.** Equal hashes are in one part and have one bit in its filter, so that all
/// offsets of a hash are suspects together. Parts are as large as they are counted, whatever the hashes
/// are. An entry is the first 32 bits of a hash above the offset at which it was entered.
///
/// **What must be changed together.** `part(_:)` and `bit(_:)`, which take neighbouring bits of the 32.
///
/// **The source.** S. Manegold, P. Boncz and M. Kersten, "Optimizing main-memory join on modern
/// hardware", IEEE Transactions on Knowledge and Data Engineering 14(4), 2002.
@usableFromInline
final class SuspectParts {
  /// Beyond so many hashes this is faster than one filter.
  @inlinable static var threshold: Int { 1 << 20 }

  @usableFromInline let partBits: Int
  @usableFromInline let filterBits: Int
  /// The first 32 bits of each hash, in the order in which they were entered.
  @usableFromInline let hashes: OwnedMemory<UInt32>
  @usableFromInline var count = 0
  /// The number of hashes of each part.
  @usableFromInline let sizes: OwnedMemory<Int>

  /// Room for at most `count` hashes.
  ///
  /// - Parameter partSize: how many hashes a part has, more or less.
  @inlinable
  init(count: Int, partSize: Int = 1 << 17) {
    partBits = min(12, Int.bitWidth - (max(1, count / partSize) - 1).leadingZeroBitCount)
    let expected = max(1, count &>> partBits)
    filterBits = min(32 - partBits, Int.bitWidth - (12 * expected).leadingZeroBitCount)
    hashes = OwnedMemory(count: count)
    sizes = OwnedMemory(repeating: 0, count: 1 << partBits)
  }

  @inlinable @inline(__always)
  func enter(_ hash: UInt64) {
    let bits = UInt32(truncatingIfNeeded: hash &>> 32)
    hashes[count] = bits
    count &+= 1
    sizes[part(bits)] &+= 1
  }

  @inlinable @inline(__always)
  func part(_ hash: UInt32) -> Int { Int(UInt64(hash) &>> UInt64(32 &- partBits)) }

  /// The position of a hash's bit in its part's filter.
  @inlinable @inline(__always)
  func bit(_ entry: UInt64) -> Int {
    Int((entry &<< UInt64(partBits)) &>> UInt64(64 &- filterBits))
  }
}

extension SuspectParts {
  /// The offsets of the hashes that may occur more than once, ascending.
  @usableFromInline
  func places() -> [Int] {
    let suspects = BitSet(count: count)
    let once = BitSet(count: 1 << filterBits)
    let again = BitSet(count: 1 << filterBits)
    let entries = OwnedMemory<UInt64>(count: count)
    deal(into: entries)
    var start = 0
    for part in 0..<1 << partBits {
      let end = start + sizes[part]
      once.removeAll()
      again.removeAll()
      for index in start..<end {
        let bit = bit(entries[index])
        if once.insert(bit) { again.insert(bit) }
      }
      for index in start..<end where again.contains(bit(entries[index])) {
        suspects.insert(Int(UInt32(truncatingIfNeeded: entries[index])))
      }
      start = end
    }
    return suspects.members
  }

  /// Puts the entries of each part side by side.
  private func deal(into entries: borrowing OwnedMemory<UInt64>) {
    let ends = OwnedMemory<Int>(count: 1 << partBits)
    var end = 0
    for part in 0..<ends.count {
      ends[part] = end
      end += sizes[part]
    }
    for index in 0..<count {
      let part = part(hashes[index])
      entries[ends[part]] =
        UInt64(hashes[index]) &<< 32 | UInt64(truncatingIfNeeded: index)
      ends[part] &+= 1
    }
  }
}

/// A set of numbers from 0 to below a limit.
private final class BitSet {
  private let words: OwnedMemory<UInt64>

  init(count: Int) { words = OwnedMemory(repeating: 0, count: count / 64 + 1) }

  func removeAll() { words.fill(with: 0) }

  func contains(_ number: Int) -> Bool { words[number &>> 6] &>> UInt64(number & 63) & 1 != 0 }

  /// Inserts a number, and says whether it was in already.
  @discardableResult
  func insert(_ number: Int) -> Bool {
    let word = words[number &>> 6]
    let mask: UInt64 = 1 &<< UInt64(number & 63)
    words[number &>> 6] = word | mask
    return word & mask != 0
  }

  /// The numbers, ascending.
  var members: [Int] {
    var members: [Int] = []
    for index in 0..<words.count {
      var word = words[index]
      while word != 0 {
        members.append(index &<< 6 | word.trailingZeroBitCount)
        word &= word &- 1
      }
    }
    return members
  }
}
