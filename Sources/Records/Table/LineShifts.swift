import Platform

/// Where the records of a text are not one on each line: quotes that hold line ends, blank lines, comments.
///
/// A record's line is that of the first record and as many as there are records between, and what is counted here.
struct LineShifts: Sendable {
  /// More than this are not kept, so that memory stays small: 1 MiB.
  static let limit = 1 << 16
  /// The records from which on there are more lines, in order, and how many more in all from there on.
  private var shifts: [(record: Int, total: Int)] = []

  var isEmpty: Bool { shifts.isEmpty }
  var isFull: Bool { shifts.count > Self.limit }

  /// The lines in front of a record beyond one for each record.
  ///
  /// - Complexity: O(log *n*) for *n* shifts.
  func lines(before record: Int) -> Int {
    let index = shifts.partitioningIndex { $0.record > record }
    return index == 0 ? 0 : shifts[index - 1].total
  }

  /// The records in front of which at least so many more lines are than one for each record.
  func records(afterAtLeast lines: Int) -> [Int] {
    shifts.indices.filter { shifts[$0].total - ($0 == 0 ? 0 : shifts[$0 - 1].total) >= lines }.map { shifts[$0].record }
  }

  /// Counts more lines, or fewer, in front of a record and of all behind it.
  @inline(never) mutating func add(_ lines: Int, from record: Int) {
    guard lines != 0, !isFull else { return }
    shifts.append((record, (shifts.last?.total ?? 0) + lines))
  }

  /// Adds those of the part of the text that comes next, which so many records come before.
  mutating func append(_ part: LineShifts, behind records: Int) {
    var last = 0
    for shift in part.shifts {
      add(shift.total - last, from: records + shift.record)
      last = shift.total
    }
  }

  /// Adds those in front of some records of another text, the first of which is `first` here.
  mutating func append(_ other: LineShifts, of records: ClosedRange<Int>, as first: Int) {
    var index = other.shifts.partitioningIndex { $0.record >= records.lowerBound }
    var last = index == 0 ? 0 : other.shifts[index - 1].total
    while index < other.shifts.count, other.shifts[index].record <= records.upperBound {
      let shift = other.shifts[index]
      add(shift.total - last, from: first + shift.record - records.lowerBound)
      last = shift.total
      index += 1
    }
  }
}

extension LineShifts {
  /// Counts the lines of a part of a text in which all records are known.
  ///
  /// - Parameters:
  ///   - starts: Where its records begin.
  ///   - first: How many records come before them.
  ///   - range: From the begin of the part's first line to that of the line behind its last one.
  mutating func count(_ starts: UnsafeBufferPointer<Int>, from first: Int = 0, in text: BytesView, _ range: Range<Int>)
  {
    var before = range.lowerBound
    for (record, start) in starts.enumerated() where !isFull {
      add(Self.lineEnds(in: text, before..<start) - (record == 0 ? 0 : 1), from: first + record)
      before = start
    }
    add(Self.lineEnds(in: text, before..<range.upperBound) - (starts.isEmpty ? 0 : 1), from: first + starts.count)
  }

  private static func lineEnds(in text: BytesView, _ range: Range<Int>) -> Int {
    let record = text[part: range]
    // Mostly it is one line, whose end is found at once.
    let isLine = record.firstIndex(of: Ascii.lineFeed) == record.count - 1 && !record.contains(Ascii.carriageReturn)
    return isLine ? 1 : LineIndex.lineEnds(in: text, range)
  }
}
