import Records

/// Which values of a column stand for which on the other side, counted in each half of the pairs.
struct CodeTally {
  private struct Pair: Hashable {
    let old: String
    let new: String
  }

  private var counts: [[Pair: Int]] = [[:], [:]]
  /// Values of the new side that are no texts.
  private var others: Set<String> = []
  private(set) var isOverfull = false
  /// Columns of more different pairs hold no codes.
  private static let most = 1_024
  /// Longer texts are no codes.
  private static let longest = 256
  /// What share of a code's records has to say the same.
  private static let share = (9, of: 10)
  private static let fewest = 3

  mutating func add(_ old: Value, _ new: Value, half: Int) {
    guard !isOverfull else { return }
    let pair = Pair(old: old.description, new: new.description)
    guard pair.old.utf8.count <= Self.longest, pair.new.utf8.count <= Self.longest else {
      isOverfull = true
      return
    }
    counts[half][pair, default: 0] += 1
    if new.isTyped { others.insert(pair.new) }
    isOverfull = counts[half].count > Self.most
  }

  /// The codes that stand for others, one to one, in both halves; none where fewer than two do.
  var codes: [LearntRule.Code] {
    guard !isOverfull else { return [] }
    let halves = counts.map(codes)
    let shared = halves[0].filter(halves[1].contains)
    return shared.count < 2 ? [] : shared.sorted { $0.old < $1.old }
  }

  /// That the codes stand for others; `nil` where there are none, or words for true stand for false.
  var hypothesis: Hypothesis? {
    let codes = codes
    guard !codes.isEmpty, !TruthHypotheses.belie(codes) else { return nil }
    let meant = Dictionary(uniqueKeysWithValues: codes.map { ($0.old, $0.new) })
    return Hypothesis([.codes], [.map(codes + own(codes))]) { meant[$0.description] == $1.description }
  }

  /// What makes texts of those that codes stand for and that are numbers or truth values.
  private func own(_ codes: [LearntRule.Code]) -> [LearntRule.Code] {
    Set(codes.map(\.new)).intersection(others).sorted().map { LearntRule.Code(old: $0, new: $0) }
  }

  /// A value that is gone for another one, which is new: what stays on either side is no code.
  private func codes(_ counts: [Pair: Int]) -> [LearntRule.Code] {
    var old: [String: Int] = [:]
    var new: [String: Int] = [:]
    for (pair, count) in counts {
      old[pair.old, default: 0] += count
      new[pair.new, default: 0] += count
    }
    return counts.compactMap { pair, count in
      let (share, whole) = Self.share
      guard pair.old != pair.new, count >= Self.fewest, !pair.old.isEmpty, !pair.new.isEmpty,
        count * whole >= share * (old[pair.old] ?? 0), count * whole >= share * (new[pair.new] ?? 0),
        new[pair.old] == nil, old[pair.new] == nil, Self.mayStand(pair.old, for: pair.new)
      else { return nil }
      return LearntRule.Code(old: pair.old, new: pair.new)
    }
  }

  /// Whether two texts may be codes for one thing: other digits are another amount, year or version, and what came of a
  /// text that was read wrongly is a fault, as is what tells of one.
  private static func mayStand(_ old: String, for new: String) -> Bool {
    ![old, new].allSatisfy { $0.utf8.contains(where: \.isDigit) } && !Misreading.isMisread(new, of: old)
      && ![old, new].contains(where: tellsOfFault)
  }

  private static let fewestWords = 4
  private static let faults: Set<String> = [
    "no", "not", "none", "unknown", "invalid", "error", "failed", "missing", "undefined", "cannot", "exception",
  ]

  /// Whether a text is a sentence such as `No country found for code: XK`, which stands for nothing.
  private static func tellsOfFault(_ text: String) -> Bool {
    let words = text.lowercased().split { !$0.isLetter }.map(String.init)
    return words.count >= fewestWords && !faults.isDisjoint(with: words)
  }
}
