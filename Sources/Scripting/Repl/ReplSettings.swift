import Comparing
import Requests

/// What commands have set: rules, and how much is shown.
struct ReplSettings {
  /// Rules files and texts, in order.
  var rules: [DiffRequest.RuleSource]
  /// The rules that `:key` and `:set` give.
  var flags: RuleSet
  var limit = 20

  /// The rules that `:set` can change.
  static let fields = RuleField.all.filter(\.canBeSet)
  fileprivate static let limitName = "limit"
  /// What `:set` can change.
  static let names = fields.map(\.name) + [limitName]

  init(_ options: ComparisonOptions) {
    rules = options.rules
    flags = options.flags
  }

  /// The key as a person names it; `nil` if there is none.
  var key: String? {
    switch flags.identity {
    case .columns(let names): names.joined(separator: ", ")
    case .record: "none"
    case .automatic, .script, nil: nil
    }
  }

  /// Changes one of ``names``; `nil` takes it back.
  ///
  /// - Throws: `LunaDiffError` for a value that it cannot have.
  mutating func set(_ name: String, _ value: String?) throws(LunaDiffError) {
    if let field = RuleField.named(name) {
      try flags.set(field, value)
    } else {
      limit = try value.map(Self.count) ?? 20
    }
  }

  func value(_ name: String) -> String? {
    if let field = RuleField.named(name) { flags.words(field) } else { "\(limit)" }
  }

  static func count(_ text: String) throws(LunaDiffError) -> Int {
    guard let count = Int(text), count >= 0 else { throw LunaDiffError("'\(text)' is not a whole number") }
    return count
  }
}

/// What is typed here in place of flags of the command line.
struct ReplAdvice {
  let settings: ReplSettings

  /// The line for one flag, given once or more, each with its value; `nil` where there is none that could be typed.
  func line(_ flags: [String]) -> String? {
    let words = flags.map { String($0.drop { $0 == "-" }) }
    guard let first = words.first else { return nil }
    let name = String(first.prefix { $0 != "=" })
    let isJoined = first.contains("=")
    let values =
      isJoined ? [String(first.dropFirst(name.count + 1))] : stride(from: 1, to: flags.count, by: 2).map { flags[$0] }
    return line(name.replacing("-", with: "_"), values)
  }

  /// The line for a flag that was typed; `nil` where what was typed is a comment, or no line does it.
  func line(typed text: String) -> String? {
    guard text.hasPrefix("--"), text.dropFirst(2).first?.isLetter == true else { return nil }
    let words = text.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
    return line([words[0]] + words.dropFirst().map { $0.trimmed.withoutQuotes })
  }

  private func line(_ name: String, _ values: [String]) -> String? {
    // Names in which something is escaped are spelled otherwise here.
    guard !values.contains(where: { $0.contains { "\\\"'".contains($0) } }) || name == "eval" else { return nil }
    let value = values.joined(separator: ", ")
    switch name {
    case "key": return ":key \(value.isEmpty ? "columns" : value)"
    case "eval": return value.isEmpty ? nil : value
    case ReplSettings.limitName: return value.isEmpty ? nil : ":set limit \(value)"
    case "old_normalize", "new_normalize", "normalize": return Self.normalize(name, value)
    default: break
    }
    guard let field = RuleField.named(name), ReplSettings.fields.contains(where: { $0.name == name }) else {
      return nil
    }
    if case .isOn = field.kind { return ":set \(name) true" }
    guard !value.isEmpty else { return ":set \(name) value" }
    // Others of its kind stay.
    switch field.kind {
    case .texts, .rename, .tolerance:
      return ":set \(name) " + ([settings.value(name)].compactMap(\.self) + [value]).joined(separator: ", ")
    default: return ":set \(name) \(value)"
    }
  }

  /// As Lua, for one column and a normalizer that is written in the same way there.
  private static func normalize(_ name: String, _ value: String) -> String? {
    let parts = value.split(separator: "=", maxSplits: 1).map { $0.trimmed }
    guard parts.count == 2, let step = parts[1].firstMatch(of: /^(scale|prefix)\(([0-9.-]+)\)$/) else { return nil }
    let call = "luna.text.\(step.1)(\(step.2))"
    let sided = name == "normalize" ? call : "{ \(name.prefix(3)) = \(call) }"
    return "normalize = { [\"\(parts[0])\"] = \(sided) }"
  }
}

extension String {
  /// What stands between the quotes of a shell, if all of it does.
  fileprivate var withoutQuotes: String {
    guard count > 1, let quote = first, "'\"".contains(quote), last == quote else { return self }
    return String(dropFirst().dropLast())
  }
}
