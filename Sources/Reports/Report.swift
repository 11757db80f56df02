import Comparing
import Patching
import Records

/// Writes a comparison in a format.
///
/// The whole is never in memory: bytes go to the sink as they are made.
///
/// - Parameters:
///   - comparison: The result to report.
///   - format: The format.
///   - options: What is shown, and how.
///   - sink: Takes the bytes.
/// - Throws: What the sink throws; an error with a message for what a format cannot say; `PatchError` where an input is several files and is to be patchable; `ComparisonError` for a context column that neither side has; `RecordError` where an
///   input changed before the report was complete.
/// - Complexity: O(*c* · *l*) for *c* changes of records of length *l*.
package func write(
  _ comparison: Comparison, as format: ReportFormat, options: ReportOptions = ReportOptions(),
  to sink: inout some ReportSink
) throws {
  let context = try ContextColumns(comparison, options.context)
  if options.patchable { try PatchScript.check(comparison) }
  if options.patchable || format.isDocumentPatch { try PatchScript.checkMask(of: comparison) }
  try sink.collect { out in
    try comparison.guarding {
      try write(comparison, as: format, options: options, context: context, to: out)
      try out.flush()
    }
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
  case .summary: try SummaryReport(comparison, options, out).write()
  case .csv: try CSVReport(comparison, options, out, context: context).write()
  case .markdown: try MarkdownReport(comparison, options, out, context: context).write()
  case .junit: try JUnitReport(comparison, options, out).write()
  case .html: try HTMLReport(comparison, options, out, context: context).write()
  case .jsonpatch: try JSONPatchReport(comparison: comparison, out: out).writeOperations()
  case .mergepatch: try JSONPatchReport(comparison: comparison, out: out).writeMergePatch()
  }
}

/// What turns one document into the other, as other tools apply it.
struct JSONPatchReport {
  let comparison: Comparison
  let out: OutputBuffer

  /// Writes a JSON Patch (RFC 6902), an operation a line.
  func writeOperations() throws {
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

  /// Writes a JSON Merge Patch (RFC 7396), a record a line.
  func writeMergePatch() throws {
    try MergePatch(comparison).write(to: JSONEmitter(out))
    out.append("\n")
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
