/// Finds which paired elements can stay where they are: a longest increasing subsequence of
/// source offsets in target order.
///
/// **The idea.** Patience sorting: elements in order cost O(1), displaced ones a search that gallops from the end. A
/// run that is displaced as a whole is searched for once: where its first element has found its tail, the next one goes
/// to the tail after it. Everything that is written for each element is written in target order, so that nothing waits
/// for memory however the source offsets are scattered; what is read out of order has the length of the subsequence,
/// about 2√*n* for elements in any order.
///
/// **The invariants.** `tails` ascends; at *k* it holds the smallest source offset that ends an increasing subsequence
/// of length *k* + 1 of what was walked, and at `tailOffsets` + *k* its offset in the target. `previous` leads from an
/// element's offset to that of the one before it on the best subsequence that ends there. Within a run, *k* + 1 is the
/// right index for the next element since no other offset lies between the two.
///
/// **What must be changed together.** `previous` is read with ``isKept(_:)`` only for paired offsets, which alone are
/// written; several calls of ``keep(_:_:from:)`` must be given disjoint offsets.
///
/// **The source.** M. Fredman, "On computing the length of longest increasing subsequences", Discrete
/// Mathematics 11(1), 1975 ([doi:10.1016/0012-365X(75)90103-X](https://doi.org/10.1016/0012-365X(75)90103-X)).
@usableFromInline package struct LeastMoves: ~Copyable {
  /// Marks an offset that stays.
  @usableFromInline static var kept: Int32 { -2 }

  /// For each offset of the target the offset before it on the best subsequence that ends there, or −1.
  @usableFromInline let previous: OwnedMemory<Int32>
  /// The tails, and behind room for all of them their offsets.
  @usableFromInline let tails: OwnedMemory<Int32>
  /// The index where the offsets of the tails begin.
  @usableFromInline let tailOffsets: Int

  /// Prepares for so many target elements.
  @inlinable package init(targetCount: Int) {
    previous = OwnedMemory(count: targetCount)
    tails = OwnedMemory(count: 2 * targetCount)
    tailOffsets = targetCount
  }

  /// Whether a paired target element was found to stay.
  @inlinable @inline(__always) package func isKept(_ target: Int) -> Bool { previous[target] == Self.kept }

  /// Finds what stays among all target elements, given their partners; those without one among `sources` move.
  package func keep(_ partners: [Int32], from sources: Range<Int32>) { keep(partners, partners.indices, from: sources) }

  /// Finds what stays among some target elements, given all their partners; those whose partners are
  /// outside `sources` (unpaired, or from elsewhere) move.
  ///
  /// - Parameter isCancelled: Asked from time to time; if it says true, nothing is found and the result is false.
  @inlinable @discardableResult package func keep(
    _ partners: [Int32], _ targets: Range<Int>, from sources: Range<Int32>, _ isCancelled: (() -> Bool)? = nil
  ) -> Bool {
    var length = 0
    var last: Int32 = -1
    // The partner of the element before, and its index among the tails.
    var before: Int32 = -2
    var indexBefore = 0
    for target in targets {
      if target & 0x3FFF == 0, isCancelled?() == true { return false }
      let source = partners[target]
      guard source >= sources.lowerBound, source < sources.upperBound else {
        previous[target] = -1
        continue
      }
      var index = length
      if source > last {
        length &+= 1
      } else if source == before &+ 1 {
        index = indexBefore &+ 1
      } else {
        index = self.index(of: source, length)
      }
      tails[index] = source
      tails[tailOffsets &+ index] = Int32(truncatingIfNeeded: target)
      previous[target] = index > 0 ? tails[tailOffsets &+ index &- 1] : -1
      last = tails[length &- 1]
      before = source
      indexBefore = index
    }
    var target = length > 0 ? Int(tails[tailOffsets &+ length &- 1]) : -1
    while target >= 0 {
      let next = Int(previous[target])
      previous[target] = Self.kept
      target = next
    }
    return true
  }

  /// The index of the first tail that is greater than an offset; the last one is.
  @inlinable func index(of source: Int32, _ length: Int) -> Int {
    var high = length &- 1
    var step = 1
    while high >= step, tails[high &- step] > source {
      high &-= step
      step &<<= 1
    }
    var low = max(0, high &- step &+ 1)
    while low < high {
      let middle = (low &+ high) &>> 1
      if tails[middle] > source { high = middle } else { low = middle &+ 1 }
    }
    return low
  }
}
