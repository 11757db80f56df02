// Small input.
//
// The idea. Up to 64 elements need no table and no filter: which source elements are unpaired is
// one word, and a target element takes the first of them that is identical. In collections that are
// mostly in order that is nearly always one of the first bits that are set.
//
// The invariants. Bit k stands for the source element k elements after the prefix; it is set as long
// as that element has no partner. Target elements are taken in order and bits from the lowest, so
// that pairs are first-in-first-out with no more ado. Whatever the identities are, there are at
// most 64 × 64 comparisons: nothing can be crafted against it. Hashes, where they are made at all,
// spare comparisons and decide nothing.
//
// What must be changed together. `smallLimit` and the width of the word. What leads here, in
// `Pairing.init`, must not ask for duplicates, which this path does not count.
//
// The source. First-in-first-out pairs are those of P. Heckel's tables, CACM 21(4), 1978
// (doi:10.1145/359460.359467); the rest is a walk over bits.

extension Pairing {
  /// Up to so many elements on each side, the common prefix aside, are paired without a table.
  @inlinable static var smallLimit: Int { 64 }

  /// Pairs few elements, by comparing them.
  @inlinable
  static func small<Input: PairingInput>(
    _ input: Input, _ sourceCount: Int, _ targetCount: Int, prefix: Int
  ) throws(Input.Failure) -> Pairing {
    var sourceToTarget = partners(sourceCount, prefix: prefix)
    var targetToSource = partners(targetCount, prefix: prefix)
    let hashes =
      input.comparesAsFastAsItHashes ? [] : (prefix..<sourceCount).map { input.sourceHash($0) }
    var unpaired: UInt64 = sourceCount > prefix ? ~0 &>> UInt64(64 &- (sourceCount &- prefix)) : 0
    var pairedCount = prefix
    var last = prefix &- 1
    var isOrdered = true
    for target in prefix..<targetCount where unpaired != 0 {
      let source = try first(unpaired, identicalTo: target, input, hashes, prefix)
      if source < 0 { continue }
      unpaired &= ~(1 &<< UInt64(source &- prefix))
      sourceToTarget[source] = Int32(truncatingIfNeeded: target)
      targetToSource[target] = Int32(truncatingIfNeeded: source)
      pairedCount &+= 1
      if source < last { isOrdered = false }
      last = source
    }
    return Pairing(
      sourceToTarget: sourceToTarget, targetToSource: targetToSource, pairedCount: pairedCount,
      isOrdered: isOrdered, duplicates: Duplicates())
  }

  /// The first of the unpaired source elements that is identical to a target element, or −1.
  @inlinable @inline(__always)
  static func first<Input: PairingInput>(
    _ unpaired: UInt64, identicalTo target: Int, _ input: Input, _ hashes: [UInt64], _ prefix: Int
  ) throws(Input.Failure) -> Int {
    let hash = hashes.isEmpty ? 0 : input.targetHash(target)
    var candidates = unpaired
    while candidates != 0 {
      let index = candidates.trailingZeroBitCount
      if hashes.isEmpty || hashes[index] == hash,
        try input.isIdentical(source: prefix &+ index, target: target)
      {
        return prefix &+ index
      }
      candidates &= candidates &- 1
    }
    return -1
  }
}
