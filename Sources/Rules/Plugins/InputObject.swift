import LuaRuntime
import Platform
import Records

/// What a reader reads: the text of an input, inflated and in UTF-8, by lines or by pieces.
final class InputObject: LuaObject {
  static let luaName = "input"

  private let text: PlainText
  private var offset = 0

  /// An input at its beginning.
  init(_ text: PlainText) { self.text = text }

  static func describe(_ type: inout LuaType<InputObject>) {
    type.property("name") { object, _ in .string(object.text.name) }
    type.property("size") { object, _ in .integer(Int64(object.text.bytes.count)) }
    type.dataError { $0.text.name }
    type.method("lines") { object, _ in
      .one(.native("next_line") { call in object.line(to: call) })
    }
    type.method("read") { (object, call) throws(LuaError) in
      guard !call.isNil(2) else { return object.line(to: call) }
      if case .string(let bytes) = try call.value(2) {
        switch String(decoding: bytes, as: UTF8.self) {
        case "l": return object.line(to: call)
        case "a": return .one(.string(object.piece(.max) ?? []))
        default: throw LuaError(argument: 2, "a number of bytes, \"l\" or \"a\" expected")
        }
      }
      let count = try call.integer(2)
      guard count >= 0 else { throw LuaError(argument: 2, "a number of at least 0 expected") }
      return .one(object.piece(Int(clamping: count)).map { .string($0) } ?? .nil)
    }
  }

  /// Hands over the next line without its end, LF or CRLF; nil at the end of the text.
  private func line(to call: borrowing LuaCall) -> LuaReturn {
    let bytes = text.bytes
    guard offset < bytes.count else { return .one(.nil) }
    let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: offset) ?? bytes.count
    var line = bytes[offset..<end]
    if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
    offset = end + 1
    return call.returning(BytesView(rebasing: line))
  }

  /// At most so many of the next bytes; `nil` at the end of the text.
  private func piece(_ count: Int) -> [UInt8]? {
    let bytes = text.bytes
    guard offset < bytes.count else { return nil }
    let end = offset + min(count, bytes.count - offset)
    defer { offset = end }
    return Array(bytes[offset..<end])
  }
}
