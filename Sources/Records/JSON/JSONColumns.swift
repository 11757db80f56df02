import CScan
import Platform

/// The columns that a run of records has shown so far, and a guess at the next one.
///
/// Records of one file tend to have the same members in the same order, spelled alike. So each column
/// remembers the bytes from its name's opening quote to its value (`"city": `) and the column that came
/// after it; comparing these bytes reads name, colon and space at once.
struct JSONColumns: ~Copyable {
  let scanner: JSONScanner
  private let isKeyed: Bool
  /// For each column of the key its first place in it.
  private let keySlots: [[UInt8]: Int]
  /// The place in the key of the column that no member is: the name of a member, or a plain value.
  private let pseudoSlot: Int?
  private let elements: [UInt8]?
  private(set) var names = JSONNameTable()
  private var entries: UnsafeMutablePointer<lunadiff_json_column>
  private var capacity = 16
  private let cursor: UnsafeMutablePointer<lunadiff_json_cursor>
  private var first = -1
  private var previous = -1
  private var record = 0
  private var elementsColumn = -1
  /// What the key's columns hold in the current record.
  private(set) var keyFields: [Field]
  private let keyCount: Int
  private let secrets = HashSecrets.process
  /// For each column of the key the slot that has it: its own, unless the key names a column twice.
  private let keySources: [Int]
  /// How many members repeated the name of an earlier one, and the first of them.
  private(set) var repeats = JSONRepeats()

  init(_ scanner: JSONScanner, key: [[UInt8]], isKeyed: Bool, elements: [UInt8]?) {
    self.scanner = scanner
    self.isKeyed = isKeyed
    self.elements = elements
    keyCount = key.count
    let slots = Dictionary(zip(key, key.indices)) { first, _ in first }
    keySlots = slots
    keySources = key.indices.map { slots[key[$0]] ?? $0 }
    let pseudoColumn = isKeyed ? JSONShape.keyColumn : JSONShape.valueColumn
    pseudoSlot = slots[Array(pseudoColumn.utf8)]
    keyFields = Array(repeating: .absent, count: key.count)
    entries = .allocate(capacity: capacity)
    cursor = .allocate(capacity: 1)
    lunadiff_json_start(cursor, scanner.start, scanner.end, scanner.oneLine)
  }

  deinit {
    entries.deallocate()
    cursor.deallocate()
  }

  @inline(__always) mutating func beginRecord() {
    record += 1
    for slot in 0..<keyCount { keyFields[slot] = .absent }
  }

  mutating func setKey(_ field: Field) { if let pseudoSlot { keyFields[pseudoSlot] = field } }

  @inline(__always) func keyHash() -> UInt64 {
    var hasher = FieldHasher(secrets)
    for slot in keySources { keyFields[slot].hash(into: &hasher) }
    return hasher.value
  }

  /// Reads an object from its opening brace, or goes on behind the value of its elements.
  ///
  /// - Returns: the position behind the closing brace, or at the value of the member that holds a section's records.
  @inline(__always) mutating func readObject(_ position: JSONScanner.Position, goesOn: Bool = false) throws(JSONFault)
    -> (position: JSONScanner.Position, isElements: Bool)
  {
    var p = position
    var isFirst = !goesOn
    if isFirst {
      previous = -1
      p = try scanner.skipSpace(p + 1)
      if p < scanner.end, p.pointee == Ascii.closingBrace { return (p + 1, false) }
    }
    while true {
      if isFirst {
        isFirst = false
      } else {
        p = expectedMembers(p)
        let next = try scanner.next(p, isObject: true)
        p = next.position
        if next.entry == nil { return (p, false) }
      }
      p = try column(p)
      if previous == elementsColumn, previous >= 0 { return (p, true) }
      p = try value(p)
    }
  }

  /// Behind the members that come as in the records before, from behind a value on.
  @inline(__always) private mutating func expectedMembers(_ position: JSONScanner.Position) -> JSONScanner.Position {
    lunadiff_json_members(position, cursor, entries, record, &previous) ?? position
  }

