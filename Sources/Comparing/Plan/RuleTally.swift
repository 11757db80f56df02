import Records

/// How native rules fared: of each that fits some values only, whether any was among those that it was asked about.
///
/// A count is that of the pairs, or of the values, before the first that the rule fits; nulls and empty texts, which
/// say nothing of a rule, are not counted. A rule is asked whether it fits until it does, so that one that is right
/// costs nothing.
struct RuleTally: Sendable {
  /// The count of a rule that fits a value.
  static let fitted: Int32 = -1
  /// First those of the compared columns' comparators, then those of the steps of ``RuleTally/normalizers(of:)``.
  private var counts: [Int32] = []

  init() {}

  mutating func add(_ other: RuleTally) {
    counts = counts.isEmpty ? other.counts : zip(counts, other.counts).map(Self.sum)
  }

  private static func sum(_ one: Int32, _ other: Int32) -> Int32 {
    one == fitted || other == fitted ? fitted : Int32(clamping: Int(one) + Int(other))
  }

  /// Counts what a rule is asked about that has fitted nothing before.
  static func count(_ values: [Field], in count: inout Int32, _ fits: (Field) -> Bool) {
    if values.contains(where: fits) {
      count = fitted
    } else if values.contains(where: { !$0.isVoid }) {
      count = sum(count, 1)
    }
  }

  /// The columns, or `*`, that have normalizers, and how many steps.
  private static func normalizers(of plan: ComparisonPlan) -> [(column: String, count: Int)] {
    plan.normalizers.sortedByName.map { ($0.key, $0.value.count) } + [(RuleSet.everyColumn, plan.usualSteps.count)]
  }

  /// The tally of a worker's comparators and of all readers' normalizers.
  init(_ comparators: [Int32], _ readers: [RecordReader], of plan: ComparisonPlan) {
    counts = comparators
    guard plan.rewritesValues else { return }
    var steps: [String: [Int32]] = [:]
    for reader in readers {
      for chain in reader.chains.lazy.compactMap(\.self) {
        let own = plan.normalizers[chain.column]
        let name = own == nil ? RuleSet.everyColumn : chain.column
        let counts = chain.counts.suffix((own ?? plan.usualSteps).count)
        steps[name] = steps[name].map { zip($0, counts).map(Self.sum) } ?? Array(counts)
      }
    }
    for (column, count) in Self.normalizers(of: plan) {
      counts += steps[column] ?? [Int32](repeating: 0, count: count)
    }
  }

  /// The rules that were asked and fit nothing.
  func idleRules(of plan: ResolvedPlan) -> [IdleRule] {
    guard counts.contains(where: { $0 > 0 }) else { return [] }
    var idle: [IdleRule] = []
    let own = plan.compared.indices.filter { plan.rules.comparators[plan.compared[$0].name] != nil }
    for index in own where counts[index] > 0 && !plan.given.parts.totals.contains(plan.compared[index].name) {
      guard case .native(let comparator) = plan.compared[index].equality else { continue }
      idle.append(.comparator("equal.\(plan.compared[index].name)", comparator, counts[index]))
    }
    let others = Set(plan.compared.indices).subtracting(own).map { counts[$0] }
    if others.reduce(0, Self.sum) > 0, case .native(let comparator) = plan.rules.equalityOfOthers {
      let rule = plan.rules.tolerance == nil ? "equal.\(RuleSet.everyColumn)" : "tolerance"
      idle.append(.comparator(rule, comparator, others.reduce(0, Self.sum)))
    }
    var index = plan.compared.count
    let key = Set(named: plan.key.map(\.name))
    for (column, count) in Self.normalizers(of: plan.rules) {
      defer { index += count }
      // Whether other columns are read depends on the memory that there is.
      guard key.contains(column) || !plan.rules.leavesOut(column) else { continue }
      let steps = plan.rules.normalizers[column] ?? plan.rules.usualSteps
      for (number, step) in steps.enumerated() where counts[index + number] > 0 {
        guard case .native(let normalizer, _) = step else { continue }
        idle.append(
          IdleRule(
            "normalize.\(column)", "\(normalizer.summary) fits no value that it was asked about: it has no effect"))
      }
    }
    return idle
  }
}

