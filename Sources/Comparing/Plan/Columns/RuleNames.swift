import Records

/// What rules call the columns of one side: by the target's names, so that a renamed column of the source has its new
/// one, and so has a value inside of one that has another place now.
package struct RuleNames: Sendable {
  /// For a column's new name the old one; empty for the target.
  private let renames: ColumnMap<String>
  /// The places inside of values that have another name now, as the table has them.
  private let oldPlaces: [String]

  package init(_ plan: ComparisonPlan, _ side: Side) {
    renames = side == .source ? plan.renames.inverted : [:]
    oldPlaces = renames.map(\.value).filter { $0.utf8.contains(UInt8(ascii: ".")) }
  }

  /// The name that the table has for one of the rules; a path begins with the column, or the place, that was renamed.
  ///
  /// - Returns: `nil` for a path to what has another name now.
  package func ownName(of name: String) -> String? {
    if let own = renames[name] { return own }
    let (own, owner) = ownPath(of: name)
    return oldPlaces.contains { $0.utf8.count > owner && Self.isWithin(own, $0) } ? nil : own
  }

  /// A path with the old name of what it begins with, and how long that is; 0 where nothing of it was renamed.
  private func ownPath(of name: String) -> (path: String, owner: Int) {
    let owners = renames.filter { NestedRules.rest(of: name, below: $0.key) != nil }
    guard let owner = owners.max(by: { $0.key.utf8.count < $1.key.utf8.count }) else { return (name, 0) }
    let rest = String(decoding: name.utf8.dropFirst(owner.key.utf8.count), as: UTF8.self)
    return (owner.value + rest, owner.value.utf8.count)
  }

  private static func isWithin(_ path: String, _ place: String) -> Bool {
    ColumnName(path) == ColumnName(place) || NestedRules.rest(of: path, below: place) != nil
  }

  /// The name that rules have for a column, or a path in one, given by the name that it had before its rename; `nil`
  /// for any other.
  package func newName(of name: String) -> String? {
    guard renames[name] == nil else { return nil }
    let own = ownPath(of: name).path
    let found = renames.filter { Self.isWithin(own, $0.value) }
    guard let owner = found.max(by: { $0.value.utf8.count < $1.value.utf8.count }) else { return nil }
    let new = owner.key + String(decoding: own.utf8.dropFirst(owner.value.utf8.count), as: UTF8.self)
    return ColumnName(new) == ColumnName(name) ? nil : new
  }

  /// The rules' names of a table's columns, in the table's order.
  package func columns(of table: RecordTable) -> [String] {
    guard !renames.isEmpty else { return table.columns }
    let forward = renames.inverted
    return table.columns.map { forward[$0] ?? $0 }
  }
}
