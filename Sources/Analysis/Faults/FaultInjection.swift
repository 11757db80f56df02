import Comparing
import Platform
import Records

package struct FaultChoice: Sendable {
  package let seed: Int
  package let classes: [FaultClass]

  package init(_ seed: Int, _ classes: [FaultClass] = FaultClass.allCases) {
    (self.seed, self.classes) = (seed, classes)
  }
}

/// Plants faults in the new input, and compares anew to see which of them the rules notice.
///
/// Each comparison is one of a whole text with many faults, no two of which are in one record; ``FaultJudge`` says of
/// each what a text with this fault alone would have come to, and which of them met one another. Those are planted
/// again beside others. Faults are planted in records alone that are paired and not listed as they are.
package struct FaultInjection {
  private let comparison: Comparison
  private let table: RecordTable
  /// What reads the records that faults are tried in, and those before them.
  private var cursors: (own: FieldCursor, before: FieldCursor)
  private let spelling: any RecordSpelling
  private let plan: ComparisonPlan
  /// The columns whose hashes are the identity, so that texts with faults are read as the inputs were.
  private let hashed: [String]?
  /// The place of each cell's column; `nil` for faults of records.
  private var places: [Int?]
  private let before: RecordFates
  private let candidates: [Int]
  private var random: FaultRandom
  private var report: FaultReport
  /// What was planted: the same fault in the same value tells nothing new.
  private var known: Set<Signature> = []
  private var quota: FaultQuota
  /// Those that met others, to be planted again.
  private var waiting: [PlantedFault] = []
  /// How many comparisons may still be made.
  private var runs: Int

  private struct Signature: Hashable {
    let cell: Int
    let record: Int
    let values: [Value]
  }

  private static let mostAtOnce = 10_000
  /// Comparisons of this many records together are always made; of more, as many as take some times as long as the
  /// comparison itself.
  private static let freeRecords = 60_000, fewestRuns = 2, mostRuns = 80
  private static let mostColumns = 60, mostAttempts = 6

  /// Plants faults, judges them and counts.
  ///
  /// - Parameters:
  ///   - readers: The rules that are functions of records, with the columns that they read.
  ///   - scripts: The rules' functions, where others than the comparison's are to be asked.
  ///   - observe: Is given each fault that was judged, and whether it was noticed.
  /// - Throws: ``FaultError`` where the new input is no table that can be written anew.
  /// - Complexity: that of a few comparisons.
  package static func report(
    on comparison: Comparison, _ choice: FaultChoice, readers: [RuleReader] = [],
    scripts: (any ScriptedRules)? = nil,
    observe: (PlantedFault, Bool) -> Void = { _, _ in }
  ) throws -> FaultReport {
    var injection = try FaultInjection(comparison, choice, readers, scripts)
    try injection.run(observe)
    return injection.report
  }

  private init(
    _ comparison: Comparison, _ choice: FaultChoice, _ readers: [RuleReader], _ scripts: (any ScriptedRules)?
  ) throws {
    self.comparison = comparison
    table = comparison.comparedTables.target
    cursors = (table.makeCursor(), table.makeCursor())
    guard table.sections == nil else { throw FaultError(name: table.name) }
    do { spelling = try table.makeSpelling() } catch { throw FaultError(name: table.name) }
    var plan = comparison.resolvedPlan.given
    (plan.identity, plan.passes) = (comparison.plan.identity, comparison.plan.passes)
    if let scripts { plan.run.scripts = scripts }
    // An identity that repeats is an error there, and here listed: noticed either way, and other faults can be judged.
    if plan.duplicates == .error { plan.duplicates = .match }
    self.plan = plan
    hashed = plan.hashedColumns(headers: Sides { comparison.comparedTables[$0].columns }).target
    before = RecordFates(comparison)
    candidates = before.unlistedPairs
    random = FaultRandom(seed: UInt64(truncatingIfNeeded: choice.seed))
    runs = max(Self.fewestRuns, min(Self.mostRuns, Self.freeRecords / max(1, table.count)))
    report = try FaultReport(comparison, choice, readers, same: candidates.count, mostColumns: Self.mostColumns)
    quota = FaultQuota(cells: report.cells.count)
    places = report.cells.map { [table] cell in cell.column.flatMap(table.ownColumnIndex) }
  }

  private mutating func run(_ observe: (PlantedFault, Bool) -> Void) throws {
    while runs > 0 {
      let faults = plant()
      guard !faults.isEmpty else { break }
      for (fault, verdict) in try judged(faults) {
        switch verdict {
        case .noticed, .passed:
          observe(fault, verdict == .noticed)
          count(fault, isNoticed: verdict == .noticed)
        case .tangled where fault.attempts < Self.mostAttempts: waiting.append(fault)
        case .tangled: report.tangled += 1
        }
      }
    }
    report.tangled += waiting.count
  }

  private mutating func count(_ fault: PlantedFault, isNoticed: Bool) {
    guard !isNoticed else { return report.count(fault, passing: nil) }
    let isShown = report.cells[fault.cell].column.map { !comparison.plan.isMasked($0) } ?? false
    let values = fault.values.first.flatMap { planted in
      isShown ? Sides(source: table.value(fault.record, planted.column), target: planted.value) : nil
    }
    report.count(fault, passing: FaultReport.Example(place: table.place(of: fault.record), values: values))
  }

  // MARK: Planting

  /// Faults for one text: each record has one at most, and those of which there are fewest so far come first.
  private mutating func plant() -> [PlantedFault] {
    var taken = Set<Int>()
    var faults: [PlantedFault] = []
    let again = waiting.shuffled(using: &random)
    waiting = []
    for var fault in again {
      // Half of those that met one another wait for the next text.
      guard Bool.random(using: &random) || again.count == 1, taken.isDisjoint(with: fault.records) else {
        waiting.append(fault)
        continue
      }
      fault.attempts += 1
      taken.formUnion(fault.records)
      faults.append(fault)
    }
    quota.counts = report.cells.map(\.rate.planted)
    for fault in faults + waiting { quota.counts[fault.cell] += 1 }
    // Most records stay as they are, so that there is something for moves to be told from.
    let room = max(1, min(Self.mostAtOnce, candidates.count / 2))
    var tries = 2 * room
    while faults.count < room, tries > 0, quota.isOpen, let record = candidates.randomElement(using: &random) {
      tries -= 1
      guard !taken.contains(record), let fault = fault(in: record, taken) else { continue }
      taken.formUnion(fault.records)
      faults.append(fault)
    }
    return faults
  }

  /// A fault of a kind of which there are few so far, and for which not much has been tried in vain.
  private mutating func fault(in record: Int, _ taken: Set<Int>) -> PlantedFault? {
    for cell in quota.choice(using: &random) {
      if let fault = fault(of: cell, in: record, taken),
        known.insert(Signature(cell: cell, record: record, values: fault.values.map(\.value))).inserted
      {
        quota.counts[cell] += 1
        return fault
      }
      quota.misses[cell] += 1
    }
    return nil
  }

  private mutating func fault(of cell: Int, in record: Int, _ taken: Set<Int>) -> PlantedFault? {
    let kind = report.cells[cell].fault
    var fault = PlantedFault(fault: kind, cell: cell, record: record)
    let isFree = fault.records.allSatisfy { before.isUnlistedPair(target: $0) && !taken.contains($0) }
    guard isFree else { return nil }
    switch kind {
    case .swapped:
      let isSame = table.recordBytes(record).isSame(as: table.recordBytes(record + 1))
      return isSame || !before.areOfOneSection(record, record + 1) ? nil : fault
    case .lost, .duplicated: return fault
    case .shifted: fault.values = shifted(record)
    default: fault.values = planted(kind, places[cell], in: record)
    }
    return fault.values.isEmpty ? nil : fault
  }

  /// The values of a record from some column on, each in the next column.
  private mutating func shifted(_ record: Int) -> [(column: Int, value: Value)] {
    let values = table.columns.indices.map { cursors.own.field(record, $0).value }
    guard let first = values.indices.dropLast().randomElement(using: &random) else { return [] }
    let moved = (first..<values.count).map { column in
      (column: column, value: column == first ? Value.text(Text("")) : values[column - 1])
    }
    return moved.filter { $0.value != values[$0.column] && $0.value != .absent }
  }

  private mutating func planted(_ kind: FaultClass, _ column: Int?, in record: Int) -> [(column: Int, value: Value)] {
    guard let column else { return [] }
    let before = kind == .stale && record > 0 ? cursors.before.field(record - 1, column).value : nil
    let value = kind.planted(
      in: cursors.own.field(record, column).value, before: before, hasNull: !table.format.hasRows, using: &random)
    return value.map { [(column, $0)] } ?? []
  }

  // MARK: Judging

  /// Compares a text with these faults, and says which are noticed; what there are too many comparisons for is tangled.
  private mutating func judged(_ faults: [PlantedFault]) throws -> [(PlantedFault, FaultJudge.Verdict)] {
    guard runs > 0, !faults.isEmpty else { return faults.map { ($0, .tangled) } }
    runs -= 1
    try plan.run.meter?.check()
    let text = try PlantedText(table, spelling, faults)
    let planted = try text.table(hashing: hashed)
    let found: Comparison
    do { found = try Comparison(source: comparison.comparedTables.source, target: planted, plan: plan) } catch {
      try plan.run.meter?.check()
      return try judgedWithoutFailing(faults, text, planted)
    }
    let judge = FaultJudge(before, RecordFates(found), text, faults)
    return faults.map { ($0, judge.verdict(on: $0)) }
  }

  /// Judges the faults that a comparison failed for: a rule that fails for a fault has noticed it, and the others are
  /// compared without it; where no rule does by itself, with halves of them.
  private mutating func judgedWithoutFailing(
    _ faults: [PlantedFault], _ text: PlantedText, _ planted: RecordTable
  ) throws -> [(PlantedFault, FaultJudge.Verdict)] {
    guard faults.count > 1 else { return faults.map { ($0, .noticed) } }
    let source = comparison.comparedTables.source
    let input = ComparisonInput(
      source: source, target: planted, plan: try ResolvedPlan(plan, source: source, target: planted))
    let failing = faults.map { fault in
      fault.records.contains { record in
        text.numbers(of: record).contains { input.fails(target: $0, beside: before.partner(of: record, .target)) }
      }
    }
    let others = zip(faults, failing).filter { !$1 }.map(\.0)
    if others.count < faults.count {
      return try zip(faults, failing).filter(\.1).map { ($0.0, .noticed) } + judged(others)
    }
    let middle = faults.count / 2
    return try judged(Array(faults[..<middle])) + judged(Array(faults[middle...]))
  }
}

