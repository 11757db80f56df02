#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Collects the bytes of a report and hands them on in large pieces.
///
/// Appending never fails and never blocks; ``checkpoint()`` hands the bytes on once there are enough of them, so
/// that memory is bounded by the largest part between two checkpoints.
package final class OutputBuffer {
  private let threshold: Int
  private let sink: ((UnsafeRawBufferPointer) throws -> Void)?
  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  /// How many bytes wait to be handed on.
  package private(set) var count = 0

  /// - Parameters:
  ///   - threshold: How many bytes are worth a call of the sink.
  ///   - sink: Takes the bytes.
  package init(threshold: Int = 1 << 16, sink: @escaping (UnsafeRawBufferPointer) throws -> Void) {
    self.threshold = threshold
    self.sink = sink
    capacity = threshold + threshold / 4
    base = .allocate(byteCount: capacity, alignment: 16)
  }

  /// A buffer that only collects: see ``withBytes(_:)``.
  package init() {
    threshold = .max
    sink = nil
    capacity = 1 << 10
    base = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit { base.deallocate() }

  /// Hands the bytes on if there are enough of them.
  package func checkpoint() throws {
    if count >= threshold { try flush() }
  }

  /// Hands on whatever is there.
  package func flush() throws {
    guard count > 0, let sink else { return }
    try sink(UnsafeRawBufferPointer(start: base, count: count))
    count = 0
  }

  /// Calls `body` with the bytes that wait.
  package func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try body(UnsafeRawBufferPointer(start: base, count: count))
  }

  /// Forgets the bytes behind the first `count`.
  package func truncate(to count: Int) { self.count = min(self.count, max(count, 0)) }

  /// Takes away the bytes behind the first `start`, and returns them.
  package func takeBytes(from start: Int) -> [UInt8] {
    defer { truncate(to: start) }
    return withBytes { Array($0[min(start, count)...]) }
  }

  /// Appends bytes as they are.
  package func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress else { return }
    memcpy(extend(bytes.count), source, bytes.count)
  }

  /// Appends bytes as they are.
  package func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { append($0) }
  }

  /// Appends one byte.
  package func append(_ byte: UInt8) {
    extend(1).storeBytes(of: byte, as: UInt8.self)
  }

  /// Appends text that the program itself contains.
  package func append(_ text: StaticString) {
    guard text.hasPointerRepresentation else {
      text.withUTF8Buffer { append(UnsafeRawBufferPointer($0)) }
      return
    }
    memcpy(extend(text.utf8CodeUnitCount), text.utf8Start, text.utf8CodeUnitCount)
  }

  /// Appends text.
  package func append(text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  /// Appends a number in decimal.
  package func append(_ number: Int) {
    var magnitude = number.magnitude
    withUnsafeTemporaryAllocation(byteCount: 20, alignment: 1) { digits in
      var place = 20
      repeat {
        place -= 1
        digits[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude % 10)
        magnitude /= 10
      } while magnitude > 0
      if number < 0 { append(UInt8(ascii: "-")) }
      append(UnsafeRawBufferPointer(rebasing: digits[place...]))
    }
  }

  /// Makes room for `size` bytes behind the present ones; the caller fills them all.
  package func extend(_ size: Int) -> UnsafeMutableRawPointer {
    if count + size > capacity { grow(to: count + size) }
    defer { count += size }
    return base + count
  }

  private func grow(to wanted: Int) {
    capacity = max(wanted, 2 * capacity)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    larger.copyMemory(from: base, byteCount: count)
    base.deallocate()
    base = larger
  }
}
