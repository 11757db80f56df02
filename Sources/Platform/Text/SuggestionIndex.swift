/// Finds the names that were probably meant among many: what ``Suggestion`` finds, made once and asked often.
package struct SuggestionIndex: Sendable {
  /// In the order of their scalars, then in that in which they were given.
  private let names: [String]
  /// The scalars of the names, in lower case.
  private let scalars: [[Unicode.Scalar]]
  /// How many scalars each name begins with as the one before it does.
  private let shared: [Int]

  /// - Complexity: O(*n* log *n*) for *n* names.
  package init(_ names: some Sequence<String>) {
    let sorted = names.enumerated()
      .map { (place: $0, name: $1, scalars: Array($1.lowercased().unicodeScalars)) }
      .sorted { first, second in
        first.scalars == second.scalars
          ? first.place < second.place : first.scalars.lexicographicallyPrecedes(second.scalars)
      }
    self.names = sorted.map(\.name)
    scalars = sorted.map(\.scalars)
    shared = scalars.indices.map { place in
      place == 0 ? 0 : zip(sorted[place - 1].scalars, sorted[place].scalars).prefix(while: ==).count
    }
  }

  /// The name nearest to another one, if one is near enough to be a slip of the keyboard, or the only one that it is the
  /// beginning of; of equally near ones the first.
  ///
  /// - Complexity: Names whose beginning is too far away are not looked at.
  package func nearest(to name: String) -> String? {
    let wanted = Array(name.lowercased().unicodeScalars)
    for limit in 0...Suggestion.limit(for: wanted) {
      if let place = firstPlace(within: limit, of: wanted) { return names[place] }
    }
    return completed(wanted)
  }

  private func firstPlace(within limit: Int, of wanted: [Unicode.Scalar]) -> Int? {
    var rows = EditRows(to: wanted)
    var place = 0
    while place < scalars.count {
      let name = scalars[place]
      rows.shorten(to: shared[place])
      while rows.count < name.count, rows.canComeNear(limit) { rows.append(name[rows.count]) }
      if rows.count == name.count, rows.distance <= limit { return place }
      let beginning = name.prefix(rows.count)
      place = rows.canComeNear(limit) ? place + 1 : end(of: beginning, from: place)
    }
    return nil
  }

  /// The only name that begins with another one.
  private func completed(_ wanted: [Unicode.Scalar]) -> String? {
    guard wanted.count >= Suggestion.shortestBeginning else { return nil }
    let start = firstPlace(from: 0) { !$0.lexicographicallyPrecedes(wanted) }
    return end(of: wanted[...], from: start) == start + 1 ? names[start] : nil
  }

  /// The place behind the names that begin in a way, of which the one at a place may be the first.
  private func end(of beginning: ArraySlice<Unicode.Scalar>, from place: Int) -> Int {
    firstPlace(from: place) { !$0.starts(with: beginning) }
  }

  /// The first place from which on all names are as wanted.
  private func firstPlace(from start: Int, where isWanted: ([Unicode.Scalar]) -> Bool) -> Int {
    var (low, high) = (start, scalars.count)
    while low < high {
      let middle = (low + high) / 2
      if isWanted(scalars[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
