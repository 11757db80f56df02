import Records

extension ComparisonWorker {
  /// The declared filter, with the places of its columns on a side; those that the side lacks have none.
  func placedFilter(_ side: Side) -> PlacedCondition? {
    guard case .condition(let condition) = plan.rules.filter else { return nil }
    return PlacedCondition(condition) { place(ofFiltered: $0, side) }
  }

  /// Whether the filter keeps each record of some offsets, in order; without one all are kept.
  func inclusions(of offsets: Range<Int>, _ order: RecordOrder, in side: Side) throws -> [Bool] {
    if case .script(let function) = plan.rules.filter, let evaluator = try evaluator() {
      return try evaluator.inclusions(of: offsets, order, in: side, function: function)
    }
    guard let condition = side == .source ? placedFilters.source : placedFilters.target else {
      return offsets.map { _ in true }
    }
    let reader = readers[side]
    var inclusions: [Bool] = []
    inclusions.reserveCapacity(offsets.count)
    for offset in offsets { inclusions.append(try condition.holds(of: order[offset], in: reader)) }
    return inclusions
  }

  /// Whether the filter keeps a record.
  package func includes(_ record: Int, in side: Side) throws -> Bool {
    try inclusions(of: 0..<1, .only(record), in: side).first ?? true
  }

  /// The part of a declared filter that leaves a record out, in words; `nil` where a function does.
  package func refusal(of record: Int, in side: Side) throws -> String? {
    guard case .condition(let condition) = plan.rules.filter else { return nil }
    return try condition.refusal { part in
      try PlacedCondition(part) { place(ofFiltered: $0, side) }.holds(of: record, in: readers[side])
    }.words
  }

  private func place(ofFiltered name: String, _ side: Side) -> Int? {
    let reader = readers[side]
    return reader.columnIndex(of: name)
      ?? (name.isOptional ? reader.columnIndex(of: name.withoutMark) : nil)
  }
}
