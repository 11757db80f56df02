import LuaRuntime
import Comparing
import Platform
import Records

/// A native normalizer as scripts hold it: a value for `normalize`, and a function of one value.
final class NormalizerObject: OptionKeeper {
  static let luaName = "normalizer"

  let normalizer: any Normalizer
  var holding: LuaHolding?

  /// Used for one call after another: no normalizer calls Lua.
  private let buffer = FieldBuffer()
  /// What scripts call it, where it is one that is used as it is.
  private let name: String?

  let textForm: LuaTextForm

  /// - Parameter textForm: What the normalizer does to ASCII.
  init(_ normalizer: any Normalizer, name: String? = nil, textForm: LuaTextForm = .none) {
    self.normalizer = normalizer
    self.name = name
    self.textForm = textForm
  }

  static func describe(_ type: inout LuaType<NormalizerObject>) {
    type.on(.call) { (object, call) throws(LuaError) in
      guard call.count >= 2 else {
        let name = object.name.map { "\($0) is" } ?? "this is"
        throw LuaError("\(name) a normalizer itself, which takes a value; as a rule it is written without ()")
      }
      let buffer = object.buffer
      if call.withBytes(2, { buffer.load(text: $0) }) != nil {
        try matching { () throws(MatchingError) in try object.normalizer.normalize(buffer) }
        if buffer.isText { return call.returning(buffer.bytes) }
        return .one(LuaValue(buffer.field.value))
      }
      let value = try call.value(2)
      try buffer.set(value, asArgument: 1)
      try matching { () throws(MatchingError) in try object.normalizer.normalize(buffer) }
      // No normalizer changes nested JSON, of which the script keeps its own table; in that null is a value.
      if buffer.isNested { return .one(value) }
      return .one(LuaValue(buffer.field.value, keepsNull: value.isNull))
    }
    type.on(.string) { object, _ in .one(.string("normalizer: \(object.normalizer.summary)")) }
  }
}

extension LuaValue {
  fileprivate var isNull: Bool { if case .null = self { true } else { false } }
}
