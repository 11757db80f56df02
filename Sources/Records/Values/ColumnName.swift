import Platform

/// A column's name as it is told from others, and put in order: by its bytes.
///
/// Strings compare as Unicode says, which makes two spellings of `é` one.
package struct ColumnName: Sendable, Hashable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (left: Self, right: Self) -> Bool {
    left.text.withBytes { left in right.text.withBytes { left.isSame(as: $0) } }
  }

  package func hash(into hasher: inout Hasher) { text.withBytes { hasher.combine(bytes: $0) } }
}

extension ColumnName: Comparable {
  package static func < (left: Self, right: Self) -> Bool { left.text.utf8.lexicographicallyPrecedes(right.text.utf8) }
}

extension Sequence<String> {
  package func namesMissing(in others: [String]) -> [String] {
    let known = Set(named: others)
    return filter { !known.contains($0) }
  }

  package var firstRepeated: String? {
    var seen: Set<ColumnName> = []
    return first { !seen.insert(ColumnName($0)).inserted }
  }
}

extension [String] {
  package func areSameNames(as others: [String]) -> Bool {
    count == others.count && zip(self, others).allSatisfy { ColumnName($0) == ColumnName($1) }
  }
}

extension Set<ColumnName> {
  package init(named names: some Sequence<String>) { self.init(names.map(ColumnName.init)) }

  package func contains(_ name: String) -> Bool { contains(ColumnName(name)) }
}

extension Dictionary where Key == ColumnName, Value == Int {
  package init(placesOf names: [String]) {
    self.init(zip(names.map(ColumnName.init), names.indices)) { first, _ in first }
  }
}
