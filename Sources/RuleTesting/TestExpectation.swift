import Comparing
import Records
import Reports

/// What a test expects of a comparison.
struct TestExpectation: Sendable {
  /// A change of which some things are known.
  struct Change: Sendable {
    var kind: Comparing.Change.Kind?
    /// The identity's parts, as text.
    var key: [String]?
    var columns: [String]?
    var moved: Bool?
    /// Which pass of the identity has paired it.
    var pass: Int?
    /// Some values of the record on each side.
    var values = Sides<[(column: String, value: Value)]>(source: [], target: [])
  }

  /// A report, and the file that holds what it was.
  struct Report: Sendable {
    /// A format that is built in, or a plug-in's.
    enum Format: Sendable {
      case builtIn(ReportFormat)
      case plugin(String)
    }

    let path: String
    let format: Format
    /// What a plug-in's format is told.
    var settings: [(name: String, value: String)] = []
  }

  /// How many changes of a kind there are, by its name; `unchanged` counts pairs that are none.
  var counts: [(name: String, count: Int)] = []
  /// Whether nothing differs.
  var same: Bool?
  /// The columns that differ in any record.
  var columns: [String]?
  /// All changes in the order of reports.
  var changes: [Change]?
  var report: Report?
  /// What the message of an error contains; such a comparison has to fail.
  var error: String?

  /// Whether nothing is expected.
  var isEmpty: Bool {
    counts.isEmpty && same == nil && columns == nil && changes == nil && report == nil
      && error == nil
  }
}
