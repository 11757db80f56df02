/// Finds which paired elements can stay where they are: a longest increasing subsequence of
/// source offsets in target order.
///
/// Patience sorting after Fredman (doi:10.1016/0012-365X(75)90103-X): elements in order cost O(1),
/// displaced ones a search that gallops from the end.
@usableFromInline
package struct LeastMoves: ~Copyable {
  /// Marks a source offset that stays.
  @usableFromInline static var kept: Int32 { -2 }

  /// The offset before each source offset on the best subsequence that ends there, or −1.
  @usableFromInline let previous: UnsafeMutablePointer<Int32>
  /// At *k* the smallest offset that ends an increasing subsequence of length *k* + 1.
  @usableFromInline let tails: UnsafeMutablePointer<Int32>
  @usableFromInline let sourceCount: Int

  @inlinable
  package init(sourceCount: Int) {
    self.sourceCount = sourceCount
    previous = .allocate(capacity: sourceCount)
    previous.initialize(repeating: -1, count: sourceCount)
    tails = .allocate(capacity: sourceCount + 1)
  }

  deinit {
    previous.deallocate()
    tails.deallocate()
  }

  /// Whether a source offset was found to stay.
  @inlinable @inline(__always)
  package func isKept(_ source: Int32) -> Bool { previous[Int(source)] == Self.kept }

  /// Finds what stays among `partners`, the source offsets in target order; those outside
  /// `sources` (unpaired, or from elsewhere) do not count.
  @inlinable
  package func keep(_ partners: UnsafeBufferPointer<Int32>, from sources: Range<Int32>) {
    var length = 0
    var last: Int32 = -1
    for source in partners where source >= sources.lowerBound && source < sources.upperBound {
      if source > last {
        previous[Int(source)] = last
        tails[length] = source
        length &+= 1
        last = source
      } else {
        replaceTail(source, length)
        last = tails[length &- 1]
      }
    }
    while last >= 0 {
      let before = previous[Int(last)]
      previous[Int(last)] = Self.kept
      last = before
    }
  }

  /// Puts an offset in the place of the first tail that is greater.
  @inlinable
  func replaceTail(_ source: Int32, _ length: Int) {
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
    previous[Int(source)] = low > 0 ? tails[low &- 1] : -1
    tails[low] = source
  }
}
