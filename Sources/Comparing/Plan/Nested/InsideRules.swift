import Records

/// What rules say of values inside nested ones, by the column that the path begins in, taken apart from what they say
/// of columns.
///
/// A path of names joined by points, `address.city`, is none of these: it is compared as a column of its own, except
/// inside text that is read as JSON.
package struct InsideRules: Sendable {
  /// The plan with what is left: rules of columns, and of plain paths.
  private(set) var plan: ComparisonPlan
  let given: ComparisonPlan
  private var said: ColumnMap<[(path: PathPattern, rule: ValueRule)]> = [:]
  private let columns: Set<ColumnName>
  private let json: Set<ColumnName>
  private let takesPlainPaths: Bool

  /// - Parameters:
  ///   - columns: The names of both sides' columns, as rules use them; asked for where a name may be a path.
  ///   - takesPlainPaths: Whether paths of names alone count as well, instead of being columns of their own.
  package init(_ given: ComparisonPlan, columns: @autoclosure () -> Set<ColumnName>, takesPlainPaths: Bool = false) {
    plan = given
    self.given = given
    self.columns = given.namesNoPath ? [] : columns()
    json = Set(named: given.json)
    self.takesPlainPaths = takesPlainPaths
    takeOnly()
    for name in given.ignored { take(name, .ignored) }
    for (name, equality) in given.comparators { take(name, .equality(equality)) }
    for (name, steps) in given.normalizers { take(name, .normalizers(steps)) }
    for (name, list) in given.lists { take(name, .list(list)) }
    plan.ignored = given.ignored.filter { owner(of: $0) == nil }
    plan.comparators = given.comparators.filter { owner(of: $0.key) == nil }
    plan.normalizers = given.normalizers.filter { owner(of: $0.key) == nil }
  }

  /// Whether any name may be a path; else no columns were asked for.
  var mayNamePaths: Bool { !columns.isEmpty }

  package func rules(of column: String) -> ValueRules { ValueRules(column: column, said[column] ?? []) }

  /// With `only`, a path narrows its column, unless the column is named itself.
  private mutating func takeOnly() {
    guard let names = plan.only else { return }
    let known = Set(named: names)
    var narrowed: Set<ColumnName> = []
    var only: [String] = []
    for name in names {
      guard let owner = owner(of: name) else {
        only.append(name)
        continue
      }
      guard !known.contains(owner.column) else { continue }
      said[owner.column, default: []].append((owner.path, .only))
      if narrowed.insert(ColumnName(owner.column)).inserted { only.append(owner.column) }
    }
    plan.only = only
  }

  private mutating func take(_ name: String, _ rule: ValueRule) {
    var place = owner(of: name)
    if place == nil, case .list = rule { place = listOwner(of: name) }
    guard let place else { return }
    said[place.column, default: []].append((place.path, rule))
  }

  /// The column that a path leads into, and the rest of it; `nil` for a column, names joined by points, and what is no
  /// path.
  func owner(of name: String) -> (column: String, path: PathPattern)? {
    guard let place = longestOwner(of: name) else { return nil }
    // Names that points alone could not tell apart stand in brackets.
    let rest = name.utf8.dropFirst(place.column.utf8.count)
    let isColumn = place.path.isPlain && !rest.contains(UInt8(ascii: "["))
    guard takesPlainPaths || !isColumn || json.contains(place.column) else { return nil }
    return place
  }

  func listOwner(of name: String) -> (column: String, path: PathPattern)? {
    columns.contains(name) ? (name, PathPattern([])) : longestOwner(of: name)
  }

  /// The column that a path leads into, and the rest of it; `nil` for a column, and what is no path.
  func longestOwner(of name: String) -> (column: String, path: PathPattern)? {
    guard !columns.contains(name) else { return nil }
    let bytes = Array(name.utf8)
    for end in MemberPath.ends(in: bytes) {
      let column = String(decoding: bytes[..<end], as: UTF8.self)
      if columns.contains(column), let path = PathPattern(bytes[end...]) { return (column, path) }
    }
    return nil
  }
}

extension ComparisonPlan {
  fileprivate var namesNoPath: Bool {
    var names = ignored + (ruleSet.only ?? []) + ruleSet.comparators.names + ruleSet.normalizers.names
    names += masked + ruleSet.renames.flatMap { [$0.key, $0.value] }
    if case .columns(let key) = identity { names += key }
    if case .column(let name) = ruleSet.section { names.append(name) }
    return ruleSet.lists.isEmpty && names.allSatisfy { name in !name.utf8.contains { $0 == 0x2E || $0 == 0x5B } }
  }

  package func columnNames(of tables: Sides<RecordTable>) -> Set<ColumnName> {
    Set(
      named: tables.source.columns.map { ruleSet.renames[$0] ?? $0 } + tables.target.columns
        + ruleSet.renames.map(\.value))
  }
}
