import Comparing

/// Which offsets share an identity's hash, on both sides.
struct IdentityGroups {
  private let hashes: Sides<[UInt64]>
  /// The offsets by hash, then by place.
  private let sorted: Sides<[Int32]>

  /// - Complexity: O(*n* log *n*).
  init(_ hashes: Sides<[UInt64]>) {
    self.hashes = hashes
    sorted = Sides { side in
      let hashes = hashes[side]
      return hashes.indices.map { Int32(truncatingIfNeeded: $0) }.sorted {
        (hashes[Int($0)], $0) < (hashes[Int($1)], $1)
      }
    }
  }

  /// The offsets of a side with the hash that an offset has, ascending.
  ///
  /// - Complexity: O(log *n*), and O(*k*) for *k* offsets of this hash.
  func offsets(in side: Side, like place: (side: Side, offset: Int)) -> ArraySlice<Int32> {
    let hash = hashes[place.side][place.offset]
    let (sorted, hashes) = (sorted[side], hashes[side])
    return sorted[sorted.partitioningIndex { hashes[Int($0)] >= hash }...].prefix { hashes[Int($0)] == hash }
  }
}
