import Platform
import Comparing
import Records

/// The columns that stand beside updated and moved records, so that people see which ones they are; those that rules
/// make of others stand beside records that came or went, too.
struct ContextColumns {
  let columns: [ChangeReader.Column]

  init() { columns = [] }

  /// - Throws: `ComparisonError` for a column that neither side has, and what a function throws that makes one.
  init(_ comparison: Comparison, _ options: ReportOptions) throws {
    var names = options.context
    if let name = names.firstRepeated { throw ComparisonError(.repeatedColumn(name, role: "\(Setting.with)")) }
    let hasGroups = comparison.groups != nil
    if hasGroups { names += [Grouping.records].namesMissing(in: names) }
    if options.showsDerived { names += comparison.derivedNames.namesMissing(in: names) }
    var columns: [ChangeReader.Column] = []
    for name in names {
      let places = Self.places(of: name, in: comparison)
      guard places.source != nil || places.target != nil || hasGroups && name == Grouping.records else {
        throw ComparisonError(.unknownColumn(name, role: "\(Setting.with)", columns: comparison.namedColumns))
      }
      columns.append(ChangeReader.Column(name: name, places: places))
    }
    try comparison.checkDerived(columns.map(\.places))
    self.columns = columns
  }

  private static func places(of name: String, in comparison: Comparison) -> Sides<Int?> {
    let common = comparison.columns.common
    if let made = comparison.resolvedPlan.derived.first(where: { ColumnName($0.name) == ColumnName(name) }) {
      return Sides(source: made.source, target: made.target)
    }
    if let column = common.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
      return Sides(source: column.source, target: column.target)
    }
    let source = comparison.source.columnIndex(of: name)
    // The old name of a column that was renamed is no name any more.
    let isRenamed = common.contains { $0.source == source }
    return Sides(source: isRenamed ? nil : source, target: comparison.target.columnIndex(of: name))
  }
}

extension ReportOptions {
  /// Makes sure that the columns exist which are to stand beside what changed, even where no report is written.
  package func checkContext(of comparison: Comparison) throws { _ = try ContextColumns(comparison, self) }
}

extension ChangeReader {
  /// Calls `body` with the number and value of each context column of an updated or moved record that has one, and that
  /// is not among its differences; of a record that came or went only with what it consists of, where it is a group.
  func forEachContext(_ context: ContextColumns, of entry: ChangeEntry, _ body: (Int, Field) -> Void) {
    guard !context.columns.isEmpty else { return }
    let isPair = entry.source >= 0 && entry.target >= 0
    guard isPair || comparison.groups != nil else { return }
    let differing = isPair ? differingNames(of: entry) : []
    for (number, column) in context.columns.enumerated()
    where !differing.contains(column.name) && (isPair || isGroup(column)) {
      let field = value(of: column, entry)
      if !field.isVoid { body(number, field) }
    }
  }

  /// Calls `body` with the number and value of each context column that rules make of others for a record that came or
  /// went: its own columns are shown anyway.
  func forEachDerived(_ context: ContextColumns, of entry: ChangeEntry, _ body: (Int, Field) -> Void) {
    guard entry.source < 0 || entry.target < 0 else { return }
    let side = side(of: entry)
    for (number, column) in context.columns.enumerated() where isDerived(column, side) {
      let field = value(of: column, entry)
      if !field.isVoid { body(number, field) }
    }
  }

  func isDerived(_ column: Column, _ side: Side) -> Bool { (column.places[side] ?? -1) >= RecordReader.firstDerived }

  /// A context column's value: that of the new record, where there is one and it has the column.
  func value(of column: Column, _ entry: ChangeEntry) -> Field {
    if isGroup(column), let groupReader { return groupReader.words(records(of: entry)) }
    if entry.target >= 0, let place = column.places.target { return field(.target, record(of: entry, .target), place) }
    return field(.source, record(of: entry, .source), column.places.source ?? -1)
  }

  /// Whether a column says of which records a group consists.
  func isGroup(_ column: Column) -> Bool {
    column.places.source == nil && column.places.target == nil && comparison.groups != nil
  }

  private func differingNames(of entry: ChangeEntry) -> Set<ColumnName> {
    var names: Set<ColumnName> = []
    forEachDifference(of: entry) { number, _, _ in names.insert(ColumnName(columns[number].name)) }
    return names
  }
}
