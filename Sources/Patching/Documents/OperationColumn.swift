import Comparing
import Records

/// A member of records as operations see it: with all that rules say of the paths into it.
struct OperationColumn {
  let name: String
  let places: Sides<Int?>
  /// The member's name in pointers; `nil` where a record is a plain value and has no members.
  let token: [UInt8]?
  /// Whether the value changes as a whole: a rule compares it so.
  let isWhole: Bool
  let inside: ValueRules

  func pointer(in record: [UInt8]) -> [UInt8] { token.map(record.pointer(toMember:)) ?? record }
}

struct OperationColumns {
  /// Those that one side alone has, which make no record updated.
  private(set) var oneSided: [OperationColumn] = []
  private var ofCompared: [OperationColumn?] = []

  init(_ comparison: Comparison) {
    let bound = comparison.resolvedPlan
    let tables = comparison.comparedTables
    let rules = InsideRules(bound.given, columns: bound.given.columnNames(of: tables), takesPlainPaths: true)
    func column(_ name: String, _ places: Sides<Int?>) -> OperationColumn? {
      // The name of a member of the document is no part of the record.
      guard !(tables.target.isObjectOfRecords && name == "@key") else { return nil }
      // That texts are read as JSON says nothing of what is inside.
      let reading = bound.given.json.contains(name) ? 1 : 0
      let steps = bound.given.normalizers[name, default: []].count
      let isRuled = bound.given.comparators[name] != nil || steps > reading
      return OperationColumn(
        name: name, places: places,
        token: tables.target.hasPlainValues || tables.target.isObjectOfValues ? nil : Array(name.utf8),
        isWhole: isRuled,
        inside: rules.rules(of: name))
    }
    ofCompared = bound.wholeColumns.map { compared in
      let places = Sides { compared.place(in: $0) }
      let isPath = Side.allCases.contains { side in places[side].map { $0 >= tables[side].columns.count } ?? false }
      return isPath ? nil : column(compared.name, places)
    }
    let alone = comparison.oneSidedColumns
    for side in Side.allCases {
      oneSided += (side == .source ? alone.deleted : alone.inserted).compactMap { name in
        var places = Sides<Int?>(source: nil, target: nil)
        places[side] = tables[side].ownColumnIndex(of: name)
        return column(name, places)
      }
    }
  }

  func column(_ name: String, among differing: ArraySlice<Int32>) -> OperationColumn? {
    differing.lazy.compactMap { ofCompared[Int($0)] }.first { $0.name == name }
  }

  /// The members to look at for some compared columns that differ, each once, and those of one side.
  func columns(_ differing: ArraySlice<Int32>) -> [OperationColumn] {
    var seen: Set<ColumnName> = []
    return (differing.compactMap { ofCompared[Int($0)] } + oneSided).filter {
      seen.insert(ColumnName($0.name)).inserted
    }
  }
}
