import Records

/// What makes records of one identity equal.
extension ComparisonWorker {
  /// The fingerprint of a record's values as the rules see them: records of one fingerprint are equal.
  ///
  /// - Parameter isExact: Whether values are left out that may be equal to others.
  func valuePrint(_ side: Side, _ record: Int, _ secrets: FingerprintSecrets, isExact: Bool = false) throws
    -> Fingerprint
  {
    let reader = readers[side]
    guard case .columns = plan.rules.equality else {
      // A function may look at any column.
      return try secrets.print { add in
        for (number, column) in plan.columns.common.enumerated() where !isExact {
          add(number, try reader.field(record, column.place(in: side)))
        }
      }
    }
    return try secrets.print { add in
      for number in comparedNumbers(of: record, in: side) {
        let column = plan.compared[Int(number)]
        guard let place = column.place(in: side), !isExact || column.isExact else { continue }
        let field = try ruled(try reader.field(record, place), column, reader, record)
        if !field.isAbsent { add(Int(number), field) }
      }
    }
  }

  /// Whether the contents of two records are equal under the rules.
  func areEqual(source: Int, target: Int) throws -> Bool {
    if case .script(let function) = plan.rules.equality {
      return try verdict(source: source, target: target, function: function) == .equal
    }
    return try comparedNumbers(source, target).allSatisfy { try areEqual($0, source, target) }
  }
}
