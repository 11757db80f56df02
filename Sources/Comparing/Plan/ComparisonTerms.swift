import Platform
import Records

/// What held in a comparison: the rules it was made under, and what a person should know of how it was made.
///
/// Every report shows it, so that no result is read without what it depends on.
package struct ComparisonTerms: Sendable, Equatable {
  /// The rules that were given or found, in the order in which they take effect; defaults are not listed.
  package let rules: [Rule]
  /// What lenient reading let through, what had no effect, and why a result may be worth less than it seems.
  package let notes: [Note]

  /// Something to be said of a comparison.
  package struct Note: Sendable, Equatable {
    /// One line; where it is about one input, the input's name comes first.
    package let message: String
    /// Whether the result may be wrong or empty because of it, so that it is said even where nothing else is.
    package let isWarning: Bool
    /// The rule that does nothing, where that is what is said.
    package let idle: IdleRule?

    package init(_ message: String, isWarning: Bool = false) {
      self.message = message
      self.isWarning = isWarning
      idle = nil
    }

    init(_ idle: IdleRule) {
      message = "\(idle.rule): \(idle.reason)"
      isWarning = idle.isMistake
      self.idle = idle
    }
  }

  /// The notes that are said even where nothing else is.
  package var warnings: [Note] { notes.filter(\.isWarning) }

  package init() { (rules, notes) = ([], []) }

  private init(_ rules: [Rule], _ notes: [Note]) { (self.rules, self.notes) = (rules, notes) }

  func noting(_ more: [Note]) -> ComparisonTerms { ComparisonTerms(rules, notes + more) }
}

extension ComparisonTerms {
  /// A rule that held, by the name of its field in a rules file.
  package struct Rule: Sendable, Equatable {
    package let name: String
    package let value: Value

    package init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }

  package indirect enum Value: Sendable, Equatable {
    /// It is on; the words say what that means.
    case flag(String)
    case text(String)
    case list([String])
    /// Texts that may stand in records.
    case texts([String])
    case function(Int)
    case steps([Value])
    /// It holds for the records of one side.
    case side(Side, Value)
    case columns([ColumnValue])
    case renames([ColumnValue])
  }

  package struct ColumnValue: Sendable, Equatable {
    /// The column, or the path into a nested value.
    package let column: String
    package let value: Value
  }
}

extension ComparisonTerms.Value {
  /// What the rule says, in words; names beyond the limit are only counted.
  package func words(limit: Int = .max) -> String {
    switch self {
    case .flag(let words), .text(let words): return words
    case .list(let names): return Self.list(names, limit: limit)
    case .texts(let texts): return Self.list(texts.map { "'\($0)'" }, limit: limit)
    case .function: return "function"
    case .side(let side, let value): return "\(side.ruleName): \(value.words(limit: limit))"
    case .steps(let steps):
      return steps.map { step in
        // Columns together are one step.
        if case .list(let names) = step, names.count > 1 { return "(\(step.words(limit: limit)))" }
        return step.words(limit: limit)
      }.joined(separator: ", ")
    case .columns(let columns), .renames(let columns):
      return Self.list(columns.map { "\($0.column) → \($0.value.words(limit: limit))" }, limit: limit)
    }
  }

  private static func list(_ names: [String], limit: Int) -> String {
    guard names.count > limit else { return names.joined(separator: ", ") }
    return names.prefix(limit).joined(separator: ", ") + " (+\(names.count - limit))"
  }
}

extension ComparisonTerms.Rule {
  /// The rule as those of one column each, as in `equal.price`.
  package var parts: [ComparisonTerms.Rule] {
    guard case .columns(let columns) = value else { return [self] }
    return columns.map { ComparisonTerms.Rule("\(name).\($0.column)", $0.value) }
  }

  /// Whether it, or a step of it, holds for the records of one side.
  package var isOfOneSide: Bool {
    switch value {
    case .side: true
    case .columns, .steps: steps.contains(where: \.isOfOneSide)
    case .flag, .text, .list, .texts, .function, .renames: false
    }
  }

  /// The rule as those of one column and one step each.
  package var steps: [ComparisonTerms.Rule] {
    switch value {
    case .columns: parts.flatMap(\.steps)
    case .steps(let steps): steps.map { ComparisonTerms.Rule(name, $0) }
    case .flag, .text, .list, .texts, .function, .side, .renames: [self]
    }
  }
}
