import Records

extension NestedDiff {
  mutating func report(_ kind: PathChange.Kind, _ part: Part) {
    let path = self.path(to: part, in: kind == .deleted ? .source : .target)
    let from = part.old < 0 || part.new < 0 ? nil : self.path(to: part, in: .source)
    let isElsewhere = from.map { $0.pointer != path.pointer } ?? false
    result.append(
      NestedChange(
        kind: kind, path: path, from: isElsewhere || kind == .moved ? from : nil,
        container: kind == .deleted ? way(frames.map(\.entry), in: .target) : nil,
        sizes: frames.map(\.parts.count),
        old: part.old < 0 ? nil : old.tree.field(of: part.old),
        new: part.new < 0 ? nil : new.tree.field(of: part.new)))
  }

  /// The way to a part, whose container was opened last.
  private func path(to part: Part, in side: Side) -> NestedPath {
    way(frames.map(\.entry) + [part], in: side)
  }

  /// The way through parts of which each is in the container that the one before it leads to.
  private func way(_ entries: [Part], in side: Side) -> NestedPath {
    NestedPath(
      zip(entries, entries.dropFirst()).map { container, part in
        step(into: part, of: container, side)
      })
  }

  private func step(into part: Part, of container: Part, _ side: Side) -> NestedPath.Step {
    let document = side == .source ? old : new
    let node = side == .source ? part.old : part.new
    guard part.isElement else { return .member(document.tree.name(of: node)) }
    var label: String?
    if case .members(let names) =
      document.rule(of: side == .source ? container.old : container.new).list
    {
      label = document.label(of: node, names)
    }
    return .element(side == .source ? part.oldPlace : part.newPlace, label: label)
  }
}
