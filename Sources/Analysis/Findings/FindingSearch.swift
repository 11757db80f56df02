import Comparing
import Records

/// Looks for what explains many changes of a comparison at once.
///
/// **The idea.** A report lists what differs; this says what many of those differences have in common: keys that are
/// written in two ways, a column that was rounded, one language that was added everywhere, rows that were sorted anew.
/// Each search is short, and none is asked for more than ``UpdatedSample`` holds or than a fixed number of records.
///
/// **The invariants.**
/// - A finding is never untrue: its counts are those of changes that were looked at one by one, after the rules; where
///   these are not all, it says so. It changes no count and no status.
/// - What is not certain is not told, and what explains less than half of its kind only where a few of it are too many:
///   rows that are shifted, and records that repeat a key. No finding does not mean that there is nothing to find.
/// - Findings are the same in every run, whatever the number of threads and the limit of memory.
package struct FindingSearch {
  let comparison: Comparison
  let worker: ComparisonWorker
  let sample: UpdatedSample
  let witnesses = PairWitnesses()
  /// What is looked at by its number: the compared columns, or places inside of their values.
  let columns: [ResolvedPlan.Column]
  let learner: LearnerPairs

  /// How many findings there are at most, those of the schema among them.
  private static let most = 40
  /// With more records than these on a side no search reads all of them.
  static let mostRecords = 100_000

  init(_ comparison: Comparison, _ worker: ComparisonWorker) {
    self.init(comparison, worker, UpdatedSample(comparison), comparison.comparedColumns)
  }

  /// A search of some columns, or places, in some of the pairs.
  init(_ comparison: Comparison, _ worker: ComparisonWorker, _ sample: UpdatedSample, _ columns: [ResolvedPlan.Column])
  {
    (self.comparison, self.worker, self.sample, self.columns) = (comparison, worker, sample, columns)
    learner = LearnerPairs(comparison)
  }

  /// A search of other columns, or places, in some of the pairs that another one looks at.
  init(_ search: FindingSearch, _ sample: UpdatedSample, _ columns: [ResolvedPlan.Column]) {
    (comparison, worker, learner) = (search.comparison, search.worker, search.learner)
    (self.sample, self.columns) = (sample, columns)
  }

  /// The findings that programs are told: the first of all.
  package static func findings(of comparison: Comparison) throws -> [Finding] {
    try Array(all(of: comparison).prefix(Finding.mostTold))
  }

  /// The findings, those that explain most changes first.
  ///
  /// - Throws: What a rule throws as it is loaded again; none are found where one fails on a value.
  /// - Complexity: O(*c*) for *c* changes, with cells of at most a fixed number of them, and O(*n*) for *n* records, as
  ///   long as there are no more than another fixed number.
  package static func all(of comparison: Comparison) throws -> [Finding] {
    let idle = comparison.terms.notes.compactMap(\.idle).map { Finding(.idleRule($0), changes: 0, of: 0) }
    let comparison = try comparison.knowingSchema()
    // Columns may have another name where no record differs.
    let names = comparison.columnChanges
    let mayBeRenamed = !names.deleted.isEmpty && !names.inserted.isEmpty
    guard mayBeRenamed || comparison.changeCount >= Finding.fewest else {
      return try Array((idle + SchemaFindings(comparison).findings(beside: [])).prefix(most))
    }
    return try comparison.searching { search in
      var found = idle
      // A rule may fail on what it was not asked before, which is no reason to have no report.
      do { found = try search.ranked(with: idle) } catch {}
      let schema = SchemaFindings(comparison, search)
      return try Array((found + schema.findings(beside: found)).prefix(most))
    }
  }

  private func ranked(with idle: [Finding]) throws -> [Finding] {
    let (keys, places) = (KeyFindings(search: self), OrderFindings(search: self))
    // Of pairs that are none of one thing nothing else means much.
    if let dealt = try DealtKeys(search: self).finding() { return try [dealt] + keys.ofColumns() + idle }
    let records = try keys.ofRecords()
    let hasSeveralParts = comparison.key.isFound && comparison.keyColumns.count > 1
    learner.mayHaveOtherPairs = !records.isEmpty || hasSeveralParts
    let cells = try cellFindings()
    let inside = try InsideFindings(search: self).findings()
    let pairs = try pairFindings(beside: cells + inside)
    var found = records + cells.filter { cell in !pairs.contains { $0.explains(cell) } } + inside + pairs
    let others = try OtherKeys(search: self).findings() + (records.isEmpty ? keys.inOtherForm() : []) + keys.otherForm()
    // What records without a partner have in common says nothing where they would have one by another key.
    found += try others + (records.isEmpty && others.isEmpty ? AbsenceFindings(search: self).findings() : [])
    let isKnown = !(cells + inside).isEmpty || pairs.contains { $0.cause != .alone }
    found += try keys.ofColumns() + places.ofMoves() + places.ofPlaces(isKnown: isKnown) + idle
    // Of equals in the order above.
    return Array(found.sorted { $0.weight > $1.weight }.prefix(Self.most))
  }

  /// In how many pairs of the sample each column differs whose values may be told.
  var differingCounts: [Int32: Int] { sample.pairs.lazy.flatMap(\.differing).filter(isOpen).counted() }

  /// The columns whose values may be told, by their numbers.
  func isOpen(_ number: Int32) -> Bool {
    let column = columns[Int(number)]
    return !column.isMasked && column.source != nil && column.target != nil
  }

  /// Whether no function is called for a column's values, which the comparison may not have asked about all of them.
  func isNative(_ number: Int32) -> Bool {
    comparison.plan.steps(for: columns[Int(number)].name).allSatisfy(\.isNative)
  }

  /// A value of a compared column after its normalizers.
  func value(_ column: ResolvedPlan.Column, _ side: Side, _ record: Int) throws -> Value {
    try worker.value(of: column, side, record)
  }

  /// The values of a pair, but for two objects, or two lists: what differs is inside of these.
  func ownCell(_ number: Int32, _ pair: ComparedPair) throws -> LearntRule.Example? {
    let (column, readers) = (columns[Int(number)], worker.readers)
    let old = try column.source.map { try readers.source.field(pair.source, $0) } ?? .absent
    let new = try column.target.map { try readers.target.field(pair.target, $0) } ?? .absent
    return old.isNested && old.kind == new.kind ? nil : LearntRule.Example(old: old.value, new: new.value)
  }

  func cell(_ number: Int32, _ pair: ComparedPair) throws -> LearntRule.Example {
    try cell(number, pair.source, pair.target)
  }

  func cell(_ number: Int32, _ source: Int, _ target: Int) throws -> LearntRule.Example {
    try worker.cell(of: columns[Int(number)], source, target)
  }
}

