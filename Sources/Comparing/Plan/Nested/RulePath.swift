import Platform

/// A path into the values of a column, as a rule names it.
struct RulePath: Sendable {
  let name: String
  /// The field of the rules that it stands in.
  let role: String
  let column: String
  let path: PathPattern
  /// How the elements of the list that it leads to are told apart; `nil` where it need not be a list.
  let list: ListRule?
}

extension InsideRules {
  /// The column that a path which leads nowhere probably begins with, be it mistyped; `nil` for what looks like no
  /// path.
  func column(meantBy name: String, among columns: [String]) -> String? {
    if let owner = longestOwner(of: PathPattern.throughElements(name)) { return owner.column }
    let first = name.prefix { $0 != "." && $0 != "[" }
    guard first.endIndex < name.endIndex else { return nil }
    return Suggestion.nearest(to: String(first), among: columns)
  }

  /// Every path that a rule names, but those that are compared as columns of their own.
  var paths: [RulePath] {
    guard mayNamePaths else { return [] }
    let names: [(role: String, names: [String])] = [
      ("ignore", given.ignored), ("only", given.only ?? []),
      ("equal", given.comparators.sortedByName.map(\.key)),
      ("normalize", given.normalizers.sortedByName.map(\.key)),
    ]
    let paths = names.flatMap { role, names in
      names.compactMap { name in
        owner(of: name).map { RulePath(name: name, role: role, column: $0.column, path: $0.path, list: nil) }
      }
    }
    let lists = given.lists.sortedByName.compactMap { name, list in
      listOwner(of: name).map { RulePath(name: name, role: "lists", column: $0.column, path: $0.path, list: list) }
    }
    return paths + lists
  }
}
