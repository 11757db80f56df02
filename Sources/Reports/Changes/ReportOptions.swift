import RecordDiff

/// What a report shows, and how.
public struct ReportOptions: Sendable {
  /// Whether JSON has the member `stages`.
  public var stages = false
  /// Whether `json` and `jsonl` hold what turns one file into the other byte for byte, and back.
  public var patchable = false
  /// The kinds of change that are listed.
  ///
  /// The counts are always those of the whole comparison.
  public var show = Set(Change.Kind.allCases)
  /// The most changes of each kind that are listed.
  public var limit = ChangeLimits()
  /// Columns whose values stand beside updated and moved records, so that people see which ones they are.
  public var context: [String] = []
  /// Whether `text` and `summary` are coloured by terminal escapes.
  public var color = false
  /// The width of the terminal in columns; `nil`: lines may be as long as they need to be.
  public var width: Int?
  /// How long the comparison took, for a person to read.
  public var elapsed: Duration?
  /// The heading of `html` and `markdown` and the suite of `junit`; `nil`: made of the two names.
  public var title: String?
  /// Whether JSON has `summary.columns`: for each column how often it changed, and how.
  public var statistics = false
  /// Whether `csv` keeps a spreadsheet from taking a value for a formula, by an apostrophe before it.
  public var escapesFormulas = true
  /// Which changes count, in `junit` as failures; where not all do, every report says so.
  public var thresholds = ChangeThresholds()

  /// The defaults.
  public init() {}
}
