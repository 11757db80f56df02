import Platform

/// The values inside one JSON value, as spans in the order in which they stand.
///
/// Made only where nested values have to be compared. The bytes must have passed ``JSONScanner``; a tree of
/// bytes that have not ends where they stop being JSON.
package struct JSONTree {
  /// One value: its span, the span of its name (without quotes) in an object, and the first node behind it.
  package struct Node {
    package fileprivate(set) var value: Range<Int>
    package fileprivate(set) var name: Range<Int>
    package fileprivate(set) var end: Int
  }

  private let source: BytesView
  package private(set) var nodes: [Node] = []

  package init(_ source: BytesView) {
    self.source = source
    nodes.reserveCapacity(min(source.count / 8, 64))
    try? read()
  }

  private mutating func read() throws(JSONFault) {
    let scanner = JSONScanner(source)
    var open: [Int] = []
    var p = scanner.skipSpaceAndLines(scanner.start)
    while p < scanner.end {
      let node = nodes.count
      var name = 0..<0
      if let parent = open.last, source[nodes[parent].value.lowerBound] == Ascii.brace {
        let quoted = try scanner.name(p)
        name = p + 1 - scanner.start..<quoted.end - 1 - scanner.start
        p = try scanner.colon(quoted.end)
      }
      let start = p - scanner.start
      nodes.append(Node(value: start..<start, name: name, end: node + 1))
      if let first = try scanner.firstChild(p) {
        open.append(node)
        p = first
        continue
      }
      p = try scanner.value(p)
      nodes[node].value = start..<p - scanner.start
      p = try leave(&open, from: p, scanner)
    }
  }

  /// Closes the containers that end behind a value; returns where the next value or name begins, or the end.
  private mutating func leave(_ open: inout [Int], from position: JSONScanner.Position, _ scanner: JSONScanner)
    throws(JSONFault) -> JSONScanner.Position
  {
    var p = position
    while let container = open.last {
      p = try scanner.skipSpace(p)
      guard p < scanner.end else { return p }
      if p.pointee == Ascii.comma { return try scanner.skipSpace(p + 1) }
      p += 1
      nodes[container].value = nodes[container].value.lowerBound..<p - scanner.start
      nodes[container].end = nodes.count
      open.removeLast()
    }
    return scanner.end
  }

  package func bytes(of node: Int) -> BytesView { source[part: nodes[node].value] }

  package func kind(of node: Int) -> Field.Kind {
    Field.Kind(ofValueFrom: source[nodes[node].value.lowerBound])
  }

  /// A node's value as a field, valid as long as the bytes are.
  package func field(of node: Int) -> Field {
    let kind = kind(of: node)
    let spelling = bytes(of: node)
    guard kind == .escapedText else { return Field(kind, spelling) }
    let content = spelling[part: 1..<max(1, spelling.count - 1)]
    return content.contains(Ascii.backslash) ? Field(.escapedText, content, escaping: .json) : Field(.text, content)
  }

  /// The name of a member as it is spelled, without its quotes.
  package func spelledName(of node: Int) -> BytesView { source[part: nodes[node].name] }

  package func children(of node: Int) -> [Int] { Array(Children(nodes: nodes, place: node + 1, end: nodes[node].end)) }

  /// The nodes inside of one, without those inside of these.
  private struct Children: Sequence, IteratorProtocol {
    let nodes: [Node]
    var place: Int
    let end: Int

    /// Exact: an array of them is allocated once.
    var underestimatedCount: Int {
      var (count, place) = (0, place)
      while place < end { (count, place) = (count + 1, nodes[place].end) }
      return count
    }

    mutating func next() -> Int? {
      guard place < end else { return nil }
      defer { place = nodes[place].end }
      return place
    }
  }

  package func text(of node: Int) -> [UInt8] { decoded(nodes[node].value.dropFirst().dropLast()) }

  package func name(of node: Int) -> [UInt8] { decoded(nodes[node].name) }

  private func decoded(_ range: Range<Int>) -> [UInt8] {
    JSONValues.decodedString(source[part: range])
  }

  package func repeatsName(in object: Int) -> Bool {
    var names: Set<[UInt8]> = []
    return !children(of: object).allSatisfy { names.insert(name(of: $0)).inserted }
  }

  /// The members of an object by the bytes of their names; those of one name in their own order.
  package func sortedMembers(of node: Int) -> [Int] {
    let members = children(of: node).map { (name: name(of: $0), node: $0) }
    let sorted = members.sorted { first, second in
      first.name == second.name ? first.node < second.node : first.name.lexicographicallyPrecedes(second.name)
    }
    return sorted.map(\.node)
  }
}

