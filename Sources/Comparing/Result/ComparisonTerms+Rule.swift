extension ComparisonTerms {
  /// A rule that held, by the name of its field in a rules file.
  package struct Rule: Sendable, Equatable {
    /// The field: `identity`, `ignore`, `equal` and so on.
    package let name: String
    /// What it says.
    package let value: Value

    package init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// What a rule says.
  package indirect enum Value: Sendable, Equatable {
    /// It is on; the words say what that means.
    case flag(String)
    /// What it does, in words.
    case text(String)
    /// Names of columns.
    case list([String])
    /// Texts that may stand in records.
    case texts([String])
    /// A function of a script's, by its number in the rules.
    case function(Int)
    /// One after another.
    case steps([Value])
    /// Column by column.
    case columns([ColumnValue])
    /// Old names and new ones.
    case renames([ColumnValue])
  }

  /// What a rule says of one column.
  package struct ColumnValue: Sendable, Equatable {
    /// The column, or the path into a nested value.
    package let column: String
    /// What the rule says of it.
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
    case .steps(let steps):
      return steps.map { step in
        // Columns together are one step.
        if case .list(let names) = step, names.count > 1 { return "(\(step.words(limit: limit)))" }
        return step.words(limit: limit)
      }.joined(separator: ", ")
    case .columns(let columns), .renames(let columns):
      return Self.list(
        columns.map { "\($0.column) → \($0.value.words(limit: limit))" }, limit: limit)
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

  /// The rule as those of one column and one step each.
  package var steps: [ComparisonTerms.Rule] {
    switch value {
    case .columns: parts.flatMap(\.steps)
    case .steps(let steps): steps.map { ComparisonTerms.Rule(name, $0) }
    case .flag, .text, .list, .texts, .function, .renames: [self]
    }
  }
}
