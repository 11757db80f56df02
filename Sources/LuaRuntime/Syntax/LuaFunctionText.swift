/// A function as it stands in a text.
package struct LuaFunctionText: Sendable {
  package let line: Int
  package let parameters: [String]
  /// Which of the text's words are its body, without its `end`.
  package let body: Range<Int>

  /// The functions of a text in the order in which they begin; none of which the end is missing.
  package static func all(in tokens: [LuaToken]) -> [LuaFunctionText] {
    var open: [Int] = []
    var functions: [LuaFunctionText] = []
    for (place, token) in tokens.enumerated() {
      if ["function", "do", "if", "repeat"].contains(where: token.is) { open.append(place) }
      guard token.is("end") || token.is("until"), let start = open.popLast(), tokens[start].is("function") else {
        continue
      }
      let head = tokens[start..<place].prefix { !$0.is(")") }
      let parameters = head.drop { !$0.is("(") }.filter { $0.kind == .name || $0.is("...") }
      functions.append(
        LuaFunctionText(
          line: tokens[start].line, parameters: parameters.map(\.text), body: min(head.endIndex + 1, place)..<place))
    }
    return functions.sorted { $0.body.lowerBound < $1.body.lowerBound }
  }
}