  /// Reads a name and its colon: sets `previous` to the column and returns where the value begins.
  @inline(__always) private mutating func column(_ position: JSONScanner.Position) throws(JSONFault)
    -> JSONScanner.Position
  {
    let guess = previous < 0 ? first : entries[previous].next
    if guess >= 0 {
      let entry = entries + guess
      let length = entry.pointee.token_length
      if length > 0, scanner.hasToken(BytesView(start: entry.pointee.token, count: length), at: position),
        entry.pointee.record != record
      {
        entry.pointee.record = record
        previous = guess
        return position + length
      }
    }
    return try unexpectedColumn(position)
  }

  @inline(__always) private mutating func value(_ position: JSONScanner.Position) throws(JSONFault)
    -> JSONScanner.Position
  {
    let slot = entries[previous].key_slot
    guard slot >= 0 else {
      // Most values are plain strings, whose end is found here without a call.
      if let end = scanner.plainString(position) { return end }
      return try scanner.value(position, inside: 1)
    }
    let (field, end) = try scanner.field(position, inside: 1)
    keyFields[slot] = field
    return end
  }

  @inline(never) private mutating func unexpectedColumn(_ position: JSONScanner.Position) throws(JSONFault)
    -> JSONScanner.Position
  {
    let name = try scanner.name(position)
    let value = try scanner.colon(name.end)
    let content = BytesView(start: position + 1, count: name.end - position - 2)
    let column = try insert(content, hasEscape: name.hasEscape, at: position)
    if entries[column].record == record { repeats.add(position - scanner.start, record: record) }
    entries[column].record = record
    remember(position, value, of: column)
    if previous < 0 { first = column } else { entries[previous].next = column }
    previous = column
    return value
  }

  /// Keeps a spelling to compare with, if 16 bytes can be read there.
  private mutating func remember(_ token: JSONScanner.Position, _ value: JSONScanner.Position, of column: Int) {
    let isReadable = scanner.end - token >= max(16, value - token)
    entries[column].token = token
    entries[column].token_length = isReadable ? value - token : 0
    entries[column].odd = BytesView(start: token, count: value - token).count { !cscan_json_is_plain($0) }
  }

  private mutating func insert(_ content: BytesView, hasEscape: Bool, at position: JSONScanner.Position)
    throws(JSONFault) -> Int
  {
    let (column, isNew) = hasEscape ? JSONName.decoded(content).withBytes { names.insert($0) } : names.insert(content)
    guard isNew else { return column }
    let name = names.names[column]
    let slot = keySlots[name] ?? -1
    // Before anything is thrown: the columns of a run that ended early are read too.
    if column == capacity { grow() }
    (entries + column).initialize(
      to: lunadiff_json_column(
        token: position, token_length: 0, odd: 0, next: -1, record: 0, first_record: record, key_slot: slot,
        is_kept: slot >= 0 || name == elements))
    if isKeyed, name.elementsEqual(JSONShape.keyColumn.utf8) { throw scanner.fault(.ownKeyMember, position) }
    if name == elements { elementsColumn = column }
    return column
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<lunadiff_json_column>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: entries, count: capacity)
    entries.deallocate()
    entries = larger
    capacity *= 2
  }

  /// For each column the numbers of the first and the last record that had it.
  var spans: [ClosedRange<Int>] {
    (0..<names.count).map { entries[$0].first_record - 1...max(entries[$0].first_record, entries[$0].record) - 1 }
  }

  /// The spans of the columns' last spellings, from the start of the buffer; empty where there is none.
  var tokens: [Range<Int>] {
    (0..<names.count).map { column in
      let start = entries[column].token - scanner.start
      return start..<start + entries[column].token_length
    }
  }
}

/// Members that repeat the name of an earlier one in the same object.
struct JSONRepeats: Sendable {
  private(set) var records = 0
  private(set) var firstOffset: Int?
  private var lastRecord = 0

  mutating func add(_ offset: Int, record: Int) {
    if record != lastRecord { records += 1 }
    lastRecord = record
    firstOffset = firstOffset ?? offset
  }

  mutating func add(_ later: JSONRepeats) {
    records += later.records
    firstOffset = firstOffset ?? later.firstOffset
  }
}
