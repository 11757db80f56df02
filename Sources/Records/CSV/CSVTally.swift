/// Counts the records of a delimited text that are too short or too long, and what comes of them by `--ragged`.
struct CSVTally: Sendable, Equatable {
  enum Verdict { case keep, leaveOut, refuse }

  struct Count: Sendable, Equatable {
    private(set) var total = 0
    private(set) var first = 0

    mutating func add(_ number: Int, at place: Int) {
      guard number > 0 else { return }
      if total == 0 { first = place }
      total += number
    }

    mutating func add(_ other: Count) { add(other.total, at: other.first) }
  }

  private(set) var padded = Count()
  private(set) var widened = Count()
  /// The most cells of a record that has more than there are columns; 0 if there is none.
  private(set) var width = 0
  private(set) var skipped = Count()
  private(set) var strays = Count()
  /// Records that begin with a byte order mark, as the second one of two joined files does.
  private(set) var marks = Count()

  static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  mutating func count(strays number: Int, isMarked: Bool, at start: Int) {
    strays.add(number, at: start)
    marks.add(isMarked ? 1 : 0, at: start)
  }

  mutating func add(_ later: CSVTally) {
    padded.add(later.padded)
    widened.add(later.widened)
    width = max(width, later.width)
    skipped.add(later.skipped)
    strays.add(later.strays)
    marks.add(later.marks)
  }

  mutating func verdict(cells: Int, at start: Int, plan: CSVPlan) -> Verdict {
    if cells == plan.columns { return .keep }
    switch plan.ragged {
    case .skip:
      skipped.add(1, at: start)
      return .leaveOut
    case .pad where cells < plan.columns:
      padded.add(1, at: start)
      return .keep
    case .pad where cells - plan.columns <= RaggedPolicy.mostBeyond:
      widened.add(1, at: start)
      width = max(width, cells)
      return .keep
    case .pad, .error: return .refuse
    }
  }

}

extension CSVTally {
  /// `columns` are the names of those beyond the header.
  func notes(_ plan: CSVPlan, beyond columns: [String], records: Int) -> [ReadNote] {
    let text = plan.source.text
    func line(_ count: Count) -> Int { 1 + LineIndex.lineEnds(in: text, 0..<count.first) }
    var notes: [ReadNote] = []
    if padded.total > 0 {
      let footer = CSVAdvice(plan).footer(at: padded.first)
      notes.append(ReadNote(.paddedRecords(count: padded.total, firstLine: line(padded), footer: footer)))
    }
    if widened.total > 0 {
      notes.append(ReadNote(.widenedRecords(count: widened.total, firstLine: line(widened), columns: columns)))
    }
    if skipped.total > 0 { notes.append(ReadNote(.skippedRecords(count: skipped.total, firstLine: line(skipped)))) }
    if padded.total + widened.total + skipped.total > records / 2, let titles = CSVAdvice(plan).titles {
      notes.append(ReadNote(.titleLines(titles.lines)))
    }
    if marks.total > 0, plan.source.options.hasLines {
      notes.append(ReadNote(.innerMarks(count: marks.total, firstLine: line(marks))))
    }
    if strays.total > 0 {
      let (advice, count, first) = (CSVAdvice(plan), strays.total, line(strays))
      notes.append(
        ReadNote(
          advice.fitsWithoutSpace(recordAt: strays.first)
            ? .spacedQuotes(count: count, firstLine: first)
            : advice.fitsWithEscape(recordAt: strays.first)
              ? .escapedQuotes(count: count, firstLine: first) : .strayQuotes(count: count, firstLine: first)))
    }
    return notes
  }
}
