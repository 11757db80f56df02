import Records

/// Finds the columns that rules name in two tables, and says which ones are compared.
struct ColumnBinder {
  let plan: ComparisonPlan
  let inside: InsideRules
  let tables: Sides<RecordTable>
  let match: ColumnMatch
  private let readers: Sides<RecordReader>

  init(plan: ComparisonPlan, inside: InsideRules, tables: Sides<RecordTable>) {
    self.plan = plan
    self.inside = inside
    self.tables = tables
    match = ColumnMatch(source: tables.source.columns, target: tables.target.columns, renames: plan.renames)
      .accounting(for: plan, tables)
    readers = Sides { RecordReader(table: tables[$0], side: $0, plan: plan) }
  }

  func column(_ name: String) -> ResolvedPlan.Column {
    column(name, source: readers.source.columnIndex(of: name), target: readers.target.columnIndex(of: name))
  }

  private func column(_ name: String, source: Int?, target: Int?) -> ResolvedPlan.Column {
    var inside = inside.rules(of: name)
    inside.tolerance = plan.tolerance
    return ResolvedPlan.Column(
      name: name, source: source, target: target, equality: plan.comparators[name] ?? plan.equalityOfOthers,
      inside: inside, comparesInside: plan.comparators[name]?.comparesNumbers ?? true, isMasked: plan.isMasked(name))
  }

  /// Whether a name leads into nested values on a side, where no column is called so.
  func isPath(_ name: String) -> Bool {
    !plan.isDerived(name)
      && Side.allCases.contains { side in
        readers[side].columnIndex(of: name).map { $0 >= tables[side].columns.count } ?? false
      }
  }

  /// Whether a mask leads into a nested value or into text that is read as JSON, of which nothing would be hidden.
  private func isMaskedPath(_ name: String) -> Bool {
    let place = column(name)
    let isColumn = place.source != nil || place.target != nil
    return isPath(name) || !isColumn && inside.longestOwner(of: PathPattern.throughElements(name)) != nil
  }

  func keyColumn(_ name: String, role: String) throws -> ResolvedPlan.Column {
    let column = column(name)
    for side in Side.allCases where column.place(in: side) == nil && !tables[side].columns.isEmpty {
      throw unknown(name, role: role, in: side)
    }
    return column
  }

  /// Refuses a name that no side knows, wherever the plan says one.
  func checkNames() throws {
    if let path = plan.masked.first(where: isMaskedPath) { throw ComparisonError(.maskedPath(path)) }
    let uses: [(role: String, names: [String])] = [
      ("ignore", plan.ignored), ("only", plan.only ?? []),
      ("equal", plan.comparators.sortedByName.map(\.key)),
      ("normalize", plan.normalizers.sortedByName.map(\.key)), ("mask", plan.masked),
      ("filter", plan.filter?.columns.filter { !$0.isOptional } ?? []),
    ]
    for use in uses {
      for name in use.names {
        guard use.role == "filter" || !isOfSections(name) else { continue }
        let column = column(name)
        if column.target == nil, readers.source.newName(of: name) != nil || column.source == nil, !areEmpty {
          throw unknown(name, role: use.role)
        }
      }
    }
    for name in plan.lists.sortedByName.map(\.key)
    where inside.listOwner(of: name) == nil && !isOfSections(name) && !areEmpty { throw noList(name) }
  }

  /// Refuses columns that are made of others and have a name that is taken, or are made of what there is not, or of
  /// themselves.
  func checkDerived() throws {
    for (name, column) in plan.derived.sortedByName {
      for side in Side.allCases where !tables[side].columns.isEmpty {
        let isOwn = RuleNames(plan, side).ownName(of: name).flatMap(tables[side].ownColumnIndex) != nil
        guard let formula = column.formulas[side] else {
          if !isOwn {
            throw ComparisonError(.derivedAlone(name, columns: tables[side].columns), input: tables[side].name)
          }
          continue
        }
        if isOwn { throw ComparisonError(.derivedClash(name), input: tables[side].name) }
        for part in formula.columns where readers[side].columnIndex(of: part) == nil {
          throw unknown(part, role: "columns.\(name)", in: side)
        }
        try checkOrder(of: name, in: side)
      }
    }
  }

