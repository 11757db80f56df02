import Platform
import Records

/// Looks for the entries that are about a change.
final class AcceptanceSearch {
  private let comparison: Comparison
  private let reader: ChangeReader
  private let entries: [(difference: AcceptedDifference, isExpired: Bool)]
  private(set) var isUsed: [Bool]
  private var ofKey: [[UInt8]: [Int]] = [:]
  /// Those about a column in any record.
  private var ofColumn: [ColumnName: [Int]] = [:]

  init(_ comparison: Comparison, _ entries: [(difference: AcceptedDifference, isExpired: Bool)]) throws {
    self.comparison = comparison
    self.entries = entries
    reader = ChangeReader(comparison)
    isUsed = entries.map { _ in false }
    try reader.worker.prepare()
    for (number, (entry, _)) in entries.enumerated() {
      if let key = entry.key {
        ofKey[Self.spelling(of: key), default: []].append(number)
      } else if let column = entry.column, entry.kind == nil || entry.kind == .updated {
        ofColumn[ColumnName(column), default: []].append(number)
      }
    }
  }

  /// A part that is absent is written as null, so it is found as one.
  private static func spelling(of key: [Value]) -> [UInt8] {
    key.flatMap { part in
      let text = Mask.spelling(of: part == .absent ? .null : part)
      return Array("\(text.count):".utf8) + text
    }
  }

  // MARK: What is accepted

  func accepted(_ entry: ChangeEntry) throws -> AcceptedParts {
    let own = try entriesOfKey(of: entry)
    var found = AcceptedParts()
    if entry.isMoved { found.place = uses(own.filter { isMove($0, entry) }) }
    switch entry.kind {
    case .moved: break
    case .deleted, .inserted:
      let side = reader.side(of: entry)
      lazy var content = ContentParts(record: record(side, entry))
      found.content = uses(
        own.filter { number in
          let accepted = entries[number].difference
          return accepted.column == nil && fits(accepted, entry.kind) && accepted.fits(content)
        })
    case .updated:
      (found.content, found.columns, found.isPart) = try acceptedCells(of: entry, own)
    }
    found.isPart = found.isPart || found.content || found.place
    return found
  }

  private func entriesOfKey(of entry: ChangeEntry) throws -> [Int] {
    guard !ofKey.isEmpty, let numbers = ofKey[Self.spelling(of: try comparison.keyValues(of: entry))] else { return [] }
    let section = comparison.sectionNames(of: entry).section
    return numbers.filter { entries[$0].difference.section.map { $0 == section } ?? true }
  }

  private func fits(_ accepted: AcceptedDifference, _ kind: Change.Kind) -> Bool {
    accepted.kind.map { $0 == kind } ?? true
  }

  private func isMove(_ number: Int, _ entry: ChangeEntry) -> Bool {
    let accepted = entries[number].difference
    guard accepted.column == nil, fits(accepted, .moved), accepted.content == .any else { return false }
    return accepted.kind == nil || accepted.section == nil
      || accepted.fromSection == comparison.sectionNames(of: entry).from
  }

  /// Marks entries as such that fit something; whether one of them holds.
  private func uses(_ numbers: [Int]) -> Bool {
    for number in numbers { isUsed[number] = true }
    return numbers.contains { !entries[$0].isExpired }
  }

  /// Whether all cells that differ are accepted, which of them are, and whether anything is.
  private func acceptedCells(of entry: ChangeEntry, _ own: [Int]) throws -> (Bool, Set<Int32>, Bool) {
    let whole = uses(
      own.filter { number in
        let accepted = entries[number].difference
        return accepted.column == nil && fits(accepted, .updated) && accepted.content == .any
      })
    let differing = reader.differingColumns(of: entry)
    var (columns, isPart) = (Set<Int32>(), whole)
    for number in differing {
      let name = ColumnName(comparison.comparedColumns[Int(number)].name)
      let candidates =
        own.filter { number in
          let accepted = entries[number].difference
          return accepted.column.map(ColumnName.init) == name && fits(accepted, .updated)
        } + (ofColumn[name] ?? [])
      guard !candidates.isEmpty else { continue }
      let accepted = try acceptsCell(of: entry, Int(number), candidates)
      if accepted.all { columns.insert(number) }
      isPart = isPart || accepted.any
    }
    return (whole || columns.count == differing.count && !columns.isEmpty, columns, isPart)
  }

  /// Whether all that differs in a cell is accepted, and whether anything is.
  private func acceptsCell(of entry: ChangeEntry, _ column: Int, _ candidates: [Int]) throws -> (all: Bool, any: Bool) {
    let values = values(of: entry, column)
    let content = ContentParts(old: values.source, new: values.target)
    let isWhole = uses(
      candidates.filter { entries[$0].difference.path == nil && entries[$0].difference.fits(content) })
    let inside = candidates.filter { entries[$0].difference.path != nil }
    guard !inside.isEmpty, let changes = try pathChanges(of: entry, column) else {
      return (isWhole, isWhole)
    }
    var (areAll, isAny) = (!changes.isEmpty, false)
    for change in changes {
      let content = ContentParts(old: change.old ?? .absent, new: change.new ?? .absent)
      let isAccepted = uses(
        inside.filter { number in
          let accepted = entries[number].difference
          let hasContent = change.kind != .moved || accepted.content == .any
          return hasContent && accepted.fits(pointer: change.path) && accepted.fits(content)
        })
      areAll = areAll && isAccepted
      isAny = isAny || isAccepted
    }
    return (isWhole || areAll, isWhole || isAny)
  }

