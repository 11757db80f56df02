import Comparing
import Reports

/// What came of a batch: its pairs in their order, and the whole.
package struct BatchSummary: Sendable, Equatable {
  /// The pairs, in the order of the batch.
  package var results: [BatchResult]

  /// A batch of these pairs.
  package init(_ results: [BatchResult]) { self.results = results }

  /// How many pairs ended so.
  package func count(_ outcome: BatchResult.Outcome) -> Int { results.count { $0.outcome == outcome } }

  /// The changes of all pairs that were compared.
  package var total: Summary {
    results.compactMap(\.summary).reduce(into: Summary()) { total, part in
      total.deleted += part.deleted
      total.inserted += part.inserted
      total.updated += part.updated
      total.moved += part.moved
      total.unchanged += part.unchanged
    }
  }

  /// The records of all pairs that were compared.
  package var records: BatchResult.Count {
    BatchResult.Count { side in results.reduce(0) { $0 + ($1.records?[side] ?? 0) } }
  }

  /// The exit status: 2 if a pair failed, else 1 if one is different, else 0.
  package var status: Int {
    if results.contains(where: { $0.outcome == .failed }) { return 2 }
    return results.contains(where: \.isDifferent) ? 1 : 0
  }

  /// The keys and rules that held: one line where all pairs have the same, else one for each pair, with its name.
  var termsLines: [String] {
    let lines = results.compactMap { result -> (name: String, words: String)? in
      guard let key = result.key else { return nil }
      let rules = TermsText.named(result.terms.rules, key: key) + result.thresholds.rules
      return (result.name, rules.map(\.text).joined(separator: " · "))
    }
    let said = lines.filter { !$0.words.isEmpty }
    let areSame = Set(lines.map(\.words)).count == 1
    return areSame ? said.prefix(1).map(\.words) : said.map { "\($0.name): \($0.words)" }
  }

  /// For example `4 pairs: 2 same, 1 different, 1 failed`.
  package var headline: String {
    let parts = BatchResult.Outcome.allCases.filter { count($0) > 0 }.map {
      "\(Grouped.number(count($0))) \($0.rawValue)"
    }
    let pairs = Grouped.count(results.count, "pair", "pairs")
    return parts.isEmpty ? pairs : "\(pairs): \(parts.joined(separator: ", "))"
  }
}
