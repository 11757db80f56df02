import Records

/// Which paths into nested values have rules of their own, and which columns they are then no part of.
///
/// A column that is compared exactly is compared without them. One with a comparator or a normalizer of its own is
/// seen by it as it stands.
struct NestedRules {
  private let plan: ComparisonPlan
  private let names: Sides<RuleNames>
  private let paths: [String]
  /// Those of the paths that have another name in the source.
  private let renamed: Set<ColumnName>

  /// - Parameter isPath: Whether a name is a path into a nested value, and no column's.
  init(_ plan: ComparisonPlan, isPath: (String) -> Bool) {
    self.plan = plan
    names = Sides { RuleNames(plan, $0) }
    renamed = Set(named: plan.renames.map(\.value).filter(isPath))
    guard case .columns = plan.equality else {
      paths = []
      return
    }
    var names = Set(named: plan.normalizers.names + plan.ignored)
    // Without a key nothing is compared that a comparator could be asked about.
    if case .record = plan.identity {} else { names.formUnion(plan.comparators.names.map(ColumnName.init)) }
    paths = names.union(renamed).union(Set(named: plan.opened)).sorted().map(\.text).filter(isPath)
  }

  /// Those paths that are compared: below one of the columns, and not ignored.
  ///
  /// - Parameter columns: What is compared beside them; `nil` for everything.
  func compared(below columns: [String]?) -> [String] {
    let ignored = Set(named: plan.ignored)
    let owners = columns.map { Set(named: $0) }
    return paths.filter { path in
      let isIgnored =
        ignored.contains(path)
        || renamed.contains(path) && !ignored.isDisjoint(with: Self.owners(of: path))
      return !isIgnored && owners.map { !$0.isDisjoint(with: Self.owners(of: path)) } ?? true
    }
  }

  /// The plan with those columns cut down to what no path has a rule for, nor another name.
  func cut(_ columns: [String]) -> ComparisonPlan {
    guard !paths.isEmpty else { return plan }
    let below = Sides { side in
      var below: [ColumnName: [Place]] = [:]
      for path in paths {
        guard let own = names[side].ownName(of: path) else { continue }
        let place = Place(path: own, containers: renamed.contains(path) ? containers(of: path, side) : 0)
        for owner in Self.owners(of: own) { below[owner, default: []].append(place) }
      }
      return below
    }
    var plan = plan
    for name in columns where plan.comparators[name] == nil && plan.normalizers[name] == nil {
      let cuts = Sides { side in
        names[side].ownName(of: name).flatMap { WithoutPaths(below[side][ColumnName($0)] ?? [], below: $0) }
      }
      let steps = Self.steps(cuts)
      if !steps.isEmpty { plan.normalizers[name] = plan.usualSteps + steps }
    }
    return plan
  }

  /// What a path leads to on a side, and how many of the objects around it hold it there alone.
  struct Place {
    let path: String
    let containers: Int
  }

  /// How many of the objects around a renamed place have nothing to do with those around it on the other side.
  private func containers(of path: String, _ side: Side) -> Int {
    guard let old = names.source.ownName(of: path) else { return 0 }
    let olds = Self.owners(of: old).map { ColumnName(names.source.newName(of: $0.text) ?? $0.text) }
    let sides = Sides(source: Set(olds), target: Set(Self.owners(of: path)))
    return sides[side].subtracting(sides[side.other]).count
  }

  /// What leaves out of values what is elsewhere, where the sides have it at the same places or at others.
  private static func steps(_ cuts: Sides<WithoutPaths?>) -> [ComparisonPlan.NormalizerStep] {
    if let cut = cuts.source, cut == cuts.target { return [.native(cut)] }
    return Side.allCases.compactMap { side in cuts[side].map { .native($0, of: side) } }
  }

  /// The columns that a path may lead into, the longest name first.
  static func owners(of path: String) -> [ColumnName] {
    let bytes = Array(path.utf8)
    return MemberPath.ends(in: bytes).map { ColumnName(String(decoding: bytes[..<$0], as: UTF8.self)) }
  }

  /// The part of a path after the name of a column, as ``MemberPath`` reads it; `nil` for another column's path.
  static func rest(of path: String, below column: String) -> [UInt8]? {
    let rest = path.utf8.dropFirst(column.utf8.count)
    guard path.utf8.starts(with: column.utf8), rest.count > 1,
      rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: "[")
    else { return nil }
    return Array(rest)
  }
}

/// Leaves out of an object what rules of their own decide about: `address` without `address.city`.
struct WithoutPaths: Normalizer, Equatable {
  /// A path from the object on, without its own name, and how many of the objects around it go with it where they hold
  /// nothing else.
  private struct Rest: Equatable {
    let path: [UInt8]
    let containers: Int
  }

  private let rests: [Rest]
  private let paths: MemberTree
  private let moved: [(path: [UInt8], containers: Int)]

  /// - Returns: `nil` where nothing is below the column.
  init?(_ places: [NestedRules.Place], below column: String) {
    rests = places.compactMap { place in
      NestedRules.rest(of: place.path, below: column).map { Rest(path: $0, containers: place.containers) }
    }
    guard !rests.isEmpty else { return nil }
    paths = rests.reduce(into: MemberTree()) { $0.insert($1.path) }
    moved = rests.filter { $0.containers > 0 }.map { ($0.path, $0.containers) }
  }

  static func == (one: Self, other: Self) -> Bool { one.rests == other.rests }

  var summary: String {
    "without "
      + rests.map { String(decoding: $0.path.drop { $0 == UInt8(ascii: ".") }, as: UTF8.self) }.joined(separator: ", ")
  }

  func normalize(_ buffer: FieldBuffer) {
    guard let bytes = buffer.field.compactBytes(without: paths, moved: moved) else { return }
    buffer.set(.object, bytes)
  }
}
