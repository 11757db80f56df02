/// The partners of one side's elements while they are being found: for each offset that of the partner, or a negative
/// number.
///
/// A window on the memory of an array, so that two sides, and stretches of them on several threads, can be written to
/// at once.
///
/// **Lifetime.** ``lent(_:_:_:)`` and ``made(_:_:)`` lend a window until they return; no caller keeps it longer.
///
/// **Bounds.** A debug build traps where an offset is not one of the side's. A release build does not look: offsets
/// come from ranges of the side's own, or were written as partners before.
///
/// **Threads.** Unchecked: each offset is in the hands of one thread at a time.
@usableFromInline package struct Partners: @unchecked Sendable {
  @usableFromInline let memory: UnsafeMutableBufferPointer<Int32>

  @inlinable @inline(__always) init(_ memory: UnsafeMutableBufferPointer<Int32>) { self.memory = memory }

  /// The number of the side's elements.
  @inlinable @inline(__always) var count: Int { memory.count }

  @inlinable @inline(__always) subscript(offset: Int) -> Int32 {
    get { memory[offset] }
    nonmutating set { memory[offset] = newValue }
  }

  /// Gives all elements the same partner.
  @inlinable func fill(with partner: Int32) { memory.update(repeating: partner) }

  /// Whether the partners ascend from an offset on, before which they count up from 0.
  @inlinable func areAscending(from first: Int) -> Bool {
    var last = Int32(truncatingIfNeeded: first) &- 1
    for offset in first..<count {
      let partner = self[offset]
      if partner < 0 { continue }
      if partner < last { return false }
      last = partner
    }
    return true
  }
}

extension Partners {
  /// Lends windows on two arrays.
  @inlinable static func lent<Result, Failure: Error>(
    _ forward: inout [Int32], _ backward: inout [Int32], _ body: (Partners, Partners) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try forward.withUnsafeMutableBufferPointer { sources throws(Failure) in
      try backward.withUnsafeMutableBufferPointer { targets throws(Failure) in
        try body(Partners(sources), Partners(targets))
      }
    }
  }

  /// Arrays that a closure fills, which says whether it did; at first no element has a partner.
  static func made(_ counts: (source: Int, target: Int), _ fill: (Partners, Partners) -> Bool) -> (
    forward: [Int32], backward: [Int32]
  )? {
    var isFilled = false
    var forward: [Int32] = []
    let backward = [Int32](unsafeUninitializedCapacity: counts.target) { targets, filled in
      forward = [Int32](unsafeUninitializedCapacity: counts.source) { sources, filled in
        isFilled = fill(
          Partners(UnsafeMutableBufferPointer(rebasing: sources[..<counts.source])),
          Partners(UnsafeMutableBufferPointer(rebasing: targets[..<counts.target])))
        filled = isFilled ? counts.source : 0
      }
      filled = isFilled ? counts.target : 0
    }
    return isFilled ? (forward, backward) : nil
  }
}
