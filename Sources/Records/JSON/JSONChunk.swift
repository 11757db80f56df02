/// A part of a JSON collection as one thread has read it.
struct JSONChunk: Sendable {
  var first: Int
  /// Where reading stopped: at an entry that belongs to the next run, or behind the collection.
  var stop: Int
  /// Whether the collection ends at `stop`.
  var isEnd = false
  var fault: JSONFault?
  /// The record that was read last or is being read, by its number in this run; `nil` outside of records.
  var reading: Int?
  /// The entries: the records, or the sections around them.
  var entries = Records()
  /// The records inside the sections; empty without `elements`.
  var elements = Records()
  /// Per section, how many elements of this run stand before it.
  var sectionStarts: [Int] = []

  struct Records: Sendable {
    var starts: [Int] = []
    /// Where they end; only of elements, which no separator delimits.
    var ends: [Int] = []
    var hashes: [UInt64] = []
    /// Where lines are not one for each record; `nil`: not known.
    var lineShifts: LineShifts?
    /// What they are; decided by the first one where the plan leaves it open.
    var shape: JSONShape?
    var columns = JSONNameTable()
    /// For each column a place where its name stands, with its quotes and colon.
    var tokens: [Range<Int>] = []
    /// For each column the numbers of the first and the last record in this run that has it.
    var spans: [ClosedRange<Int>] = []
    var repeats = JSONRepeats()
    /// Those that are the same as in the text beside; what is said above of columns is not of these.
    var equalRuns: [EqualRuns.Run] = []
  }
}
