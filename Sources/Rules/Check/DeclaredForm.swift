import LuaRuntime

/// A rule to write in place of a function.
package struct DeclaredRule: Sendable, Equatable {
  /// Values of which the rule may say something else than the function does.
  enum Difference: String {
    case missing = "null and a missing value differ then"
    case oneSided = "a column of one input alone is not compared then"
    case nested = "lists and objects are equal then that hold the same"
    case letterCase = "letters beyond ASCII have no case for the function"
    case spelledNumbers = "a number and its text are equal for the function"
    case binaryNumbers =
      "it counts in exact decimals, the function in binary numbers, for which 1.01 - 1.00 is more than 0.01"
    case textNumbers = "texts such as 0x10 are numbers for the function alone"
    case failing = "the function fails where a value is null or of a kind that it cannot take"
    case longNumbers = "JSON numbers that Lua cannot hold are texts for the function"
    case numberForm = "it takes the digits of a JSON number as the file has it, the function those of 1.0 for 1.00"
  }

  /// The field of a rules file.
  package let line: String
  let differences: [Difference]

  /// What it does otherwise than the function; `nil` for nothing.
  package var difference: String? { differences.isEmpty ? nil : differences.map(\.rawValue).joined(separator: "; ") }

  private static let ofNumbersOrNested: Set<Difference> = [.nested, .spelledNumbers, .longNumbers, .numberForm]

  /// The same rule for inputs whose values are all texts.
  var forTexts: DeclaredRule {
    DeclaredRule(
      line: line, differences: differences.filter { !Self.ofNumbersOrNested.contains($0) })
  }
}

/// What can be said without a function: the rule that a function of a known shape is.
///
/// It looks at the words of the text alone, and says nothing of any that it does not know as a whole.
struct DeclaredForm {
  private let parameters: [String]
  private let words: [LuaToken]

  /// - Parameters:
  ///   - text: The text that a function stands in.
  ///   - line: The line where it begins, which must have no other.
  /// - Returns: `nil` where the function is more than what it returns.
  init?(_ text: [UInt8], line: Int) {
    let tokens = LuaTokens.all(in: text)
    let functions = LuaFunctionText.all(in: tokens).filter { $0.line == line }
    guard functions.count == 1, let function = functions.first, let first = function.body.first,
      tokens[first].is("return"), !Self.redefines(tokens)
    else { return nil }
    var words = tokens[function.body].dropFirst()
    if words.last?.is(";") == true { words.removeLast() }
    parameters = function.parameters
    self.words = Array(words)
  }

  /// Whether a name that shapes rely on may mean something else in a text.
  private static func redefines(_ tokens: [LuaToken]) -> Bool {
    let names: Set<String> = ["luna", "math", "tonumber"]
    return zip(tokens, tokens.dropFirst()).contains { first, second in
      names.contains(second.text) && (first.is("local") || first.is("function"))
        || names.contains(first.text) && second.is("=")
    }
  }

  func declared(for rule: String) -> DeclaredRule? {
    text(for: rule).map { DeclaredRule(line: $0, differences: differences(for: rule)) }
  }

  func text(for rule: String) -> String? {
    let parts = rule.split(separator: ".", maxSplits: 1).map(String.init)
    switch (parts[0], parts.count) {
    case ("identity", 1): return identity
    case ("section", 1): return column(words[...], of: 0).map { "section = \(Self.quoted($0))" }
    case ("filter", 1): return filter
    case ("equal", 1): return equalColumns
    case ("equal", 2): return comparator.map { "equal = { \(Self.key(parts[1])) = \($0) }" }
    case ("normalize", 2): return normalizer.map { "normalize = { \(Self.key(parts[1])) = \($0) }" }
    default: return nil
    }
  }

  // MARK: Shapes

  /// The columns of `return r.a` and `return r.a, r.b`.
  private var identity: String? {
    guard parameters.count == 1 else { return nil }
    let columns = words.split(separator: ",").map { column($0, of: 0) }
    let names = columns.compactMap(\.self).map(Self.quoted)
    guard !names.isEmpty, names.count == columns.count, Set(names).count == names.count else { return nil }
    // The word alone stands for the whole record.
    let isPlain = names.count == 1 && names[0] != Self.quoted("none")
    return "identity = " + (isPlain ? names[0] : "{ \(names.joined(separator: ", ")) }")
  }

  /// The columns of `return a.x == b.x and a.y == b.y`.
  private var equalColumns: String? {
    guard parameters.count == 2 else { return nil }
    let parts = words.split(separator: "and").map { part -> String? in
      let sides = Array(part).split(separator: "==")
      guard sides.count == 2 else { return nil }
      let (left, right) = (column(sides[0], of: 0), column(sides[1], of: 1))
      return left == right ? left : nil
    }
    let names = parts.compactMap(\.self).map(Self.quoted)
    guard !names.isEmpty, names.count == parts.count, Set(names).count == names.count else { return nil }
    return "only = { \(names.joined(separator: ", ")) }"
  }

