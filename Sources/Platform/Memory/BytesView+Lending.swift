// What lends views of its bytes, and what copies from one.

extension Array where Element: BitwiseCopyable {
  /// Calls `body` with the bytes of the elements, which are valid during the call.
  @inlinable @inline(__always)
  package func withBytes<R, Failure: Error>(
    _ body: (BytesView) throws(Failure) -> R
  ) throws(Failure) -> R {
    try withUnsafeBufferPointer { elements throws(Failure) in
      try body(BytesView(UnsafeRawBufferPointer(elements)))
    }
  }
}

extension ArraySlice where Element: BitwiseCopyable {
  /// Calls `body` with the bytes of the elements, which are valid during the call.
  @inlinable @inline(__always)
  package func withBytes<R, Failure: Error>(
    _ body: (BytesView) throws(Failure) -> R
  ) throws(Failure) -> R {
    try withUnsafeBufferPointer { elements throws(Failure) in
      try body(BytesView(UnsafeRawBufferPointer(elements)))
    }
  }
}

extension String {
  /// Calls `body` with the text's UTF-8, which is valid during the call.
  @inlinable
  package func withBytes<R>(_ body: (BytesView) throws -> R) rethrows -> R {
    var text = self
    return try text.withUTF8 { try body(BytesView($0)) }
  }
}

extension Array<UInt8> {
  /// A copy of the bytes.
  @inlinable
  package init(_ bytes: BytesView) { self = Array(bytes.unsafeBuffer) }

  /// Appends a copy of the bytes.
  @inlinable
  package mutating func append(contentsOf bytes: BytesView) {
    append(contentsOf: bytes.unsafeBuffer)
  }

  /// Appends a copy of the bytes.
  @inlinable
  package static func += (array: inout [UInt8], bytes: BytesView) {
    array.append(contentsOf: bytes)
  }

  /// Appends the bytes that a number has in memory.
  @inlinable
  package mutating func append(bytesOf number: some FixedWidthInteger & BitwiseCopyable) {
    Swift.withUnsafeBytes(of: number) { append(contentsOf: $0) }
  }
}

extension Hasher {
  /// Feeds the bytes to the hasher.
  package mutating func combine(bytes: BytesView) { combine(bytes: bytes.unsafeBuffer) }
}

/// Calls `fill` with room for some bytes and `use` with those that it appended, which are valid during the call.
@inlinable
package func withScratchBytes<R>(
  capacity: Int, _ fill: (inout OutputSpan<UInt8>) -> Void, then use: (BytesView) -> R
) -> R {
  withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { room in
    var output = OutputSpan(buffer: room, initializedCount: 0)
    fill(&output)
    let count = output.finalize(for: room)
    return use(BytesView(UnsafeRawBufferPointer(room))[part: 0..<count])
  }
}
