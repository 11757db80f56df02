import Platform

/// Hashes the key cells of records whose cells' ends are known.
struct CSVKeyCells {
  private let text: BytesView
  private let columns: [Int]
  private let layout: CSVLayout
  private let quote: Int
  private let hasNulls: Bool
  private let secrets = HashSecrets.process
  /// How many of a record's first cells' ends have to be known.
  let depth: Int

  init(plan: CSVPlan) {
    text = plan.text
    columns = plan.key ?? []
    layout = plan.layout
    quote = plan.dialect.quote.map(Int.init) ?? -1
    hasNulls = !plan.layout.nullTokens.isEmpty
    depth = (columns.max() ?? -1) + 1
  }

  /// The hash of a record's key.
  ///
  /// - Parameter borders: where its first `depth` cells end.
  @inline(__always)
  func hash(recordAt start: Int, _ borders: UnsafeMutablePointer<Int>) -> UInt64 {
    var hasher = FieldHasher(secrets)
    for column in columns {
      let from = column == 0 ? start : borders[column - 1] + 1
      let to = borders[column]
      if hasNulls || (from < to && Int(text[from]) == quote) {
        addUnusual(from..<to, to: &hasher)
      } else {
        hasher.combine(hash: secrets.hash(of: text[part: from..<to]))
      }
    }
    return hasher.value
  }

  /// Hashes a cell that has quotes or may be null.
  private func addUnusual(_ cell: Range<Int>, to hasher: inout FieldHasher) {
    let record = text[part: cell]
    let scanner = CSVScanner(text: record, dialect: layout.dialect)
    layout.field(scanner.cell(at: 0), in: record).hash(into: &hasher)
  }
}
