import Records

extension ComparisonInput {
  /// Records of each side that are looked at for paths, and the most paths.
  private static let looked = (records: 200, paths: 64)

  /// What may be a part of a key that is searched for, by the rules' names: columns, then paths through members alone
  /// to values that are not nested, in the order in which they were first seen; none that the rules leave out.
  ///
  /// - Parameter sides: The sides that there are, which have all of them.
  /// - Complexity: O(*b*) for *b* bytes of the first records.
  package func keyParts(_ sides: [Side]) -> [String] {
    let columns = sides.count == 1 ? plan.columns.deleted : plan.columns.common.map(\.name)
    let found = sides.map { keyPaths($0) }
    let others = found.dropFirst().map { Set($0.map(\.name)) }
    let paths = (found.first ?? []).filter { path in others.allSatisfy { $0.contains(path.name) } }
    guard plan.given.only != nil || !plan.given.ignored.isEmpty else {
      return columns + paths.prefix(Self.looked.paths).map(\.name)
    }
    let parts = columns.map { RuledPart(name: $0, column: $0) } + paths.prefix(Self.looked.paths)
    let ignored = ruledParts(plan.given.ignored)
    let only = plan.given.only.map(ruledParts)
    return parts.filter { part in !ignored.contains { $0.covers(part) } && only?.contains { $0.covers(part) } ?? true }
      .map(\.name)
  }

  private func ruledParts(_ names: [String]) -> [RuledPart] {
    names.map { name in
      let owner = plan.inside.listOwner(of: name)
      return RuledPart(name: name, column: owner?.column ?? name, path: owner?.path ?? .init([]))
    }
  }

  private func keyPaths(_ side: Side) -> [RuledPart] {
    guard !tables[side].format.hasRows else { return [] }
    let reader = RecordReader(table: tables[side], side: side, plan: plan.rules)
    let (columns, order) = (reader.columns, orders[side])
    var trees: [Int: PathTree] = [:]
    var found: [RuledPart] = []
    var known = Set(columns)
    var cursor = tables[side].makeCursor()
    for offset in 0..<min(Self.looked.records, order.count) {
      cursor.forEachField(order[offset]) { column, field in
        guard field.kind == .object else { return }
        let value = JSONTree(nested: field)
        var tree = trees[column] ?? PathTree()
        for (node, index) in tree.places(of: value).enumerated() where index > 0 {
          let path = tree.path(to: index)
          guard path.isPlain, !value.field(of: node).isNested else { continue }
          let name = path.text(below: columns[column])
          let new = reader.newName(of: name)
          guard known.insert(new ?? name).inserted else { continue }
          found += new.map { ruledParts([$0]) } ?? [RuledPart(name: name, column: columns[column], path: path)]
        }
        trees[column] = tree
      }
    }
    return found.filter { reader.columnIndex(of: $0.name) != nil }
  }
}

/// A column, or a path into one.
private struct RuledPart {
  let name: String
  let column: String
  var path = PathPattern([])

  /// Whether what is said of this one holds for another, which may lie inside.
  func covers(_ other: RuledPart) -> Bool {
    ColumnName(column) == ColumnName(other.column) && path.steps.count <= other.path.steps.count
      && zip(path.steps, other.path.steps).allSatisfy { $0 == $1 || $0 == .anyMember }
  }
}
