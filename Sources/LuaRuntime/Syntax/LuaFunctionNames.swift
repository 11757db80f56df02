/// What the functions of a text are called where they are written.
package struct LuaFunctionNames {
  private var names: [Int: String] = [:]

  /// Looks through the words of a text.
  package init(_ tokens: [LuaToken]) {
    for (place, token) in tokens.enumerated() where token.is("function") {
      guard names[token.line] == nil else { continue }
      names[token.line] = Self.name(behind: place, tokens) ?? Self.name(before: place, tokens)
    }
  }

  /// The name of the first function that begins in a line; `nil` for one without.
  package subscript(line: Int) -> String? { names[line] }

  /// The name in `function rules.identity(r)`.
  private static func name(behind place: Int, _ tokens: [LuaToken]) -> String? {
    let words = tokens.dropFirst(place + 1).prefix { !$0.is("(") }
    return words.isEmpty ? nil : words.map(\.text).joined()
  }

  /// The name in `identity = function(r)`.
  private static func name(before place: Int, _ tokens: [LuaToken]) -> String? {
    guard place >= 2, tokens[place - 1].is("=") else { return nil }
    let name = tokens[place - 2]
    if name.kind == .name { return name.text }
    guard place >= 3, name.is("]"), tokens[place - 3].kind == .string else { return nil }
    return String(tokens[place - 3].text.dropFirst().dropLast())
  }
}
