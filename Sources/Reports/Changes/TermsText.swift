import Comparing

/// The rules that held in a comparison, as reports for people name them.
package struct TermsText {
  package let rules: [NamedRule]
  /// The width that a rule is cut to; `nil`: none is cut.
  private let width: Int?

  private static let usualWidth = 120
  private static let mostNames = 12

  package init(_ comparison: Comparison, _ options: ReportOptions) {
    let accepted = comparison.acceptance.map { [NamedRule(name: "accept", words: $0.name)] } ?? []
    rules =
      Self.named(comparison.terms.rules, key: comparison.key) + options.thresholds.namedRules(in: comparison)
      + accepted
    width = options.width
  }

  /// The rules as texts: `key: id`, `ignore: updated_at`, `equal.price: number within 0.01`.
  package var parts: [String] { rules.map(\.text) }

  /// The rules in lines that are no wider than need be.
  package var lines: [String] {
    var lines: [String] = []
    for part in parts {
      let text = DisplayText(part).text(within: width ?? .max)
      if let last = lines.last, DisplayText(last).width + DisplayText(text).width + 3 <= width ?? Self.usualWidth {
        lines[lines.count - 1] = "\(last) · \(text)"
      } else {
        lines.append(text)
      }
    }
    return lines
  }

  package static func named(_ rules: [ComparisonTerms.Rule], key: KeyChoice) -> [NamedRule] {
    (key.words.map { [NamedRule(name: "key", words: $0)] } ?? []) + named(rules)
  }

  /// The rules in one line, without the key.
  package static func words(
    of rules: [ComparisonTerms.Rule], _ thresholds: ChangeThresholds, _ limits: [ChangeLimit] = []
  ) -> String {
    (named(rules) + thresholds.rules(limits)).map(\.text).joined(separator: "; ")
  }

  private static func named(_ rules: [ComparisonTerms.Rule]) -> [NamedRule] {
    rules.filter { $0.name != "identity" }.flatMap(\.parts).map { rule in
      if case .flag = rule.value { return NamedRule(name: rule.name, words: nil) }
      return NamedRule(name: rule.name, words: rule.value.words(limit: mostNames))
    }
  }
}

/// A rule that held, and what it says; nothing where its name says all.
package struct NamedRule {
  package let name: String
  package let words: String?

  /// `ignore: updated_at`, or the name alone.
  package var text: String { words.map { "\(name): \($0)" } ?? name }
}

extension KeyChoice {
  /// The key as reports for people name it; `nil` where there is none.
  fileprivate var words: String? {
    switch self {
    case .given(let columns): columns.joined(separator: ", ")
    case .found(let columns, _): "\(columns.joined(separator: ", ")) (found)"
    case .wholeRecord: "the whole record"
    case .function: "function"
    case .notFound: nil
    }
  }
}
