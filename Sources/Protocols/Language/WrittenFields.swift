import LuaRuntime

/// Where the fields stand of the table that a text returns, or of the globals that it defines.
///
/// It looks at words alone, and runs nothing: of what is put together by code it knows nothing.
struct WrittenFields: Sendable {
  struct Field: Sendable {
    /// The names that lead to it, as `equal`, `price`; elements of lists by number.
    let path: [String]
    /// Its name, in bytes.
    let name: Range<Int>
    /// All of it, with name and value.
    let whole: Range<Int>
    /// The tokens of its value.
    let value: Range<Int>
  }

  private(set) var fields: [Field] = []
  private let tokens: [LuaToken]

  init(_ tokens: [LuaToken]) {
    self.tokens = tokens
    readChunk()
  }

  subscript(path: [String]) -> Field? { fields.last { $0.path == path } }

  /// The field of a rule by the name that reports have for it, as `equal.price`.
  func field(ofRule rule: String) -> Field? {
    if let field = self[[rule]] { return field }
    guard let point = rule.firstIndex(of: ".") else { return nil }
    return self[[String(rule[..<point]), String(rule[rule.index(after: point)...])]]
  }

  /// The fields of the table at a path, in their order.
  func inside(_ path: [String]) -> [Field] { fields.filter { $0.path.dropLast().elementsEqual(path) } }

  /// The path of the innermost table that an offset is in, of what is returned or defined; `nil` where it is in a
  /// function, or elsewhere.
  func table(at offset: Int) -> [String]? {
    let around = fields.filter { field in
      guard let first = field.value.first, tokens[first].is("{"), tokens[first].range.upperBound <= offset else {
        return false
      }
      let end = field.value.last.map { tokens[$0].range.lowerBound } ?? offset
      return offset <= end || !isClosed(field.value)
    }
    let inner = around.max { $0.path.count < $1.path.count }
    let start = inner.map { tokens[$0.value.lowerBound].range.lowerBound } ?? returned?.lowerBound
    guard let start, inner != nil || returned?.contains(offset) == true else { return nil }
    return isInFunction(offset, from: start) ? nil : inner?.path ?? []
  }

  /// What the returned table takes up, in bytes.
  private var returned: Range<Int>? {
    guard let place = tokens.indices.dropLast().last(where: { tokens[$0].is("return") && tokens[$0 + 1].is("{") })
    else {
      return nil
    }
    let end = self.end(of: place + 1)
    let isWhole = end < tokens.count && tokens[end].is("}")
    return tokens[place + 1].range.upperBound..<(isWhole ? tokens[end].range.upperBound : .max)
  }

  private func isClosed(_ value: Range<Int>) -> Bool { value.last.map { tokens[$0].is("}") } ?? false }

  private func isInFunction(_ offset: Int, from start: Int) -> Bool {
    var open: [Bool] = []
    for token in tokens where token.range.lowerBound >= start && token.range.upperBound <= offset {
      if Self.opens(token) { open.append(token.is("function")) }
      if Self.closes(token) { _ = open.popLast() }
    }
    return open.contains(true)
  }

  // MARK: Reading

  private static func opens(_ token: LuaToken) -> Bool {
    ["{", "(", "[", "function", "do", "if", "repeat"].contains(where: token.is)
  }

  private static func closes(_ token: LuaToken) -> Bool { ["}", ")", "]", "end", "until"].contains(where: token.is) }

  /// The token that closes what a token opens; the end where nothing does.
  private func end(of start: Int) -> Int {
    var depth = 0
    for index in start..<tokens.count {
      if Self.opens(tokens[index]) { depth += 1 }
      if Self.closes(tokens[index]) { depth -= 1 }
      if depth == 0 { return index }
    }
    return tokens.count
  }

  private mutating func readChunk() {
    var index = 0
    var returnedName: String?
    while index < tokens.count {
      let token = tokens[index]
      let isLocal = token.is("local")
      let start = isLocal ? index + 1 : index
      if token.is("return"), index + 1 < tokens.count {
        if tokens[index + 1].is("{") { readTable(at: index + 1, []) }
        if tokens[index + 1].kind == .name, index + 2 == tokens.count { returnedName = tokens[index + 1].text }
        break
      }
      index = readStatement(at: start, isLocal: isLocal) ?? (Self.opens(token) ? end(of: index) + 1 : index + 1)
    }
    keep(returnedName)
  }

