import Comparing
import Reports

/// A form in which a result is written: one of LunaDiff's, of a plug-in's or of the host's own.
///
/// ```swift
/// try result.write(.markdown, toFile: "changes.md") { $0.limit = 20 }
/// ```
public enum Report: Sendable, Hashable {
  /// For people at a terminal: every change.
  case text
  /// For people at a terminal: every change, old and new values side by side.
  case table
  /// For people: the counts, the columns, and how each column changed.
  case summary
  /// For programs: one JSON object.
  case json
  /// For programs: one JSON value a line.
  case jsonLines
  /// For spreadsheets: one row for each changed value.
  case csv
  /// For pull requests: tables of bounded size.
  case markdown
  /// For continuous integration: JUnit XML.
  case junit
  /// For people with a browser: one page with everything in it.
  case html
  /// For people with a spreadsheet: a workbook with a sheet for each kind of change.
  case xlsx
  /// For other tools: a JSON Patch (RFC 6902).
  case jsonPatch
  /// A form of the host's, as `acme.sql`, of a plug-in's, as `plugin:name`, or any of the command line's. A plug-in's
  /// is told the settings, by name.
  case named(String, settings: [String: String] = [:])

  /// What a report says, and how much of it.
  public struct Options: Sendable {
    /// The heading; `nil`: made of the inputs' names.
    public var title: String?
    /// The kinds of change that are listed; the counts are always those of the whole.
    public var kinds = Set(Change.Kind.allCases)
    /// The most changes of each kind that are listed; `nil`: as many as there are, or as the form can bear.
    public var limit: Int?
    /// Columns whose values stand beside those that differ.
    public var context: [String] = []
    /// Whether JSON has the stages.
    public var hasStages = false
    /// Whether JSON holds what ``LunaHost/patch(_:changes:reversed:)`` needs to give the other file byte for byte.
    public var isPatchable = false
  }
}

extension Report {
  /// What the command line calls the form.
  private var name: String {
    switch self {
    case .jsonLines: "jsonl"
    case .jsonPatch: "jsonpatch"
    case .named(let name, _): name
    case .text, .table, .summary, .json, .csv, .markdown, .junit, .html, .xlsx: "\(self)"
    }
  }

  /// The form as the rooms below know it; `nil` for a host's or a plug-in's.
  var format: ReportFormat? { ReportFormat(rawValue: name) }

  /// What a plug-in's form is told, in the order of the names.
  var settings: [(name: String, value: String)] {
    guard case .named(_, let settings) = self else { return [] }
    return settings.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Whether it is a form of the host's own.
  func isOf(_ host: LunaHost) -> Bool { host.formats[name] != nil }
}

extension Report.Options {
  /// What the rooms below want to know.
  var reportOptions: ReportOptions {
    var options = ReportOptions()
    options.title = title
    options.show = Set(kinds.map(\.kind))
    options.limit = ChangeLimits(each: limit.map { max(0, $0) })
    options.context = context
    options.stages = hasStages
    options.patchable = isPatchable
    return options
  }
}
