import LuaRuntime
import RecordDiff
import Records

/// What is made of options that it keeps; a state counts their memory as its own.
protocol OptionKeeper: LuaObject {
  /// The memory that is counted.
  var holding: LuaHolding? { get set }
}

/// A native comparator as scripts hold it: a value for `equal`, and a function of two values.
final class ComparatorObject: OptionKeeper {
  static let luaName = "comparator"

  let comparator: any Comparator
  var holding: LuaHolding?
  /// Those that it asks, whose memory is held as long as its own.
  private let parts: [ComparatorObject]

  init(_ comparator: any Comparator, of parts: [ComparatorObject] = []) {
    self.comparator = comparator
    self.parts = parts
  }

  static func describe(_ type: inout LuaType<ComparatorObject>) {
    type.on(.call) { (object, call) throws(LuaError) in
      let old = FieldBuffer()
      let new = FieldBuffer()
      guard old.set(try call.value(2)) else { throw call.expected("value of a record", 2) }
      guard new.set(try call.value(3)) else { throw call.expected("value of a record", 3) }
      return .one(.boolean(object.comparator.areEqual(old.field, new.field)))
    }
    type.on(.string) { object, _ in .one(.string("comparator: \(object.comparator.summary)")) }
  }
}

/// A native normalizer as scripts hold it: a value for `normalize`, and a function of one value.
final class NormalizerObject: OptionKeeper {
  static let luaName = "normalizer"

  let normalizer: any Normalizer
  var holding: LuaHolding?

  init(_ normalizer: any Normalizer) { self.normalizer = normalizer }

  static func describe(_ type: inout LuaType<NormalizerObject>) {
    type.on(.call) { (object, call) throws(LuaError) in
      let buffer = FieldBuffer()
      guard buffer.set(try call.value(2)) else { throw call.expected("value of a record", 2) }
      object.normalizer.normalize(buffer)
      return .one(LuaValue(buffer.field.value))
    }
    type.on(.string) { object, _ in .one(.string("normalizer: \(object.normalizer.summary)")) }
  }
}