/// How many faults of each class and column there are, and of which more are wanted.
private struct FaultQuota {
  var counts: [Int]
  /// How often a record had no value for a class and column.
  var misses: [Int]

  private static let wanted = 200, mostTried = 24
  /// Of a class and column for which so many records have no value, and no more than one in so many has one, there are
  /// enough.
  private static let mostMisses = 1_000, missesForOne = 10

  init(cells: Int) {
    counts = [Int](repeating: 0, count: cells)
    misses = counts
  }

  private func isWanted(_ cell: Int) -> Bool {
    counts[cell] < Self.wanted && misses[cell] < Self.mostMisses + Self.missesForOne * counts[cell]
  }

  /// Whether anything is wanted still.
  var isOpen: Bool { counts.indices.contains(where: isWanted) }

  /// Some that are wanted, in the order in which to try them.
  func choice(using random: inout FaultRandom) -> [Int] {
    let wanting = counts.indices.filter(isWanted).shuffled(using: &random)
    return wanting.prefix(Self.mostTried).sorted { counts[$0] + misses[$0] / 4 < counts[$1] + misses[$1] / 4 }
  }
}

/// Why no faults can be planted.
package struct FaultError: Error {
  /// The input, which is not one table.
  let name: String

  package var message: String {
    "\(name): faults are planted in one file without nested sections, and this is none"
  }
}
