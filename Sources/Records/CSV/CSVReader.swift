/// Reads delimited sources.
enum CSVReader {
  /// Indexes every record; hashes the key columns if given.
  static func table(of source: ByteSource, head: CSVHead, hashing key: [Int]?)
    throws(RecordError) -> RecordTable
  {
    let plan = CSVPlan(source: source, head: head, key: key)
    let (index, notes) = try CSVIndexer(plan: plan).run()
    return RecordTable(
      source: source, index: index, layout: plan.layout, notes: source.notes + head.notes + notes)
  }
}
