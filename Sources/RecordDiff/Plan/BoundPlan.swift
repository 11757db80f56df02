import Records

/// A plan whose column names have been found in two tables.
package struct BoundPlan: Sendable {
  /// A column to compare; a side without it has no place.
  package struct Column: Sendable {
    package let name: String
    package let source: Int?
    package let target: Int?
    package let equality: ComparisonPlan.ColumnEquality
    /// What holds inside its values.
    package let inside: ValueRules
    /// Whether nested values are equal if nothing inside differs: no comparator decides about them as they are.
    let comparesInside: Bool

    package func place(in side: Side) -> Int? { side == .source ? source : target }
  }

  package let plan: ComparisonPlan
  /// The plan as it was given: with columns whole that others' paths lead into, and to be bound again with another
  /// identity.
  package let given: ComparisonPlan
  package let columns: ColumnMatch
  /// The columns whose values can make a record updated.
  package let compared: [Column]
  /// The identity's columns where it is made of columns; of the whole record, all that are compared.
  package let key: [Column]
  /// The column that names the section, if one does.
  package let section: Column?

  /// What rules say of values inside nested ones.
  let inside: InsideRules

  /// Which columns are compared of records that have few of many; `nil` where records have most of them.
  let sparse: SparseColumns?

  /// Whether records have few of many columns.
  package var hasSparseRecords: Bool { sparse != nil }

  /// Whether equal bytes of two records mean equal fields: both inputs have one layout, and one name for each column.
  package let hasCommonLayout: Bool

  /// Whether the identity is columns as they stand, with nothing to compute.
  package var hasRawKey: Bool {
    if case .script = plan.identity { return false }
    return !hasRulesInsideKey && key.allSatisfy { plan.steps(for: $0.name).isEmpty }
  }

  /// Whether the identity is the whole record, and rules speak of what is inside its values.
  var hasRulesInsideKey: Bool {
    if case .record = plan.identity { key.contains { !$0.inside.isEmpty } } else { false }
  }

  /// For each compared column the one that its path leads into; any other column as it is.
  package var wholeColumns: [Column] {
    let places = Dictionary(placesOf: columns.common.map(\.name))
    return compared.map { column in
      guard places[ColumnName(column.name)] == nil,
        let place = NestedRules.owners(of: column.name).lazy.compactMap({ places[$0] }).first
      else { return column }
      let owner = columns.common[place]
      return Column(
        name: owner.name, source: owner.source, target: owner.target,
        equality: .native(ExactComparator()), inside: ValueRules(), comparesInside: false)
    }
  }

  /// Finds the plan's columns.
  ///
  /// - Throws: `ComparisonError` for a column that neither side, or for a key one side, lacks.
  package init(_ given: ComparisonPlan, source: RecordTable, target: RecordTable) throws {
    let named = given.withNamesAsKey(of: source, target)
    self.given = named
    let tables = Sides(source: source, target: target)
    let inside = InsideRules(
      named.withTypedKey(columns: target.columns), columns: named.columnNames(of: tables))
    let plan = inside.plan
    self.inside = inside
    hasCommonLayout = plan.renames.isEmpty && source.hasSameLayout(as: target)
    let binder = ColumnBinder(plan: plan, inside: inside, tables: tables)
    columns = binder.match
    try binder.checkNames()
    try binder.checkRenames()
    var keyNames: [String] = []
    if case .columns(let names) = plan.identity { keyNames = names }
    if let name = keyNames.firstRepeated {
      throw ComparisonError(.repeatedColumn(name, role: "the key"))
    }
    let key = try keyNames.map { try binder.keyColumn($0, role: "the key") }
    if case .column(let name) = plan.section {
      section = try binder.keyColumn(name, role: "the section")
    } else {
      section = nil
    }
    let nested = NestedRules(plan, isPath: binder.isPath)
    compared = binder.comparedColumns(without: keyNames, nested)
    self.plan = nested.cut(compared.map(\.name))
    sparse = SparseColumns(compared, self.plan, tables)
    if case .record = plan.identity {
      self.key = compared
      try binder.checkCommonColumns()
    } else {
      self.key = key
    }
  }
}

/// Finds columns by name in both tables.
private struct ColumnBinder {
  let plan: ComparisonPlan
  let inside: InsideRules
  let tables: Sides<RecordTable>
  let match: ColumnMatch
  private let readers: Sides<RecordReader>

  init(plan: ComparisonPlan, inside: InsideRules, tables: Sides<RecordTable>) {
    self.plan = plan
    self.inside = inside
    self.tables = tables
    match = ColumnMatch(
      source: tables.source.columns, target: tables.target.columns, renames: plan.renames)
    readers = Sides { RecordReader(table: tables[$0], side: $0, plan: plan) }
  }

  func column(_ name: String) -> BoundPlan.Column {
    column(
      name, source: readers.source.columnIndex(of: name),
      target: readers.target.columnIndex(of: name))
  }

  private func column(_ name: String, source: Int?, target: Int?) -> BoundPlan.Column {
    BoundPlan.Column(
      name: name, source: source, target: target,
      equality: plan.comparators[name] ?? .native(plan.usualComparator),
      inside: inside.rules(of: name), comparesInside: plan.comparators[name] == nil)
  }

