import CLuaBridge
import Platform

/// One value in a run of bytes, without a copy: a string's bytes are valid while the run is.
package enum LuaItem {
  case `nil`
  case boolean(Bool)
  case integer(Int64)
  case float(Double)
  case string(BytesView)
  case record(LuaRecord)
  case null
  /// A table, a function or something else; the number is 0 in a batch's results.
  case reference(LuaReferenceKind, Int64)
  case object(UnsafeMutableRawPointer, Int32)
  /// A sequence of so many values, which follow; in a batch's results alone, behind the first one of a call.
  case list(Int)

  /// Lua's name of the type.
  package var typeName: String {
    switch self {
    case .nil: "nil"
    case .boolean: "boolean"
    case .integer, .float: "number"
    case .string: "string"
    case .record: "record"
    case .null: "null"
    case .reference(let kind, _): kind.rawValue
    case .object: "userdata"
    case .list: "table"
    }
  }
}

package enum LuaReferenceKind: String, Sendable { case table, function, userdata }

/// Reads values one after another from a run of bytes that the bridge wrote.
package struct LuaReader {
  private let bytes: BytesView
  private var offset = 0
  // In a batch's results references are told by their kind alone.
  private let isBatch: Bool

  init(_ bytes: BytesView, isBatch: Bool = false) {
    self.bytes = bytes
    self.isBatch = isBatch
  }

  /// The next value, or nil at the end.
  package mutating func next() -> LuaItem? {
    guard offset < bytes.count else { return nil }
    let kind = lb_kind(UInt32(bytes[offset]))
    offset += 1
    switch kind {
    case LB_TRUE: return .boolean(true)
    case LB_FALSE: return .boolean(false)
    case LB_INTEGER: return .integer(take())
    case LB_FLOAT: return .float(Double(bitPattern: take()))
    case LB_STRING: return .string(takeString())
    case LB_RECORD: return .record(LuaRecord(bits: take()))
    case LB_NULL: return .null
    case LB_TABLE: return .reference(.table, isBatch ? 0 : take())
    case LB_FUNCTION: return .reference(.function, isBatch ? 0 : take())
    case LB_OTHER: return .reference(.userdata, isBatch ? 0 : take())
    case LB_LIST: return .list(Int(take() as UInt32))
    case LB_OBJECT: return isBatch ? .reference(.userdata, 0) : takeObject()
    default: return .nil
    }
  }

  private mutating func take<T: BitwiseCopyable>() -> T {
    defer { offset += MemoryLayout<T>.size }
    return bytes.load(at: offset, as: T.self)
  }

  private mutating func takeString() -> BytesView {
    let count = Int(take() as UInt32)
    defer { offset += count }
    return bytes[part: offset..<offset + count]
  }

  private mutating func takeObject() -> LuaItem {
    let address: UInt = take()
    let number: Int32 = take()
    guard let pointer = UnsafeMutableRawPointer(bitPattern: address) else { return .nil }
    return .object(pointer, number)
  }
}
