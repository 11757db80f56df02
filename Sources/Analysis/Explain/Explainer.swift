import Comparing
import Platform
import Records
import StagedDiff

/// Says of single records why a comparison says of them what it says.
///
/// Rules are asked again, of the records in question alone; pairs and moves are those of the comparison. One belongs to
/// one thread.
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
  lazy var unpaired = Result {
    try Sides { side in try LooseIndex(unpairedOffsets[side]) { try keyValues(side, $0) } }
  }
  /// Whether all records may be looked at to explain a few.
  let looksAtAll: Bool
  /// The keys of all passes of the identity, once they have been asked for.
  var madePassKeys: [PassKeys]?
  /// Those by how their identities are written.
  lazy var near = Result { try Sides { try NearKeys(self, $0) } }
  /// How often keys are a slip away from others.
  lazy var slips = Result { try SlipTally(self) }
  /// Those by nearly all other values.
  lazy var mostContents = MostContents(self)
  /// Those by all other values.
  lazy var contents = Sides { ContentIndex(self, $0) }
  /// All records by their identities as texts; `nil` until records are asked for by these a second time.
  var spelled: SpelledKeys?
  var isAskedByKey = false
  /// What is suggested in place of an identity that no record has.
  lazy var suggestedKeys = Result { SuggestionIndex(try spelledForSuggestion()) }
  lazy var omittedColumns = words.omittedColumns
  /// The records that the filter leaves out, by identity, and those that it keeps.
  lazy var filtered = Sides { recordsByIdentity($0, areKept: false) }
  lazy var kept = Sides { recordsByIdentity($0, areKept: true) }
  /// Offsets in the target of the records that moved, ascending.
  lazy var movedTargets = comparison.movedTargets
  /// Offsets in the target of paired records that keep their places, ascending.
  lazy var keptTargets = findKeptTargets()
  private lazy var offsets = Sides { orders[$0].offsets(ofRecords: comparison.tables[$0].count) }

  var plan: ResolvedPlan { comparison.resolvedPlan }
  var orders: Sides<RecordOrder> { comparison.orders }

  /// - Parameter holdsIdentities: Whether identities are made anew and held where the comparison has let go of them.
  package init(_ comparison: Comparison, holdsIdentities: Bool = true) throws {
    self.comparison = comparison
    looksAtAll = holdsIdentities
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
    guard let offset = offset(of: record, in: side) else { return try explainFiltered(side, record) }
    guard let partner = pairing.partner(side, offset) else { return try explainUnpaired(side, offset) }
    return side == .source
      ? try explainPair(source: offset, target: partner) : try explainPair(source: partner, target: offset)
  }

  /// The number of a record's partner on the other side; `nil` if it has none.
  package func partner(of record: Int, in side: Side) -> Int? {
    guard let offset = offset(of: record, in: side), let partner = pairing.partner(side, offset) else { return nil }
    return orders[side.other][partner]
  }

  // MARK: The three cases

  private func explainFiltered(_ side: Side, _ record: Int) throws -> RecordExplanation {
    let findings = try findings(side, record)
    let key = findings.identity.map(\.value)
    let same = findings.identityProblem == nil ? namesakes(ofFiltered: key, side.other) : []
    return RecordExplanation(
      verdict: .filtered, records: Sides { $0 == side ? findings : nil },
      absence: Absence(cause: .filtered, candidates: same))
  }

  private func explainUnpaired(_ side: Side, _ offset: Int) throws -> RecordExplanation {
    var work = NearKeys.mostWork
    return RecordExplanation(
      verdict: .unpaired(side), records: try Sides { $0 == side ? try findings(side, orders[side][offset]) : nil },
      namesakes: try namesakes(side, offset), absence: try absence(side, offset, &work))
  }

  private func explainPair(source: Int, target: Int) throws -> RecordExplanation {
    let content = try content(source: source, target: target)
    let move = try move(source: source, target: target)
    return RecordExplanation(
      verdict: .paired(isUpdated: !content.areEqual, isMoved: move != nil),
      records: Sides(
        source: try findings(.source, orders.source[source]), target: try findings(.target, orders.target[target])),
      namesakes: try namesakes(.source, source), pass: try pass(source, target), content: content, move: move)
  }

  /// Which pass has paired the record at an offset in the target.
  private func pass(_ source: Int, _ target: Int) throws -> PassFindings? {
    guard let passes = comparison.passes else { return nil }
    let match = passes.match(of: Int32(truncatingIfNeeded: target))
    return PassFindings(
      match: match, name: passes.passes[match.pass - 1].name, score: try score(match.pass, source, target))
  }

  // MARK: Places

  /// The offset of a record in the comparison; `nil` where the filter leaves it out.
  func offset(of record: Int, in side: Side) -> Int? {
    guard !orders[side].isFileOrder else { return record }
    let offset = Int(offsets[side][record])
    return offset < 0 ? nil : offset
  }

  private func recordsByIdentity(_ side: Side, areKept: Bool) -> [[Value]: [Int]] {
    guard plan.rules.filter != nil else { return [:] }
    var records: [[Value]: [Int]] = [:]
    for record in 0..<comparison.tables[side].count {
      // A filter may leave out just what has no identity.
      guard (offset(of: record, in: side) != nil) == areKept, let key = try? identityValues(side, record) else {
        continue
      }
      records[key, default: []].append(record)
    }
    return records
  }
}

