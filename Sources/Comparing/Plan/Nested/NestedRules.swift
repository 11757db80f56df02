import Records

/// Which paths into nested values have rules of their own, and which columns they are then no part of.
///
/// A column that is compared exactly is compared without them. One with a comparator or a normalizer of its own is
/// seen by it as it stands.
struct NestedRules {
  private let plan: ComparisonPlan
  private let paths: [String]

  /// - Parameter isPath: Whether a name is a path into a nested value, and no column's.
  init(_ plan: ComparisonPlan, isPath: (String) -> Bool) {
    self.plan = plan
    guard case .columns = plan.equality else {
      paths = []
      return
    }
    var names = Set(named: plan.normalizers.names + plan.ignored)
    // Without a key nothing is compared that a comparator could be asked about.
    if case .record = plan.identity {} else { names.formUnion(plan.comparators.names.map(ColumnName.init)) }
    paths = names.sorted().map(\.text).filter(isPath)
  }

  /// Those paths that are compared: below one of the columns, and not ignored.
  ///
  /// - Parameter columns: What is compared beside them; `nil` for everything.
  func compared(below columns: [String]?) -> [String] {
    let ignored = Set(named: plan.ignored)
    let owners = columns.map { Set(named: $0) }
    return paths.filter { path in
      !ignored.contains(path) && owners.map { !$0.isDisjoint(with: Self.owners(of: path)) } ?? true
    }
  }

  /// The plan with those columns cut down to what no path has a rule for.
  func cut(_ columns: [String]) -> ComparisonPlan {
    guard !paths.isEmpty else { return plan }
    var below: [ColumnName: [String]] = [:]
    for path in paths { for owner in Self.owners(of: path) { below[owner, default: []].append(path) } }
    var plan = plan
    for name in columns where plan.comparators[name] == nil && plan.normalizers[name] == nil {
      let rests = (below[ColumnName(name)] ?? []).compactMap { Self.rest(of: $0, below: name) }
      if !rests.isEmpty { plan.normalizers[name] = plan.usualSteps + [.native(WithoutPaths(paths: rests))] }
    }
    return plan
  }

  /// The columns that a path may lead into, the longest name first.
  static func owners(of path: String) -> [ColumnName] {
    let bytes = Array(path.utf8)
    return bytes.indices.dropLast().reversed().filter { bytes[$0] == UInt8(ascii: ".") }.map {
      ColumnName(String(decoding: bytes[..<$0], as: UTF8.self))
    }
  }

  /// What is left of a path behind the name of a column; `nil` where it leads elsewhere.
  static func rest(of path: String, below column: String) -> [UInt8]? {
    let point = UInt8(ascii: ".")
    guard path.utf8.starts(with: column.utf8), path.utf8.count > column.utf8.count + 1,
      path.utf8.dropFirst(column.utf8.count).first == point
    else { return nil }
    return Array(path.utf8.dropFirst(column.utf8.count + 1))
  }
}

/// Leaves out of an object what rules of their own decide about: `address` without `address.city`.
struct WithoutPaths: Normalizer {
  /// The paths from the object on, without its own name.
  let paths: [[UInt8]]

  var summary: String { "without " + paths.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ") }

  func normalize(_ buffer: FieldBuffer) {
    guard let bytes = buffer.field.compactBytes(without: paths) else { return }
    buffer.set(.object, bytes)
  }
}