extension JSONTree {
  /// The hash of the whole value: the same for equal values.
  func hash(by secrets: HashSecrets = .process) -> UInt64 { hashes(of: nodes.indices, by: secrets).first ?? 0 }

  /// The hashes of some nodes, with all that is inside of them, each at its node's place.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package func hashes(of some: Range<Int>, by secrets: HashSecrets = .process) -> [UInt64] {
    var hashes = [UInt64](repeating: 0, count: some.upperBound)
    for node in some.reversed() { hashes[node] = hash(of: node, children(of: node), hashes, by: secrets) }
    return hashes
  }

  /// The hash of a node's value, given those of its children, or of the ones that count.
  ///
  /// Members of objects and elements of sets count without order: their hashes are added.
  package func hash(
    of node: Int, _ children: [Int], _ hashes: [UInt64], isSet: Bool = false, by secrets: HashSecrets = .process
  ) -> UInt64 {
    var hasher = FieldHasher(secrets)
    // What could not be read, since the file has changed under it, has no first byte.
    guard !nodes[node].value.isEmpty else { return hasher.value }
    let kind = kind(of: node)
    guard kind.isNested else {
      field(of: node).hash(into: &hasher)
      return hasher.value
    }
    hasher.combine(tag: UInt64(kind.rawValue))
    var sum: UInt64 = 0
    for child in children {
      if kind == .object {
        sum &+= hash(ofMember: child, hashes[child], by: secrets)
      } else if isSet {
        sum &+= hashes[child]
      } else {
        hasher.combine(tag: hashes[child])
      }
    }
    hasher.combine(hash: sum)
    return hasher.value
  }

  private func hash(ofMember node: Int, _ value: UInt64, by secrets: HashSecrets) -> UInt64 {
    var member = FieldHasher(secrets)
    let name = spelledName(of: node)
    if name.contains(Ascii.backslash) { member.combine(text: self.name(of: node)) } else { member.combine(text: name) }
    // Mixed before it meets the name: the hash of a text that is its own member's name would leave nothing of both.
    member.combine(tag: value)
    return member.value
  }
}

extension JSONTree {
  /// Whether an object has members, all of which are objects.
  func holdsObjects(_ object: Int) -> Bool {
    let members = children(of: object)
    return !members.isEmpty && members.allSatisfy { kind(of: $0) == .object }
  }

  /// Whether the first value in an array or object is an object with such a member.
  func hasFirst(of collection: Int, having member: [UInt8]) -> Bool {
    guard let first = children(of: collection).first, bytes(of: first).first == Ascii.brace else { return false }
    return children(of: first).contains { name(of: $0).elementsEqual(member) }
  }
}

extension JSONTree {
  /// Whether a value is equal to one of another tree, as ``JSONCanonical`` says.
  ///
  /// - Complexity: O(*n*) for *n* bytes where both have their members in one order, and up to the first difference;
  ///   else that of their canonical spellings.
  package func isEqual(_ node: Int, to other: JSONTree, _ otherNode: Int) -> Bool {
    guard node < nodes.count, otherNode < other.nodes.count else {
      return node >= nodes.count && otherNode >= other.nodes.count
    }
    return isEqualInOrder(node, to: other, otherNode)
      ?? (JSONCanonical.bytes(of: bytes(of: node)) == JSONCanonical.bytes(of: other.bytes(of: otherNode)))
  }

  /// Compares two values node by node; `nil` where an object has its members in another order.
  ///
  /// Up to the first difference every node has a counterpart: in objects by name, and by which occurrence of it.
  private func isEqualInOrder(_ node: Int, to other: JSONTree, _ otherNode: Int) -> Bool? {
    var (mine, theirs) = (node, otherNode)
    while mine < nodes[node].end {
      if mine > node, !hasName(mine, of: theirs, in: other) { return nil }
      // Values with more or fewer others inside differ, whatever the order in them.
      guard nodes[mine].end - node == other.nodes[theirs].end - otherNode else { return false }
      if bytes(of: mine).isSame(as: other.bytes(of: theirs)) {
        (mine, theirs) = (nodes[mine].end, other.nodes[theirs].end)
        continue
      }
      let kind = kind(of: mine)
      guard kind == other.kind(of: theirs) else { return false }
      if kind != .object, kind != .array, !field(of: mine).isEqual(to: other.field(of: theirs)) { return false }
      mine += 1
      theirs += 1
    }
    return true
  }

  private func hasName(_ node: Int, of otherNode: Int, in other: JSONTree) -> Bool {
    let (mine, theirs) = (spelledName(of: node), other.spelledName(of: otherNode))
    if mine.isSame(as: theirs) { return true }
    return (mine.contains(Ascii.backslash) || theirs.contains(Ascii.backslash))
      && name(of: node) == other.name(of: otherNode)
  }
}
