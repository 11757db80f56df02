import LuaRuntime
import Platform
import Comparing

extension RuleTableReader {
  private static let otherNames = [
    "key": "identity", "keys": "identity", "id": "identity", "compare": "equal",
    "comparators": "equal", "equals": "equal", "normalizers": "normalize", "exclude": "ignore",
    "skip": "ignore", "derived": "columns", "include": "only", "where": "filter",
    "sections": "section", "tolerances": "tolerance",
  ]

  func unknownField(_ key: LuaValue) -> LuaError {
    let fields = RuleField.names()
    let known = "  known rules: \(fields.joined(separator: ", "))"
    if case .integer = key {
      return LuaError("\(source): a value without a name; every rule has one, as in identity = \"id\"\n\(known)")
    }
    let name = key.spelling ?? key.typeName
    let meant = Self.otherNames[name] ?? Suggestion.nearest(to: name, among: fields)
    var error = LuaError("\(source): unknown rule '\(name)'\(Suggestion.phrase(meant))\n\(known)")
    error.complaint = meant.map { .unknownRule(meant: $0) }
    return error
  }

  /// What a value stands for: a function of the library's that makes what is wanted, and was not called, for what it
  /// makes without options.
  ///
  /// - Throws: `LuaError` for one that needs options.
  func made(_ value: LuaValue, _ field: String) throws(LuaError) -> LuaValue {
    guard case .function(let function) = value, let state = function.state,
      let maker = try LunaLibrary.name(of: function, in: state)
    else { return value }
    guard let made = LunaLibrary.made(by: function, in: state) else {
      throw LuaError("\(source): '\(field)' is \(maker) itself; it has to be called: \(maker)(…)")
    }
    return made
  }

  // MARK: What says nothing

  /// That a file returns nothing, and defines nothing that is a rule.
  static func silence(of source: String) -> IdleRule {
    IdleRule(source, "says no rule: it returns no table, and defines no global that is one", isMistake: true)
  }

  /// What a file defines by the name of a rule, and neither uses nor gives back.
  ///
  /// - Parameter result: What it returns; where that is nothing, its globals are its rules.
  static func unused(in text: [UInt8], of source: String, returning result: LuaValue) -> [IdleRule] {
    let tokens = LuaTokens.all(in: text)
    // By these, globals may be used elsewhere, or under names that do not stand here.
    let hidesUses = tokens.contains { ["require", "load", "_G", "_ENV"].contains($0.text) }
    let definitions = Definition.all(in: tokens).filter {
      RuleField.named($0.name) != nil && ($0.isLocal || !result.isNil && !hidesUses)
    }
    return definitions.filter { !$0.isUsed(in: tokens) }.map {
      IdleRule(
        "\(source):\($0.line)",
        "'\($0.name)' is defined here and used nowhere, so that it is no rule; a rule is a field of the table that the "
          + "file returns, as in return { \($0.name) = \($0.name) }", isMistake: true)
    }
  }

  /// Refuses what Lua's `or` makes of a condition and another: the first, since a condition is never false.
  static func refuseOr(in text: [UInt8], of source: String) throws(LuaError) {
    let tokens = LuaTokens.all(in: text)
    for place in tokens.indices where tokens[place].is("or") {
      guard tokens.isWholeCondition(before: place) else { continue }
      var error = LuaError("Lua's 'or' keeps what stands before it, for no condition is false; of two write A | B")
      error.chunk = source
      error.line = tokens[place].line
      throw error
    }
  }

  /// A name that a text gives to something.
  private struct Definition {
    let name: String
    let line: Int
    let isLocal: Bool

    /// The local and global functions of a text, and what is assigned outside of tables.
    static func all(in tokens: [LuaToken]) -> [Definition] {
      var depth = 0
      return tokens.indices.compactMap { place in
        depth += tokens[place].is("{") ? 1 : tokens[place].is("}") ? -1 : 0
        guard tokens[place].kind == .name, depth == 0 else { return nil }
        let before = tokens[..<place].suffix(2)
        let next = tokens.indices.contains(place + 1) ? tokens[place + 1] : nil
        let isFunction = before.last?.is("function") == true && next?.is("(") == true
        guard isFunction || next?.is("=") == true, before.last?.is(".") != true else { return nil }
        let isLocal = isFunction ? before.first?.is("local") == true : before.last?.is("local") == true
        return Definition(name: tokens[place].text, line: tokens[place].line, isLocal: isLocal)
      }
    }

    /// Whether the name stands anywhere but where it is defined, and where a table has a field of this name.
    func isUsed(in tokens: [LuaToken]) -> Bool {
      tokens.indices.contains { place in
        guard tokens[place].kind == .name, tokens[place].text == name else { return false }
        let before = place > 0 ? tokens[place - 1] : nil
        let next = tokens.indices.contains(place + 1) ? tokens[place + 1] : nil
        let isField = before?.is(".") == true || before?.is(":") == true
        return !isField && next?.is("=") != true && before?.is("function") != true
      }
    }
  }
}

extension [LuaToken] {
  /// Whether what ends before a place is `where.column(…).is(…)` and nothing else, from where an expression begins.
  fileprivate func isWholeCondition(before end: Int) -> Bool {
    var place = end - 1
    for _ in 0..<2 {
      guard place > 0, self[place].is(")"), let open = opening(of: place), open > 1, self[open - 1].kind == .name,
        self[open - 2].is(".") || self[open - 2].is(":")
      else { return false }
      place = open - 3
      if self[open - 1].text == "column" { return isWhere(at: place) }
    }
    return false
  }

  private func isWhere(at place: Int) -> Bool {
    guard place > 0, self[place].text == "where" else { return false }
    let isPath = place > 2 && self[place - 1].is(".") && self[place - 2].text == "luna"
    let before = self[isPath ? place - 3 : place - 1]
    return ["=", "(", ",", "{", "return"].contains(where: before.is)
  }

  /// The bracket that the one at a place closes.
  private func opening(of place: Int) -> Int? {
    var depth = 0
    for place in stride(from: place, through: 0, by: -1) {
      depth += self[place].is(")") ? 1 : self[place].is("(") ? -1 : 0
      if depth == 0 { return place }
    }
    return nil
  }
}