  /// What the rule does otherwise than the function; `DeclaredFormLawTests` holds it to that.
  private func differences(for rule: String) -> [DeclaredRule.Difference] {
    let names = words.map(\.text)
    if rule == "filter" { return [] }
    if rule == "equal" { return [.missing, .oneSided, .nested, .longNumbers] }
    guard rule.contains(".") else { return [.failing, .longNumbers] }
    if names.contains("luna") { return [.missing, names.contains("digits") ? .numberForm : .longNumbers] }
    if names.contains("math") { return [.failing, .binaryNumbers, .textNumbers] }
    let readsNumbers = names.contains("string")
    return [.failing, .letterCase] + (readsNumbers ? [.spelledNumbers] : []) + [.longNumbers]
  }

  /// What `return a:lower() == b:lower()` and `return math.abs(a - b) <= 0.01` could be.
  private var comparator: String? {
    guard parameters.count == 2 else { return nil }
    let (a, b) = (parameters[0], parameters[1])
    let shape = words.map(\.text)
    for name in ["lower", "upper"] {
      let sides = [[a, ":", name, "(", ")"], [b, ":", name, "(", ")"]]
      let calls = [["string", ".", name, "(", a, ")"], ["string", ".", name, "(", b, ")"]]
      if shape == sides[0] + ["=="] + sides[1] || shape == calls[0] + ["=="] + calls[1] {
        return "luna.compare.nocase()"
      }
    }
    let number = { (text: String) in ["tonumber", "(", text, ")"] }
    let distances = [[a, "-", b], number(a) + ["-"] + number(b)]
    for distance in distances {
      let start = ["math", ".", "abs", "("] + distance + [")", "<="]
      if shape.count == start.count + 1, shape.starts(with: start), let limit = shape.last,
        Double(limit)?.isFinite == true, words.last?.kind == .number
      {
        return "luna.compare.number(\(shape[start.count]))"
      }
    }
    return nil
  }

  /// What `return luna.text.trim(v)` and `return v:lower()` could be.
  private var normalizer: String? {
    guard parameters.count == 1 else { return nil }
    let shape = words.map(\.text)
    let value = parameters[0]
    if shape.count == 8, shape[..<4] == ["luna", ".", "text", "."], Self.plainTexts.contains(shape[4]),
      shape[5...] == ["(", value, ")"]
    {
      return "luna.text.\(shape[4])"
    }
    for name in ["lower", "upper"] where shape == [value, ":", name, "(", ")"] { return "luna.text.\(name)" }
    return nil
  }

  /// Forms of `luna.text` that are normalizers as they are.
  private static let plainTexts: Set<String> = ["lower", "upper", "trim", "squeeze", "digits", "nfc"]

  private func column(_ words: ArraySlice<LuaToken>, of parameter: Int) -> String? {
    let words = Array(words)
    guard parameters.indices.contains(parameter), words.first?.text == parameters[parameter] else { return nil }
    if words.count == 3, words[1].is("."), words[2].kind == .name { return words[2].text }
    guard words.count == 4, words[1].is("["), words[3].is("]"), words[2].kind == .string else { return nil }
    let name = words[2].text.dropFirst().dropLast()
    return words[2].text.hasPrefix("[") || name.contains("\\") ? nil : String(name)
  }

  /// What `return r.a ~= "x" and r.b ~= nil` could be.
  private var filter: String? {
    guard parameters.count == 1 else { return nil }
    for (word, sign) in [("and", " & "), ("or", " | ")] {
      let parts = words.split(separator: word).map(condition)
      let known = parts.compactMap(\.self)
      if known.count == parts.count { return "filter = " + known.joined(separator: sign) }
    }
    return nil
  }

  /// What `r.a == "x"` and `r.a ~= nil` could be.
  private func condition(_ words: ArraySlice<LuaToken>) -> String? {
    for sign in ["==", "~="] {
      let sides = Array(words).split(separator: sign)
      guard sides.count == 2, let name = column(sides[0], of: 0), sides[1].count == 1, let value = sides[1].first else {
        continue
      }
      let column = "luna.where.column(\(Self.quoted(name)))"
      let isEqual = sign == "=="
      if value.is("nil") { return (isEqual ? "" : "~") + column + ".is_null()" }
      if value.kind == .string, !Self.mayBeLongNumber(value.text) {
        return "\(column).\(isEqual ? "is" : "is_not")(\(value.text))"
      }
    }
    return nil
  }

  /// Whether a text, as Lua writes it, may be what functions see of a JSON number that Lua cannot hold.
  private static func mayBeLongNumber(_ text: String) -> Bool {
    let content = text.dropFirst().dropLast()
    return text.hasPrefix("[") || content.contains("\\")
      || Double(content) != nil && (content.count > 15 || content.contains { "eE".contains($0) })
  }

  // MARK: Spelling

  private static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\\\"") + "\"" }

  private static func key(_ name: String) -> String {
    let words = LuaTokens.all(in: Array(name.utf8))
    let isName = words.count == 1 && words[0].kind == .name && words[0].text == name
    return isName ? name : "[\(quoted(name))]"
  }
}

extension [LuaToken] {
  /// The words between those that are this keyword or sign.
  fileprivate func split(separator: String) -> [ArraySlice<LuaToken>] {
    split(omittingEmptySubsequences: false) { $0.is(separator) }
  }
}
