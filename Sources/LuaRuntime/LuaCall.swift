import CLuaBridge
import Platform

/// The arguments of a host function while it runs; they count from 1 as in Lua's messages.
package struct LuaCall: ~Copyable {
  package let state: LuaState
  let thread: OpaquePointer
  package let count: Int

  /// Lua's name of an argument's type; "no value" where there is none.
  package func typeName(_ index: Int) -> String {
    switch kind(index) {
    case LB_RECORD: return "record"
    case LB_NULL: return "null"
    case LB_OBJECT: return objectType(index)?.luaName ?? "userdata"
    default: return String(cString: lb_argument_type(thread, Int32(index)))
    }
  }

  /// The file of the function that calls; of text that a script has loaded, the script's; `nil` where there is none.
  package var caller: String? { lb_caller(thread).map { String(cString: $0) } }

  /// The place in a script that calls; `nil` where no script does.
  package var callingLine: (chunk: String, line: Int)? {
    var line: Int32 = 0
    return lb_calling_line(thread, &line).map { (String(cString: $0), Int(line)) }
  }

  /// Whether the argument is missing or nil.
  package func isNil(_ index: Int) -> Bool {
    let kind = kind(index)
    return kind == LB_NIL || kind == LB_ABSENT
  }

  /// The argument, whatever it is; nil where it is missing.
  package func value(_ index: Int) throws(LuaError) -> LuaValue {
    switch kind(index) {
    case LB_NIL, LB_ABSENT: return .nil
    case LB_TRUE: return .boolean(true)
    case LB_FALSE: return .boolean(false)
    case LB_NULL: return .null
    case LB_RECORD: return .record(LuaRecord(bits: lb_argument_record(thread, Int32(index))))
    case LB_STRING: return .string(withBytes(index) { Array($0) } ?? [])
    default: return try state.copyArgument(thread, Int32(index))
    }
  }

  package func values(from first: Int = 1) throws(LuaError) -> [LuaValue] {
    var result: [LuaValue] = []
    for index in first..<max(first, count + 1) { result.append(try value(index)) }
    return result
  }

  /// A string's bytes without a copy, valid in `body` only; nil for every other type.
  package func withBytes<R>(_ index: Int, _ body: (BytesView) -> R) -> R? {
    var length = 0
    guard let bytes = lb_argument_string(thread, Int32(index), &length) else { return nil }
    return body(BytesView(start: bytes, count: length))
  }

  /// Hands a text over at once, so that it may be of memory that is used again; the last thing that a call does.
  package func returning(_ bytes: BytesView) -> LuaReturn {
    guard let buffer = lb_reply(state.core) else { return .none }
    buffer.pointee.count = 0
    state.put(bytes, to: buffer)
    return .written
  }

  /// A string, or a number's text, as in Lua's own library.
  package func bytes(_ index: Int) throws(LuaError) -> [UInt8] {
    if let bytes = withBytes(index, { Array($0) }) { return bytes }
    let kind = kind(index)
    guard kind == LB_INTEGER || kind == LB_FLOAT else { throw expected("string", index) }
    return try state.text(of: value(index))
  }

  /// Calls `body` with a string's bytes, or a number's text; they are valid in `body` only.
  package func withText(_ index: Int, _ body: (BytesView) -> Void) throws(LuaError) {
    if withBytes(index, body) == nil { try bytes(index).withBytes(body) }
  }

  /// A string as text; invalid UTF-8 is repaired.
  package func string(_ index: Int) throws(LuaError) -> String { String(decoding: try bytes(index), as: UTF8.self) }

  package func path(_ index: Int) throws(LuaError) -> String { String(path: try bytes(index)) }

  /// A string, or `nil` where the argument is missing or nil.
  package func optionalString(_ index: Int) throws(LuaError) -> String? { isNil(index) ? nil : try string(index) }

  /// An integer; a float without a fraction and a numeral count, as in Lua's own library.
  package func integer(_ index: Int) throws(LuaError) -> Int64 {
    var value: Int64 = 0
    if lb_argument_integer(thread, Int32(index), &value) { return value }
    var number = 0.0
    if lb_argument_number(thread, Int32(index), &number) {
      throw LuaError(argument: index, "number has no integer representation")
    }
    throw expected("number", index)
  }

  package func table(_ index: Int) throws(LuaError) -> LuaTable {
    guard case .table(let table) = try value(index) else { throw expected("table", index) }
    return table
  }

  package func function(_ index: Int) throws(LuaError) -> LuaFunction {
    guard case .function(let function) = try value(index) else { throw expected("function", index) }
    return function
  }

  package func object<T: LuaObject>(_ index: Int, as type: T.Type = T.self) throws(LuaError) -> T {
    guard let object = optionalObject(index, as: type) else { throw expected(T.luaName, index) }
    return object
  }

  /// An object of this type; `nil` for every other value.
  func optionalObject<T: LuaObject>(_ index: Int, as type: T.Type) -> T? {
    var number: Int32 = 0
    guard let pointer = lb_argument_object(thread, Int32(index), &number) else { return nil }
    return state.classes.object(pointer, number, as: type)
  }

  /// "bad argument #`index` to … (`what` expected, got …)".
  package func expected(_ what: String, _ index: Int) -> LuaError {
    .expected(what, got: typeName(index), argument: index)
  }

  private func kind(_ index: Int) -> lb_kind { lb_kind(UInt32(lb_argument_kind(thread, Int32(index)))) }

  private func objectType(_ index: Int) -> (any LuaObject.Type)? {
    var number: Int32 = 0
    guard lb_argument_object(thread, Int32(index), &number) != nil else { return nil }
    return state.classes.type(number)
  }
}
