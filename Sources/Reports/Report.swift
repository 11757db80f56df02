import Comparing
import Patching
import Records

package enum ReportFormat: String, Sendable, CaseIterable {
  case text
  case table
  case summary
  case json
  case jsonl
  case csv
  case markdown
  case junit
  /// For code hosts, which show changes at the lines of the files (SARIF 2.1.0).
  case sarif
  case html
  /// For people with a spreadsheet: a workbook (Office Open XML).
  case xlsx
  /// For other tools: a JSON Patch (RFC 6902), whose operations turn the old document into the new one.
  case jsonpatch

  /// Extensions of files that are not called as their format is.
  private static let extensions: [String: ReportFormat] = [
    "txt": .text, "md": .markdown, "xml": .junit, "htm": .html, "ndjson": .jsonl,
  ]

  /// The format that a file's extension stands for; `nil` if it stands for none.
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
  package var fileExtension: String {
    switch self {
    case .text, .table, .summary: "txt"
    case .json, .jsonpatch: "json"
    case .jsonl: "jsonl"
    case .csv: "csv"
    case .markdown: "md"
    case .junit: "xml"
    case .sarif: "sarif"
    case .html: "html"
    case .xlsx: "xlsx"
    }
  }

  /// Whether the report itself says which keys occur more than once.
  package var hasDuplicates: Bool { ![.csv, .junit, .jsonpatch].contains(self) }

  /// Whether the report says what explains many changes at once.
  var hasFindings: Bool { hasDuplicates && self != .sarif }

  /// Whether other tools turn one document into the other by it.
  package var isDocumentPatch: Bool { self == .jsonpatch }

  /// Whether a person reads the report as it is written, with what it says of the comparison.
  package var isForPeople: Bool { [.text, .table, .summary].contains(self) }

  /// Whether it is no text that a terminal could show.
  package var isBinary: Bool { self == .xlsx }
}

/// Writes a comparison in a format; the whole is never in memory: bytes go to the sink as they are made.
///
/// - Throws: What the sink throws; an error with a message for what a format cannot say; `PatchError` where an input is
///   several files and is to be patchable; `ComparisonError` for a context column that neither side has; `RecordError`
///   where an input changed before the report was complete.
/// - Complexity: O(*c* · *l*) for *c* changes of records of length *l*.
package func write(
  _ comparison: Comparison, as format: ReportFormat, options: ReportOptions = ReportOptions(),
  to sink: inout some ReportSink
) throws {
  let context = try ContextColumns(comparison, options)
  if options.patchable { try PatchScript.check(comparison) }
  if options.patchable || format.isDocumentPatch {
    if comparison.groups != nil { throw ComparisonError(.grouped("a patch")) }
    try PatchScript.checkMask(of: comparison)
  }
  try sink.collect { out in
    try comparison.guarding {
      var (comparison, options) = (comparison, options)
      if options.findings, format.hasFindings {
        comparison = try comparison.knowingSchema()
        options.findingWords = try options.knownFindings ?? comparison.allFindingWords()
      }
      try write(comparison, as: format, options: options, context: context, to: out)
      try out.flush()
    }
  }
}

extension Comparison {
  /// The whole report at once.
  package func report(as format: ReportFormat, _ options: ReportOptions) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try write(self, as: format, options: options, to: &bytes)
    return bytes
  }
}

private func write(
  _ comparison: Comparison, as format: ReportFormat, options: ReportOptions, context: ContextColumns,
  to out: OutputBuffer
) throws {
  switch format {
  case .json: try JSONReport(comparison, options, out).writeObject()
  case .jsonl: try JSONReport(comparison, options, out).writeLines()
  case .text: try TextReport(comparison, options, out, context: context).write()
  case .table: try TextReport(comparison, options, out, context: context, isTable: true).write()
  case .summary: try SummaryReport(footer: ReportFooter(comparison: comparison, options: options, out: out)).write()
  case .csv: try CSVReport(comparison, options, out, context: context).write()
  case .markdown:
    let reader = ChangeReader(comparison)
    try MarkdownReport(comparison: comparison, options: options, out: out, reader: reader, context: context).write()
  case .junit: try JUnitReport(comparison, options, out).write()
  case .sarif: try SARIFReport(comparison, options, out).write()
  case .html: try HTMLReport(comparison, options, out, context: context).write()
  case .xlsx: try WorkbookReport(comparison, options, out, context: context).write()
  case .jsonpatch: try JSONPatchReport(comparison: comparison, out: out).write()
  }
}

struct JSONPatchReport {
  let comparison: Comparison
  let out: OutputBuffer

  /// Writes a JSON Patch (RFC 6902), an operation a line.
  func write() throws {
    let operations = try DocumentOperations(comparison)
    let json = JSONEmitter(out)
    out.append("[")
    json.begin(.lines)
    var isEmpty = true
    try operations.forEach { operation in
      append(operation, to: json)
      isEmpty = false
      try out.checkpoint()
    }
    out.append(isEmpty ? "]\n" : "\n]\n")
  }

  private func append(_ operation: PatchOperation, to json: JSONEmitter) {
    json.object {
      json.member("op", operation.kind.rawValue)
      if let from = operation.from { json.member("from") { json.value(utf8: from) } }
      json.member("path") { json.value(utf8: operation.path) }
      if let value = operation.value { json.member("value", value) }
    }
  }
}
