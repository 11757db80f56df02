import LuaRuntime

/// A program and its arguments, as a plug-in says them: no shell ever looks at them.
struct CommandLine {
  let program: String
  let arguments: [String]

  /// - Parameter place: What messages call it.
  init(_ table: LuaTable, place: String) throws(LuaError) {
    var words: [String] = []
    for value in try table.elements() {
      switch value {
      case .string(let bytes) where !bytes.contains(0): words.append(String(path: bytes))
      case .integer, .float: words.append(value.spelling ?? "")
      default: throw LuaError("'\(place)' must be a list of texts, got \(value.typeName) in it")
      }
    }
    guard let program = words.first, !program.isEmpty else {
      throw LuaError("'\(place)' must be a list of a program and its arguments, got an empty one")
    }
    guard !program.contains("/") || program.hasPrefix("/") else {
      throw LuaError(
        "'\(place)' begins with '\(program)', which would be looked for in the current directory; "
          + "a program is a name on the search path, or a whole path")
    }
    self.program = program
    arguments = Array(words.dropFirst())
  }
}
