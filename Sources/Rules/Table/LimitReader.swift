import Comparing
import LuaRuntime

/// Reads the field `limits` of rules: by kinds of change, columns and sections.
struct LimitReader {
  let source: String

  /// - Throws: `LuaError` with the name of what is wrong.
  func limits(_ value: LuaValue) throws(LuaError) -> [LimitRule] {
    var limits: [LimitRule] = []
    for (name, value) in try members(value, "limits") {
      switch name {
      case "columns":
        for (column, value) in try members(value, "limits.columns") {
          limits.append(try limit(.updated, .column(column), value, "limits.columns.\(column)"))
        }
      case "sections":
        for (section, value) in try members(value, "limits.sections") {
          limits += try ofSection(section, value)
        }
      default:
        let kind = Change.Kind(word: name)
        limits.append(try limit(kind ?? .updated, kind == nil ? .column(name) : .rest, value, "limits.\(name)"))
      }
    }
    return limits
  }

  private func ofSection(_ section: String, _ value: LuaValue) throws(LuaError) -> [LimitRule] {
    var limits: [LimitRule] = []
    for (word, value) in try members(value, "limits.sections.\(section)") {
      guard let kind = Change.Kind(word: word) else {
        throw LuaError(
          "\(source): 'limits.sections.\(section)' has limits of deleted, inserted, updated and moved, not '\(word)'")
      }
      limits.append(try limit(kind, .section(section), value, "limits.sections.\(section).\(word)"))
    }
    return limits
  }

  private func limit(_ kind: Change.Kind, _ scope: LimitRule.Scope, _ value: LuaValue, _ name: String) throws(LuaError)
    -> LimitRule
  {
    guard case .table(let table) = value else { return LimitRule(kind, scope, fail: try amount(value, name)) }
    let fields = try table.fields(["warn", "fail"], called: "field", at: "\(source): '\(name)': ")
    guard !fields.isEmpty else { throw LuaError("\(source): '\(name)' says neither 'warn' nor 'fail'") }
    var limit = LimitRule(kind, scope, fail: nil)
    for (field, value) in fields {
      let amount = try amount(value, "\(name).\(field)")
      if field == "warn" { limit.warn = amount } else { limit.fail = amount }
    }
    if let words = limit.contradiction { throw LuaError("\(source): '\(name)': \(words)") }
    return limit
  }

  private func amount(_ value: LuaValue, _ name: String) throws(LuaError) -> ChangeAmount {
    guard let amount = value.spelling.flatMap({ ChangeAmount($0) }) else {
      throw LuaError(
        "\(source): '\(name)' must be a whole number such as 10, or per cent such as \"0.1%\", got "
          + (value.spelling ?? value.typeName))
    }
    return amount
  }

  private func members(_ value: LuaValue, _ name: String) throws(LuaError) -> [(String, LuaValue)] {
    guard case .table(let table) = value else {
      throw LuaError("\(source): '\(name)' must be a table of limits by name, got \(value.typeName)")
    }
    var members: [(String, LuaValue)] = []
    for (key, value) in try table.sortedPairs() {
      guard let text = key.text, !text.isEmpty else {
        throw LuaError("\(source): '\(name)' has limits by name, as in updated = \"0.1%\", not by number")
      }
      members.append((text, value))
    }
    return members
  }
}
