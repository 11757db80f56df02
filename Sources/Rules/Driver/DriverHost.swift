import RecordDiff
import Records

/// What driver scripts can do with directories and reports, which only the rooms above know.
package struct DriverHost: Sendable {
  /// Two files of a batch; one of them may be missing.
  package struct Pair: Sendable {
    package let name: String
    package let old: String?
    package let new: String?
    /// Why the two cannot be compared; `nil` if nothing is known against it.
    package var problem: String?

    package init(name: String, old: String?, new: String?) {
      self.name = name
      self.old = old
      self.new = new
    }
  }

  /// Where a report goes, and what it is.
  package struct Report: Sendable {
    /// One of ``DriverHost/formats``.
    package let format: String
    /// The heading; `nil` for the format's own.
    package let title: String?
    /// Whether JSON holds what a patch needs to be exact.
    package var isPatchable = false
  }

  /// Plug-ins that rules of files may use.
  var plugins: [PluginSource] = []
  /// Asks whether what the script loads changes under it; one for each script.
  var inputs: InputWatch?
  /// Where `print` in rules of files goes, from any thread.
  package var print: @Sendable (UnsafeRawBufferPointer) -> Void = { _ in }
  /// The names of the formats of reports.
  package let formats: [String]
  /// The format that a path's extension stands for.
  package let formatOfPath: @Sendable (_ path: String) -> String?
  /// Opens two files and compares them.
  package let compare:
    @Sendable (_ old: String, _ new: String, ReadOptions, RuleSet, ComparisonPlan) throws ->
      Comparison
  /// The pairs of two directories: old, new, patterns, whether directories below are taken too.
  package let pairs: @Sendable (String, String, [String], Bool) throws -> [Pair]
  /// A report as text.
  package let text: @Sendable (Comparison, Report) throws -> [UInt8]
  /// Writes a report to a file, whole or not at all.
  package let write: @Sendable (Comparison, Report, _ path: String) throws -> Void
  /// Writes bytes to a file, whole or not at all.
  package let save: @Sendable (_ path: String, [UInt8]) throws -> Void
  /// Begins to count the pairs of a batch.
  package let makeTally: @Sendable () -> any DriverTally

  package init(
    formats: [String], formatOfPath: @escaping @Sendable (String) -> String?,
    compare:
      @escaping @Sendable (String, String, ReadOptions, RuleSet, ComparisonPlan) throws ->
      Comparison,
    pairs: @escaping @Sendable (String, String, [String], Bool) throws -> [Pair],
    text: @escaping @Sendable (Comparison, Report) throws -> [UInt8],
    write: @escaping @Sendable (Comparison, Report, String) throws -> Void,
    save: @escaping @Sendable (String, [UInt8]) throws -> Void,
    makeTally: @escaping @Sendable () -> any DriverTally
  ) {
    self.formats = formats
    self.formatOfPath = formatOfPath
    self.compare = compare
    self.pairs = pairs
    self.text = text
    self.write = write
    self.save = save
    self.makeTally = makeTally
  }
}

/// The results of a batch as they come in.
package protocol DriverTally: AnyObject {
  /// Counts a pair; returns its outcome.
  func add(_ pair: DriverHost.Pair, _ result: Result<Comparison, any Error>?) -> String
  /// The exit status so far.
  var status: Int { get }
  /// The counts in one line.
  var headline: String { get }
  /// The summary in a format; `nil` if it is none.
  func text(format: String) throws -> [UInt8]?
  /// The formats of the summary.
  var formats: [String] { get }
}
