import Comparing
import Records

/// A key whose values are alike where they are not equal: what a second pass by likeness would pair beside it.
package struct NearKey: Sendable, Equatable {
  package let columns: [String]
  /// By which method values are alike.
  package let method: String
  /// How many records the key leaves without a partner.
  package let left: Sides<Int>
  /// How many pairs of these the second pass makes, each the only one that comes near.
  package let pairs: Int
  /// How many of those that were looked at have nothing else in common that chance would not give them.
  package let doubtful: (count: Int, of: Int)
  /// Both passes, as a line of a rules file.
  package let rule: String

  package static func == (one: NearKey, other: NearKey) -> Bool {
    (one.rule, one.pairs, one.left.source, one.left.target)
      == (other.rule, other.pairs, other.left.source, other.left.target)
  }
}

extension KeyProbe {
  /// The methods that are tried; likeness of words finds those in another order.
  private static let nearMethods: [(method: LikenessMethod, threshold: Double)] = [
    (.jaroWinkler, 0.9), (.tokenSet, 0.8),
  ]
  /// Of more records without a partner none is sought.
  private static let mostLeft = 50_000

  /// Tries by likeness to pair what a key leaves; `nil` where nothing is left on both sides, nothing comes near, or
  /// what does has nothing else in common: codes are alike by chance.
  ///
  /// - Parameter partners: The partners of the source's records by the key.
  /// - Throws: What a normalizer that is a script throws.
  /// - Complexity: That of a comparison for each method.
  func near(_ key: KeyReport, _ partners: [Int32]) throws -> NearKey? {
    guard let columns = key.columns, let match = key.match else { return nil }
    let left = Sides(source: match.summary.deleted, target: match.summary.inserted)
    guard Side.allCases.allSatisfy({ (1...Self.mostLeft).contains(left[$0]) }) else { return nil }
    var best: NearKey?
    for (method, threshold) in Self.nearMethods {
      let comparator = try LikenessComparator(method.rawValue, threshold: threshold)
      let comparison = try comparison(by: columns, comparator)
      let pairs = comparison.pairing.pairedCount - match.paired
      guard pairs > best?.pairs ?? 0 else { continue }
      let found = comparison.pairing.sourceToTarget.enumerated().compactMap { source, target in
        partners[source] < 0 && target >= 0 ? Sides(source: source, target: Int(target)) : nil
      }
      let doubtful = try comparison.withWorker { worker in
        try NearEvidence(comparison, worker, columns, comparator).doubtful(found, left: left)
      }
      guard NearEvidence.mostDoubtful * doubtful.count <= doubtful.of else { continue }
      best = NearKey(
        columns: columns, method: method.rawValue, left: left, pairs: pairs, doubtful: doubtful,
        rule: Self.rule(columns, method, Self.mean(threshold, columns)))
    }
    return best
  }

  /// Pairs by the columns, and by how alike they are what these leave; no content is compared.
  private func comparison(by columns: [String], _ comparator: LikenessComparator) throws -> Comparison {
    let likeness = try LikenessComparator(comparator.method.rawValue)
    let rule = try ScoredMatching(
      blocks: Self.blocks(columns), by: columns.map { .init($0, likeness) },
      threshold: Self.mean(comparator.threshold, columns))
    var plain = self
    plain.plan.only = columns
    return try plain.comparison(
      by: KeyCandidate(name: "", identity: .columns(columns), passes: [.scored(rule)]))
  }

  /// The likeness of all columns together where one has the threshold and the others are equal.
  private static func mean(_ threshold: Double, _ columns: [String]) -> Double {
    let count = Double(columns.count)
    return ((count - 1 + threshold) / count * 100).rounded() / 100
  }

  /// Records that sound alike or have the same words, or of several columns share all but one.
  private static func blocks(_ columns: [String]) -> [[ScoredMatching.BlockPart]] {
    guard columns.count > 1 else {
      return [
        [.init(columns[0], [SpellingNormalizer(.sound(.soundex))])],
        [.init(columns[0], [SpellingNormalizer(.words)])],
      ]
    }
    return columns.map { left in columns.filter { $0 != left }.map { .init($0) } }
  }

  private static func rule(_ columns: [String], _ method: LikenessMethod, _ threshold: Double) -> String {
    let names = columns.map(ProbeReport.quoted)
    func list(_ names: [String]) -> String { "{ \(names.joined(separator: ", ")) }" }
    let key = names.count == 1 ? names[0] : list(names)
    let blocks =
      names.count == 1
      ? ["luna.text.phonetic(\(names[0]), \"soundex\")", list([names[0], "luna.text.fingerprint"])]
      : names.map { left in list(names.filter { $0 != left }) }
    let by = names.map { "[\($0)] = luna.compare.similar(\"\(method.rawValue)\")" }
    return "identity = luna.identity.first(\(key), luna.identity.score { blocks = \(list(blocks)), by = \(list(by)), "
      + "threshold = \(threshold) })"
  }
}