  /// Whether a name leads into nested values on a side, where no column is called so.
  func isPath(_ name: String) -> Bool {
    Side.allCases.contains { side in
      readers[side].columnIndex(of: name).map { $0 >= tables[side].columns.count } ?? false
    }
  }

  func keyColumn(_ name: String, role: String) throws -> BoundPlan.Column {
    let column = column(name)
    for side in Side.allCases where column.place(in: side) == nil && !tables[side].columns.isEmpty {
      throw unknown(name, role: role, in: side)
    }
    return column
  }

  /// Refuses a name that no side knows, wherever the plan says one.
  func checkNames() throws {
    let uses: [(role: String, names: [String])] = [
      ("ignore", plan.ignored), ("only", plan.only ?? []),
      ("equal", plan.comparators.sortedByName.map(\.key)),
      ("normalize", plan.normalizers.sortedByName.map(\.key)),
    ]
    for use in uses {
      for name in use.names {
        guard !isOfSections(name) else { continue }
        let column = column(name)
        if column.target == nil, readers.source.newName(of: name) != nil || column.source == nil,
          !areEmpty
        {
          throw unknown(name, role: use.role)
        }
      }
    }
    for name in plan.lists.sortedByName.map(\.key)
    where inside.listOwner(of: name) == nil && !isOfSections(name) && !areEmpty {
      throw unknown(name, role: "lists")
    }
  }

  /// Refuses a rename of or to a name that is none, or that leaves a column of the source without a name of its own.
  func checkRenames() throws {
    for (old, new) in plan.renames.sortedByName {
      for (name, side) in [(old, Side.source), (new, .target)] {
        guard tables[side].columnIndex(of: name) == nil, !tables[side].columns.isEmpty,
          !isOfSections(name)
        else { continue }
        throw unknown(name, role: "rename", in: side)
      }
    }
    guard !plan.renames.isEmpty else { return }
    var owners: [ColumnName: String] = [:]
    for name in tables.source.columns {
      let new = plan.renames[name] ?? name
      if let owner = owners.updateValue(name, forKey: ColumnName(new)) {
        throw ComparisonError(.ambiguousRename(owner, name, to: new), input: tables.source.name)
      }
    }
  }

  /// Whether a name is that of a column of the sections, which rules may speak of as well.
  private func isOfSections(_ name: String) -> Bool {
    guard case .nested = plan.section else { return false }
    return Side.allCases.contains { tables[$0].sections?.columnIndex(of: name) != nil }
  }

  /// Refuses collections that nothing could tell apart; one without columns and records is no matter.
  func checkCommonColumns() throws {
    guard match.common.isEmpty, !areEmpty,
      Side.allCases.allSatisfy({ !tables[$0].columns.isEmpty || tables[$0].count > 0 })
    else { return }
    throw ComparisonError(
      .noCommonColumns(source: tables.source.columns, target: tables.target.columns))
  }

  /// Whether columns of one side are compared.
  private var isStrict: Bool { plan.switches.contains(.strictColumns) }

  /// The columns to compare: those asked for, less those ignored and those that are the identity.
  func comparedColumns(without key: [String], _ nested: NestedRules) -> [BoundPlan.Column] {
    let left = Set(named: plan.ignored + key.filter { plan.comparators[$0] == nil })
    let common = plan.only == nil ? match.common.filter { !left.contains($0.name) } : []
    let others: [BoundPlan.Column] = namesBesideCommon(nested).filter { !left.contains($0) }
      .map { column($0) }
    return common.map { column($0.name, source: $0.source, target: $0.target) }
      + others.filter {
        $0.source != nil && $0.target != nil
          || isStrict && ($0.source != nil || $0.target != nil)
      }
  }

  /// What is compared behind the columns of both sides, or in their stead: nested paths and one-sided columns that have
  /// a comparator are, because the rules say so.
  private func namesBesideCommon(_ nested: NestedRules) -> [String] {
    let paths = nested.compared(below: plan.only)
    guard !paths.isEmpty || !plan.comparators.isEmpty else {
      return plan.only ?? (isStrict ? match.deleted + match.inserted : [])
    }
    var known = Set(named: plan.only ?? match.common.map(\.name))
    var names = plan.only ?? plan.comparators.sortedByName.map(\.key).filter { !known.contains($0) }
    if plan.only == nil, isStrict { names += match.deleted + match.inserted }
    known.formUnion(names.map(ColumnName.init))
    return names + paths.filter { !known.contains($0) }
  }

  private var areEmpty: Bool { tables.source.columns.isEmpty && tables.target.columns.isEmpty }

  private func unknown(_ name: String, role: String, in side: Side? = nil) -> ComparisonError {
    if role != "rename", let new = readers.source.newName(of: name) {
      return ComparisonError(.renamedColumn(name, to: new, role: role))
    }
    if let owner = inside.longestOwner(of: name),
      let error = PathSuggestion(tables, plan).noPath(
        name, role: role, in: owner.column, isKey: side != nil)
    {
      return error
    }
    var columns =
      side.map { readers[$0].columns } ?? match.common.map(\.name) + match.deleted + match.inserted
    if case .nested = plan.section, side == nil {
      var known = Set(named: columns)
      columns += Side.allCases.flatMap { tables[$0].sections?.columns ?? [] }
        .filter { known.insert(ColumnName($0)).inserted }
    }
    return ComparisonError(
      .unknownColumn(name, role: role, columns: columns), input: side.map { tables[$0].name })
  }
}
