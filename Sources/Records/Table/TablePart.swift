/// One of several files that a table was read from: consecutive records of it.
struct TablePart: Sendable {
  let name: String
  /// Where its text begins in that of the table.
  let start: Int
  /// The table's number of its first record.
  let firstRecord: Int
  let lines: LineIndex
  let shifts: LineShifts?

  init(_ table: RecordTable, start: Int, firstRecord: Int) {
    name = table.name
    self.start = start
    self.firstRecord = firstRecord
    lines = LineIndex(source: table.source)
    shifts = table.index.lineShifts
  }
}

extension RecordTable {
  /// The file that a record was read from: the input's name, but for one of several files.
  package func fileName(of record: Int) -> String { part(of: record)?.name ?? name }

  /// The record's number in its file, counted from 0.
  package func numberInFile(of record: Int) -> Int { record - (part(of: record)?.firstRecord ?? 0) }

  /// The part that a record is in; `nil` where there is one file.
  func part(of record: Int) -> TablePart? { partNumber(of: record).map { parts[$0] } }

  /// Which of ``parts`` a record is in; `nil` where there is one file.
  ///
  /// - Complexity: O(log *p*) for *p* parts.
  func partNumber(of record: Int) -> Int? {
    guard !parts.isEmpty else { return nil }
    return max(0, parts.partitioningIndex { $0.firstRecord > record } - 1)
  }
}

struct RecordLines {
  let lines: LineIndex
  /// Where lines are not one for each record; `nil`: not known.
  let shifts: LineShifts?
  let records: Range<Int>
  /// Where the file's text begins in that of the table.
  let start: Int
}

/// Finds the lines of records that follow one another, and looks only at what is between them; cheap, one per thread.
///
/// Where reading has counted lines, nothing is looked at but what is in front of the first record.
package struct LineCursor {
  private let table: RecordTable
  private var file: RecordLines
  /// The last record's place in its file, and its line; the first record's, where lines have been counted.
  private var last = (offset: Int.max, line: 0)

  fileprivate init(_ table: RecordTable) {
    self.table = table
    file = table.file(of: 0)
  }

  /// The line of its file, counted from 1, where a record begins; `nil` where the input has no lines.
  package mutating func line(of record: Int) -> Int? {
    guard table.hasLines else { return nil }
    if !file.records.contains(record) {
      file = table.file(of: record)
      last.offset = .max
    }
    guard let shifts = file.shifts else { return move(to: table.index.starts[record] - file.start) }
    let first = file.records.lowerBound
    if last.offset == .max { _ = move(to: table.index.starts[first] - file.start) }
    return last.line + record - first + shifts.lines(before: record - first) - shifts.lines(before: 0)
  }

  /// Goes to an offset of the file, and gives its line.
  private mutating func move(to offset: Int) -> Int {
    let isNear = offset >= last.offset && offset - last.offset <= LineIndex.blockSize
    last.line = isNear ? last.line + file.lines.lines(from: last.offset, to: offset) : file.lines.line(at: offset)
    last.offset = offset
    return last.line
  }
}

extension RecordTable {
  /// A way to lines that remembers the last record's.
  package func makeLineCursor() -> LineCursor { LineCursor(self) }
}
