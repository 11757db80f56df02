import LuaRuntime
import Comparing
import Records
import Rules

/// `luna.diff` of two tables that are no records: what differs inside.
enum ValueDiff {
  /// What differs, under the rules that the call's third argument is.
  static func changes(
    from old: LuaTable, to new: LuaTable, _ call: borrowing LuaCall
  ) throws(LuaError) -> [PathChange] {
    let table = call.isNil(3) ? nil : try call.table(3)
    var reader = RuleTableReader(source: "luna.diff")
    var rules = RuleSet()
    if let table {
      for (key, _) in try table.sortedPairs() {
        guard let field = key.text.flatMap(RuleField.named), field.part != .values else { continue }
        throw LuaError(
          "luna.diff: '\(field.name)' is a rule of records; of two values there are "
            + RuleField.names(.values).joined(separator: ", "))
      }
      rules = try reader.read(table)
    }
    if case .script = rules.equality { throw columnsOnly("equal") }
    if rules.tolerance != nil { throw columnsOnly("tolerance") }
    let plan = DriverRules.plan(
      rules.inside(ValueComparison.column), reader.functions, call.state)
    let values = Sides(source: try spelled(old), target: try spelled(new))
    return try hosting { try ValueComparison.changes(values, under: plan) }
  }

  private static func columnsOnly(_ field: String) -> LuaError {
    LuaError(
      "luna.diff: '\(field)' of two values is a table by paths: \(field) = { [\"items[].price\"] = … }"
    )
  }

  private static func spelled(_ value: LuaTable) throws(LuaError) -> [UInt8] {
    try JSONEmitter.bytes { json throws(LuaError) in
      try json.value(.table(value), limit: FieldBuffer.longestNested)
    }
  }
}
