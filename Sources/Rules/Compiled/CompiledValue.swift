import Comparing
import Platform
import Records

/// A value as compiled functions hold it: 16 bytes that own nothing.
///
/// Text belongs to the code, to the record that is looked at, or to the machine's ``TextArena``, each of which outlives
/// the call.
struct CompiledValue: BitwiseCopyable {
  enum Kind: UInt8 {
    case `nil`, `false`, `true`, integer, float, text
    /// An object or a list of JSON, as it is spelled.
    case nested
    /// A record of the table that `bits` is the number of, for the machine.
    case record
    /// What a comparator of a column is told beside two values.
    case context
    /// A function of Lua's libraries, by its number.
    case library
    /// A constant that is no plain value, by its place among the code's objects.
    case object
  }

  let bits: UInt64
  private let size: UInt32
  let kind: Kind
  /// Whether it is text of the code's own, the same in every call.
  let isConstant: Bool

  private init(_ kind: Kind, _ bits: UInt64 = 0, size: UInt32 = 0, isConstant: Bool = false) {
    self.kind = kind
    self.bits = bits
    self.size = size
    self.isConstant = isConstant
  }

  static let `nil` = CompiledValue(.nil)

  @inline(__always) init(_ value: Bool) { self.init(value ? .true : .false) }

  @inline(__always) init(_ value: Int64) { self.init(.integer, UInt64(bitPattern: value)) }

  @inline(__always) init(_ value: Double) { self.init(.float, value.bitPattern) }

  /// Text of less than 4 GiB.
  @inline(__always) init(_ text: BytesView, isConstant: Bool = false) {
    self.init(
      .text, UInt64(text.address), size: UInt32(truncatingIfNeeded: text.count), isConstant: isConstant)
  }

  init(nested json: BytesView) {
    self.init(.nested, UInt64(json.address), size: UInt32(truncatingIfNeeded: json.count))
  }

  @inline(__always) init(record: Int, of table: Int) {
    self.init(.record, UInt64(table), size: UInt32(truncatingIfNeeded: record))
  }

  /// The number of a record in its table.
  @inline(__always) var row: Int { Int(size) }

  static let context = CompiledValue(.context)

  init(library function: LibraryFunction) { self.init(.library, UInt64(function.rawValue)) }

  init(object place: Int) { self.init(.object, UInt64(place)) }

  @inline(__always) var integer: Int64 { Int64(bitPattern: bits) }

  @inline(__always) var float: Double { Double(bitPattern: bits) }

  @inline(__always) var text: BytesView {
    BytesView(start: UnsafeRawPointer(bitPattern: UInt(bits)), count: Int(size))
  }

  @inline(__always) var isTruthy: Bool { kind != .nil && kind != .false }

  var isNumber: Bool { kind == .integer || kind == .float }

  /// Whether Lua calls two values equal that are not told apart by a metamethod.
  func isEqual(to other: CompiledValue) -> Bool {
    switch (kind, other.kind) {
    case (.text, .text): text.isSame(as: other.text)
    case (.float, .float): float == other.float
    case (.integer, .float): other.wholeFloat == integer
    case (.float, .integer): wholeFloat == other.integer
    default: kind == other.kind && bits == other.bits
    }
  }

  var wholeFloat: Int64? { Int64(exactly: float) }

  var whole: Int64? { kind == .integer ? integer : wholeFloat }
}

/// Texts that calls of compiled functions make: one behind the other, all gone before the next call.
final class TextArena {
  private var memory: UnsafeMutableRawBufferPointer
  @exclusivity(unchecked) private var used = 0
  /// How much the call wanted that found no room.
  private var wanted = 0

  private static let largest = 8 << 20

  init() { memory = .allocate(byteCount: 4096, alignment: 16) }

  deinit { memory.deallocate() }

  /// Takes everything back; a call that found too little room has more the next time.
  func reset() {
    used = 0
    guard wanted > 0 else { return }
    let size = min(max(memory.count * 2, wanted), Self.largest)
    wanted = 0
    guard size > memory.count else { return }
    memory.deallocate()
    memory = .allocate(byteCount: size, alignment: 16)
  }

