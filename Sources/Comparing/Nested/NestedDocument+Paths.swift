import Records

extension NestedDocument {
  /// The key of a list element in words, `sku=A1`; `nil` for one that lacks it.
  func label(of node: Int, _ names: [String]) -> String? {
    var parts: [String] = []
    for name in names {
      guard let member = tree.nodes(at: Array(name.utf8), from: node).last else { return nil }
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
      for (place, child) in tree.children(of: node).enumerated() {
        (containers[child], places[child]) = (node, place)
      }
    }
    (self.containers, self.places) = (containers, places)
  }

  /// The way from the root to a value.
  package func path(to node: Int) -> NestedPath {
    var steps: [NestedPath.Step] = []
    var node = node
    while containers[node] >= 0 {
      let container = containers[node]
      if document.tree.kind(of: container) == .object {
        steps.append(.member(document.tree.name(of: node)))
      } else {
        var label: String?
        if case .members(let names) = document.rule(of: container).list {
          label = document.label(of: node, names)
        }
        steps.append(.element(places[node], label: label))
      }
      node = container
    }
    return NestedPath(steps.reversed())
  }
}
