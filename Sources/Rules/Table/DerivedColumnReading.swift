import Comparing
import LuaRuntime
import Records

/// Columns that are made of others.
extension RuleTableReader {
  /// The most that rules may make, and the most parts of one: each record is worth a bounded time.
  private static let mostColumns = 50, mostParts = 100

  mutating func readColumns(_ value: LuaValue) throws(LuaError) {
    let table = try table(value, "columns", "a table of what columns are made of, by their names")
    let pairs = try named(table, "columns")
    guard pairs.count <= Self.mostColumns else {
      throw LuaError("\(source): 'columns' makes more than \(Self.mostColumns) columns")
    }
    for (name, value) in pairs { rules.derived[name] = try derived(value, "columns.\(name)", in: table) }
  }

  private mutating func derived(_ value: LuaValue, _ name: String, in table: LuaTable) throws(LuaError) -> DerivedColumn
  {
    guard case .table(let list) = value, let sides = try sides(list, name) else {
      return DerivedColumn(try formula(value, name, in: table))
    }
    var formulas = Sides<DerivedColumn.Formula?> { _ in nil }
    for side in Side.allCases {
      if let value = sides[side] { formulas[side] = try formula(value, "\(name).\(side.ruleName)", in: list) }
    }
    return DerivedColumn(formulas)
  }

  private mutating func formula(_ value: LuaValue, _ name: String, in table: LuaTable) throws(LuaError)
    -> DerivedColumn.Formula
  {
    switch value {
    case .function(let function): return .script(add(function, name))
    case .table(let list): return .parts(try expression(list, name))
    default:
      guard case .column(let column)? = value.text.map(DerivedColumn.Part.init) else {
        throw expected(Self.wanted, name, value)
      }
      return .parts(DerivedColumn.Expression([.column(column)]))
    }
  }

  private static let wanted =
    "a column, a list such as { \"first\", \" \", \"last\", luna.text.lower }, a function of a record, "
    + "or { old = …, new = … }"

  /// Reads parts, and behind them what the whole goes through.
  private mutating func expression(_ list: LuaTable, _ name: String) throws(LuaError) -> DerivedColumn.Expression {
    let items = try list.elements()
    guard try list.sortedPairs().count == items.count, items.count <= Self.mostParts else {
      throw LuaError(
        "\(source): '\(name)' must be a list of at most \(Self.mostParts) columns, texts and normalizers; "
          + "a text with letters is { text = \"…\" }")
    }
    var parts: [DerivedColumn.Part] = []
    var steps: [ComparisonPlan.NormalizerStep] = []
    for item in items {
      guard let part = try part(item, name) else {
        steps += try self.steps(item, name, in: list)
        continue
      }
      guard steps.isEmpty else {
        throw LuaError(
          "\(source): '\(name)' has a part behind a normalizer; what is for one part alone is a list: "
            + "{ \"last\", luna.text.upper }"
        )
      }
      parts.append(part)
    }
    let isText = parts.allSatisfy { if case .text = $0 { true } else { false } }
    guard !isText else { throw LuaError("\(source): '\(name)' names no column") }
    return DerivedColumn.Expression(parts, steps)
  }

  /// Reads a part; `nil` for what is a normalizer.
  private mutating func part(_ item: LuaValue, _ name: String) throws(LuaError) -> DerivedColumn.Part? {
    if let text = item.text { return DerivedColumn.Part(text) }
    guard case .table(let table) = item else { return nil }
    if let text = try table.get(.string("text")).text { return .text(Text(text)) }
    if let column = try table.get(.string("column")).text { return .column(column) }
    return try sides(table, name) == nil ? .expression(try expression(table, name)) : nil
  }

  /// The columns of a key: a name, what `luna.key` makes, which becomes a column of its own, or a list of these; `nil`
  /// for anything else.
  mutating func keyColumns(_ value: LuaValue, _ name: String) throws(LuaError) -> [String]? {
    if let text = value.text { return [text] }
    guard case .table(let table) = value else { return nil }
    if case .table(let key) = try table.get(.string(LunaLibrary.keyField)) { return [try keyColumn(key, name)] }
    let items = try table.elements()
    guard try table.sortedPairs().count == items.count else { return nil }
    var names: [String] = []
    for item in items {
      guard let own = try keyColumns(item, name), own.count == 1 else { return nil }
      names += own
    }
    return names
  }

  /// The name of the column that a key's steps make of another.
  private mutating func keyColumn(_ key: LuaTable, _ name: String) throws(LuaError) -> String {
    let items = try key.elements()
    guard let column = items.last?.text, !column.isEmpty else {
      throw LuaError(
        "\(source): '\(name)': luna.key takes steps and then a column, as in luna.key(luna.text.trim, \"email\")")
    }
    var steps: [ComparisonPlan.NormalizerStep] = []
    for item in items.dropLast() { steps += try self.steps(item, name, in: key) }
    let expression = DerivedColumn.Expression([.column(column)], steps)
    let made = steps.isEmpty ? column : "\(column) (\(expression.words.dropFirst(column.count + 2)))"
    if !steps.isEmpty {
      rules.derived[made] = DerivedColumn(.parts(expression))
      rules.derived[made]?.keyColumn = column
    }
    return made
  }
}