extension Pairing {
  /// The partner's offset on the other side; `nil` without one.
  func partner(_ side: Side, _ offset: Int) -> Int? {
    side == .source ? partner(ofSource: offset) : partner(ofTarget: offset)
  }
}

extension Explainer {
  /// What the rules say of the contents of two paired records.
  func content(source: Int, target: Int) throws -> ContentFindings {
    let records = (source: orders.source[source], target: orders.target[target])
    let omitted = omittedColumns
    if areKnownToBeSame(source: source, target: target) {
      return ContentFindings(areEqual: true, ground: .sameBytes, columns: [], omitted: omitted)
    }
    if case .script(let function) = plan.rules.equality { return try content(of: records, function: function, omitted) }
    let columns = try columns(of: records, judge: nil) { number in
      try worker.areEqual(number, records.source, records.target)
    }
    return ContentFindings(
      areEqual: columns.allSatisfy(\.areEqual), ground: .columns, columns: columns, omitted: omitted)
  }

  private func content(
    of records: (source: Int, target: Int), function: Int, _ omitted: [ContentFindings.OmittedColumn]
  ) throws -> ContentFindings {
    let verdict = try worker.verdict(source: records.source, target: records.target, function: function)
    let different = Set(try worker.differences(under: verdict, source: records.source, target: records.target))
    var judge = "as they stand"
    if case .different(_?) = verdict { judge = "function" }
    return ContentFindings(
      areEqual: verdict == .equal, ground: .function,
      columns: try columns(of: records, judge: judge) { !different.contains($0) }, omitted: omitted)
  }

  /// Whether no rule is asked of two paired records, as the comparison asked none.
  private func areKnownToBeSame(source: Int, target: Int) -> Bool {
    if let identicalPartners = identities.identicalRecords?.sources { return identicalPartners[target] == source }
    let tables = comparison.tables
    return plan.hasCommonLayout
      && tables.source.recordBytes(orders.source[source]).isSame(as: tables.target.recordBytes(orders.target[target]))
  }

  private func columns(
    of records: (source: Int, target: Int), judge: String?, _ areEqual: (_ number: Int32) throws -> Bool
  ) throws -> [ColumnFindings] {
    try worker.comparedNumbers(records.source, records.target).map { number in
      let column = plan.compared[Int(number)]
      let isEqual = try areEqual(number)
      let numbers = Sides(source: records.source, target: records.target)
      func value(_ side: Side, _ read: (RecordReader, Int) throws -> Field) rethrows -> Value {
        try column.place(in: side).map { try read(worker.readers[side], $0).value } ?? .absent
      }
      let paths = try worker.nestedChanges(in: column, source: records.source, target: records.target)
      return ColumnFindings(
        name: column.name, raw: Sides { side in value(side) { $0.rawField(numbers[side], $1) } },
        steps: words.steps(column.name),
        values: try Sides { side in try value(side) { try $0.field(numbers[side], $1) } },
        judge: judge ?? words.judge(column, isNested: paths != nil), areEqual: isEqual,
        paths: paths?.map(PathChange.init))
    }
  }
}

extension Explainer {
  /// Why two paired records are at other places; `nil` where they are not.
  func move(source: Int, target: Int) throws -> MoveFindings? {
    guard isMoved(target) else { return nil }
    let new = comparison.section(of: target, .target)
    let all = new.map(comparison.offsets) ?? 0..<orders.target.count
    let old = comparison.section(of: source, .source).map(comparison.name)
    return MoveFindings(
      rule: plan.rules.moves, fromSection: old == new.map(comparison.name) ? nil : old,
      previous: try keptTarget(before: target, in: all).map(neighbour),
      next: try keptTarget(after: target, in: all).map(neighbour),
      kept: (pairing.pairedCount - movedTargets.count, of: pairing.pairedCount))
  }

