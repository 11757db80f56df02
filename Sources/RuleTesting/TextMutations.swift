import LuaRuntime

/// Small changes of a rules file's text: what functions do, which no field of the rules says.
struct TextMutations {
  private let text: [UInt8]
  private let tokens: [LuaToken]
  private let functions: [LuaFunctionText]

  init(_ text: [UInt8]) {
    self.text = text
    tokens = LuaTokens.all(in: text)
    functions = LuaFunctionText.all(in: tokens)
  }

  /// Every change, in the order of the text.
  var all: [Mutation] { negatedFilters + literals }

  // MARK: Literals

  /// Numbers, texts and booleans in functions; what a message says is no rule.
  private var literals: [Mutation] {
    let inside = functions.reduce(into: Set<Int>()) { $0.formUnion($1.body) }
    return inside.sorted().compactMap { place in
      let token = tokens[place]
      guard let other = other(than: token), !isMessage(place) else { return nil }
      return Mutation(
        "line \(token.line): \(Self.shown(token)) changed", text: replacing([(token.range, other)]))
    }
  }

  /// Another expression in place of a literal.
  private func other(than token: LuaToken) -> String? {
    switch (token.kind, token.text) {
    case (.number, let number): "(\(number) + 1)"
    case (.string, let text): "(\(text) .. \"~\")"
    case (.keyword, "true"): "false"
    case (.keyword, "false"): "true"
    default: nil
    }
  }

  private func isMessage(_ place: Int) -> Bool {
    guard tokens[place].kind == .string, place > 0 else { return false }
    let before = tokens[place - 1].is("(") ? place - 2 : place - 1
    return before >= 0 && tokens[before].text == "error"
  }

  private static func shown(_ token: LuaToken) -> String {
    token.text.count > 30 ? token.text.prefix(30) + "…" : token.text
  }

  // MARK: Filters

  private var negatedFilters: [Mutation] {
    functions.filter { $0.name == "filter" }.compactMap { function in
      let values = returns(of: function)
      guard !values.isEmpty else { return nil }
      let pieces = values.map { value in
        let range =
          tokens[value.lowerBound].range.lowerBound..<tokens[value.upperBound - 1].range.upperBound
        return (range, "not (\(String(decoding: text[range], as: UTF8.self)))")
      }
      return Mutation("filter negated", text: replacing(pieces))
    }
  }

  /// Which words are what a function returns, but for functions in it.
  private func returns(of function: LuaFunctionText) -> [Range<Int>] {
    let inner = functions.filter {
      $0.body.lowerBound > function.body.lowerBound && $0.body.upperBound < function.body.upperBound
    }
    let nested = inner.reduce(into: Set<Int>()) { $0.formUnion($1.body) }
    return function.body.compactMap { place in
      guard tokens[place].is("return"), !nested.contains(place) else { return nil }
      let ends = ["end", "else", "elseif", "until", ";"]
      let end = (place + 1..<function.body.upperBound).first { place in
        !nested.contains(place) && !nested.contains(place - 1)
          && ends.contains(where: tokens[place].is)
      }
      let value = place + 1..<(end ?? function.body.upperBound)
      return value.isEmpty ? nil : value
    }
  }

  /// The text with other words in some places, which follow each other.
  private func replacing(_ pieces: [(range: Range<Int>, text: String)]) -> [UInt8] {
    var result: [UInt8] = []
    var start = 0
    for piece in pieces {
      result += text[start..<piece.range.lowerBound] + Array(piece.text.utf8)
      start = piece.range.upperBound
    }
    return result + text[start...]
  }
}
