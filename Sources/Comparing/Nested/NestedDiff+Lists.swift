import Records

extension NestedDiff {
  /// The parts of two lists: their elements are paired by the list's rule.
  mutating func elementParts(_ part: Part, _ rule: ValueRules.State) throws -> [Part] {
    let nodes = Sides(source: old.children(of: part.old), target: new.children(of: part.new))
    var pairing = ListPairing(sourceCount: nodes.source.count, targetCount: nodes.target.count)
    let list = rule.list ?? .sequence
    guard list != .position else {
      pairing.pairPlaces()
      return pairing.parts(nodes)
    }
    // Of equal elements of a set the first are the same, wherever they stand.
    if list != .set {
      try pairing.pairEnds { source, target in
        try areEqual(nodes.source[source], nodes.target[target], in: list)
      }
    }
    if !pairing.isDone {
      let middle = Sides { nodes[$0][pairing.middle[$0]] }
      try pairing.pair(identities(of: middle, list, rule), isOrdered: list != .set)
    }
    if list == .sequence { pairing.pairGaps() }
    return pairing.parts(nodes)
  }

  /// Whether two elements are equal whatever their spelling, which must not decide which of equal elements are the same.
  private mutating func areEqual(_ source: Int, _ target: Int, in list: ListRule) throws -> Bool {
    if old.tree.bytes(of: source).isSame(as: new.tree.bytes(of: target)) { return true }
    guard list == .sequence else {
      return old.tree.isEqual(source, to: new.tree, target)
    }
    // Sequences may nest deep, and the hashes of all levels are found at once.
    return try old.hash(of: source) == new.hash(of: target)
  }

  private mutating func identities(
    of nodes: Sides<ArraySlice<Int>>, _ list: ListRule, _ rule: ValueRules.State
  ) throws -> ListIdentities {
    let trees = Sides { tree($0) }
    let (documents, scripts) = (Sides(source: old, target: new), scripts)
    var identities = ListIdentities { side, place in
      let slice = nodes[side]
      return try RuledSpelling.bytes(
        of: slice[slice.startIndex + place], of: documents[side], in: side, scripts: scripts)
    }
    switch list {
    case .members(let names):
      for side in Side.allCases {
        for node in nodes[side] { identities.add(try key(of: node, names, side), in: side) }
      }
    case .script(let function):
      for side in Side.allCases {
        for (place, node) in zip(nodes[side].indices, nodes[side]) {
          let key = try scripts?.identity(
            of: trees[side].field(of: node), at: place, function: function, path: rule.name,
            in: side)
          identities.add(key ?? [], in: side)
        }
      }
    case .sequence, .set, .position:
      identities = ListIdentities()
      for node in nodes.source { identities.add(try old.hash(of: node), in: .source) }
      for node in nodes.target { identities.add(try new.hash(of: node), in: .target) }
    }
    return identities
  }

  /// The bytes of what names an element: its members' values after their normalizers.
  ///
  /// An element that lacks one of them, or has null there, is identified by its whole value, as far as the rules see it.
  private mutating func key(of node: Int, _ names: [String], _ side: Side) throws -> [UInt8] {
    let document = side == .source ? old : new
    var key: [UInt8] = []
    for name in names {
      let member = document.tree.nodes(at: Array(name.utf8), from: node).last
      let field = try member.map { try value(of: $0, in: side, document.rule(of: $0)) } ?? .absent
      guard field.kind != .absent, field.kind != .null else {
        let hash = try side == .source ? old.hash(of: node) : new.hash(of: node)
        return [0] + stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: hash >> $0) }
      }
      key += field.canonicalSpelling + [UInt8(ascii: ",")]
    }
    return key
  }
}
