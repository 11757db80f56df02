import Records

/// The paths that were seen inside some values, as rules write them: elements by `[]`, members by name.
///
/// It is bounded: of values with very many members the first ones are known.
package struct PathTree: Sendable {
  package struct Node: Sendable {
    /// The node of the value around it; of the root itself.
    package let parent: Int
    /// The last step of the path; `nil` of the root.
    package let step: PathPattern.Step?
    /// Where further steps lead.
    package fileprivate(set) var children: [PathPattern.Step: Int] = [:]
  }

  /// The most paths that are told apart.
  package static let limit = 2000

  /// The root, and behind it the nodes in the order in which they were first seen.
  package private(set) var nodes = [Node(parent: 0, step: nil)]

  package init() {}

  /// The node that a step leads to, made if it is new; `nil` beyond the limit.
  ///
  /// A name that is unknown where any name is known is any name.
  package mutating func child(of node: Int, _ step: PathPattern.Step) -> Int? {
    if let known = nodes[node].children[step] { return known }
    if case .member = step, let any = nodes[node].children[.anyMember] { return any }
    return add(step, to: node)
  }

  fileprivate mutating func add(_ step: PathPattern.Step, to node: Int) -> Int? {
    guard nodes.count < Self.limit else { return nil }
    nodes[node].children[step] = nodes.count
    nodes.append(Node(parent: node, step: step))
    return nodes.count - 1
  }

  /// For each node of a value the node of its path, or −1 beyond the limit.
  ///
  /// - Complexity: O(*n*) for *n* bytes of the value.
  package mutating func places(of tree: JSONTree) -> [Int] {
    var positions = [Int](repeating: -1, count: tree.nodes.count)
    if !positions.isEmpty { positions[0] = 0 }
    for node in tree.nodes.indices where positions[node] >= 0 {
      let isObject = tree.kind(of: node) == .object
      guard isObject || tree.kind(of: node) == .array else { continue }
      for child in tree.children(of: node) {
        let step = isObject ? PathPattern.Step.member(tree.name(of: child)) : .elements
        positions[child] = self.child(of: positions[node], step) ?? -1
      }
    }
    return positions
  }

  /// The same paths with `*` for the members of objects that have many names.
  package var generalised: PathTree {
    var general = PathTree()
    var pending = [(node: 0, sources: [0])]
    while let (node, sources) = pending.popLast() {
      for (step, ends) in steps(behind: sources) {
        if let child = general.add(step, to: node) { pending.append((child, ends)) }
      }
    }
    return general
  }

  /// The steps that lead on from some nodes taken for one, each with where it leads to.
  private func steps(behind sources: [Int]) -> [(step: PathPattern.Step, ends: [Int])] {
    var ends: [PathPattern.Step: [Int]] = [:]
    for child in sources.flatMap({ nodes[$0].children.values }) {
      if let step = nodes[child].step { ends[step, default: []].append(child) }
    }
    let members = ends.filter { if case .member = $0.key { true } else { false } }
    if haveManyNames(Array(members.values)) {
      for step in members.keys { ends[step] = nil }
      ends[.anyMember, default: []] += members.values.joined()
    }
    return ends.map { ($0.key, $0.value.sorted()) }.sorted { $0.ends[0] < $1.ends[0] }
  }

  /// Whether members are so many, or of so many the most hold the same, that their names are keys rather than fields.
  private func haveManyNames(_ members: [[Int]]) -> Bool {
    guard members.count > 8 else { return false }
    var holders: [PathPattern.Step: Int] = [:]
    for member in members {
      for step in Set(member.flatMap { nodes[$0].children.keys }) { holders[step, default: 0] += 1 }
    }
    return members.count > 50 || holders.values.contains { 2 * $0 > members.count }
  }

  package func path(to node: Int) -> PathPattern {
    var steps: [PathPattern.Step] = []
    var node = node
    while let step = nodes[node].step {
      steps.append(step)
      node = nodes[node].parent
    }
    return PathPattern(steps.reversed())
  }

  /// The nodes with the parts of each behind it, in the order in which they were first seen.
  package var ordered: [Int] {
    var ordered: [Int] = []
    var pending = [0]
    while let node = pending.popLast() {
      ordered.append(node)
      pending += nodes[node].children.values.sorted(by: >)
    }
    return ordered
  }
}

extension JSONTree {
  /// The tree of an object or array.
  package init(nested field: Field) { self.init(field.bytes) }
}
