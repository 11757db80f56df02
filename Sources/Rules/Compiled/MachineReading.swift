import Comparing
import Platform
import Records

/// What compiled functions read: fields of records, parts of what is nested, tables, lookups.
extension CompiledMachine {
  private func field(_ number: Int, ofRecord record: CompiledValue) -> CompiledValue? {
    let table = Int(record.bits)
    var place = places[table][number]
    if place < 0 {
      if place == Self.unknown { place = find(functions.names[number], in: table) }
      places[table][number] = place
      guard place >= 0 else { return place == Self.elsewhere ? .nil : nil }
    }
    let reader = readers[table]
    guard reader.rewrites(Int(place)) else {
      return value(of: reader.rawField(record.row, Int(place)), isShared: false)
    }
    // What a normalizer cannot do, Lua says.
    do { return value(of: try reader.field(record.row, Int(place)), isShared: true) } catch { return nil }
  }

  private func find(_ name: String, in table: Int) -> Int32 {
    let reader = readers[table]
    if let found = reader.columnIndex(of: name) { return Int32(truncatingIfNeeded: found) }
    guard table < 2 else { return Self.missing }
    let other = readers[1 - table]
    guard other.newName(of: name) == nil, other.columnIndex(of: name) != nil else { return Self.missing }
    return Self.elsewhere
  }

  /// A field as Lua sees it; `nil` where only Lua can hold it.
  ///
  /// - Parameter isShared: Whether the next field that is asked for has its bytes in the same memory.
  @inline(__always) func value(of field: Field, isShared: Bool) -> CompiledValue? {
    switch field.kind {
    case .absent, .null: return .nil
    case .false: return CompiledValue(false)
    case .true: return CompiledValue(true)
    case .text:
      guard isShared else { return field.bytes.count <= UInt32.max ? CompiledValue(field.bytes) : nil }
      return arena.copy(field.bytes).map { CompiledValue($0) }
    case .escapedText: return (field.withText { arena.copy($0) } ?? nil).map { CompiledValue($0) }
    case .number: return LuaNumber.value(spelled: field.bytes)
    case .object, .array:
      guard isShared else { return field.bytes.count <= UInt32.max ? CompiledValue(nested: field.bytes) : nil }
      return arena.copy(field.bytes).map { CompiledValue(nested: $0) }
    }
  }

  func field(_ number: Int, _ receiver: CompiledValue) -> CompiledValue? {
    switch receiver.kind {
    case .record: return field(number, ofRecord: receiver)
    case .context:
      switch functions.names[number] {
      case "old": return source
      case "new": return target
      case "column": return column
      default: return .nil
      }
    case .object: return functions.names[number].withBytes { index(receiver, CompiledValue($0)) }
    case .nested: return functions.names[number].withBytes { part(of: receiver.text, CompiledValue($0)) }
    default: return nil
    }
  }

  /// A member of an object or an element of a list; `nil` for a null, which inside of tables is a value of its own.
  private func part(of json: BytesView, _ key: CompiledValue) -> CompiledValue? {
    let field = Field(json.first == UInt8(ascii: "{") ? .object : .array, json)
    let part: Field
    switch key.kind {
    case .text: part = field.member(named: key.text)
    case .integer: part = key.integer > 0 ? field.element(at: Int(key.integer - 1)) : .absent
    default: return nil
    }
    return part.kind == .null ? nil : value(of: part, isShared: false)
  }

  func index(_ receiver: CompiledValue, _ key: CompiledValue) -> CompiledValue? {
    if receiver.kind == .nested { return part(of: receiver.text, key) }
    guard receiver.kind == .object else { return nil }
    switch functions.objects[Int(receiver.bits)] {
    case .table(let table): return table.value(key)
    case .lookup(let lookup): return record(of: key, in: lookup, Int(receiver.bits))
    default: return nil
    }
  }

  /// - Parameter place: The lookup's, among the code's objects.
  private func record(of key: CompiledValue, in lookup: LookupTable, _ place: Int) -> CompiledValue? {
    let row: Int?
    switch key.kind {
    case .text: row = lookup.row(of: .text(Text(utf8: Array(key.text))))
    case .integer: row = lookup.row(of: .number(NumberText(utf8: Array(String(key.integer).utf8))))
    case .false, .true: row = lookup.row(of: .boolean(key.kind == .true))
    case .nil: return .nil
    default: return nil
    }
    guard let row, let table = lookups[place] else { return .nil }
    return CompiledValue(record: row, of: table)
  }

  func length(_ value: CompiledValue) -> CompiledValue? {
    switch value.kind {
    case .text: return CompiledValue(Int64(value.text.count))
    case .object:
      switch functions.objects[Int(value.bits)] {
      case .table(let table): return CompiledValue(table.length)
      case .lookup(let lookup): return CompiledValue(Int64(lookup.table.count))
      default: return nil
      }
    default: return nil
    }
  }

  /// The texts of a constant list; `nil` where it has anything else.
  func texts(of list: CompiledValue) -> [String]? {
    guard list.kind == .object, case .table(let table) = functions.objects[Int(list.bits)] else { return nil }
    var texts: [String] = []
    for place in 0..<table.length {
      guard let value = table.value(CompiledValue(place + 1)), value.kind == .text else { return nil }
      texts.append(String(decoding: value.text, as: UTF8.self))
    }
    return texts.count == table.count ? texts : nil
  }
}
