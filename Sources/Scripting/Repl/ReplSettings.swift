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
  private static let limitName = "limit"
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
