import LuaRuntime
import Comparing

/// What is made of options that it keeps; a state counts their memory as its own.
protocol OptionKeeper: LuaObject {
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
      guard call.count >= 3 else {
        throw LuaError("a comparator compares two values; as a rule it is written without ()")
      }
      let old = FieldBuffer()
      let new = FieldBuffer()
      try old.set(try call.value(2), asArgument: 1)
      try new.set(try call.value(3), asArgument: 2)
      return .one(
        .boolean(try matching { () throws(MatchingError) in try object.comparator.areEqual(old.field, new.field) }))
    }
    type.on(.string) { object, _ in .one(.string("comparator: \(object.comparator.summary)")) }
  }
}

/// Runs what may be more than a pattern can do; the caller's line is to blame.
func matching<R>(_ body: () throws(MatchingError) -> R) throws(LuaError) -> R {
  do { return try body() } catch { throw LuaError(error.message) }
}

extension FieldBuffer {
  /// Takes an argument, by the number that the script's author counts: without the object itself.
  func set(_ value: LuaValue, asArgument number: Int) throws(LuaError) {
    do { try set(value) } catch { throw error.asArgument(number) }
  }
}
