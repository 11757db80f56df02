/// The formats that a comparison is reported in.
package enum ReportFormat: String, Sendable, CaseIterable {
  /// For people at a terminal: every change, coloured if asked.
  case text
  /// For people at a terminal: every change, old and new values side by side.
  case table
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
  /// For other tools: a JSON Patch (RFC 6902), whose operations turn the old document into the new one.
  case jsonpatch
  /// For other tools: a JSON Merge Patch (RFC 7396), where it can say what differs.
  case mergepatch

  /// Extensions of files that are not called as their format is.
  private static let extensions: [String: ReportFormat] = [
    "txt": .text, "md": .markdown, "xml": .junit, "htm": .html, "ndjson": .jsonl,
  ]

  /// The format that a file's extension stands for; `nil` if it stands for none.
  ///
  /// - Parameter path: The file's path.
  package init?(path: String) {
    guard let suffix = Self.suffix(of: path), let format = Self.extensions[suffix] ?? ReportFormat(rawValue: suffix)
    else { return nil }
    self = format
  }

  /// The extension of a path, in small letters and without its dot; `nil` if it has none.
  package static func suffix(of path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    let suffix = name[name.index(after: dot)...].lowercased()
    return suffix.isEmpty ? nil : suffix
  }
}

extension ReportFormat {
  /// What the names of files of this format end in.
  package var fileExtension: String {
    switch self {
    case .text, .table, .summary: "txt"
    case .json, .jsonpatch, .mergepatch: "json"
    case .jsonl: "jsonl"
    case .csv: "csv"
    case .markdown: "md"
    case .junit: "xml"
    case .html: "html"
    }
  }

  /// Whether the report itself says which keys occur more than once.
  package var hasDuplicates: Bool {
    switch self {
    case .text, .table, .summary, .json, .jsonl, .markdown, .html: true
    case .csv, .junit, .jsonpatch, .mergepatch: false
    }
  }

  /// Whether other tools turn one document into the other by it.
  package var isDocumentPatch: Bool { self == .jsonpatch || self == .mergepatch }

  /// Whether a person reads the report as it is written, with what it says of the comparison.
  package var isForPeople: Bool {
    switch self {
    case .text, .table, .summary: true
    case .json, .jsonl, .csv, .markdown, .junit, .html, .jsonpatch, .mergepatch: false
    }
  }
}
