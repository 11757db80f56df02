import Comparing
import LuaRuntime
import Platform
import Records

/// How records become groups.
extension RuleTableReader {
  private static let groupFields = ["by", "filter", "count", "make"] + Grouping.Aggregate.allCases.map(\.rawValue)

  mutating func readGroup(_ value: LuaValue) throws(LuaError) {
    guard case .table(let table) = value, let sides = try sides(table, "group") else {
      rules.group = GroupRule(try grouping(value, "group"))
      return
    }
    var groupings = Sides<Grouping?> { _ in nil }
    for side in Side.allCases {
      if let value = sides[side] { groupings[side] = try grouping(value, "group.\(side.ruleName)") }
    }
    rules.group = GroupRule(groupings)
  }

  private mutating func grouping(_ value: LuaValue, _ name: String) throws(LuaError) -> Grouping {
    let table = try table(value, name, "a table such as { by = \"order\", sum = \"amount\" }")
    let fields = try table.fields(Self.groupFields, called: "field", at: "\(source): \(name): ")
    let values = Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value) })
    guard let by = values["by"] else {
      throw LuaError("\(source): '\(name)' says not by which columns: by = \"order\", or a list of columns")
    }
    let names = try columns(by, "\(name).by")
    guard !names.isEmpty else { throw expected("a column or a list of columns", "\(name).by", by) }
    let columns = try self.columns(of: values, name)
    try check((names + columns.map(\.name)), name)
    let filter = try values["filter"].map { value throws(LuaError) in try self.filter(value, "\(name).filter") }
    return Grouping(by: names, columns: columns, filter: filter)
  }

  /// The columns that groups have beside those that their records have in common.
  private mutating func columns(of values: [String: LuaValue], _ name: String) throws(LuaError) -> [Grouping.Column] {
    var columns: [Grouping.Column] = []
    for aggregate in Grouping.Aggregate.allCases {
      guard let value = values[aggregate.rawValue] else { continue }
      columns += try pairs(value, "\(name).\(aggregate.rawValue)").map { column, origin in
        Grouping.Column(column, .aggregate(aggregate, of: origin))
      }
    }
    switch values["count"] {
    case nil, .boolean(false): break
    case .boolean(true): columns.append(Grouping.Column("count", .count))
    case let value?:
      guard let column = value.text else { throw expected("true, or the column's name", "\(name).count", value) }
      columns.append(Grouping.Column(column, .count))
    }
    guard let value = values["make"] else { return columns }
    let table = try table(value, "\(name).make", "a table of functions of a list of records, by column")
    for (column, value) in try named(table, "\(name).make") {
      guard case .function(let function) = value else {
        throw expected("a function of a list of records", "\(name).make.\(column)", value)
      }
      columns.append(Grouping.Column(column, .script(add(function, "\(name).make.\(column)"))))
    }
    return columns
  }

  /// Columns as they are, or by the names that groups have for them: `"amount"`, `{ "amount", total = "price" }`.
  private func pairs(_ value: LuaValue, _ name: String) throws(LuaError) -> [(name: String, origin: String)] {
    if let text = value.text { return [(text, text)] }
    let table = try table(value, name, "a column, a list of columns, or columns by their new names")
    var pairs: [(name: String, origin: String)] = []
    for (key, value) in try table.sortedPairs() {
      let origin = try text(value, name)
      pairs.append((key.text ?? origin, origin))
    }
    return pairs
  }

  private func check(_ columns: [String], _ name: String) throws(LuaError) {
    guard let column = columns.firstRepeated else {
      guard columns.contains(Grouping.records) else { return }
      throw LuaError("\(source): '\(name)' has a column '\(Grouping.records)', which says which records a group has")
    }
    throw LuaError(
      "\(source): '\(name)' makes two columns '\(column)'; name one of them, as in max = { largest = \"\(column)\" }")
  }
}
