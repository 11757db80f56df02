/// The places of changes in the order of reports, by kind and by offset.
package struct ChangePlaces: Sendable {
  private var byKind: [Change.Kind: [Int]] = [:]
  private var bySource: [Int32: Int] = [:]
  private var byTarget: [Int32: Int] = [:]

  /// - Complexity: O(*c*) for *c* changes.
  package init(_ comparison: Comparison) {
    for place in 0..<comparison.changeCount {
      let entry = comparison.entry(at: place)
      byKind[entry.kind, default: []].append(place)
      if entry.isMoved, entry.kind == .updated { byKind[.moved, default: []].append(place) }
      if entry.source >= 0 { bySource[entry.source] = place }
      if entry.target >= 0 { byTarget[entry.target] = place }
    }
  }

  /// The changes of a kind; one that is updated and moved is of both.
  package subscript(kind: Change.Kind) -> [Int] { byKind[kind] ?? [] }

  /// The change of the record at an offset in the source.
  func place(source offset: Int32) -> Int? { bySource[offset] }

  /// The change of the record at an offset in the target.
  func place(target offset: Int32) -> Int? { byTarget[offset] }
}
