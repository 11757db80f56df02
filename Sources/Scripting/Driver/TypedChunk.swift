import LuaRuntime

/// What was typed at a prompt, as Lua.
enum TypedChunk {
  /// Lua needs more lines to make sense of it.
  case incomplete
  /// Its values are wanted.
  case expression(LuaFunction)
  case statements(LuaFunction)

  static let name = "prompt"

  /// Compiles an expression, which may begin with `=`, or statements.
  ///
  /// - Parameter environment: What its names mean; `nil`: the globals of all chunks.
  /// - Throws: `LuaError` where it is no Lua, however it goes on.
  init(_ text: String, in state: LuaState, environment: LuaTable? = nil) throws(LuaError) {
    let isMarked = text.hasPrefix("=")
    let words = isMarked ? String(text.dropFirst()) : text
    var isCut = false
    do {
      self = .expression(try Self.load("return " + words, state, environment))
      return
    } catch {
      isCut = error.complaint == .unfinishedChunk
      if isMarked, !isCut { throw error }
    }
    guard !isMarked else {
      self = .incomplete
      return
    }
    do { self = .statements(try Self.load(text, state, environment)) } catch {
      guard isCut || error.complaint == .unfinishedChunk else { throw error }
      self = .incomplete
    }
  }

  private static func load(_ text: String, _ state: LuaState, _ environment: LuaTable?) throws(LuaError) -> LuaFunction
  { try state.load(Array(text.utf8), name: name, environment: environment) }
}