// MARK: Noise

extension FindingSearch {
  /// How many cells of a column noise is guessed from, and of how many bytes: each of hundreds of guesses rewrites them.
  private static let guessed = 30, guessedBytes = 64 << 10
  /// Of columns with more bytes that differ no noise is told.
  private static let mostBytes = 4 << 20

  /// What explains most values of a column, which is looked for once.
  func explanation(of cells: [LearntRule.Example], _ number: Int32) throws -> (set: HypothesisSet, count: Int)? {
    if let known = witnesses.explanations[number] { return known }
    let found = try findExplanation(of: cells, number)
    witnesses.explanations[number] = .some(found)
    return found
  }

  private func findExplanation(of cells: [LearntRule.Example], _ number: Int32) throws -> (
    set: HypothesisSet, count: Int
  )? {
    guard cells.size <= Self.mostBytes else { return nil }
    var left = Self.guessedBytes
    let guess = CellRelations.some(cells, Self.guessed).filter { cell in
      guard cell.size <= left else { return false }
      left -= cell.size
      return true
    }
    guard guess.count >= Finding.fewest else { return nil }
    let found = HypothesisSet.all(for: guess, with: []).compactMap { set in
      explained(set, cells).map { (set: set, count: $0) }
    }
    // The first of equals.
    var best: (set: HypothesisSet, count: Int)?
    for (set, count) in found.sorted(by: { $0.count > $1.count })
    where count > 0 && best.map({ _ in 2 * count >= cells.count }) ?? true {
      guard try isBorneOut(set, number, explained: count),
        !set.parts.contains(where: { $0.noises == [.rounding] })
          || NumberHypotheses.areRounded(cells.map(set.rewritten))
      else { continue }
      best = best ?? (set, count)
      if try isTaken(set, number) { return (set, count) }
    }
    return best
  }

