import Records

extension NestedDiff {
  mutating func report(_ kind: PathChange.Kind, _ part: Part) {
    let path = way(to: part, in: kind == .deleted ? .source : .target)
    let from = part.old < 0 || part.new < 0 ? nil : way(to: part, in: .source)
    let isElsewhere = from.map { $0.pointer != path.pointer } ?? false
    result.append(
      NestedChange(
        kind: kind, path: path, from: isElsewhere || kind == .moved ? from : nil,
        container: kind == .deleted ? way(to: nil, in: .target) : nil,
        sizes: frames.map { $0.parts.count },
        old: part.old < 0 ? nil : old.tree.field(of: part.old),
        new: part.new < 0 ? nil : new.tree.field(of: part.new)))
  }

  /// The way to a part of the container that was opened last, or to that container.
  private func way(to part: Part?, in side: Side) -> NestedPath {
    var path = NestedPath()
    path.steps.reserveCapacity(frames.count)
    for (number, frame) in frames.enumerated() {
      let isLast = number + 1 == frames.count
      guard let next = isLast ? part : frames[number + 1].entry else { break }
      path.steps.append(step(into: next, of: frame.entry, side))
    }
    return path
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
