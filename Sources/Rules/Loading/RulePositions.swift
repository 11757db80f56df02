import LuaRuntime

/// Finds the position of a rule in the files that define it.
struct RulePositions: Sendable, Equatable {
  /// Lines and columns count from 1; columns count bytes.
  struct Position: Sendable, Equatable {
    let file: String
    let line: Int
    let column: Int
  }

  fileprivate struct File: Sendable, Equatable {
    let name: String
    let text: [UInt8]
    let tokens: [LuaToken]
  }

  /// In the order in which they are loaded: later files override earlier ones.
  private let files: [File]

  init(_ sources: [RuleProgram.Source] = []) {
    files = sources.map { File(name: $0.name, text: $0.text, tokens: LuaTokens.all(in: $0.text)) }
  }

  /// The position of a rule; the start of the first file if no file contains the rule.
  ///
  /// - Parameters:
  ///   - rule: The rule, such as `equal.price`; or a file with or without a line, such as `prices.lua:4`.
  ///   - message: The message about it. The first word in quotes that the file contains gives the column.
  ///   - place: The file and line of the rule's function, if it has one.
  func position(of rule: String, message: String, place: String?) -> Position {
    if let position = position(at: rule, message) { return position }
    for file in files.reversed() {
      if let token = file.token(ofRule: rule) { return file.position(of: token) }
    }
    let start = Position(file: files.first?.name ?? "", line: 1, column: 1)
    return place.flatMap { position(at: $0, message) } ?? start
  }

  /// The position in a file, or in one line of it; `nil` if it is not one of these files.
  private func position(at place: String, _ message: String) -> Position? {
    guard let file = files.first(where: { place == $0.name || place.hasPrefix($0.name + ":") }) else { return nil }
    let line = Int(place.dropFirst(file.name.count + 1))
    let tokens = file.tokens.filter { line == nil || $0.line == line }
    let words = Set(message.split(separator: "'"))
    let token = tokens.first { words.contains($0.content) } ?? (line == nil ? nil : tokens.first)
    return token.map(file.position) ?? Position(file: file.name, line: line ?? 1, column: 1)
  }
}

extension RulePositions.File {
  /// The name of a rule's field, or of its column if the table of the field contains that.
  func token(ofRule rule: String) -> LuaToken? {
    let names = rule.split(separator: ".", maxSplits: 1)
    guard let field = tokens.indices.first(where: { tokens[$0].content == names.first && isDefined(at: $0) }) else {
      return nil
    }
    return tokens[field...].dropFirst().first { names.count == 2 && $0.content == names.last } ?? tokens[field]
  }

  /// Whether a name is assigned, as in `equal = …`, `["equal"] = …` and `function equal(…)`.
  private func isDefined(at index: Int) -> Bool {
    let next = tokens[index...].dropFirst().first
    return next?.is("=") ?? false || next?.is("]") ?? false || index > 0 && tokens[index - 1].is("function")
  }

  func position(of token: LuaToken) -> RulePositions.Position {
    let start = text[..<token.range.lowerBound].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return .init(file: name, line: token.line, column: token.range.lowerBound - start + 1)
  }
}

extension LuaToken {
  /// The text, without the quotes of a string.
  fileprivate var content: Substring { kind == .string ? text.dropFirst().dropLast() : text[...] }
}
