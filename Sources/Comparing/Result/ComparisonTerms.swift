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

  /// No rules and nothing to say.
  package init() { (rules, notes) = ([], []) }
}
