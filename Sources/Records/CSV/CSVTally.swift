/// Counts what lenient reading let through, and where it began.
struct CSVTally: Sendable, Equatable {
  /// What happens to a record by its number of cells.
  enum Verdict { case keep, leaveOut, refuse }

  /// How often something happened, and where first.
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
  private(set) var skipped = Count()
  private(set) var strays = Count()

  /// Notes cells with stray quotes in the record that starts at a place.
  mutating func count(strays number: Int, at start: Int) { strays.add(number, at: start) }

  /// Adds what was counted further on in the text.
  mutating func add(_ later: CSVTally) {
    padded.add(later.padded)
    skipped.add(later.skipped)
    strays.add(later.strays)
  }

  /// Judges a record by its number of cells.
  mutating func verdict(cells: Int, at start: Int, plan: CSVPlan) -> Verdict {
    if cells == plan.columns { return .keep }
    switch plan.ragged {
    case .skip:
      skipped.add(1, at: start)
      return .leaveOut
    case .pad where cells < plan.columns:
      padded.add(1, at: start)
      return .keep
    case .pad, .error: return .refuse
    }
  }

  /// What was counted.
  func notes(in source: ByteSource) -> [ReadNote] {
    func line(_ count: Count) -> Int {
      1 + LineIndex.lineEnds(in: source.text, 0..<count.first)
    }
    var notes: [ReadNote] = []
    if padded.total > 0 {
      notes.append(ReadNote(.paddedRecords(count: padded.total, firstLine: line(padded))))
    }
    if skipped.total > 0 {
      notes.append(ReadNote(.skippedRecords(count: skipped.total, firstLine: line(skipped))))
    }
    if strays.total > 0 {
      notes.append(ReadNote(.strayQuotes(count: strays.total, firstLine: line(strays))))
    }
    return notes
  }
}
