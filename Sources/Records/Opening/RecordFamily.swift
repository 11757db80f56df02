/// How texts of some formats become tables, and how their records are written.
protocol RecordFamily {
  /// What is known of the records before they are indexed; `nil`: nothing.
  static func head(of source: ByteSource) throws(RecordError) -> CSVHead?
  /// Indexes every record, and hashes the columns of `key` in the same pass, in this order.
  ///
  /// - Parameter known: A table that probably has many of the records, too; the result does not depend on it.
  static func table(of source: ByteSource, _ head: CSVHead?, hashing key: [String]?, beside known: RecordTable?)
    throws(RecordError) -> RecordTable
  /// How a table's records are written; `nil` for records that cannot be.
  static func spelling(of table: RecordTable) -> (any RecordSpelling)?
}

extension InputFormat {
  var recordFamily: any RecordFamily.Type {
    switch frame {
    case .rows: DelimitedRecords.self
    case .document, .lines: JSONRecords.self
    }
  }
}

extension RecordTable {
  package func makeSpelling() throws(WriteError) -> any RecordSpelling {
    guard parts.isEmpty else { throw .severalFiles }
    guard let spelling = format.recordFamily.spelling(of: self) else { throw .unsupportedShape }
    return spelling
  }
}

enum DelimitedRecords: RecordFamily {
  static func head(of source: ByteSource) throws(RecordError) -> CSVHead? { try CSVHead(of: source) }

  static func table(of source: ByteSource, _ head: CSVHead?, hashing key: [String]?, beside known: RecordTable?)
    throws(RecordError) -> RecordTable
  {
    let head = if let head { head } else { try CSVHead(of: source) }
    let plan = CSVPlan(source: source, head: head, key: try places(of: key, in: head, source))
    let (index, tally, equalRuns) = try CSVIndexer(plan: plan, lockstep(plan, hashing: key, beside: known)).run()
    let more = ColumnNames.places(beyond: head.columns, upTo: tally.width)
    let notes = tally.notes(plan, beyond: more, records: index.count) + [plan.longCellNote(index)].compactMap(\.self)
    let isPlain = tally == CSVTally() && index.lineShifts != nil
    return RecordTable(
      source: source, index: index, layout: plan.layout.adding(more), notes: source.notes + head.notes + notes,
      referenceKey: isPlain && plan.key != nil ? key : nil, equalRuns: equalRuns)
  }

  private static func lockstep(_ plan: CSVPlan, hashing key: [String]?, beside known: RecordTable?) -> Lockstep? {
    guard plan.key != nil, let layout = known?.layout as? CSVLayout, plan.layout.reads(like: layout) else { return nil }
    return Lockstep(plan.source, beside: known, hashing: key, hasEnds: plan.needsEnds)
  }

  /// The key's columns; `nil` where one is beyond the header and not known yet, whose hash is computed later.
  private static func places(of key: [String]?, in head: CSVHead, _ source: ByteSource) throws(RecordError) -> [Int]? {
    guard let key else { return nil }
    // The key may be all columns, of which there may be many.
    let places = Dictionary(placesOf: head.columns)
    let unknown = source.options.ragged == .pad ? nil : key.first { places[ColumnName($0)] == nil }
    if let unknown { throw RecordError(.unknownColumn(name: unknown, columns: head.columns), file: source.name) }
    let known = key.compactMap { places[ColumnName($0)] }
    return known.count == key.count ? known : nil
  }

  static func spelling(of table: RecordTable) -> (any RecordSpelling)? {
    (table.layout as? CSVLayout).map { CSVSpelling(table, $0) }
  }
}

enum JSONRecords: RecordFamily {
  static func head(of source: ByteSource) -> CSVHead? { nil }

  static func table(of source: ByteSource, _ head: CSVHead?, hashing key: [String]?, beside known: RecordTable?)
    throws(RecordError) -> RecordTable
  { try JSONReader.table(of: source, hashing: key, beside: known) }

  static func spelling(of table: RecordTable) -> (any RecordSpelling)? {
    guard let layout = table.layout as? JSONLayout, layout.shape == .objects, table.sections == nil else { return nil }
    return JSONSpelling(table)
  }
}
