import Platform
import Reports
import Requests

/// Pairs of files to compare, and what is made of each.
package struct BatchRequest: Sendable {
  /// The pairs, in the order in which they are reported.
  package var pairs: [BatchPair]
  /// The path of the manifest that the pairs come from; `nil` if they come from none.
  package internal(set) var manifest: String?
  /// Which changes make a pair different.
  package var thresholds = ChangeThresholds()
  /// Whether the message of a pair whose rules failed shows Lua's stack.
  package var showsStack = false
  /// The most threads to use; 0 for as many as there are cores.
  package var threads = 0
  /// A report of each pair that was compared; `nil` for none.
  package var report: BatchReport?
  /// Whether the summary is to be written as JUnit XML, for which each pair keeps its suite.
  package var keepsSuites = false
  /// The size in bytes from which on a pair is compared by itself, by all threads.
  package var largeSize = 16 << 20

  /// A batch of these pairs.
  package init(_ pairs: [BatchPair]) { self.pairs = pairs }
}

/// A report of each pair, in a file of its own below a directory, written whole or not at all.
package struct BatchReport: Sendable {
  /// The format.
  package var format: ReportFormat
  /// The directory; it is made where it is missing.
  package var directory: String
  /// What the reports show; the title is the pair's name.
  package var options = ReportOptions()

  /// Reports of a format in a directory.
  package init(_ format: ReportFormat, directory: String) {
    self.format = format
    self.directory = directory
  }

  /// Makes the directory, before any work is done.
  ///
  /// - Throws: `LunaDiffError` where that cannot be.
  package func prepare() throws(LunaDiffError) {
    do { try Directory.make(directory) } catch { throw LunaDiffError(error) }
  }

  /// The path of a pair's report.
  package func path(of name: String) -> String {
    "\(directory)/\(name).\(format.fileExtension)"
  }
}

/// How far a batch is.
package struct BatchProgress: Sendable {
  /// Pairs that are done.
  package var pairs = 0
  /// Pairs in all.
  package let pairCount: Int
  /// Records that have been compared, of both sides.
  package var records = 0
  /// A measure of the work that is done, of `size`.
  var done = 0
  /// A measure of all the work.
  let size: Int

  /// Of this many pairs none is done.
  ///
  /// - Parameter size: About how many bytes they have together.
  init(pairCount: Int, size: Int) {
    self.pairCount = pairCount
    self.size = size
  }

  /// How much of the work is done, from 0 to 1.
  package var fraction: Double { size > 0 ? Double(done) / Double(size) : 0 }
}

extension ProgressText {
  /// How far a batch is.
  package init(_ progress: BatchProgress) {
    let records = Grouped.count(progress.records, "record", "records")
    self.init(
      "\(progress.pairs) of \(Grouped.count(progress.pairCount, "pair", "pairs")), \(records)",
      fraction: progress.fraction)
  }
}
