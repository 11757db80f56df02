import Records

/// What rules call the columns of one side: by the target's names, so that a renamed column of the source has its new
/// one.
package struct RuleNames: Sendable {
  /// For a column's new name the old one; empty for the target.
  private let renames: ColumnMap<String>

  package init(_ plan: ComparisonPlan, _ side: Side) { renames = side == .source ? plan.renames.inverted : [:] }

  /// The name that the table has for one of the rules; a path begins with the column that was renamed.
  package func ownName(of name: String) -> String {
    if let own = renames[name] { return own }
    let owners = renames.filter { NestedRules.rest(of: name, below: $0.key) != nil }
    guard let owner = owners.max(by: { $0.key.utf8.count < $1.key.utf8.count }) else { return name }
    return owner.value + String(decoding: name.utf8.dropFirst(owner.key.utf8.count), as: UTF8.self)
  }

  /// The name that rules have for a column, or a path in one, given by the name that it had before its rename; `nil`
  /// for any other.
  package func newName(of name: String) -> String? {
    for (new, old) in renames where renames[name] == nil {
      if ColumnName(old) == ColumnName(name) { return new }
      if let rest = NestedRules.rest(of: name, below: old) { return "\(new).\(String(decoding: rest, as: UTF8.self))" }
    }
    return nil
  }

  /// The rules' names of a table's columns, in the table's order.
  package func columns(of table: RecordTable) -> [String] {
    guard !renames.isEmpty else { return table.columns }
    let forward = renames.inverted
    return table.columns.map { forward[$0] ?? $0 }
  }
}