  private func isMoved(_ target: Int) -> Bool {
    let place = movedTargets.place(of: target)
    return place < movedTargets.count && movedTargets[place] == target
  }

  /// The paired records that keep their places, by their offsets in the target, ascending.
  private func findKeptTargets() -> [Int32] {
    let sources = pairing.targetToSource
    var moved = movedTargets[...]
    return sources.indices.compactMap { target in
      let isMoved = moved.first.map { Int($0) == target } ?? false
      if isMoved { moved.removeFirst() }
      return isMoved || sources[target] < 0 ? nil : Int32(truncatingIfNeeded: target)
    }
  }

  private func keptTarget(before target: Int, in range: Range<Int>) -> Int? {
    let place = keptTargets.place(of: target) - 1
    guard place >= 0, range.contains(Int(keptTargets[place])) else { return nil }
    return Int(keptTargets[place])
  }

  private func keptTarget(after target: Int, in range: Range<Int>) -> Int? {
    let place = keptTargets.place(of: target + 1)
    guard place < keptTargets.count, range.contains(Int(keptTargets[place])) else { return nil }
    return Int(keptTargets[place])
  }

  private func neighbour(_ target: Int) throws -> MoveFindings.Neighbour {
    let source = pairing.partner(ofTarget: target) ?? 0
    return MoveFindings.Neighbour(
      records: Sides(source: orders.source[source], target: orders.target[target]),
      key: try comparison.keyValues(.target, target))
  }
}

extension [Int32] {
  /// The first place in ascending numbers that does not hold a lesser one.
  fileprivate func place(of number: Int) -> Int { partitioningIndex { $0 >= number } }
}

extension Explainer {
  func findings(_ side: Side, _ record: Int) throws -> RecordFindings {
    let isKept = plan.rules.filter == nil ? nil : try worker.includes(record, in: side)
    let refusal = isKept == false ? try worker.refusal(of: record, in: side) : nil
    var (parts, problem): ([IdentityPart], String?) = ([], nil)
    do { parts = try identity(side, record) } catch {
      // A filter may leave out just what has no identity.
      guard isKept == false else { throw error }
      problem = "\(error)".split(separator: "\n").first.map(String.init)
    }
    return RecordFindings(
      record: record, isKept: isKept, refusal: refusal, identity: parts, identityProblem: problem,
      section: section(side, record))
  }

  func identityValues(_ side: Side, _ record: Int) throws -> [Value] {
    guard case .script(let function) = plan.rules.identity else { return try worker.keyValues(side, record) }
    var values: [Value] = []
    try worker.evaluator()?.identities(of: 0..<1, .only(record), in: side, function: function) { key in
      values = plan.rules.typed(key).values
    }
    return values
  }

  private func identity(_ side: Side, _ record: Int) throws -> [IdentityPart] {
    let values = try identityValues(side, record)
    if case .script = plan.rules.identity {
      return values.map { IdentityPart(column: nil, raw: nil, steps: [], value: $0) }
    }
    return zip(plan.key, values).map { column, value in
      let raw = column.place(in: side).map { worker.readers[side].rawField(record, $0).value }
      return IdentityPart(column: column.name, raw: raw ?? .absent, steps: words.steps(column.name), value: value)
    }
  }

  private func section(_ side: Side, _ record: Int) -> Value? {
    offset(of: record, in: side).flatMap { comparison.section(of: $0, side) }.map(comparison.name)
  }

  // MARK: Records of the same identity

  /// How many records have the identity of the one at an offset.
  func namesakes(_ side: Side, _ offset: Int) throws -> Namesakes {
    Namesakes(counts: try Sides { try identical(to: (side, offset), in: $0).count }, policy: plan.rules.duplicates)
  }

  /// The offsets on a side of records with the identity of the one at an offset.
  func identical(to place: (side: Side, offset: Int), in side: Side) throws -> [Int] {
    try groups.offsets(in: side, like: place).map(Int.init).filter { offset in
      try (side == place.side && offset == place.offset) || identities.areIdentical(place, (side, offset), worker)
    }
  }

  /// Records of a side that have the identity of one that the filter leaves out.
  func namesakes(ofFiltered key: [Value], _ side: Side) -> [Absence.Candidate] {
    let records = (kept[side][key] ?? []) + (filtered[side][key] ?? [])
    return records.prefix(Absence.mostCandidates).map { candidate($0, side, key) }
  }

  func candidate(_ record: Int, _ side: Side, _ key: [Value]) -> Absence.Candidate {
    Absence.Candidate(record: record, key: key, partner: partner(of: record, in: side))
  }
}
