import Comparing
import Records

/// Paths into nested values that may be parts of a key: through members alone, to values that are not nested.
package struct KeyPaths {
  /// Records of each side that are looked at.
  private static let records = 200
  /// The most paths.
  private static let limit = 64

  /// The paths that both sides have, by the rules' names, in the order in which they were first seen.
  ///
  /// - Parameter sides: The sides that there are.
  /// - Complexity: O(*b*) for *b* bytes of the first records.
  package static func names(in collections: ComparisonInput, _ sides: [Side]) -> [String] {
    let found = sides.map { names(in: collections, $0) }
    guard let first = found.first else { return [] }
    let common = found.dropFirst().reduce(Set(first)) { $0.intersection($1) }
    return Array(first.filter(common.contains).prefix(limit))
  }

  private static func names(in collections: ComparisonInput, _ side: Side) -> [String] {
    let reader = RecordReader(
      table: collections.tables[side], side: side, plan: collections.plan.rules)
    let (columns, order) = (reader.columns, collections.orders[side])
    var trees: [Int: PathTree] = [:]
    var names: [String] = []
    var known = Set(columns)
    var cursor = collections.tables[side].makeCursor()
    for offset in 0..<min(records, order.count) {
      cursor.forEachField(order[offset]) { column, field in
        guard field.kind == .object else { return }
        let value = JSONTree(nested: field)
        var tree = trees[column] ?? PathTree()
        for (node, place) in tree.places(of: value).enumerated() where place > 0 {
          let path = tree.path(to: place)
          guard path.isPlain, !value.field(of: node).isNested else { continue }
          let name = path.text(below: columns[column])
          if known.insert(name).inserted { names.append(name) }
        }
        trees[column] = tree
      }
    }
    return names.filter { reader.columnIndex(of: $0) != nil }
  }
}
