/// Reads delimited sources.
enum CSVReader {
  /// Indexes every record; hashes the key columns if given.
  static func table(of source: ByteSource, head: CSVHead, hashing key: [Int]?)
    throws(RecordError) -> RecordTable
  {
    let plan = CSVPlan(source: source, head: head, key: key)
    let (index, tally) = try CSVIndexer(plan: plan).run()
    let more = ColumnNames.places(beyond: head.columns, upTo: tally.width)
    let notes = tally.notes(plan, beyond: more, records: index.count)
    return RecordTable(
      source: source, index: index, layout: plan.layout.adding(more),
      notes: source.notes + head.notes + notes)
  }
}
