import Records

/// Whether columns, and places inside of their values, can be renamed as rules say.
struct RenameCheck {
  let plan: ComparisonPlan
  let tables: Sides<RecordTable>
  /// Whether a name is that of a column of the sections, which rules may speak of as well.
  let isOfSections: (String) -> Bool

  /// Refuses a rename of or to a name that is none, or that leaves a value of the source without a name of its own.
  ///
  /// A name is that of a column, or the path to a value inside of one, as the side itself has it.
  func run() throws {
    for (old, new) in plan.renames.sortedByName {
      for (name, side) in [(old, Side.source), (new, .target)] {
        guard !tables[side].columns.isEmpty, !isOfSections(name) else { continue }
        guard let place = tables[side].columnIndex(of: name) else { throw unknownRename(name, in: side) }
        if place >= tables[side].columns.count { try checkOwner(of: name, in: side) }
      }
    }
    guard !plan.renames.isEmpty else { return }
    var owners: [ColumnName: String] = [:]
    let places = plan.renames.sortedByName.map(\.key).namesMissing(in: tables.source.columns)
    for name in tables.source.columns + places {
      let new = plan.renames[name] ?? name
      if let owner = owners.updateValue(name, forKey: ColumnName(new)) {
        throw ComparisonError(.ambiguousRename(owner, name, to: new), input: tables.source.name)
      }
    }
  }

  /// Refuses to take a value out of one that rules see as a whole.
  private func checkOwner(of path: String, in side: Side) throws {
    let names = Set(named: tables[side].columns)
    guard let owner = NestedRules.owners(of: path).first(where: names.contains) else { return }
    let column = side == .source ? plan.renames[owner.text] ?? owner.text : owner.text
    guard plan.comparators[column] != nil || plan.normalizers[column] != nil else { return }
    throw ComparisonError(.renameInWhole(path, column: column))
  }

  /// The error for a name that is neither a column of a side nor leads into one, by the names that the side has.
  private func unknownRename(_ name: String, in side: Side) -> ComparisonError {
    let (table, here) = (tables[side], Sides(source: tables[side], target: tables[side]))
    let plain = ComparisonPlan()
    let inside = InsideRules(plan, columns: Set(named: table.columns))
    if let column = inside.column(meantBy: name, among: table.columns),
      let error = PathSuggestion(here, plain).noRename(name, in: column)
    {
      return error
    }
    return ComparisonError(.unknownColumn(name, role: "rename", columns: table.columns), input: table.name)
  }
}

extension ComparisonPlan {
  /// The columns of each side that are a place inside of a value of the other one, by their own names.
  func columnsMoved(in tables: Sides<RecordTable>) -> Sides<Set<ColumnName>> {
    var moved = Sides<Set<ColumnName>> { _ in [] }
    for (old, new) in ruleSet.renames {
      let names = Sides(source: old, target: new)
      for side in Side.allCases where tables[side].ownColumnIndex(of: names[side]) != nil {
        let other = tables[side.other]
        guard other.ownColumnIndex(of: names[side.other]) == nil, other.columnIndex(of: names[side.other]) != nil
        else { continue }
        moved[side].insert(ColumnName(names[side]))
      }
    }
    return moved
  }
}
