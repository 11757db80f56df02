import Analysis
import Comparing
import Platform
import Records

/// Which differences of a comparison are to be accepted; what is empty leaves none out.
package struct AcceptanceChoice: Sendable {
  package let kinds: Set<Change.Kind>
  package let columns: [String]
  /// The keys as reports show them, a text for each part.
  package let keys: [[String]]
  /// The place of a finding among those of the report, from 1.
  package let finding: Int?

  package init(kinds: Set<Change.Kind> = [], columns: [String] = [], keys: [[String]] = [], finding: Int? = nil) {
    (self.kinds, self.columns, self.keys, self.finding) = (kinds, columns, keys, finding)
  }

  /// The choice that a finding is, or a part of it.
  fileprivate func about(_ finding: Finding, number: Int) throws(LunaDiffError) -> AcceptanceChoice {
    if case .members = finding.cause {
      throw LunaDiffError(
        "finding \(number) is about places inside values, which differ by record",
        hint: "\(Setting("column")) NAME takes all that differs in a column")
    }
    let isWhole = finding.changes == finding.total && !finding.isSample || finding.isRepeated
    guard finding.isOfCells, isWhole else {
      throw LunaDiffError(
        finding.isOfCells
          ? "finding \(number) is not about all changes of a column, so that it does not say which to accept"
          : "finding \(number) is of a kind that does not say which changes to accept",
        hint: finding.isOfCells ? "\(Setting("column")) \(finding.columns[0]) takes all of them" : nil)
    }
    let isLeftOut = !columns.isEmpty && !Set(named: columns).contains(ColumnName(finding.columns[0]))
    guard !isLeftOut, kinds.isEmpty || kinds.contains(.updated) else {
      throw LunaDiffError(
        "finding \(number) is about updated records and their column \(finding.columns[0]), which "
          + "\(isLeftOut ? Setting("column") : Setting("show")) leaves out")
    }
    return AcceptanceChoice(kinds: [.updated], columns: finding.columns, keys: keys)
  }
}

/// What became of a choice of differences.
package struct AcceptanceCount: Sendable {
  /// How many entries are new.
  package var added = 0
  /// Of how many updated records nothing can be named.
  package var nameless = 0
  /// The chosen keys of which nothing that differs is, as they are written.
  package var unmetKeys: [String] = []
}

extension AcceptedFile {
  /// Adds the chosen differences of a comparison, column changes and sections included where nothing else is chosen.
  ///
  /// - Throws: What a rule throws; an error for a column or a finding that is not there or a key of another number of
  ///   parts, and as ``accept(_:of:_:)`` does.
  package mutating func accept(_ choice: AcceptanceChoice, of comparison: Comparison, _ terms: AcceptanceTerms) throws
    -> AcceptanceCount
  {
    do {
      try Self.checkMask(of: comparison)
      for key in choice.keys { try ExplanationError.checkParts(of: key, in: comparison) }
      guard let number = choice.finding else { return try add(choice, of: comparison, terms) }
      let findings = try FindingSearch.all(of: comparison)
      guard findings.indices.contains(number - 1) else {
        throw LunaDiffError("there is no finding \(number): the comparison has \(findings.count)")
      }
      let finding = findings[number - 1]
      let part = try choice.about(finding, number: number)
      guard case .repeated(let old, let new) = finding.cause else { return try add(part, of: comparison, terms) }
      // One entry says it of all records, unless some are chosen or their values stand otherwise in the files.
      guard choice.keys.isEmpty, !finding.isNormalized, !terms.asDigests else {
        return try add(part, of: comparison, terms, in: FindingRecords.updatedTargets(of: finding, in: comparison))
      }
      var entry = AcceptedDifference()
      (entry.column, entry.kind, entry.content) = (finding.columns[0], .updated, .values(old: old, new: new))
      return AcceptanceCount(added: add([entry], terms))
    } catch { throw LunaDiffError(error) }
  }

  /// - Parameter targets: The records of the new input that it is about; `nil`: any.
  private mutating func add(
    _ choice: AcceptanceChoice, of comparison: Comparison, _ terms: AcceptanceTerms, in targets: Set<Int>? = nil
  ) throws -> AcceptanceCount {
    try checkColumns(choice.columns, of: comparison)
    let columns = Set(named: choice.columns)
    let keys = Set(choice.keys)
    var (count, met) = (AcceptanceCount(), Set<[String]>())
    for place in 0..<comparison.changeCount {
      let entry = comparison.entry(at: place)
      guard choice.kinds.isEmpty || choice.kinds.contains(entry.kind) || entry.isMoved && choice.kinds.contains(.moved)
      else { continue }
      if let targets, !targets.contains(comparison.orders.target[Int(entry.target)]) { continue }
      var differences = try comparison.acceptedDifferences(of: entry, asDigests: terms.asDigests)
      if differences.isEmpty { count.nameless += 1 }
      met.formUnion(differences.compactMap { $0.key?.map(\.description) })
      if !choice.kinds.isEmpty { differences.removeAll { $0.kind.map { !choice.kinds.contains($0) } ?? false } }
      if !columns.isEmpty { differences.removeAll { $0.column.map { !columns.contains($0) } ?? true } }
      if !keys.isEmpty { differences.removeAll { $0.key.map { !keys.contains($0.map(\.description)) } ?? true } }
      count.added += add(differences, terms)
    }
    if keys.isEmpty { count.added += addColumns(choice, columns, of: comparison, terms) }
    count.unmetKeys = choice.keys.filter { !met.contains($0) }.map(ExplanationError.spelling)
    return count
  }

  private func checkColumns(_ names: [String], of comparison: Comparison) throws {
    let known = comparison.target.columns + comparison.columns.deleted
    for name in names where !Set(named: known).contains(name) {
      throw ComparisonError(.unknownColumn(name, role: "\(Setting("column"))", columns: known))
    }
  }

  /// Adds columns and sections that came or went.
  private mutating func addColumns(
    _ choice: AcceptanceChoice, _ columns: Set<ColumnName>, of comparison: Comparison, _ terms: AcceptanceTerms
  ) -> Int {
    let changes = comparison.columnChanges
    var differences: [AcceptedDifference] = []
    for (kind, names) in [(Change.Kind.deleted, changes.deleted), (.inserted, changes.inserted)] {
      for name in names where columns.isEmpty || columns.contains(name) {
        var difference = AcceptedDifference()
        (difference.column, difference.kind) = (name, kind)
        differences.append(difference)
      }
    }
    for kind in [Change.Kind.deleted, .inserted, .moved] where columns.isEmpty {
      for name in comparison.sectionNames(changed: kind) {
        var difference = AcceptedDifference()
        (difference.section, difference.kind) = (name, kind)
        differences.append(difference)
      }
    }
    if !choice.kinds.isEmpty { differences.removeAll { $0.kind.map { !choice.kinds.contains($0) } ?? true } }
    return add(differences, terms)
  }
}

extension Finding {
  fileprivate var isRepeated: Bool { if case .repeated = cause { true } else { false } }

  /// Whether it is about the values of one column in updated records.
  fileprivate var isOfCells: Bool {
    switch cause {
    case .noise, .repeated, .filled, .emptied, .offset, .factor, .retyped: columns.count == 1
    default: false
    }
  }
}
