import Records

/// Records as they stand: their bytes, or where those do not mean the same on both sides, the values of common columns.
extension ComparisonWorker {
  /// A hash that equal contents share.
  func contentHash(_ side: Side, _ record: Int) -> UInt64 {
    let reader = readers[side]
    guard !plan.hasCommonLayout else {
      return HashSecrets.process.hash(of: reader.table.recordBytes(record))
    }
    var hasher = FieldHasher()
    for column in plan.columns.common {
      reader.rawField(record, column.place(in: side)).hash(into: &hasher)
    }
    return hasher.value
  }

  /// Whether two records are equal as they stand.
  func haveEqualContents(
    _ first: (side: Side, record: Int), _ second: (side: Side, record: Int)
  ) -> Bool {
    guard !plan.hasCommonLayout else {
      return readers[first.side].table.recordBytes(first.record)
        .isSame(as: readers[second.side].table.recordBytes(second.record))
    }
    return plan.columns.common.allSatisfy { column in
      // Copied, for one reader holds one field at a time.
      let value = readers[first.side].rawField(first.record, column.place(in: first.side)).value
      return value
        == readers[second.side].rawField(second.record, column.place(in: second.side)).value
    }
  }
}

extension ColumnMatch.Common {
  /// The column's place on a side.
  fileprivate func place(in side: Side) -> Int { side == .source ? source : target }
}
