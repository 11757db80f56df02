/// The records that start in one part of a text, found by one worker.
///
/// Handed from thread to thread under a lock, and used by one at a time.
final class CSVChunk: @unchecked Sendable {
  struct Failure: Sendable {
    let kind: RecordError.Kind
    let byte: Int
    let record: Int
  }

  /// Where the worker began, which may turn out wrong.
  var start = 0
  /// The first place between records at or behind the chunk's end.
  var end = 0
  let records: RecordOffsets
  /// Those that are the same as in the text beside.
  var equalRuns: [EqualRuns.Run] = []
  var tally = CSVTally()
  var failure: Failure?
  /// Whether a record did not end within the worker's sight.
  var isOverrun = false

  init(plan: CSVPlan) { records = RecordOffsets(hasEnds: plan.needsEnds, hasHashes: plan.key != nil) }

  func reset(start: Int) {
    self.start = start
    end = start
    records.setCount(0)
    records.lineShifts = LineShifts()
    equalRuns = []
    tally = CSVTally()
    failure = nil
    isOverrun = false
  }
}
