/// What a host function returns to Lua.
package enum LuaReturn {
  case none
  case one(LuaValue)
  case many([LuaValue])
  /// The first argument: a method gives the object itself, which costs nothing.
  case receiver
  /// One text, which ``LuaCall/returning(_:)`` has handed over already.
  case written
}

extension LuaReturn: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: LuaValue...) { self = .many(elements) }
}

/// The body of a host function.
///
/// It may call back into Lua, protected. An error that it throws is raised in Lua after it has
/// returned, and blames the caller's line.
package typealias LuaBody = (borrowing LuaCall) throws(LuaError) -> LuaReturn

/// A function of the host's, ready to be handed to Lua.
package final class LuaNative {
  /// What messages call it when Lua has no name for it.
  package let name: String
  let body: LuaBody
  /// What does the same as far as it can, so that the body is seldom called.
  let shortcut: LuaBuiltin?

  /// Do not capture the state or its values in `body`: that is a cycle until the state ends; `LuaCall.state` has it.
  package init(_ name: String, shortcut: LuaBuiltin? = nil, _ body: @escaping LuaBody) {
    self.name = name
    self.shortcut = shortcut
    self.body = body
  }
}

extension LuaValue {
  /// A fresh Lua function that runs `body`.
  package static func native(_ name: String, _ body: @escaping LuaBody) -> LuaValue { .native(LuaNative(name, body)) }
}
