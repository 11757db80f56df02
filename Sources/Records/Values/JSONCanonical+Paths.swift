extension Field {
  /// An object without what some paths lead to: its members in their order, without white space.
  ///
  /// - Parameter paths: Names joined by points, found as ``RecordTable/columnIndex(of:)`` finds them.
  /// - Returns: `nil` where there is nothing to leave out, which is so for everything but an object.
  /// - Complexity: O(*n*) for *n* bytes.
  package func compactBytes(without paths: [[UInt8]]) -> [UInt8]? {
    guard kind == .object else { return nil }
    let tree = JSONTree(bytes.assumingMemoryBound(to: UInt8.self))
    let left = Set(paths.flatMap { tree.nodes(at: $0) })
    return left.isEmpty ? nil : JSONCanonical.compact(tree, without: left)
  }
}

extension JSONTree {
  /// The members that a path from the root, or another node, leads to; several where the name is repeated.
  ///
  /// Of names that the path begins with the longest wins, and on the way the last member of it.
  package func nodes(at path: [UInt8], from start: Int = 0) -> [Int] {
    var rest = path[...]
    var node = start
    while !nodes.isEmpty {
      let members = bytes(of: node).first == Ascii.brace ? children(of: node) : []
      let named = members.map { (node: $0, name: name(of: $0)) }.filter { member in
        let length = member.name.count
        return rest.starts(with: member.name)
          && (rest.count == length || rest.dropFirst(length).first == Ascii.point)
      }
      guard let longest = named.map(\.name.count).max() else { return [] }
      let found = named.filter { $0.name.count == longest }.map(\.node)
      if longest == rest.count { return found }
      node = found.last ?? 0
      rest = rest.dropFirst(longest + 1)
    }
    return []
  }
}
