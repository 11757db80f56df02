import Records

/// One version of a nested value: the tree of what is inside, what rules hold for each part, and hashes of the parts.
package struct NestedDocument {
  package let tree: JSONTree
  private let rules: ValueRules
  private var side: Side
  /// The rules' state for each node; empty where nothing is ruled.
  private var states: [Int32] = []
  /// The hash of each node under the rules, 0 until it is asked for; empty until the first one is.
  private var hashes: [UInt64] = []

  init(_ field: Field, rules: ValueRules, in side: Side) {
    tree = JSONTree(field.bytes)
    self.side = side
    self.rules = rules
    if !rules.isEmpty { findStates() }
  }

  /// The same as a version of the other side.
  func turned(to side: Side) -> NestedDocument {
    var turned = self
    turned.side = side
    return turned
  }

  /// The state of a node; ``ValueRules/free`` where nothing is ruled.
  func state(of node: Int) -> Int { states.isEmpty ? ValueRules.free : Int(states[node]) }

  /// Whether nothing is ruled of a node and what is inside.
  package func isFree(_ node: Int) -> Bool { state(of: node) == ValueRules.free }

  package func rule(of node: Int) -> ValueRules.State { rules.states[state(of: node)] }

  /// Whether equal bytes may mean two things.
  func isSided(_ node: Int) -> Bool { !states.isEmpty && rules.states[Int(states[node])].isSided }

  /// The nodes inside an object or array that are not ignored.
  package func children(of node: Int) -> [Int] {
    var children = tree.children(of: node)
    if !states.isEmpty { children.removeAll { rules.states[Int(states[$0])].isIgnored } }
    return children
  }

  private mutating func findStates() {
    states = [Int32](repeating: Int32(ValueRules.free), count: tree.nodes.count)
    guard !states.isEmpty else { return }
    states[0] = Int32(rules.root)
    for node in tree.nodes.indices where states[node] != Int32(ValueRules.free) {
      let state = Int(states[node])
      let isObject = tree.kind(of: node) == .object
      guard isObject || tree.kind(of: node) == .array else { continue }
      for child in tree.children(of: node) {
        states[child] = Int32(
          isObject ? rules.state(ofMember: tree.name(of: child), in: state) : rules.state(ofElementIn: state))
      }
    }
  }

  // MARK: Hashes

  /// The hash of a node under the rules: values that the rules call equal have the same.
  ///
  /// What a comparator or a script decides about counts as one value, whatever it is.
  ///
  /// - Complexity: O(*n*) for *n* bytes of the node's value, the first time; then O(1).
  mutating func hash(of node: Int) throws(MatchingError) -> UInt64 {
    if hashes.isEmpty { hashes = [UInt64](repeating: 0, count: tree.nodes.count) }
    if hashes[node] == 0 {
      for part in (node..<tree.nodes[node].end).reversed() where hashes[part] == 0 {
        hashes[part] = try hashOfNode(part)
      }
    }
    return hashes[node]
  }

  private func hashOfNode(_ node: Int) throws(MatchingError) -> UInt64 {
    guard !isFree(node) else { return tree.hash(of: node, tree.children(of: node), hashes) }
    let rule = rule(of: node)
    if rule.isIgnored || rule.equality != nil && rule.isWhole(of: tree.kind(of: node)) { return 0 }
    if !rule.normalizers.isEmpty {
      guard rule.normalizers.allSatisfy(\.isNative) else { return 0 }
      let buffer = FieldBuffer()
      buffer.load(tree.field(of: node))
      for case .native(let normalizer, let side) in rule.normalizers where side ?? self.side == self.side {
        try normalizer.normalize(buffer)
      }
      return FieldHasher.hash(of: buffer.field)
    }
    return tree.hash(of: node, children(of: node), hashes, isSet: rule.list?.isOrdered == false)
  }
}

extension NestedDocument {
  /// The key of a list element in words, `sku=A1`; `nil` for one that lacks it.
  func label(of node: Int, _ names: [String]) -> String? {
    var parts: [String] = []
    for name in names {
      guard let member = tree.nodes(at: ListRule.path(toMember: name), from: node).last else { return nil }
      let field = tree.field(of: member)
      let bytes = field.withText { Array($0) } ?? Array(field.bytes)
      parts.append("\(name)=\(String(decoding: bytes, as: UTF8.self))")
    }
    return parts.joined(separator: ",")
  }
}

/// The ways to the values inside a nested one, by their nodes.
package struct NodePaths {
  private let document: NestedDocument
  /// For each node the container around it, and its place there; −1 for the root.
  private let containers, places: [Int]

  /// - Complexity: O(*n*) for *n* values.
  package init(_ document: NestedDocument) {
    self.document = document
    let tree = document.tree
    var containers = [Int](repeating: -1, count: tree.nodes.count)
    var places = containers
    for node in tree.nodes.indices {
      for (place, child) in tree.children(of: node).enumerated() { (containers[child], places[child]) = (node, place) }
    }
    (self.containers, self.places) = (containers, places)
  }

  package func path(to node: Int) -> NestedPath {
    var steps: [NestedPath.Step] = []
    var node = node
    while containers[node] >= 0 {
      let container = containers[node]
      if document.tree.kind(of: container) == .object {
        steps.append(.member(document.tree.name(of: node)))
      } else {
        var label: String?
        if case .members(let names, _) = document.rule(of: container).list { label = document.label(of: node, names) }
        steps.append(.element(places[node], label: label))
      }
      node = container
    }
    return NestedPath(steps.reversed())
  }
}
