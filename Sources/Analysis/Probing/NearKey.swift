import Comparing
import Records

/// A key whose values are alike where they are not equal: what a second pass by likeness would pair beside it.
package struct NearKey: Sendable, Equatable {
  /// The columns of the key.
  package let columns: [String]
  /// By which method values are alike.
  package let method: String
  /// How many records the key leaves without a partner.
  package let left: Sides<Int>
  /// How many pairs of these the second pass makes, each the only one that comes near.
  package let pairs: Int
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

  /// Tries by likeness to pair what a key leaves; `nil` where nothing is left on both sides, or nothing comes near.
  ///
  /// - Throws: What a normalizer that is a script throws.
  /// - Complexity: That of a comparison for each method.
  func near(_ key: KeyReport) throws -> NearKey? {
    guard let columns = key.columns, let match = key.match else { return nil }
    let left = Sides(source: match.summary.deleted, target: match.summary.inserted)
    guard Side.allCases.allSatisfy({ (1...Self.mostLeft).contains(left[$0]) }) else { return nil }
    var best: NearKey?
    for (method, threshold) in Self.nearMethods {
      let rule = try ScoredMatching(
        blocks: Self.blocks(columns), by: try columns.map { .init($0, try LikenessComparator(method.rawValue)) },
        threshold: Self.mean(threshold, columns))
      let candidate = KeyCandidate(name: key.name, identity: .columns(columns), passes: [.scored(rule)])
      let pairs = try comparison(by: candidate).pairing.pairedCount - match.paired
      guard pairs > best?.pairs ?? 0 else { continue }
      best = NearKey(
        columns: columns, method: method.rawValue, left: left, pairs: pairs,
        rule: Self.rule(columns, method, Self.mean(threshold, columns)))
    }
    return best
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
