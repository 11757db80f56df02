import Comparing
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
      previous: keptTarget(before: target, in: all).map(neighbour),
      next: keptTarget(after: target, in: all).map(neighbour),
      kept: (
        pairing.pairedCount - movedTargets.count, of: pairing.pairedCount
      ))
  }

  private func isMoved(_ target: Int) -> Bool {
    let place = movedTargets.place(of: target)
    return place < movedTargets.count && movedTargets[place] == target
  }

  /// The paired records that keep their places, by their offsets in the target, ascending.
  func findKeptTargets() -> [Int32] {
    let sources = pairing.targetToSource
    var moved = movedTargets[...]
    return sources.indices.compactMap { target in
      let isMoved = moved.first.map { Int($0) == target } ?? false
      if isMoved { moved.removeFirst() }
      return isMoved || sources[target] < 0 ? nil : Int32(truncatingIfNeeded: target)
    }
  }

  private func keptTarget(before target: Int, in range: Range<Int>) -> Int? {
    let place = keptTargets.place(of: target) - 1
    guard place >= 0, range.contains(Int(keptTargets[place])) else { return nil }
    return Int(keptTargets[place])
  }

  private func keptTarget(after target: Int, in range: Range<Int>) -> Int? {
    let place = keptTargets.place(of: target + 1)
    guard place < keptTargets.count, range.contains(Int(keptTargets[place])) else { return nil }
    return Int(keptTargets[place])
  }

  private func neighbour(_ target: Int) -> MoveFindings.Neighbour {
    let source = pairing.partner(ofTarget: target) ?? 0
    return MoveFindings.Neighbour(
      records: Sides(source: orders.source[source], target: orders.target[target]),
      key: comparison.keyValues(.target, target))
  }
}

extension [Int32] {
  /// The first place in ascending numbers that does not hold a lesser one.
  fileprivate func place(of number: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
