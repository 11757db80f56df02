/// Finds the names that were probably meant among many: what ``Suggestion`` finds, made once and asked often.
package struct SuggestionIndex: Sendable {
  /// In the order of their scalars, then in that in which they were given.
  private let names: [String]
  private let scalars: [[Unicode.Scalar]]
  /// How many scalars each name begins with as the one before it does.
  private let shared: [Int]

  /// - Complexity: O(*n* log *n*) for *n* names.
  package init(_ names: some Sequence<String>) {
    let sorted = names.enumerated().map { (index: $0, name: $1, scalars: Array($1.lowercased().unicodeScalars)) }.sorted
    { first, second in
      first.scalars == second.scalars
        ? first.index < second.index : first.scalars.lexicographicallyPrecedes(second.scalars)
    }
    self.names = sorted.map(\.name)
    scalars = sorted.map(\.scalars)
    shared = scalars.indices.map { index in
      index == 0 ? 0 : zip(sorted[index - 1].scalars, sorted[index].scalars).prefix(while: ==).count
    }
  }

  /// The name nearest to another one, if one is near enough to be a slip of the keyboard, or the only one that it is
  /// the beginning of; of equally near ones the first.
  ///
  /// - Complexity: Names whose beginning is too far away are not looked at.
  package func nearest(to name: String) -> String? {
    var work = Int.max
    return nearest(to: name, &work)
  }

  /// - Parameters:
  ///   - most: How many characters may be others at the most.
  ///   - work: How many pairs of characters may be looked at, less those that were; `nil` may mean that it was used up.
  package func nearest(to name: String, within most: Int = .max, _ work: inout Int) -> String? {
    let wanted = Array(name.lowercased().unicodeScalars)
    for limit in 0...min(most, Suggestion.limit(for: wanted)) {
      if let index = firstIndex(within: limit, of: wanted, &work) { return names[index] }
    }
    return work > 0 ? completed(wanted) : nil
  }

  private func firstIndex(within limit: Int, of wanted: [Unicode.Scalar], _ work: inout Int) -> Int? {
    var rows = EditRows(to: wanted)
    var index = 0
    while index < scalars.count, work > 0 {
      let name = scalars[index]
      rows.shorten(to: shared[index])
      work -= 1
      while rows.count < name.count, rows.canComeNear(limit) {
        rows.append(name[rows.count])
        work -= wanted.count
      }
      if rows.count == name.count, rows.distance <= limit { return index }
      let beginning = name.prefix(rows.count)
      index = rows.canComeNear(limit) ? index + 1 : end(of: beginning, from: index)
    }
    return nil
  }

  private func completed(_ wanted: [Unicode.Scalar]) -> String? {
    guard wanted.count >= Suggestion.shortestBeginning else { return nil }
    let start = scalars.partitioningIndex { !$0.lexicographicallyPrecedes(wanted) }
    return end(of: wanted[...], from: start) == start + 1 ? names[start] : nil
  }

  /// The index behind the names that begin in a way, of which the one at an index may be the first.
  private func end(of beginning: ArraySlice<Unicode.Scalar>, from index: Int) -> Int {
    scalars[index...].partitioningIndex { !$0.starts(with: beginning) }
  }
}
