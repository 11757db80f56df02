import Platform

/// The first records of a delimited text, by which its dialect and its header are judged.
struct CSVSample {
  private static let size = 65536
  private static let most = 100

  struct Record {
    let range: Range<Int>
    let cells: Int
  }

  let scanner: CSVScanner
  let records: [Record]

  init(of whole: BytesView, from start: Int, _ dialect: CSVDialect, most: Int = Self.most) {
    let end = Self.end(of: whole, from: start)
    let isCut = end < whole.count
    scanner = CSVScanner(text: whole[part: ..<end], dialect: dialect)
    var records: [Record] = []
    var at = scanner.recordStart(from: start)
    while at < end && records.count < most {
      let record = scanner.record(at: at)
      guard !isCut || record.end < end || records.isEmpty else { break }
      records.append(Record(range: at..<record.end, cells: record.cells))
      at = scanner.recordStart(from: record.end)
    }
    self.records = records
  }

  /// The bytes that a sample is taken of.
  static func part(of whole: BytesView, from start: Int) -> BytesView {
    whole[part: start..<end(of: whole, from: start)]
  }

  private static func end(of whole: BytesView, from start: Int) -> Int {
    whole.count - start > size ? start + size : whole.count
  }

  /// The number of cells above one that most records have, and how many have it.
  ///
  /// Of numbers that are as frequent the one that comes first.
  var commonWidth: (cells: Int, count: Int) {
    var counts: [Int: Int] = [:]
    for record in records where record.cells > 1 { counts[record.cells, default: 0] += 1 }
    var best = (cells: 1, count: 0)
    for record in records {
      let count = counts[record.cells] ?? 0
      if count > best.count { best = (record.cells, count) }
    }
    return best
  }

  func tail(of cells: Int) -> Int { records.reversed().prefix { $0.cells == cells }.count }

  func texts(of record: Record) -> [String] {
    let layout = CSVLayout(columns: [], dialect: scanner.dialect)
    let bytes = scanner.text[part: record.range]
    let cells = CSVScanner(text: bytes, dialect: scanner.dialect).cells
    return cells.map { cell in layout.field(cell, in: bytes).withText { String(decoding: $0, as: UTF8.self) } ?? "" }
  }
}

extension CSVScanner {
  var cells: [Cell] {
    var cells: [Cell] = []
    var at = 0
    while true {
      let cell = cell(at: at)
      cells.append(cell)
      guard cell.next < text.count else { return cells }
      at = cell.next + 1
    }
  }
}