  /// Reads `function a.b(…)` and `a.b = …`; returns what comes next.
  private mutating func readStatement(at start: Int, isLocal: Bool) -> Int? {
    guard start < tokens.count else { return nil }
    let isFunction = tokens[start].is("function")
    var names: [Int] = []
    var index = isFunction ? start + 1 : start
    while index < tokens.count, tokens[index].kind == .name {
      names.append(index)
      index += 1
      guard index < tokens.count, tokens[index].is(".") else { break }
      index += 1
    }
    guard let first = names.first, let last = names.last, index < tokens.count,
      tokens[index].is(isFunction ? "(" : "=")
    else { return nil }
    let path = (isLocal ? ["local"] : []) + names.map { tokens[$0].text }
    let valueStart = isFunction ? start : index + 1
    let valueEnd = isFunction ? end(of: start) + 1 : self.valueEnd(from: valueStart)
    add(
      path, name: tokens[first].range.lowerBound..<tokens[last].range.upperBound,
      from: tokens[start].range.lowerBound, valueStart..<min(valueEnd, tokens.count))
    return valueEnd
  }

  /// Where the value of an assignment ends: behind what it opens, or before the next line.
  private func valueEnd(from start: Int) -> Int {
    var index = start
    while index < tokens.count {
      if index > start, tokens[index].line > tokens[index - 1].line, tokens[index].kind != .sign { return index }
      if tokens[index].is(";") { return index }
      index = Self.opens(tokens[index]) ? end(of: index) + 1 : index + 1
    }
    return index
  }

  private mutating func add(_ path: [String], name: Range<Int>, from start: Int, _ value: Range<Int>) {
    guard let last = value.last, last < tokens.count else { return }
    fields.append(Field(path: path, name: name, whole: start..<tokens[last].range.upperBound, value: value))
    if let first = value.first, tokens[first].is("{"), path.count < 12 { readTable(at: first, path) }
  }

  private mutating func readTable(at open: Int, _ path: [String]) {
    let close = min(end(of: open), tokens.count)
    var index = open + 1
    var number = 0
    while index < close {
      var end = index
      while end < close, !tokens[end].is(","), !tokens[end].is(";") {
        end = Self.opens(tokens[end]) ? min(self.end(of: end) + 1, close) : end + 1
      }
      if let (name, range, value) = key(index, end) {
        add(path + [name], name: range, from: range.lowerBound, value..<end)
      } else if index < end {
        number += 1
        add(path + ["\(number)"], name: tokens[index].range, from: tokens[index].range.lowerBound, index..<end)
      }
      index = end + 1
    }
  }

  /// The key of `name = …` or `["name"] = …`, and where its value begins.
  private func key(_ start: Int, _ end: Int) -> (String, Range<Int>, Int)? {
    if start + 1 < end, tokens[start].kind == .name, tokens[start + 1].is("=") {
      return (tokens[start].text, tokens[start].range, start + 2)
    }
    guard start + 3 < end, tokens[start].is("["), tokens[start + 1].kind == .string, tokens[start + 2].is("]"),
      tokens[start + 3].is("=")
    else { return nil }
    let name = String(tokens[start + 1].text.dropFirst().dropLast())
    return (name, tokens[start].range.lowerBound..<tokens[start + 2].range.upperBound, start + 4)
  }

  /// Leaves what is returned by name, or else what is global.
  private mutating func keep(_ returned: String?) {
    let prefixes = returned.map { [["local", $0], [$0]] } ?? []
    fields = fields.compactMap { field in
      if let prefix = prefixes.first(where: { field.path.starts(with: $0) && field.path.count > $0.count }) {
        return Field(
          path: Array(field.path.dropFirst(prefix.count)), name: field.name, whole: field.whole, value: field.value)
      }
      return field.path.first == "local" ? nil : field
    }
  }
}
