import Comparing
import Platform
import Records
import StagedDiff

/// Says of single records why a comparison says of them what it says.
///
/// Rules are asked again, of the records in question alone; pairs and moves are those of the comparison. One belongs to one
/// thread.
package final class Explainer {
  package let comparison: Comparison
  /// The pairs of the whole comparison, which may have to be read once.
  private(set) lazy var pairing = comparison.pairing
  let identities: IdentityIndex
  let worker: ComparisonWorker
  let words: RuleWords
  /// The offsets of records whose identity they share.
  lazy var groups = IdentityGroups(identities.hashes)
  /// The offsets of the records without a partner, ascending.
  lazy var unpairedOffsets = Sides { comparison.unpairedOffsets($0) }
  /// The records without a partner, by identities that look alike.
  lazy var unpaired = Sides { side in
    LooseIndex(unpairedOffsets[side]) { keyValues(side, $0) }
  }
  /// The keys of all passes of the identity, once they have been asked for.
  var madePassKeys: [PassKeys]?
  /// Those by how their identities are written.
  lazy var near = Sides { NearKeys(self, $0) }
  /// All records by their identities as texts; `nil` until records are asked for by these a second time.
  var spelled: SpelledKeys?
  var isAskedByKey = false
  /// What is suggested in place of an identity that no record has.
  lazy var suggestedKeys = SuggestionIndex(spelledForSuggestion())
  /// The columns that are not compared.
  lazy var omittedColumns = words.omittedColumns
  /// The records that the filter leaves out, by identity, and those that it keeps.
  lazy var filtered = Sides { recordsByIdentity($0, areKept: false) }
  lazy var kept = Sides { recordsByIdentity($0, areKept: true) }
  /// Offsets in the target of the records that moved, ascending.
  lazy var movedTargets = comparison.edits.movedTargets
  /// Offsets in the target of paired records that keep their places, ascending.
  lazy var keptTargets = findKeptTargets()
  private lazy var offsets = Sides { offsets($0) }

  var plan: ResolvedPlan { comparison.collections.plan }
  var orders: Sides<RecordOrder> { comparison.collections.orders }

  /// - Parameter holdsIdentities: Whether identities are made anew and held where the comparison has let go of them.
  package init(_ comparison: Comparison, holdsIdentities: Bool = true) throws {
    self.comparison = comparison
    identities = try holdsIdentities ? comparison.heldIdentities : comparison.identities
    worker = comparison.takeWorker()
    words = RuleWords(comparison, worker)
    try worker.prepare()
  }

  deinit { comparison.put(back: worker) }

  /// Explains what became of a record, and of its partner if it has one.
  ///
  /// - Parameter record: Its number in the table, counted from 0.
  /// - Throws: What a rule throws.
  /// - Complexity: O(*n* log *n*) at first, then in proportion to the record and to those of the same identity; the
  ///   identities of records to which none comes near are looked for among others, up to a fixed number.
  package func explain(_ side: Side, _ record: Int) throws -> RecordExplanation {
    guard let offset = offset(of: record, in: side) else {
      return try explainFiltered(side, record)
    }
    guard let partner = pairing.partner(side, offset) else {
      return try explainUnpaired(side, offset)
    }
    return side == .source
      ? try explainPair(source: offset, target: partner)
      : try explainPair(source: partner, target: offset)
  }

  /// The number of a record's partner on the other side; `nil` if it has none.
  package func partner(of record: Int, in side: Side) -> Int? {
    guard let offset = offset(of: record, in: side),
      let partner = pairing.partner(side, offset)
    else { return nil }
    return orders[side.other][partner]
  }

  // MARK: The three cases

  private func explainFiltered(_ side: Side, _ record: Int) throws -> RecordExplanation {
    var records = Sides<RecordFindings?>(source: nil, target: nil)
    let findings = try findings(side, record)
    records[side] = findings
    let key = findings.identity.map(\.value)
    let same = findings.identityProblem == nil ? namesakes(ofFiltered: key, side.other) : []
    return RecordExplanation(
      verdict: .filtered, records: records, namesakes: nil,
      absence: Absence(cause: .filtered, candidates: same), content: nil, move: nil)
  }

  private func explainUnpaired(_ side: Side, _ offset: Int) throws -> RecordExplanation {
    var records = Sides<RecordFindings?>(source: nil, target: nil)
    records[side] = try findings(side, orders[side][offset])
    return RecordExplanation(
      verdict: .unpaired(side), records: records, namesakes: try namesakes(side, offset),
      absence: try absence(side, offset, looksFar: true), content: nil, move: nil)
  }

  private func explainPair(source: Int, target: Int) throws -> RecordExplanation {
    let content = try content(source: source, target: target)
    let move = move(source: source, target: target)
    return RecordExplanation(
      verdict: .paired(isUpdated: !content.areEqual, isMoved: move != nil),
      records: Sides(
        source: try findings(.source, orders.source[source]),
        target: try findings(.target, orders.target[target])),
      namesakes: try namesakes(.source, source), pass: pass(target), absence: nil,
      content: content, move: move)
  }

  /// Which pass has paired the record at an offset in the target.
  private func pass(_ target: Int) -> PassFindings? {
    guard let passes = comparison.passes else { return nil }
    let match = passes.match(of: Int32(truncatingIfNeeded: target))
    return PassFindings(match: match, name: passes.passes[match.pass - 1].name)
  }

  // MARK: Places

  /// The offset of a record in the comparison; `nil` where the filter leaves it out.
  func offset(of record: Int, in side: Side) -> Int? {
    guard !orders[side].isFileOrder else { return record }
    let offset = Int(offsets[side][record])
    return offset < 0 ? nil : offset
  }

  private func offsets(_ side: Side) -> [Int32] {
    let order = orders[side]
    var offsets = [Int32](repeating: -1, count: comparison.tables[side].count)
    for offset in 0..<order.count { offsets[order[offset]] = Int32(truncatingIfNeeded: offset) }
    return offsets
  }

  private func recordsByIdentity(_ side: Side, areKept: Bool) -> [[Value]: [Int]] {
    guard plan.rules.filter != nil else { return [:] }
    var records: [[Value]: [Int]] = [:]
    for record in 0..<comparison.tables[side].count {
      // A filter may leave out just what has no identity.
      guard (offset(of: record, in: side) != nil) == areKept,
        let key = try? identityValues(side, record)
      else { continue }
      records[key, default: []].append(record)
    }
    return records
  }
}

extension Side {
  /// The other one.
  package var other: Side { self == .source ? .target : .source }
}

extension Comparison {
  /// The identities of all records, which a comparison that did not fit into memory has not kept.
  fileprivate var heldIdentities: IdentityIndex {
    get throws {
      let isKept = Side.allCases.allSatisfy { identities.hashes[$0].count == orders[$0].count }
      return isKept ? identities : try IdentityIndex(collections)
    }
  }
}

extension Pairing {
  /// The partner's offset on the other side; `nil` without one.
  func partner(_ side: Side, _ offset: Int) -> Int? {
    side == .source ? partner(ofSource: offset) : partner(ofTarget: offset)
  }
}
