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

  /// The fingerprints of the contents at some offsets: equal contents share one, and different ones do not.
  func contentPrints(
    _ side: Side, _ range: Range<Int>, of order: RecordOrder, _ secrets: FingerprintSecrets
  ) -> [Fingerprint] {
    let reader = readers[side]
    guard !plan.hasCommonLayout else {
      return reader.table.withRecordBytes { records in
        range.map { secrets.print(of: records[order[$0]]) }
      }
    }
    let columns = plan.columns.common
    return range.map { offset in
      secrets.print { add in
        for (number, column) in columns.enumerated() {
          add(number, reader.rawField(order[offset], column.place(in: side)))
        }
      }
    }
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
