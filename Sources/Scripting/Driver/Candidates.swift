import LuaRuntime
import Comparing
import Analysis
import Rules

/// The keys that `luna.probe` is to try: by name, a column, a list of columns or a function each.
struct Candidates {
  let list: [KeyCandidate]
  let plan: ComparisonPlan

  init(_ table: LuaTable, _ state: LuaState) throws(LuaError) {
    var functions = RuleFunctions()
    var list: [KeyCandidate] = []
    for (key, value) in try table.sortedPairs() {
      let columns = try Self.columns(value)
      let name = key.text ?? columns?.joined(separator: " + ") ?? "key \(list.count + 1)"
      if let columns {
        list.append(KeyCandidate(name: name, identity: .columns(columns)))
      } else if case .function(let function) = value {
        list.append(KeyCandidate(name: name, identity: .script(functions.add(function, name: name))))
      } else {
        throw LuaError(
          "luna.probe: the key '\(name)' must be a column, a list of columns or a function, got " + value.typeName)
      }
    }
    self.list = list
    plan = DriverRules.plan(RuleSet(), functions, state)
  }

  private static func columns(_ value: LuaValue) throws(LuaError) -> [String]? {
    if let column = value.text { return [column] }
    guard case .table(let table) = value else { return nil }
    let names = try table.elements().compactMap(\.text)
    return names.isEmpty ? nil : names
  }
}

extension LuaValue {
  /// What a probe found of one key.
  init(key report: KeyReport) {
    self = .fields([
      ("name", .string(report.name)),
      ("columns", report.columns.map { .list($0.map { .string($0) }) } ?? .nil),
      ("unique", .boolean(report.isUnique)),
      ("duplicates", .integer(report.duplicates)),
      ("empty", .integer(report.unfilled)),
      ("match_rate", report.match.map { .float($0.rate) } ?? .nil),
      ("deleted", Self.count(report.match?.summary.deleted)),
      ("inserted", Self.count(report.match?.summary.inserted)),
      ("updated", Self.count(report.match?.summary.updated)),
    ])
  }

  private static func count(_ count: Int?) -> LuaValue { count.map { .integer($0) } ?? .nil }
}
