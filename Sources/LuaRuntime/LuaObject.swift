/// A Swift object that scripts hold as userdata; final classes conform.
///
/// The object is retained while Lua holds it. Its class is described to a state once, on first use.
package protocol LuaObject: AnyObject {
  /// What scripts and messages call the type.
  static var luaName: String { get }
  /// Adds methods, properties and operators.
  static func describe(_ type: inout LuaType<Self>)
  /// What a call of the object does to a text of ASCII, where that is done without asking it.
  var textForm: LuaTextForm { get }
}

extension LuaObject {
  package var textForm: LuaTextForm { .none }

  /// The names of the type's methods and properties, sorted.
  package static var memberNames: [String] {
    var type = LuaType<Self>()
    describe(&type)
    return (type.methods + type.getters).map(\.0).sorted()
  }
}

/// Events that a type may answer to beside its fields.
package enum LuaEvent: String, Sendable {
  case length = "__len"
  case call = "__call"
  case string = "__tostring"
  case and = "__band"
  case or = "__bor"
  case not = "__bnot"
  case close = "__close"
}

/// The description of a `LuaObject` type.
///
/// Argument 1 of every body is the object itself.
package struct LuaType<Object: LuaObject> {
  /// A method's body: the object, and the call, whose further arguments count from 2.
  package typealias Method = (Object, borrowing LuaCall) throws(LuaError) -> LuaReturn

  var methods: [(String, LuaNative)] = []
  var getters: [(String, LuaNative)] = []
  var events: [(String, LuaNative)] = []

  package mutating func method(_ name: String, _ body: @escaping Method) { methods.append((name, native(name, body))) }

  /// `object.name`, computed when it is read.
  package mutating func property(_ name: String, _ body: @escaping (Object, LuaState) throws(LuaError) -> LuaValue) {
    let getter = native(name) { (object, call) throws(LuaError) in .one(try body(object, call.state)) }
    getters.append((name, getter))
  }

  /// `object[key]` where `key`, argument 2, is neither a method nor a property; without it that is an error.
  package mutating func subscripting(_ body: @escaping Method) { events.append(("__index", native("index", body))) }

  /// An operator or event.
  ///
  /// Of binary ones either operand may be the object: arguments 1 and 2 are the operands as they
  /// stand, and the object handed over is the first one that is of the type.
  package mutating func on(_ event: LuaEvent, _ body: @escaping Method) {
    events.append((event.rawValue, native(event.rawValue, body)))
  }

  /// `object:close()`, and what the end of a block does to `local name <close> = object`.
  package mutating func closing(_ body: @escaping (Object) -> Void) {
    let close: Method = { (object, _) in
      body(object)
      return .none
    }
    method("close", close)
    on(.close, close)
  }

  private func native(_ name: String, _ body: @escaping Method) -> LuaNative {
    LuaNative(name) { (call) throws(LuaError) in
      if let object = call.optionalObject(1, as: Object.self) { return try body(object, call) }
      let isBinary = ["__band", "__bor"].contains(name)
      return try body(call.object(isBinary ? 2 : 1, as: Object.self), call)
    }
  }
}
