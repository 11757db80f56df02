import Records

extension ComparisonInput {
  /// Leaves out the records that the filter does not keep.
  ///
  /// - Throws: What the script throws.
  package mutating func filter() throws {
    guard plan.rules.filter != nil else { return }
    plan.run.meter?.begin(.filtering, of: orders.source.count + orders.target.count)
    for side in Side.allCases {
      let kept = try kept(side)
      if kept.count < orders[side].count { orders[side] = RecordOrder(kept) }
    }
  }

  private func kept(_ side: Side) throws -> [Int32] {
    let order = orders[side]
    return try flatMap(count: order.count) { range, worker in
      try kept(side, range, of: order, worker)
    }
  }

  /// The records at some offsets that the filter keeps.
  ///
  /// - Throws: What the script throws.
  func kept(
    _ side: Side, _ range: Range<Int>, of order: RecordOrder, _ worker: ComparisonWorker
  ) throws -> [Int32] {
    defer { plan.run.meter?.advance(by: range.count) }
    var kept: [Int32] = []
    for part in Self.parts(of: range) {
      try plan.run.meter?.check()
      let inclusions = try worker.inclusions(of: part, order, in: side)
      for (offset, isKept) in zip(part, inclusions) where isKept {
        kept.append(Int32(truncatingIfNeeded: order[offset]))
      }
    }
    return kept
  }

  /// Offsets in parts; between two of them the work can be cancelled.
  private static func parts(of range: Range<Int>) -> some Sequence<Range<Int>> {
    stride(from: range.lowerBound, to: range.upperBound, by: 512).lazy.map {
      $0..<Swift.min($0 + 512, range.upperBound)
    }
  }

  /// The same records in the same order under another identity.
  ///
  /// - Parameters:
  ///   - permitsGaps: Whether a key column may be absent or null; as the plan says if it is not said.
  ///   - type: What the parts of the key are taken for; as the plan says if it is not said.
  package func identified(
    by identity: ComparisonPlan.Identity, permitsGaps: Bool? = nil, as type: KeyType? = nil
  ) throws -> ComparisonInput {
    var plan = plan.given
    plan.identity = identity
    plan.passes = []
    plan.permitsMissingKeys = permitsGaps ?? plan.permitsMissingKeys
    plan.keyAs = type ?? plan.keyAs
    let bound = try ResolvedPlan(plan, source: tables.source, target: tables.target)
    var collections = ComparisonInput(source: tables.source, target: tables.target, plan: bound)
    collections.orders = orders
    return collections
  }
}