  /// How many cells a set explains; `nil` where it hides others.
  private func explained(_ set: HypothesisSet, _ cells: [LearntRule.Example]) -> Int? {
    var count = 0
    for cell in cells {
      let verdict = set.finding(cell).verdict
      guard verdict != .hidden else { return nil }
      count += verdict == .explained ? 1 : 0
    }
    return count
  }

  /// Whether the values of some pairs, equal ones as well, bear out what needs that.
  private func isBorneOut(_ set: HypothesisSet, _ number: Int32, explained: Int) throws -> Bool {
    try !set.parts.contains { $0.witness != nil } || survey(set, number).bearsOut(0, explained: explained)
  }

  func survey(_ set: HypothesisSet, _ number: Int32) throws -> ColumnSurvey {
    var survey = ColumnSurvey([set])
    for cell in try witnesses.cells(of: number, in: self) { survey.add(cell) }
    return survey
  }
}

/// Updated records that findings are looked for in: all of them, or some that are evenly spread.
struct UpdatedSample {
  let pairs: [ComparedPair]
  /// Whether there are more.
  let isPart: Bool

  init(_ pairs: [ComparedPair], isPart: Bool) { (self.pairs, self.isPart) = (pairs, isPart) }

  /// How many cells that differ are all looked at, and of how many those are where there are more.
  private static let mostCells = 8_000, spreadCells = 4_000

  init(_ comparison: Comparison) {
    let cells = comparison.updatedCellCount
    let stride = cells < Self.mostCells ? 1 : cells / Self.spreadCells
    pairs = Array(comparison.updatedPairs(every: stride))
    isPart = stride > 1
  }

  /// A finding about some of these records.
  func finding(_ cause: Finding.Cause, _ columns: [String], changes: Int, of total: Int) -> Finding {
    var finding = Finding(cause, columns, changes: changes, of: total)
    finding.isSample = isPart
    return finding
  }
}

/// The values of some pairs, evenly spread, equal ones as well; each column is read once.
final class PairWitnesses {
  private var pairs: [ComparedPair]?
  private var cells: [Int32: [LearntRule.Example]] = [:]
  /// What explains most values of a column, once that has been looked for.
  var explanations: [Int32: (set: HypothesisSet, count: Int)?] = [:]

  /// How many pairs are read, and fewer of long records.
  private static let most = 2_000, fewest = 200, mostBytes = 16 << 20

  /// How many pairs of records like those of a table are read.
  private static func count(_ table: RecordTable) -> Int {
    min(most, max(fewest, mostBytes * table.count / max(1, table.textSize)))
  }

  func cells(of column: Int32, in search: FindingSearch) throws -> [LearntRule.Example] {
    if let known = cells[column] { return known }
    let pairs = pairs ?? search.comparison.spreadPairs(Self.count(search.comparison.target))
    self.pairs = pairs
    var read: [LearntRule.Example] = []
    try search.worker.forEachPair(of: pairs) { read.append(try search.cell(column, $0)) }
    cells[column] = read
    return read
  }
}

extension Comparison {
  /// Lends a search for findings, as long as a call takes.
  func searching<R>(_ body: (FindingSearch) throws -> R) throws -> R {
    try asking { try withWorker { try body(FindingSearch(self, $0)) } }
  }

  /// Whether all records of a side are compared.
  package func isWhole(_ side: Side) -> Bool { orders[side].count == tables[side].count }
}

extension RandomAccessCollection where Index == Int {
  /// At most so many of the elements, evenly spread.
  func spread(_ most: Int) -> [Element] {
    Swift.stride(from: startIndex, to: endIndex, by: count / most + 1).map { self[$0] }
  }
}