  /// Sections may be accepted that came, went or moved; what differs in a section's own content is not looked at.
  func acceptsSection(_ section: SectionPlace, _ kind: Change.Kind) -> Bool {
    let name = comparison.name(of: section)
    return uses(
      entries.indices.filter { number in
        let accepted = entries[number].difference
        return accepted.key == nil && accepted.column == nil && accepted.kind == kind && accepted.section == name
      })
  }

  func acceptsColumn(_ name: String, _ kind: Change.Kind) -> Bool {
    uses(
      entries.indices.filter { number in
        let accepted = entries[number].difference
        return accepted.key == nil && accepted.kind == kind && accepted.column.map(ColumnName.init) == ColumnName(name)
      })
  }

  // MARK: Values as they stand, those of masked columns too

  private func value(_ side: Side, _ entry: ChangeEntry, _ place: Int?) -> Value {
    let record = reader.record(of: entry, side)
    guard record >= 0, let place else { return .absent }
    return reader.worker.readers[side].rawField(record, place).value
  }

  private func values(of entry: ChangeEntry, _ column: Int) -> Sides<Value> {
    let column = comparison.comparedColumns[column]
    return Sides { value($0, entry, column.place(in: $0)) }
  }

  /// The values of a record that rules look at, by column, but for those that are made of others.
  private func record(_ side: Side, _ entry: ChangeEntry) -> [String: Value] {
    recordPlaces(side).reduce(into: [:]) { record, column in
      let value = value(side, entry, column.place)
      if value != .absent { record[column.name] = value }
    }
  }

  private func recordPlaces(_ side: Side) -> [(name: String, place: Int)] {
    let alone = side == .source ? comparison.columnChanges.deleted : comparison.columnChanges.inserted
    let table = comparison.comparedTables[side]
    return comparison.comparedColumns.compactMap { column in
      column.place(in: side).flatMap { $0 < RecordReader.firstDerived ? (column.name, $0) : nil }
    } + alone.compactMap { name in table.columnIndex(of: name).map { (name, $0) } }
  }

  /// What differs inside two values of a column that is not masked.
  private func pathChanges(of entry: ChangeEntry, _ column: Int) throws -> [PathChange]? {
    guard !comparison.comparedColumns[column].isMasked else { return nil }
    return try reader.nestedChanges(of: entry, column: column)?.map(PathChange.init)
  }

  // MARK: The other way round

  /// Values that are longer in JSON are told by a digest.
  private static let longest = 120
  private static let mostPaths = 20

  func differences(of entry: ChangeEntry, asDigests: Bool) throws -> [AcceptedDifference] {
    var base = AcceptedDifference()
    base.key = try comparison.keyValues(of: entry)
    let sections = comparison.sectionNames(of: entry)
    base.section = sections.section
    base.kind = entry.kind
    var all: [AcceptedDifference] = []
    switch entry.kind {
    case .moved: break
    case .deleted, .inserted:
      let side = reader.side(of: entry)
      let isMasked = recordPlaces(side).contains { comparison.maskedColumns(side).contains($0.place) }
      base.content = .digest(ContentParts(record: record(side, entry)).digest(isKeyed: isMasked))
      all.append(base)
    case .updated:
      for number in reader.differingColumns(of: entry) {
        all += try cellDifferences(of: entry, Int(number), base, asDigests: asDigests)
      }
    }
    guard entry.isMoved else { return all }
    (base.kind, base.fromSection, base.content) = (.moved, sections.from, .any)
    return all + [base]
  }

  private func cellDifferences(
    of entry: ChangeEntry, _ number: Int, _ base: AcceptedDifference, asDigests: Bool
  ) throws -> [AcceptedDifference] {
    let column = comparison.comparedColumns[number]
    var difference = base
    difference.column = column.name
    if let changes = try pathChanges(of: entry, number), (1...Self.mostPaths).contains(changes.count),
      !changes.contains(where: { $0.kind == .moved })
    {
      return changes.map { change in
        difference.path = change.path
        difference.content = content(
          Sides(source: change.old ?? .absent, target: change.new ?? .absent), column, asDigests: asDigests)
        return difference
      }
    }
    difference.content = content(values(of: entry, number), column, asDigests: asDigests)
    return [difference]
  }

  private func content(_ values: Sides<Value>, _ column: ResolvedPlan.Column, asDigests: Bool)
    -> AcceptedDifference.Content
  {
    let isLong = Side.allCases.contains { Mask.spelling(of: values[$0]).count > Self.longest }
    guard asDigests || isLong || column.isMasked else { return .values(old: values.source, new: values.target) }
    return .digest(ContentParts(old: values.source, new: values.target).digest(isKeyed: column.isMasked))
  }
}
