import Analysis
import Comparing
import Platform
import Records
import StagedDiff

/// Exports of one table, or versions of one file, oldest first.
package struct ChainRequest: Sendable {
  package struct Version: Sendable {
    package let path: String
    /// What it is called, if not by its path.
    package let name: String?
    package let date: String?
    package let commit: ChainExport.Commit?
    /// Whether there is such a file at that time.
    package let isThere: Bool

    package init(
      path: String, name: String? = nil, date: String? = nil, commit: ChainExport.Commit? = nil, isThere: Bool = true
    ) {
      (self.path, self.name, self.date, self.commit, self.isThere) = (path, name, date, commit, isThere)
    }
  }

  package var versions: [Version]
  /// Whether the first version is the first there was.
  package var beginsWithTable = false
  package var options = ComparisonOptions()
  /// Is told which version is read now, from 0.
  package var progress: @Sendable (Int) -> Void = { _ in }

  package init(_ versions: [Version]) { self.versions = versions }

  /// Takes files as exports: in the order of the dates in their names where each has one, and else in the order given.
  ///
  /// - Parameter since: The first date that is of interest; of the exports before it the last is kept, for what the
  ///   others are compared with.
  package init(exports paths: [String], since: String? = nil) throws(LunaDiffError) {
    let dates = paths.map(ExportDate.of)
    guard dates.allSatisfy({ $0 != nil }) else {
      guard since == nil else {
        let name = zip(paths, dates).first { $1 == nil }?.0 ?? ""
        throw LunaDiffError(
          "the name of \(VisibleText.line(name)) tells no date, which \(Setting.since) would need",
          hint: "as in customers-2026-11-25.csv or 20261125/customers.csv; or leave out the exports that are older")
      }
      self.init(paths.map { Version(path: $0) })
      return
    }
    let dated = zip(paths, dates.map { $0 ?? "" }).enumerated().sorted { first, second in
      (first.element.1, first.offset) < (second.element.1, second.offset)
    }.map { Version(path: $0.element.0, date: $0.element.1) }
    let first = since.map { since in dated.firstIndex { ($0.date ?? "") >= since } ?? dated.count } ?? 0
    self.init(Array(dated[max(0, first - 1)...]))
  }
}

extension Setting { fileprivate static let since = Setting("since") }

extension ChainRequest: ReadingRequest { package var places: [String] { versions.last.map { [$0.path] } ?? [] } }

/// What became of one record of a table.
///
/// - Complexity: O(*b*) for *b* bytes of all exports, each of which is read once, in memory for two of them.
package func history(of key: [String], in request: ChainRequest) throws(LunaDiffError) -> ChainResult {
  try watchingInputs(of: request) { request in
    let rules = try RequestedRules(request.options)
    return try rules.ruleSet.hidingMasked {
      let reading = try ChainReading(request.options, rules)
      var chain = ExportChain(
        RecordLife(of: key, beginsWithTable: request.beginsWithTable), comparing: reading.compare)
      for (number, version) in request.versions.enumerated() {
        request.progress(number)
        let table = version.isThere ? try reading.table(of: version) : nil
        let export = ChainExport(
          name: version.name ?? InputName.of(version.path), date: version.date, commit: version.commit)
        try chain.add(export, table)
      }
      try chain.finish()
      try reading.checkNames()
      guard !chain.life.events.isEmpty else {
        let nearest = try chain.last.flatMap { try RecordLife.nearest(to: key, in: $0) }
        throw ChainError.noRecord(key, exports: chain.exports.count, nearest: nearest)
      }
      return ChainResult(
        exports: chain.exports, startsBefore: !request.beginsWithTable, key: reading.key,
        rules: reading.rules,
        notes: reading.notes(duplicates: chain.exportsWithDuplicates, of: chain.exports.count), life: chain.life)
    }
  }
}

/// Reads the exports of a chain and compares neighbours.
private final class ChainReading {
  private let opening: RequestOpening
  private var plan: ComparisonPlan
  private let renames: [(old: String, new: String)]
  private(set) var key = KeyChoice.wholeRecord
  /// What held where the last two exports were compared.
  private(set) var terms = ComparisonTerms()
  /// The table that the next one is read beside.
  private var last: RecordTable?
  /// The names in the rules that no export has had, up to now.
  private var missing: [String]
  /// Whether any export had columns: JSON without a record has none.
  private var hasColumns = false
  private var warnings: [String] = []

  init(_ options: ComparisonOptions, _ rules: RequestedRules) throws(ComparisonError) {
    var options = options
    options.sharesReading = true
    opening = RequestOpening(options, rules.ruleSet)
    var rules = rules
    renames = rules.ruleSet.renames.sortedByName.map { ($0.key, $0.value) }
    rules.ruleSet.renames = [:]
    rules.ruleSet.moves = MoveDetection.none
    plan = try options.plan(rules, for: "a history")
    missing = plan.permitMissingNames()
  }

  func table(of version: ChainRequest.Version) throws -> RecordTable {
    let input = try opening.open(version.path, as: .target)
    let table = try input.table(hashing: hashedColumns(of: input), beside: last)
    last = table
    warnings += table.warnings
    for old in renames.lazy.map(\.old) where table.ownColumnIndex(of: old) == nil && table.columnIndex(of: old) != nil {
      throw ChainError.renamedPlace(old)
    }
    let renamed = table.renaming(renames)
    hasColumns = hasColumns || !table.columns.isEmpty
    if !missing.isEmpty { missing = plan.names(missing, missingIn: renamed) }
    return renamed
  }

  /// Hashes have to be those of the key in every pair of exports, whatever other columns these have.
  private func hashedColumns(of input: RecordInput) -> [String]? {
    guard renames.isEmpty, plan.hasKey else { return nil }
    return plan.hashedColumns(headers: Sides(source: input.header, target: input.header)).target
  }

  func compare(_ source: RecordTable, _ target: RecordTable) throws -> Comparison {
    let comparison = try Comparison(source: source, target: target, plan: plan)
    terms = comparison.terms
    if let rule = terms.rules.flatMap(\.steps).first(where: \.isOfOneSide) { throw ChainError.sidedRule(rule.name) }
    key = key == .wholeRecord ? comparison.shownKey : key
    guard case .automatic = plan.identity else { return comparison }
    guard let columns = comparison.key.columns, !columns.isEmpty else { throw ChainError.noKey }
    plan.identity = .columns(columns)
    return comparison
  }

  /// The rules that held, but for those of order: of that no chain tells.
  var rules: [ComparisonTerms.Rule] { terms.rules.filter { $0.name != "ignore_order" } }

  func checkNames() throws {
    guard hasColumns, let name = missing.first else { return }
    throw ChainError.unknownName(name, nearest: last.flatMap { Suggestion.nearest(to: name, among: $0.columns) })
  }

  func notes(duplicates: Int, of exports: Int) -> [String] {
    let said = warnings + terms.warnings.map(\.message).filter { !warnings.contains($0) }
    guard duplicates > 0 else { return said }
    return said + [
      "\(duplicates) of \(exports) exports have more than one record of a key: "
        + "those are paired as a comparison pairs them"
    ]
  }
}
