/// Where a delimited text's header stands.
struct HeaderPlace {
  let range: Range<Int>
  /// Where its cells stand; `nil` without a header.
  let cells: [Range<Int>]?

  init(_ table: RecordTable, _ layout: CSVLayout) {
    let source = table.source
    guard source.options.readsHeader, !table.columns.isEmpty else {
      range = 0..<0
      cells = nil
      return
    }
    let text = source.text
    let scanner = CSVScanner(text: text, dialect: layout.dialect)
    let start = scanner.recordStart(from: layout.start)
    let end = scanner.record(at: start).end
    let header = text[part: start..<end]
    range = source.start + start..<source.start + end
    let offset = range.lowerBound
    cells = CSVScanner(text: header, dialect: layout.dialect).cellRanges.map {
      $0.lowerBound + offset..<$0.upperBound + offset
    }
  }
}
