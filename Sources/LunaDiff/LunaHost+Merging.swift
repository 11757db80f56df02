import Comparing
import Patching
import Records
import Requests
public import StagedDiff

extension LunaHost {
  /// One of the two sides of a merge.
  public enum MergeSide: Sendable {
    /// The side whose order and spelling the result has.
    case ours
    /// The other side.
    case theirs
  }

  /// Joins the changes that two sides made to a third, record by record and column by column.
  ///
  /// - Parameters:
  ///   - base: What both sides come from.
  ///   - ours: Our side, whose order and spelling the result has.
  ///   - theirs: Their side.
  ///   - rules: What makes records the same record, and equal; where they name no key, one is searched for.
  ///   - favored: The side that holds where both exclude each other; with none, conflicts are marked in the text.
  /// - Returns: The whole text; the keys of records that both sides changed in ways that exclude each other, in the text's
  ///   order; how many records of ours were deleted, inserted and updated because theirs did so.
  /// - Throws: As ``compare(old:new:rules:memory:temporaryFolder:progress:)``; a conflict is no error.
  public func merge(
    base: Input, ours: Input, theirs: Input, rules: Rules = Rules(),
    favoring favored: MergeSide? = nil
  ) async throws -> (text: [UInt8], conflicts: [[Value]], taken: ChangeSummary) {
    try await working { work in
      let rules = try loaded(rules, work)
      let plan = rules.ruleSet.plan(
        ComparisonRun(scripts: rules.scripts, workers: workers, meter: work.read.meter))
      let tables = try [base, ours, theirs].map {
        try $0.open(rules.ruleSet, work, self).table()
      }
      let output = try Patching.Merge.merge(
        base: tables[0], ours: tables[1], theirs: tables[2], plan: plan,
        favor: favored.map { $0 == .ours ? .ours : .theirs } ?? .none)
      return (output.text, output.conflicts.map { $0.key.map(Value.init) }, output.taken)
    }
  }

  /// Applies a recorded result to an input, or takes it back.
  ///
  /// - Parameters:
  ///   - input: The old records, or the new ones to be turned back.
  ///   - changes: The result as JSON or JSON Lines: ``Report/json``, best with ``Report/Options/isPatchable``.
  ///   - isReversed: Whether the input is the new one.
  /// - Returns: The other input's text.
  /// - Throws: `LunaDiffError` where the result does not fit, or something cannot be read.
  public func patch(
    _ input: Input, changes: some Sequence<UInt8>, reversed isReversed: Bool = false
  ) async throws -> [UInt8] {
    let changes = Array(changes)
    return try await working { work in
      let document = try PatchDocument.read(bytes: changes, name: "changes")
      let opened = try input.open(RuleSet(), work, self)
      var use = PatchUse()
      use.isReverse = isReversed
      return try use.apply(document, to: opened.name, text: opened.wholeText) {
        try opened.table()
      }.text
    }
  }
}