  /// Refuses a column that is made of itself.
  private func checkOrder(of name: String, in side: Side) throws {
    var left = plan.derived[name]?.formulas[side]?.columns ?? []
    var seen: Set<ColumnName> = []
    while let next = left.popLast() {
      guard ColumnName(next) != ColumnName(name) else { throw ComparisonError(.derivedCycle(name)) }
      if seen.insert(ColumnName(next)).inserted { left += plan.derived[next]?.formulas[side]?.columns ?? [] }
    }
  }

  /// Whether a name is that of a column of the sections, which rules may speak of as well.
  func isOfSections(_ name: String) -> Bool {
    guard case .nested = plan.section else { return false }
    return Side.allCases.contains { tables[$0].sections?.columnIndex(of: name) != nil }
  }

  /// Refuses collections that nothing could tell apart; one without columns and records is no matter.
  func checkCommonColumns() throws {
    guard match.common.isEmpty, !areEmpty,
      Side.allCases.allSatisfy({ !tables[$0].columns.isEmpty || tables[$0].count > 0 })
    else { return }
    throw ComparisonError(.noCommonColumns(source: tables.source.columns, target: tables.target.columns))
  }

  private var isStrict: Bool { plan.ruleSet.isOn(.strictColumns) }

  /// The columns to compare: those asked for, less those ignored and those that are the identity.
  func comparedColumns(without key: [String], _ nested: NestedRules) -> [ResolvedPlan.Column] {
    let left = Set(named: plan.ignored + key.filter { plan.comparators[$0] == nil })
    let common = plan.only == nil ? match.common.filter { !left.contains($0.name) } : []
    let beside = namesBesideCommon(nested)
    let made = plan.only == nil ? plan.derived.sortedByName.filter { $0.value.isOfOneSide }.map(\.key) : []
    let others = (beside + made.namesMissing(in: beside)).filter { !left.contains($0) }.map { column($0) }
    return common.map { column($0.name, source: $0.source, target: $0.target) }
      + others.filter { $0.source != nil && $0.target != nil || isStrict && ($0.source != nil || $0.target != nil) }
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

  private func noList(_ name: String) -> ComparisonError {
    guard let column = inside.column(meantBy: name, among: knownColumns(nil)) else {
      return unknown(name, role: "lists")
    }
    return PathSuggestion(tables, plan).noList(name, in: column)
  }

  private func unknown(_ name: String, role: String, in side: Side? = nil) -> ComparisonError {
    if let new = readers.source.newName(of: name) {
      return ComparisonError(.renamedColumn(name, to: new, role: role))
    }
    let columns = knownColumns(side)
    if let column = inside.column(meantBy: name, among: columns),
      let error = PathSuggestion(tables, plan).noPath(name, role: role, in: column, side: side)
    {
      return error
    }
    var error = ComparisonError(.unknownColumn(name, role: role, columns: columns), input: side.map { tables[$0].name })
    error.linesAbove = side.flatMap { tables[$0].linesAbove(cell: name) }
    return error
  }

  /// The columns that a name may be one of; of one side for a key, of both and of the sections for other rules.
  private func knownColumns(_ side: Side?) -> [String] {
    if let side { return readers[side].columns + plan.derived.sortedByName.map(\.key) }
    var columns = match.common.map(\.name) + match.deleted + match.inserted + plan.derived.sortedByName.map(\.key)
    if case .nested = plan.section {
      var known = Set(named: columns)
      columns += Side.allCases.flatMap { tables[$0].sections?.columns ?? [] }.filter {
        known.insert(ColumnName($0)).inserted
      }
    }
    return columns
  }
}
