import Platform

/// Collects the bytes of a report and hands them on in large pieces.
///
/// Appending never fails and never blocks; ``checkpoint()`` hands the bytes on once there are enough of them, so
/// that memory is bounded by the largest part between two checkpoints.
package final class OutputBuffer {
  @usableFromInline struct State {
    @usableFromInline var base: UnsafeMutableRawPointer
    @usableFromInline var capacity: Int
    @usableFromInline var count = 0
    var place = JSONEmitter.Place()

    init(capacity: Int) {
      base = .allocate(byteCount: capacity, alignment: 16)
      self.capacity = capacity
    }
  }

  private let threshold: Int
  private let sink: ((BytesView) throws -> Void)?
  /// Behind a pointer, so that appending does without the checks that a class's own variables have.
  @usableFromInline let state: UnsafeMutablePointer<State>

  /// Where the next JSON value stands, as ``JSONEmitter`` writes it.
  var place: JSONEmitter.Place {
    get { state.pointee.place }
    set { state.pointee.place = newValue }
  }

  package var count: Int { state.pointee.count }

  /// `threshold` is how many bytes are worth a call of the sink.
  package init(threshold: Int = 1 << 16, sink: @escaping (BytesView) throws -> Void) {
    self.threshold = threshold
    self.sink = sink
    state = .allocate(capacity: 1)
    state.initialize(to: State(capacity: threshold + threshold / 4))
  }

  /// A buffer that only collects: see ``withBytes(_:)``.
  package init() {
    threshold = .max
    sink = nil
    state = .allocate(capacity: 1)
    state.initialize(to: State(capacity: 1 << 10))
  }

  deinit {
    state.pointee.base.deallocate()
    state.deallocate()
  }

  /// Hands the bytes on if there are enough of them.
  package func checkpoint() throws { if count >= threshold { try flush() } }

  package func flush() throws {
    guard count > 0, let sink else { return }
    try sink(BytesView(start: state.pointee.base, count: count))
    state.pointee.count = 0
  }

  package func withBytes<R>(_ body: (BytesView) throws -> R) rethrows -> R {
    try body(BytesView(start: state.pointee.base, count: count))
  }

  /// How many lines end in the bytes that are held.
  package var lineCount: Int { withBytes { $0.reduce(0) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 } } }

  package func truncate(to count: Int) { state.pointee.count = min(self.count, max(count, 0)) }

  package func takeBytes(from start: Int) -> [UInt8] {
    defer { truncate(to: start) }
    return withBytes { Array($0[min(start, count)...]) }
  }

  @inlinable package func append(_ bytes: BytesView) {
    guard let source = bytes.unsafeStart else { return }
    memcpy(extend(bytes.count), source, bytes.count)
  }

  package func append(_ bytes: [UInt8]) { bytes.withBytes { append($0) } }

  @inlinable @inline(__always) package func append(_ byte: UInt8) { extend(1).storeBytes(of: byte, as: UInt8.self) }

  /// Appends one byte several times; none if `count` is negative.
  package func append(repeating byte: UInt8, count: Int) {
    guard count > 0 else { return }
    memset(extend(count), Int32(byte), count)
  }

  /// Appends text that the program itself contains.
  @inlinable package func append(_ text: StaticString) {
    guard text.hasPointerRepresentation else {
      text.withUTF8Buffer { append(BytesView($0)) }
      return
    }
    memcpy(extend(text.utf8CodeUnitCount), text.utf8Start, text.utf8CodeUnitCount)
  }

  /// Appends text that the program itself contains in quotes; behind a name a colon.
  func append(quoted text: StaticString, isName: Bool) {
    text.withUTF8Buffer { text in
      let room = extend(text.count + (isName ? 3 : 2))
      room.storeBytes(of: Ascii.quote, as: UInt8.self)
      if let start = text.baseAddress { (room + 1).copyMemory(from: start, byteCount: text.count) }
      room.storeBytes(of: Ascii.quote, toByteOffset: text.count + 1, as: UInt8.self)
      if isName { room.storeBytes(of: Ascii.colon, toByteOffset: text.count + 2, as: UInt8.self) }
    }
  }

  package func append(text: String) { text.withBytes { append($0) } }

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
      append(BytesView(UnsafeRawBufferPointer(rebasing: digits[place...])))
    }
  }

  /// Makes room for `size` bytes behind the present ones; the caller fills them all.
  @inlinable @inline(__always) package func extend(_ size: Int) -> UnsafeMutableRawPointer {
    let start = state.pointee.count
    if start + size > state.pointee.capacity { grow(to: start + size) }
    state.pointee.count = start + size
    return state.pointee.base + start
  }

  @usableFromInline @inline(never) func grow(to wanted: Int) {
    let old = state.pointee
    var larger = State(capacity: max(wanted, 2 * old.capacity))
    larger.base.copyMemory(from: old.base, byteCount: old.count)
    larger.count = old.count
    larger.place = old.place
    old.base.deallocate()
    state.pointee = larger
  }
}

/// Which character a JSON string escapes beside those that it has to.
package enum JSONSafety: UInt8 {
  /// None: a quote has to be escaped anyway.
  case plain = 0x22
  /// `<`, so that the text may stand in a `script` element.
  case markup = 0x3C
}

extension OutputBuffer {
  package func append(jsonString bytes: BytesView, safety: JSONSafety = .plain) {
    append(UInt8(ascii: "\""))
    JSONWriter.forEachPart(of: bytes, escaping: safety.rawValue) { append($0) }
    append(UInt8(ascii: "\""))
  }

  package func append(jsonString text: String, safety: JSONSafety = .plain) {
    text.withBytes { append(jsonString: $0, safety: safety) }
  }

  /// Appends a field as the JSON value that it is, on one line; an absent one as `null`.
  package func append(jsonValue field: Field) {
    switch field.kind {
    case .absent, .null: append("null")
    case .true: append("true")
    case .false: append("false")
    case .text: append(jsonString: field.bytes)
    case .escapedText: _ = field.withText { append(jsonString: $0) }
    case .number: append(field.bytes)
    case .object, .array: append(compactJSON: field.bytes)
    }
  }

  package func append(compactJSON bytes: BytesView) {
    var isInString = false
    var start = 0
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      if isInString {
        if byte == UInt8(ascii: "\\") { place += 1 }
        if byte == UInt8(ascii: "\"") { isInString = false }
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      } else if byte <= 0x20 {
        append(bytes[part: start..<place])
        start = place + 1
      }
      place += 1
    }
    append(bytes[part: min(start, bytes.count)...])
  }
}
