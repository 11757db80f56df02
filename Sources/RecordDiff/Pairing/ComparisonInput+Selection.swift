import Records

extension ComparisonInput {
  /// Leaves out the records that the filter does not keep.
  ///
  /// - Throws: What the script throws.
  package mutating func filter() throws {
    guard let function = plan.rules.filter else { return }
    plan.run.meter?.begin(.filtering, of: orders.source.count + orders.target.count)
    for side in Side.allCases {
      let kept = try kept(side, function)
      if kept.count < orders[side].count { orders[side] = RecordOrder(kept) }
    }
  }

  private func kept(_ side: Side, _ function: Int) throws -> [Int32] {
    let order = orders[side]
    return try flatMap(count: order.count) { range, worker in
      try kept(side, range, of: order, function, worker)
    }
  }

  /// The records at some offsets that the filter keeps.
  ///
  /// - Throws: What the script throws.
  func kept(
    _ side: Side, _ range: Range<Int>, of order: RecordOrder, _ function: Int,
    _ worker: ComparisonWorker
  ) throws -> [Int32] {
    defer { plan.run.meter?.advance(by: range.count) }
    let evaluator = try worker.evaluator()
    return try range.lazy.map { order[$0] }
      .filter { record in
        try plan.run.meter?.check()
        return try evaluator?.includes(record, in: side, function: function) ?? true
      }
      .map { Int32(truncatingIfNeeded: $0) }
  }

  /// The same records in the same order under another identity.
  ///
  /// - Parameters:
  ///   - permitsGaps: Whether a key column may be absent or null; as the plan says if it is not said.
  ///   - type: What the parts of the key are taken for; as the plan says if it is not said.
  func identified(
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
