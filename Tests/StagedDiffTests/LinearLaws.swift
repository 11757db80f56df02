import StagedDiff
import Testing

/// Checks every law of a linear diff on one case; the first that fails is returned as text.
enum LinearLaws {
  static func violation(_ source: [Item], _ target: [Item]) -> String? {
    let expected = Oracle.pairs(source.map(\.id), target.map(\.id))
    for mode in [MoveDetection.minimal, .heckel] {
      let changeset = Changeset(from: source, to: target, moves: mode)
      if let violation = partition(changeset.changes, expected, source, target)
        ?? replay(changeset) ?? replay(changeset.inverted) ?? walk(changeset)
      {
        return "\(mode) \(source) → \(target): \(violation)"
      }
    }
    return unordered(source, target) ?? minimal(source, target, expected)
  }

  /// The laws that contents have a part in, for least moves: the rest does not look at contents.
  static func contentViolation(_ source: [Item], _ target: [Item]) -> String? {
    let changeset = Changeset(from: source, to: target)
    let expected = Oracle.pairs(source.map(\.id), target.map(\.id))
    let violation =
      partition(changeset.changes, expected, source, target) ?? replay(changeset)
      ?? minimal(source, target, expected)
    return violation.map { "\(source) → \(target): \($0)" }
  }

  /// Every law on elements whose hashes are all equal.
  static func collisionViolation(_ source: [Item], _ target: [Item]) -> String? {
    let colliding = Changeset(
      from: source.map { CollidingItem(item: $0) }, to: target.map { CollidingItem(item: $0) })
    let plain = Changeset(from: source, to: target)
    return colliding.changes == plain.changes ? nil : "equal hashes: \(source) → \(target)"
  }

  private static func partition(
    _ changes: LinearChanges, _ pairs: [(source: Int, target: Int)], _ source: [Item],
    _ target: [Item]
  ) -> String? {
    let sources = Set(pairs.map(\.source))
    let targets = Set(pairs.map(\.target))
    if Array(changes.deleted) != source.indices.filter({ !sources.contains($0) }) {
      return "deleted \(changes.deleted)"
    }
    if Array(changes.inserted) != target.indices.filter({ !targets.contains($0) }) {
      return "inserted \(changes.inserted)"
    }
    let updated = pairs.filter { source[$0.source].content != target[$0.target].content }
      .sorted { $0.source < $1.source }
    if changes.updated.map(\.description) != updated.map({ "\($0.source)→\($0.target)" }) {
      return "updated \(changes.updated)"
    }
    let known = Set(pairs.map { "\($0.source)→\($0.target)" })
    let moved = changes.moved.map(\.description)
    if Set(moved).count != moved.count || !known.isSuperset(of: moved) { return "moved \(moved)" }
    let summary = changes.summary
    let touched = Set(updated.map(\.target)).union(changes.moved.map(\.target))
    return summary.unchanged == pairs.count - touched.count ? nil : "summary \(summary)"
  }

  private static func replay(_ changeset: Changeset<Item>) -> String? {
    var list = StrictList(changeset.source)
    changeset.update(&list)
    if let refusal = list.refusal { return refusal.description }
    if list.elements != changeset.target { return "stages give \(list.elements)" }
    if list.batches != changeset.changes.stages.count { return "stages differ" }
    if changeset.apply(to: changeset.source) != changeset.target { return "apply differs" }
    return nil
  }

  private static func walk(_ changeset: Changeset<Item>) -> String? {
    var elements = changeset.source
    for edit in changeset.changes.sequentialEdits {
      switch edit {
      case .update(let at, let target): elements[at] = changeset.target[target]
      case .delete(let at, _): elements.remove(at: at)
      case .insert(let at, _): elements.insert(changeset.target[at], at: at)
      }
    }
    if elements != changeset.target { return "walking gives \(elements)" }
    elements = changeset.source
    for operation in changeset.changes.orderedOperations {
      switch operation {
      case .delete(let at): elements.remove(at: at)
      case .insert(let at), .move(_, let at):
        elements.insert(changeset.target[at], at: at)
      case .update(let at): elements[at] = changeset.target[at]
      }
    }
    if elements != changeset.target { return "ordered operations give \(elements)" }
    guard let difference = changeset.collectionDifference else { return "no difference" }
    return changeset.source.applying(difference) == changeset.target ? nil : "difference"
  }

  private static func unordered(_ source: [Item], _ target: [Item]) -> String? {
    let changeset = Changeset(from: source, to: target, moves: .none)
    if !changeset.changes.moved.isEmpty { return "moves where order does not matter" }
    var list = StrictList(source)
    changeset.update(&list)
    if let refusal = list.refusal { return "none \(source) → \(target): \(refusal)" }
    let applied = changeset.apply(to: source) ?? []
    guard applied == list.elements, sorted(applied) == sorted(target),
      sorted(changeset.inverted.apply(to: target) ?? []) == sorted(source)
    else { return "none \(source) → \(target): \(applied)" }
    return nil
  }

  private static func sorted(_ items: [Item]) -> [[Int]] {
    items.map { [$0.id, $0.content] }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private static func minimal(
    _ source: [Item], _ target: [Item], _ pairs: [(source: Int, target: Int)]
  ) -> String? {
    let count = Changeset(from: source, to: target).changes.moved.count
    let least = pairs.count - Oracle.longestIncreasing(pairs.map(\.source))
    return count == least ? nil : "\(source) → \(target): \(count) moves, not \(least)"
  }
}
