/// What went wrong inside a script, where a host can say more about it than Lua does.
///
/// Lua 5.4 gives nothing but words for what it finds wrong. They are read here and nowhere else; `LuaComplaintTests`
/// raises each of these errors, so that another Lua's words are noticed.
package enum LuaComplaint: Sendable, Equatable {
  /// Something was to be done with nil: with a `local`, a `field` or a `global` of a name, or with what has none.
  case nilValue(kind: String, name: String)
  /// Something was to be done with nil that has no name, such as what a call gave.
  case namelessNil
  /// What is no function was called by a name: a `method`, a `field`, a `local`.
  case noFunction(kind: String, name: String)
  /// Text and a number were compared, or text that is no number was computed with a number.
  case textAndNumber
  /// `require` found no module of this name.
  case missingModule(String)
  /// The chunk ended where Lua wanted more of it.
  case unfinishedChunk
  /// A record was asked for a column that its table does not have.
  case unknownColumn
  /// A table that the host reads is nested too deep, holds itself, or holds others too many times.
  case boundlessTable
  /// Rules have a field of an unknown name; the one that was probably meant.
  case unknownRule(meant: String)

  /// Reads Lua's words; `nil` for what is none of these.
  init?(_ kind: LuaError.Kind, words: String) {
    switch kind {
    case .syntax where words.hasSuffix("<eof>"): self = .unfinishedChunk
    case .runtime:
      guard let complaint = Self.ofNil(words) ?? Self.ofCall(words) ?? Self.ofKinds(words) ?? Self.ofModule(words)
      else { return nil }
      self = complaint
    default: return nil
    }
  }

  /// "attempt to index a nil value (field 'price')", where the name may be missing.
  private static func ofNil(_ words: String) -> LuaComplaint? {
    guard words.hasPrefix("attempt to "), let place = words.firstRange(of: " a nil value") else { return nil }
    let rest = words[place.upperBound...]
    if rest.isEmpty { return .namelessNil }
    return named(rest).map { .nilValue(kind: $0.kind, name: $0.name) }
  }

  /// "attempt to call a string value (method 'id')".
  private static func ofCall(_ words: String) -> LuaComplaint? {
    guard words.hasPrefix("attempt to call a"), let place = words.firstRange(of: " value") else { return nil }
    return named(words[place.upperBound...]).map { .noFunction(kind: $0.kind, name: $0.name) }
  }

  /// What stands in " (field 'price')".
  private static func named(_ words: Substring) -> (kind: String, name: String)? {
    let parts = words.split(separator: "'", omittingEmptySubsequences: false)
    guard words.hasPrefix(" ("), parts.count >= 3, parts.last == ")" else { return nil }
    let name = parts[1..<(parts.count - 1)].joined(separator: "'")
    return (String(parts[0].dropFirst(2).dropLast()), name)
  }

  private static func ofKinds(_ words: String) -> LuaComplaint? {
    let endings = [
      "compare number with string", "compare string with number", " a 'string' with a 'number'",
      " a 'number' with a 'string'",
    ]
    guard words.hasPrefix("attempt to ") else { return nil }
    return endings.contains(where: words.hasSuffix) ? .textAndNumber : nil
  }

  /// "module 'money' not found:" and where it was looked for.
  private static func ofModule(_ words: String) -> LuaComplaint? {
    guard words.hasPrefix("module '"), let end = words.firstRange(of: "' not found:") else { return nil }
    return .missingModule(String(words[..<end.lowerBound].dropFirst("module '".count)))
  }
}
