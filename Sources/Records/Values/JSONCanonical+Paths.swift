extension Field {
  /// An object without what some paths lead to: its members in their order, without white space.
  ///
  /// - Parameter paths: Names joined by points, found as ``RecordTable/columnIndex(of:)`` finds them.
  /// - Returns: `nil` where there is nothing to leave out, which is so for everything but an object.
  /// - Complexity: O(*n*) for *n* bytes.
  package func compactBytes(without paths: [[UInt8]]) -> [UInt8]? {
    guard kind == .object else { return nil }
    let tree = JSONTree(bytes)
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
    while !nodes.isEmpty, bytes(of: node).first == Ascii.brace {
      let (found, length) = members(of: node, beginning: rest)
      guard let last = found.last else { return [] }
      if length == rest.count { return found }
      node = last
      rest = rest.dropFirst(length + 1)
    }
    return []
  }

  /// The members of an object whose name is the longest that a path begins with, and how long it is.
  private func members(
    of object: Int, beginning path: ArraySlice<UInt8>
  ) -> (members: [Int], length: Int) {
    var found: [Int] = []
    var longest = -1
    var member = object + 1
    while member < nodes[object].end {
      if let length = lengthOfName(of: member, beginning: path), length >= longest {
        if length > longest { found.removeAll(keepingCapacity: true) }
        longest = length
        found.append(member)
      }
      member = nodes[member].end
    }
    return (found, longest)
  }

  /// How long a member's name is, if a path begins with it; nothing is allocated unless the name has escapes.
  private func lengthOfName(of member: Int, beginning path: ArraySlice<UInt8>) -> Int? {
    let spelled = spelledName(of: member)
    let length: Int
    if spelled.contains(Ascii.backslash) {
      let name = name(of: member)
      guard path.starts(with: name) else { return nil }
      length = name.count
    } else {
      guard path.starts(with: spelled) else { return nil }
      length = spelled.count
    }
    return path.count == length || path[path.startIndex + length] == Ascii.point ? length : nil
  }
}
