import LuaRuntime
import RecordDiff
import Records

/// A native comparator as scripts hold it: a value for `equal`, and a function of two values.
final class ComparatorObject: LuaObject {
  static let luaName = "comparator"

  let comparator: any Comparator

  init(_ comparator: any Comparator) { self.comparator = comparator }

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
final class NormalizerObject: LuaObject {
  static let luaName = "normalizer"

  let normalizer: any Normalizer

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