  /// Room for so many bytes; `nil` where there is none.
  @inline(__always) func room(_ count: Int) -> UnsafeMutableRawBufferPointer? {
    guard count <= memory.count - used else {
      wanted = max(wanted, used + count)
      return nil
    }
    return UnsafeMutableRawBufferPointer(rebasing: memory[used..<used + count])
  }

  /// Keeps the first bytes of the room that was given last.
  @inline(__always) func keep(_ count: Int) -> BytesView {
    let text = BytesView(UnsafeRawBufferPointer(rebasing: memory[used..<used + count]))
    used += count
    return text
  }

  /// A copy of bytes; `nil` where there is no room.
  func copy(_ bytes: BytesView) -> BytesView? {
    guard let room = room(bytes.count) else { return nil }
    room.copyMemory(from: bytes.unsafeBuffer)
    return keep(bytes.count)
  }
}

/// A table of constants, found by a function that was compiled; nobody writes it.
final class CompiledTable: Sendable {
  private struct Text {
    /// Where the key's bytes are among all.
    let place: Range<Int>
    let value: CompiledValue
  }

  private let texts: [Text]
  private let bytes: [UInt8]
  /// The places of texts by their hashes, each in the first slot from its hash on that was free; −1 where none is.
  private let slots: [Int32]
  private let integers: [Int64: CompiledValue]
  private let booleans: [Bool: CompiledValue]
  /// What `#` says.
  let length: Int64

  /// - Parameter entries: Of keys that come twice the last one counts.
  init(_ entries: [(key: TableKey, value: CompiledValue)], length: Int) {
    var (known, integers, booleans): ([[UInt8]: CompiledValue], [Int64: CompiledValue], [Bool: CompiledValue]) =
      ([:], [:], [:])
    for (key, value) in entries {
      switch key {
      case .text(let text): known[text] = value
      case .integer(let number): integers[number] = value
      case .boolean(let key): booleans[key] = value
      }
    }
    var (texts, bytes): ([Text], [UInt8]) = ([], [])
    var slots = [Int32](repeating: -1, count: Self.slotCount(known.count))
    for (key, value) in known {
      var slot = Int(truncatingIfNeeded: key.withBytes(Self.hash)) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(truncatingIfNeeded: texts.count)
      texts.append(Text(place: bytes.count..<bytes.count + key.count, value: value))
      bytes += key
    }
    (self.texts, self.bytes, self.slots, self.integers, self.booleans) = (texts, bytes, slots, integers, booleans)
    self.length = Int64(length)
  }

  /// A power of two, at least twice as many as there are texts.
  private static func slotCount(_ count: Int) -> Int { 1 << (Int.bitWidth - max(1, 2 * count - 1).leadingZeroBitCount) }

  private static func hash(_ text: BytesView) -> UInt64 {
    var hasher = FieldHasher()
    hasher.combine(text: text)
    return hasher.value
  }

  var count: Int { texts.count + integers.count + booleans.count }

  enum TableKey {
    case text([UInt8])
    case integer(Int64)
    case boolean(Bool)
  }

  /// The value of a key; `.some(.nil)` where there is none, `nil` for a key that it was not made for.
  func value(_ key: CompiledValue) -> CompiledValue? {
    switch key.kind {
    case .text: value(of: key.text)
    case .integer: integers[key.integer] ?? .nil
    case .float: key.wholeFloat.map { integers[$0] ?? .nil } ?? .nil
    case .false, .true: booleans[key.kind == .true] ?? .nil
    default: nil
    }
  }

  private func value(of key: BytesView) -> CompiledValue {
    guard texts.count > 0 else { return .nil }
    return bytes.withBytes { bytes in
      var slot = Int(truncatingIfNeeded: Self.hash(key)) & (slots.count - 1)
      while slots[slot] >= 0 {
        let text = texts[Int(slots[slot])]
        if bytes[part: text.place].isSame(as: key) { return text.value }
        slot = (slot + 1) & (slots.count - 1)
      }
      return .nil
    }
  }
}
