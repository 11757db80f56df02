import Platform

/// A path through members of objects, as rules write it: `.address.city`, or with a quoted name `["a.b"].c`.
package enum MemberPath {
  /// Takes the first name from a path; `nil` if the path does not begin with a name.
  ///
  /// A name follows a point, or it stands in brackets and quotes. Only a quoted name holds a point or a bracket.
  package static func takeName(from path: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    if path.first == Ascii.bracket { return takeQuotedName(from: &path) }
    guard path.popFirst() == Ascii.point else { return nil }
    if path.first == Ascii.bracket { return takeQuotedName(from: &path) }
    let name = path.prefix { $0 != Ascii.point && $0 != Ascii.bracket }
    path = path.dropFirst(name.count)
    return name.isEmpty ? nil : name
  }

  private static func takeQuotedName(from path: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard path.starts(with: [Ascii.bracket, Ascii.quote]) else { return nil }
    var end = path.startIndex + 2
    while end < path.endIndex, path[end] != Ascii.quote { end += path[end] == Ascii.backslash ? 2 : 1 }
    guard end + 1 < path.endIndex, path[end + 1] == Ascii.closingBracket else { return nil }
    var name: [UInt8] = []
    JSONString.decode(Array(path[path.startIndex + 2..<end]), into: &name)
    path = path[(end + 2)...]
    return name[...]
  }

  /// Whether a text is a path through members only.
  static func isValid(_ path: ArraySlice<UInt8>) -> Bool {
    var rest = path
    while !rest.isEmpty { if takeName(from: &rest) == nil { return false } }
    return true
  }

  /// The offsets at which a path may leave the name of its column, the last one first.
  package static func ends(in name: [UInt8]) -> some Sequence<Int> {
    name.indices.reversed().lazy.filter { name[$0] == Ascii.point || name[$0] == Ascii.bracket }
  }
}

/// Paths through members, by their names: one walk through a value finds what all of them lead to.
package struct MemberTree: Sendable {
  private struct Node: Sendable {
    var names = JSONNameTable()
    /// For each name the nodes that it leads to; paths that are spelled in several ways end in several nodes.
    var children: [[Int]] = []
    var isEnd = false
  }

  private var nodes: [Node] = []
  /// For each column the node of its values.
  private var roots: [Int: Int] = [:]

  package init() {}

  /// Adds a path, and returns its node, which is that of no other path; `nil` if it is not a path through members.
  @discardableResult package mutating func insert(_ path: [UInt8], below column: Int = 0) -> Int? {
    guard MemberPath.isValid(path[...]) else { return nil }
    var rest = path[...]
    var node = roots[column] ?? add()
    roots[column] = node
    while let name = MemberPath.takeName(from: &rest) {
      let (index, isNew) = nodes[node].names.insert(Array(name))
      if isNew { nodes[node].children.append([]) }
      if !rest.isEmpty, let known = nodes[node].children[index].first {
        node = known
      } else {
        let child = add()
        nodes[node].children[index].append(child)
        node = child
      }
    }
    nodes[node].isEnd = true
    return node
  }

  private mutating func add() -> Int {
    nodes.append(Node())
    return nodes.count - 1
  }

  /// Sets the fields that the paths lead to, by their nodes.
  ///
  /// Of members that repeat a name the last one counts.
  ///
  /// - Complexity: O(*n*) for *n* bytes of the columns that the paths begin in.
  func find(in fields: [Field], _ found: inout SplitRecord) {
    found.clear(columns: nodes.count, isSparse: true)
    for (column, node) in roots where column < fields.count && fields[column].kind == .object {
      found.add(node, fields[column])
    }
    var place = 0
    while place < found.found.count {
      let node = nodes[Int(found.found[place])]
      let field = found.fields[Int(found.found[place])]
      place += 1
      guard !node.children.isEmpty else { continue }
      field.forEachMember { name, member in
        guard let index = node.names.index(of: name) else { return }
        for child in node.children[index] {
          // A name that is repeated must not have the walk go through its value as often.
          if found.fields[child].kind == .absent { found.add(child, member) } else { found.set(child, member) }
        }
      }
    }
  }

  /// The nodes of a value that the paths lead to; several where the last name of a path is repeated.
  ///
  /// On the way the last member of a name counts.
  func ends(in tree: JSONTree) -> Set<Int> {
    var ends: Set<Int> = []
    var open = roots.values.map { (node: $0, value: 0) }
    while let (node, value) = open.popLast() {
      guard !nodes[node].children.isEmpty, !tree.nodes.isEmpty, tree.kind(of: value) == .object else { continue }
      var last: [Int: Int] = [:]
      for member in tree.children(of: value) {
        guard let index = tree.withName(of: member, nodes[node].names.index) else { continue }
        for child in nodes[node].children[index] {
          last[child] = member
          if nodes[child].isEnd { ends.insert(member) }
        }
      }
      open += last.map { (node: $0.key, value: $0.value) }
    }
    return ends
  }
}

extension Field {
  /// The member of an object with a name, of several the last; absent if there is none.
  package func member(named name: BytesView) -> Field {
    var found = Field.absent
    forEachMember { if $0.isSame(as: name) { found = $1 } }
    return found
  }

  /// Calls `body` with the name and the value of each member of an object.
  func forEachMember(_ body: (BytesView, Field) -> Void) {
    guard kind == .object else { return }
    JSONScanner(bytes).checked { scanner throws(JSONFault) in
      var next = try scanner.firstChild(scanner.start)
      while let p = next {
        let name = try scanner.name(p)
        let content = BytesView(start: p + 1, count: name.end - p - 2)
        let (field, end) = try scanner.field(try scanner.colon(name.end))
        if name.hasEscape {
          JSONValues.decodedString(content).withBytes { body($0, field) }
        } else {
          body(content, field)
        }
        next = try scanner.next(end, isObject: true).entry
      }
    }
  }

  /// The element of an array at a place that counts from 0; absent if there is none.
  package func element(at place: Int) -> Field {
    guard kind == .array else { return .absent }
    let found = JSONScanner(bytes).checked { scanner throws(JSONFault) -> Field? in
      var next = try scanner.firstChild(scanner.start)
      var left = place
      while let p = next {
        let (field, end) = try scanner.field(p)
        if left == 0 { return field }
        left -= 1
        next = try scanner.next(end, isObject: false).entry
      }
      return nil
    }
    return (found ?? nil) ?? .absent
  }
}
