import Comparing
import Records
import StagedDiff

/// The operations on a document that is a list of records.
struct ListOperations {
  private let document: DocumentOperations

  init(_ document: DocumentOperations) { self.document = document }

  func forEach(_ body: (PatchOperation) throws -> Void) throws {
    let (root, target) = (document.root, document.tables.target)
    let partners = document.partners()
    let listed = self.listed(partners)
    let steps = ListSteps(
      count: document.tables.source.count, removed: removed(partners),
      items: items(listed, partners))
    for step in steps.steps {
      try body(step.operation(in: root) { target.jsonValue(of: Int(listed[$0])) })
    }
    var places = [Int32](repeating: -1, count: partners.count)
    for (record, place) in zip(listed, steps.positions) { places[Int(record)] = place }
    try document.forEachDifferingPair { source, target, differing in
      try document.forEachOperation(
        inside: (source, target), differing,
        at: root.pointer(toElement: Int(places[target])), body)
    }
  }

  /// Whether the order of the records means something.
  private var isOrdered: Bool { document.comparison.collections.plan.rules.moves != .none }

  /// The records of the target that are compared; without order, those with a partner first, in its order.
  private func listed(_ partners: [Int32]) -> [Int32] {
    let all = partners.indices.lazy.filter { partners[$0] > -2 }.map {
      Int32(truncatingIfNeeded: $0)
    }
    guard !isOrdered else { return Array(all) }
    let paired = all.filter { partners[Int($0)] >= 0 }
    return paired.sorted { partners[Int($0)] < partners[Int($1)] }
      + all.filter { partners[Int($0)] < 0 }
  }

  /// The records of the source that have no partner, ascending.
  private func removed(_ partners: [Int32]) -> [Int] {
    let order = document.comparison.collections.orders.source
    var isRemoved = [Bool](repeating: false, count: document.tables.source.count)
    for offset in 0..<order.count { isRemoved[order[offset]] = true }
    for partner in partners where partner >= 0 { isRemoved[Int(partner)] = false }
    return isRemoved.indices.filter { isRemoved[$0] }
  }

  private func items(_ listed: [Int32], _ partners: [Int32]) -> [ListSteps.Item] {
    let isMoved = self.isMoved(listed, partners)
    return zip(listed, isMoved).map { record, isMoved in
      ListSteps.Item(old: max(partners[Int(record)], -1), isMoved: isMoved)
    }
  }

  /// Which of the listed records have moved: as the comparison found it, in sections by the places in the files.
  private func isMoved(_ listed: [Int32], _ partners: [Int32]) -> [Bool] {
    guard isOrdered else { return listed.map { _ in false } }
    if case .linear(let changes) = document.comparison.edits {
      let order = document.comparison.collections.orders.target
      var isMoved = [Bool](repeating: false, count: partners.count)
      for pair in changes.moved { isMoved[order[Int(pair.target32)]] = true }
      return listed.map { isMoved[Int($0)] }
    }
    let old = listed.map { partners[Int($0)] }
    let least = LeastMoves(targetCount: old.count)
    least.keep(old, from: 0..<Int32(document.tables.source.count))
    return old.indices.map { old[$0] >= 0 && !least.isKept($0) }
  }
}
