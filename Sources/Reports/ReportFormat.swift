/// The formats that a comparison is reported in.
public enum ReportFormat: String, Sendable, CaseIterable {
  /// For people at a terminal: every change, coloured if asked.
  case text
  /// For people: the counts, the columns, and how each column changed.
  case summary
  /// For programs: one JSON object.
  case json
  /// For programs: one JSON value a line.
  case jsonl
  /// For spreadsheets: one row for each changed value.
  case csv
  /// For pull requests: tables of bounded size.
  case markdown
  /// For continuous integration: JUnit XML, one test case for each kind of change.
  case junit
  /// For people with a browser: one page with everything in it.
  case html
}
