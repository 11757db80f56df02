import Comparing
import Records
import StagedDiff

extension Explainer {
  /// Why two paired records are at other places; `nil` where they are not.
  func move(source: Int, target: Int) -> MoveFindings? {
    guard isMoved(target) else { return nil }
    let divisions = comparison.sections?.divisions
    let sections = divisions.map {
      (old: $0.source.names[$0.source.section(of: source)], new: $0.target.section(of: target))
    }
    let stretch = divisions.map { divisions in
      let section = divisions.target.section(of: target)
      return divisions.target.starts[section]..<divisions.target.starts[section + 1]
    }
    let all = stretch ?? 0..<orders.target.count
    let name = divisions.flatMap { divisions in
      sections.flatMap { $0.old == divisions.target.names[$0.new] ? nil : $0.old }
    }
    return MoveFindings(
      rule: plan.rules.moves, fromSection: name,
      previous: (all.lowerBound..<target).last { isKept($0) }.map(neighbour),
      next: (target..<all.upperBound).dropFirst().first { isKept($0) }.map(neighbour),
      kept: (
        comparison.pairing.pairedCount - movedTargets.count, of: comparison.pairing.pairedCount
      ))
  }

  private func isMoved(_ target: Int) -> Bool {
    var (low, high) = (0, movedTargets.count)
    while low < high {
      let middle = (low + high) / 2
      if movedTargets[middle] < target { low = middle + 1 } else { high = middle }
    }
    return low < movedTargets.count && movedTargets[low] == target
  }

  /// Whether the record at an offset in the target is paired and keeps its place.
  private func isKept(_ target: Int) -> Bool {
    comparison.pairing.partner(ofTarget: target) != nil && !isMoved(target)
  }

  private func neighbour(_ target: Int) -> MoveFindings.Neighbour {
    let source = comparison.pairing.partner(ofTarget: target) ?? 0
    return MoveFindings.Neighbour(
      records: Sides(source: orders.source[source], target: orders.target[target]),
      key: comparison.keyValues(.target, target))
  }
}
