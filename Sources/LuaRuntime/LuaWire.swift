import CLuaBridge
import Platform

// Values as runs of bytes, in the form that CLuaBridge.h describes.

extension LuaState {
  func encode(_ value: LuaValue, to buffer: UnsafeMutablePointer<lb_buffer>) {
    switch value {
    case .nil: put(LB_NIL, to: buffer)
    case .boolean(let flag): put(flag ? LB_TRUE : LB_FALSE, to: buffer)
    case .null: put(LB_NULL, to: buffer)
    case .integer(let integer): put(LB_INTEGER, UInt64(bitPattern: integer), to: buffer)
    case .float(let number): put(LB_FLOAT, number.bitPattern, to: buffer)
    case .record(let record): put(LB_RECORD, record.bits, to: buffer)
    case .string(let bytes): put(bytes, to: buffer)
    case .table(let reference): put(LB_TABLE, reference, to: buffer)
    case .function(let reference): put(LB_FUNCTION, reference, to: buffer)
    case .other(let reference): put(LB_OTHER, reference, to: buffer)
    case .object(let object): put(object, to: buffer)
    case .native(let native):
      let pointer = Unmanaged.passRetained(native).toOpaque()
      put(LB_HOST, UInt64(UInt(bitPattern: pointer)), to: buffer)
      append((native.shortcut?.bridged ?? LB_BUILTIN_NONE).rawValue, to: buffer)
    case .builtin(let function): put(LB_BUILTIN, UInt64(function.bridged.rawValue), to: buffer)
    case .list(let values):
      put(LB_LIST, to: buffer)
      append(UInt32(truncatingIfNeeded: values.count), to: buffer)
      for value in values { encode(value, to: buffer) }
    case .map(let pairs): put(pairs, as: LB_MAP, to: buffer)
    case .members(let pairs): put(pairs, as: LB_MEMBERS, to: buffer)
    case .number(let spelling): put(spelling, as: LB_NUMBER, to: buffer)
    }
  }

  private func put(_ pairs: [(LuaValue, LuaValue)], as kind: lb_kind, to buffer: UnsafeMutablePointer<lb_buffer>) {
    put(kind, to: buffer)
    append(UInt32(truncatingIfNeeded: pairs.count), to: buffer)
    for (key, value) in pairs {
      encode(key, to: buffer)
      encode(value, to: buffer)
    }
  }

  private func put(_ kind: lb_kind, to buffer: UnsafeMutablePointer<lb_buffer>) {
    append(UInt8(truncatingIfNeeded: kind.rawValue), to: buffer)
  }

  private func put(_ kind: lb_kind, _ bits: UInt64, to buffer: UnsafeMutablePointer<lb_buffer>) {
    put(kind, to: buffer)
    append(bits, to: buffer)
  }

  // A reference of another state would name a stranger's value here.
  private func put(_ kind: lb_kind, _ reference: LuaReference, to buffer: UnsafeMutablePointer<lb_buffer>) {
    guard reference.state === self else { return put(LB_NIL, to: buffer) }
    put(kind, UInt64(bitPattern: reference.index), to: buffer)
  }

  private func put(_ object: any LuaObject, to buffer: UnsafeMutablePointer<lb_buffer>) {
    let number = classNumber(of: type(of: object))
    guard number != 0 else { return put(LB_NIL, to: buffer) }
    let pointer = Unmanaged<AnyObject>.passRetained(object).toOpaque()
    put(LB_OBJECT, UInt64(UInt(bitPattern: pointer)), to: buffer)
    append(number, to: buffer)
    append(Int32(object.textForm.bridged.rawValue), to: buffer)
  }

  func put(_ bytes: [UInt8], as kind: lb_kind = LB_STRING, to buffer: UnsafeMutablePointer<lb_buffer>) {
    bytes.withBytes { put($0, as: kind, to: buffer) }
  }

  // Longer strings than the wire can say do not exist under any sane limit: nil.
  func put(_ bytes: BytesView, as kind: lb_kind = LB_STRING, to buffer: UnsafeMutablePointer<lb_buffer>) {
    guard bytes.count <= UInt32.max else { return put(LB_NIL, to: buffer) }
    put(kind, to: buffer)
    append(UInt32(truncatingIfNeeded: bytes.count), to: buffer)
    append(bytes, to: buffer)
  }

  func append(_ bytes: [UInt8], to buffer: UnsafeMutablePointer<lb_buffer>) {
    bytes.withBytes { append($0, to: buffer) }
  }

  private func append(_ bytes: BytesView, to buffer: UnsafeMutablePointer<lb_buffer>) {
    guard lb_buffer_reserve(buffer, bytes.count), let start = buffer.pointee.bytes, let source = bytes.unsafeStart
    else { return }
    UnsafeMutableRawPointer(start + buffer.pointee.count).copyMemory(from: source, byteCount: bytes.count)
    buffer.pointee.count += bytes.count
  }

  private func append<T: BitwiseCopyable>(_ value: T, to buffer: UnsafeMutablePointer<lb_buffer>) {
    let size = MemoryLayout<T>.size
    guard lb_buffer_reserve(buffer, size), let start = buffer.pointee.bytes else { return }
    UnsafeMutableRawPointer(start).storeBytes(of: value, toByteOffset: buffer.pointee.count, as: T.self)
    buffer.pointee.count += size
  }

  func decodeAll(_ buffer: lb_buffer) -> [LuaValue] {
    var reader = LuaReader(BytesView(start: buffer.bytes, count: buffer.count))
    var values: [LuaValue] = []
    while let item = reader.next() { values.append(value(item)) }
    return values
  }

  private func value(_ item: LuaItem) -> LuaValue {
    switch item {
    case .nil: .nil
    case .boolean(let flag): .boolean(flag)
    case .integer(let integer): .integer(integer)
    case .float(let number): .float(number)
    case .string(let bytes): .string(Array(bytes))
    case .record(let record): .record(record)
    case .null: .null
    case .reference(let kind, let index):
      switch kind {
      case .table: .table(LuaTable(index: index, state: self))
      case .function: .function(LuaFunction(index: index, state: self))
      default: .other(LuaReference(index: index, state: self))
      }
    case .object(let pointer, let number): classes.object(pointer, number).map { .object($0) } ?? .nil
    // A batch's results alone have lists.
    case .list: .nil
    }
  }
}