/// A rule that does nothing, and why.
package struct IdleRule: Sendable, Equatable {
  /// The rule, as `equal.price`, or the file that says no rule.
  package let rule: String
  package let reason: String
  /// Whether the author meant something else for sure, so that the result is not the one that was wanted.
  package let isMistake: Bool

  package init(_ rule: String, _ reason: String, isMistake: Bool = false) {
    (self.rule, self.reason, self.isMistake) = (rule, reason, isMistake)
  }
}

extension ComparisonPlan {
  /// The comparators that other rules keep from being asked, as far as that is known without data.
  package var unaskedRules: [IdleRule] {
    if case .script = equality {
      let names = ruleSet.comparators.sortedByName.map { "equal.\($0.key)" }
      return (ruleSet.tolerance == nil ? names : ["tolerance"] + names).map {
        IdleRule($0, "the function 'equal' decides of whole records: it has no effect")
      }
    }
    return ruleSet.comparators.sortedByName.compactMap { name, _ in
      guard leavesOut(name) else { return nil }
      let reason = Set(named: ignored).contains(name) ? "is ignored" : "is not among 'only'"
      return IdleRule("equal.\(name)", "'\(name)' \(reason): it has no effect")
    }
  }

  /// Whether 'ignore' or 'only' keeps a column from being compared.
  fileprivate func leavesOut(_ column: String) -> Bool {
    if Set(named: ignored).contains(column) { return true }
    guard column != RuleSet.everyColumn, let only = ruleSet.only else { return false }
    return !only.contains { $0.isRelated(to: column) }
  }
}

extension String {
  /// Whether two names of rules may speak of the same value, or of one inside the other.
  fileprivate func isRelated(to other: String) -> Bool {
    let (short, long) = utf8.count < other.utf8.count ? (self, other) : (other, self)
    let next = long.utf8.dropFirst(short.utf8.count).first
    return long.utf8.starts(with: short.utf8)
      && (next == nil || [UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "?")].contains(next))
  }
}

extension ResolvedPlan {
  /// The comparators that are never asked, and what leaves no column to compare.
  var unaskedRules: [IdleRule] {
    let known = given.unaskedRules
    return known + unasked(besides: known) + (emptiness.map { [$0] } ?? [])
  }

  private func unasked(besides known: [IdleRule]) -> [IdleRule] {
    guard !given.comparators.isEmpty else { return [] }
    let oneSided = Set(named: columns.deleted + columns.inserted)
    let compared = Set(named: compared.map(\.name))
    let unasked = given.comparators.sortedByName.map(\.key).filter { name in
      oneSided.contains(name) && !compared.contains(name) && !known.contains { $0.rule == "equal.\(name)" }
    }
    return unasked.map { IdleRule("equal.\($0)", "'\($0)' is a column of one input alone: it has no effect") }
  }

  /// The rule that leaves no column to compare beside the key.
  private var emptiness: IdleRule? {
    guard comparesOnlyKey, !given.ignored.isEmpty || given.only != nil else { return nil }
    let key = Set(named: key.map(\.name))
    guard columns.common.contains(where: { !key.contains($0.name) }) else { return nil }
    return IdleRule(
      given.only == nil ? "ignore" : "only",
      "it leaves no other column, so only the key was compared", isMistake: true)
  }

  /// Whether records that match are equal because no column is compared.
  var comparesOnlyKey: Bool { if case .columns = given.equality { given.hasKey && compared.isEmpty } else { false } }
}

extension IdleRule {
  fileprivate static func comparator(_ rule: String, _ comparator: any Comparator, _ count: Int32) -> IdleRule {
    let pairs = count == 1 ? "the pair" : "the \(count) pairs"
    return IdleRule(rule, "\(comparator.summary) fits no value of \(pairs) that it was asked about: it has no effect")
  }
}
