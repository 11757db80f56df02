import Platform

/// Memory that grows while something is written into it, to become a storage in the end.
///
/// What is more than the options want to be held goes to a file of the temporary folder.
final class GrowingBytes {
  private var memory: UnsafeMutableRawPointer?
  private var capacity = 0
  /// Where everything is but what memory holds; `nil` as long as memory holds all.
  private var spilled: SpillFile?
  /// No character of any encoding takes more bytes.
  private static let character = 16
  /// No more room is given at once: between two pieces the work can be cancelled.
  private static let piece = 1 << 20
  private let name: String
  private let options: ReadOptions
  private let limit: Int
  private let isInflated: Bool
  private(set) var count = 0
  private var isDelimited = false
  /// Whether what follows need not be read: a NUL byte came, and the reader of the records refuses it.
  private(set) var isRefused = false

  /// `compressed` is the size of what the bytes are inflated from, if they are.
  init(name: String, _ options: ReadOptions, inflating compressed: Int? = nil) {
    self.name = name
    self.options = options
    limit = options.inputLimit.held(inflating: compressed, isSpilled: options.spilling != nil)
    isInflated = compressed != nil
  }

  deinit { free(memory) }

  /// How many bytes of what is written memory holds, always the last ones.
  private var held: Int { count - (spilled?.size ?? 0) }

  /// What is written so far, as far as memory holds it: the whole beginning of a text.
  var bytes: BytesView { BytesView(start: memory, count: held) }

  /// Room behind what is written, for a part of what is wanted where that is much; what fills it asks for more.
  func room(_ wanted: Int) throws(RecordError) -> UnsafeMutableRawBufferPointer {
    if let spilling = options.spilling, held + wanted > spilling.heldText { try spill(spilling) }
    if capacity - held < wanted {
      let larger = max(held + wanted, 2 * capacity)
      guard let grown = realloc(memory, larger) else { throw RecordError(refused: "hold in memory", file: name) }
      memory = grown
      capacity = larger
    }
    // Little more than the limit allows, so that what fills the room is beyond it.
    let size = min(capacity - held - Self.character, limit - count, Self.piece) + Self.character
    return UnsafeMutableRawBufferPointer(start: memory.map { $0 + held }, count: size)
  }

  private func spill(_ spilling: Spilling) throws(RecordError) {
    do throws(SpillError) {
      if spilled == nil { spilled = try spilling.folder.makeFile() }
      try spilled?.append(bytes)
    } catch { throw RecordError(.scratch(error), file: name) }
  }

  /// Counts bytes of the room as written; checks the limit, and that the beginning of a text is text.
  func didWrite(_ bytes: Int) throws(RecordError) {
    try options.checkWanted(name)
    let isStart = count < TextStart.size
    count += bytes
    if isStart, count >= TextStart.size {
      try TextStart.check(self.bytes, name, options)
      isDelimited = !isInflated && TextStart.isDelimited(self.bytes, options)
    }
    isRefused = isRefused || isDelimited && self.bytes[part: (isStart ? 0 : held - bytes)...].contains(0)
    guard count <= limit else { throw RecordError(.tooLarge(limit: limit, isInflated: isInflated), file: name) }
  }

  func append(_ bytes: BytesView) throws(RecordError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let room = try room(rest.count)
      let count = min(room.count, rest.count)
      room.copyMemory(from: BytesView(rebasing: rest.prefix(count)).unsafeBuffer)
      try didWrite(count)
      rest = rest.dropFirst(count)
    }
  }

  func finish() throws(RecordError) -> ByteStorage {
    if let spilled, let spilling = options.spilling {
      try spill(spilling)
      do throws(SpillError) { return ByteStorage(spilled: try spilled.mapped()) } catch {
        throw RecordError(.scratch(error), file: name)
      }
    }
    let kept = count > 0 ? realloc(memory, count) ?? memory : memory
    memory = nil
    return ByteStorage(allocation: kept, count: count)
  }
}
