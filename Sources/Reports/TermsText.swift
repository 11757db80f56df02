import RecordDiff

/// The rules that held in a comparison, as reports for people name them.
struct TermsText {
  /// The key, then one rule each: `key: id`, `ignore: updated_at`, `equal.price: number within 0.01`.
  let parts: [String]
  private let width: Int

  private static let usualWidth = 120
  private static let mostNames = 12

  init(_ comparison: Comparison, _ options: ReportOptions) {
    parts =
      (comparison.key.words.map { ["key: \($0)"] } ?? []) + Self.parts(of: comparison.terms.rules)
      + options.thresholds.words
    width = options.width ?? Self.usualWidth
  }

  /// The rules in lines that are no wider than need be.
  var lines: [String] {
    var lines: [String] = []
    for part in parts {
      let text = DisplayText(part).text(within: width)
      if let last = lines.last, DisplayText(last).width + DisplayText(text).width + 3 <= width {
        lines[lines.count - 1] = "\(last) · \(text)"
      } else {
        lines.append(text)
      }
    }
    return lines
  }

  /// The rules in one line, without the key.
  static func words(of rules: [ComparisonTerms.Rule]) -> String {
    parts(of: rules).joined(separator: "; ")
  }

  private static func parts(of rules: [ComparisonTerms.Rule]) -> [String] {
    rules.filter { $0.name != "identity" }.flatMap(\.parts).map(words)
  }

  private static func words(_ rule: ComparisonTerms.Rule) -> String {
    if case .flag = rule.value { return rule.name }
    return "\(rule.name): \(rule.value.words(limit: mostNames))"
  }
}

extension KeyChoice {
  /// The key as reports for people name it; `nil` where there is none.
  fileprivate var words: String? {
    switch self {
    case .given(let columns): columns.joined(separator: ", ")
    case .found(let columns): "\(columns.joined(separator: ", ")) (found)"
    case .wholeRecord: "the whole record"
    case .function: "function"
    case .notFound: nil
    }
  }
}
