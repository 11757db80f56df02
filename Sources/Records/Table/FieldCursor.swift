import Platform

/// A way to a table's fields that remembers where the last record's are; one per thread.
package struct FieldCursor {
  // Keeps alive what the bytes point to.
  private let table: RecordTable
  package let bytes: RecordBytes
  private let layout: any RecordLayout
  private let columnCount: Int
  private var record = -1
  /// The record that was looked at last, split or not.
  private var last = -1
  private var split = SplitRecord()
  /// The fields of derived columns, and the record that they are of.
  private var derived = SplitRecord()
  private var derivedRecord = -1
  /// How many columns are split of a record: as many as were ever asked for; of wide tables perhaps some more.
  private var reach = 0
  /// From how many columns on a table is wide.
  private static let wide = 64
  /// How far the last look was at how much memory mapped files take: records that were split, those out of order
  /// several times, since each of them may bring in pages of its own.
  private var distance = 0
  private static let lookout = 256

  init(table: RecordTable) {
    self.table = table
    bytes = RecordBytes(table)
    layout = table.layout
    columnCount = table.columns.count
  }

  /// The field of a record in a column.
  ///
  /// The first of a record costs time linear in its length up to the last column that was ever asked for, the
  /// others nothing. All of a record together cost time linear in its length.
  @inline(__always) package mutating func field(_ record: Int, _ column: Int) -> Field {
    if record != self.record || column >= reach { load(record, upTo: column) }
    return column < columnCount ? split.fields[column] : derivedField(column - columnCount)
  }

  @inline(never) private mutating func derivedField(_ place: Int) -> Field {
    if record != derivedRecord || place >= derived.fields.count {
      layout.derive(from: split.fields, into: &derived)
      derivedRecord = record
    }
    return place < derived.fields.count ? derived.fields[place] : .absent
  }

  /// The columns that a record of a sparse table has, in ascending order; `nil` where every column has to be looked at.
  ///
  /// - Complexity: O(*m* log *m*) for *m* members, however many columns there are.
  package mutating func foundColumns(_ record: Int) -> [Int32]? {
    guard layout.isSparse else { return nil }
    if record != self.record || reach < columnCount { load(record, upTo: columnCount) }
    return split.foundColumns
  }

  /// Calls `body` with each field of a record by ascending column; of sparse tables with those that there are.
  package mutating func forEachField(_ record: Int, _ body: (Int, Field) -> Void) {
    if let found = foundColumns(record) {
      for column in found { body(Int(column), field(record, Int(column))) }
    } else {
      for column in 0..<columnCount { body(column, field(record, column)) }
    }
  }

  /// Adds the columns in which a record differs as it stands from one of another table of the same layout.
  ///
  /// - Parameter other: The bytes of that table's records.
  /// - Returns: `false` if that is not known without their fields; what was added means nothing then.
  package mutating func findDifferences(
    _ record: Int, _ other: RecordBytes, _ otherRecord: Int, into columns: inout [Int32]
  ) -> Bool {
    defer { pass(record) }
    return layout.findDifferences(bytes[record], other[otherRecord], into: &columns)
  }

  /// Whether that may be known of any records.
  package func mayKnowDifferences(from other: FieldCursor) -> Bool { layout.mayKnowDifferences(from: other.layout) }

  @inline(never) private mutating func load(_ record: Int, upTo column: Int) {
    if column >= columnCount {
      // A derived column can come of any other.
      reach = columnCount
    } else if column >= reach {
      // Twice as far, so that a walk through the columns of a wide table does not split the record again for each.
      reach = min(columnCount, max(column + 1, reach < Self.wide ? 0 : 2 * reach))
    }
    layout.split(bytes[record], into: &split, upTo: reach)
    self.record = record
    pass(record)
  }

  @inline(__always) private mutating func pass(_ record: Int) {
    distance &+= record == last &+ 1 ? 1 : 8
    last = record
    guard distance >= Self.lookout else { return }
    distance = 0
    MappedPagesLimit.keep()
  }
}
