import Platform

/// Memory that grows while something is written into it, to become a storage in the end.
final class GrowingBytes {
  private var memory: UnsafeMutableRawPointer?
  private var capacity = 0
  /// No character of any encoding takes more bytes.
  private static let character = 16
  private let name: String
  private let options: ReadOptions
  private let limit: Int
  private let isInflated: Bool
  /// How many bytes are written.
  private(set) var count = 0

  /// - Parameters:
  ///   - name: The input's, for messages.
  ///   - options: How the input is read.
  ///   - compressed: The size of what the bytes are inflated from, if they are.
  init(name: String, _ options: ReadOptions, inflating compressed: Int? = nil) {
    self.name = name
    self.options = options
    limit = options.inputLimit.held(inflating: compressed)
    isInflated = compressed != nil
  }

  deinit { free(memory) }

  /// What is written so far.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: count) }

  /// Room behind what is written: at least so much, or so much that whoever fills it is beyond the limit.
  ///
  /// - Throws: `RecordError` if the system has no more memory.
  func room(_ wanted: Int) throws(RecordError) -> UnsafeMutableRawBufferPointer {
    if capacity - count < wanted {
      let larger = max(count + wanted, 2 * capacity)
      guard let grown = realloc(memory, larger) else {
        throw RecordError(refused: "hold in memory", file: name)
      }
      memory = grown
      capacity = larger
    }
    // Little more than the limit allows: whoever fills the room has to come back for the next.
    let size = min(capacity - count - Self.character, limit - count) + Self.character
    return UnsafeMutableRawBufferPointer(start: memory.map { $0 + count }, count: size)
  }

  /// Says that so many bytes of the room are written.
  ///
  /// - Throws: `RecordError` if they are more than the input may have, or its beginning is no text.
  func didWrite(_ bytes: Int) throws(RecordError) {
    let isStart = count < TextStart.size
    count += bytes
    if isStart, count >= TextStart.size { try TextStart.check(self.bytes, name, options) }
    guard count <= limit else {
      throw RecordError(.tooLarge(limit: limit, isInflated: isInflated), file: name)
    }
  }

  /// Copies bytes behind what is written.
  ///
  /// - Throws: `RecordError` as `didWrite` does.
  func append(_ bytes: UnsafeRawBufferPointer) throws(RecordError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let room = try room(rest.count)
      let count = min(room.count, rest.count)
      room.copyMemory(from: UnsafeRawBufferPointer(rebasing: rest.prefix(count)))
      try didWrite(count)
      rest = rest.dropFirst(count)
    }
  }

  /// Hands over everything that is written.
  func finish() -> ByteStorage {
    let kept = count > 0 ? realloc(memory, count) ?? memory : memory
    memory = nil
    return ByteStorage(allocation: kept, count: count)
  }
}
