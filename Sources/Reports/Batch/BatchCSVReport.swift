import Comparing
import Records

/// The summary of a batch for spreadsheets: one row for each pair.
struct BatchCSVReport {
  private let batch: BatchSummary
  private let out: OutputBuffer

  init(_ batch: BatchSummary, _ out: OutputBuffer) {
    self.batch = batch
    self.out = out
  }

  /// Writes the header and the rows.
  func write() {
    out.append("name,outcome,old,new,old_records,new_records,deleted,inserted,updated,moved,")
    out.append("unchanged,old_duplicates,new_duplicates,error,report,")
    out.append("deleted_columns,inserted_columns,rules,notes\n")
    for result in batch.results {
      let texts = [result.name, result.outcome.rawValue, result.old ?? "", result.new ?? ""]
      append(texts.map(Self.cell) + counts(result))
    }
  }

  private func counts(_ result: BatchResult) -> [String] {
    let texts = [
      result.columns.deleted.joined(separator: ", "),
      result.columns.inserted.joined(separator: ", "),
      TermsText.words(of: result.terms.rules, result.thresholds),
      result.terms.notes.map(\.message).joined(separator: "; "),
    ]
    let last = ([result.message ?? "", result.report ?? ""] + texts).map(Self.cell)
    guard let records = result.records, let summary = result.summary else {
      return Array(repeating: "", count: 9) + last
    }
    let counts = [
      records[.source], records[.target], summary.deleted, summary.inserted, summary.updated,
      summary.moved, summary.unchanged, result.duplicates[.source], result.duplicates[.target],
    ]
    return counts.map(String.init) + last
  }

  private func append(_ cells: [String]) {
    out.append(text: cells.joined(separator: ",") + "\n")
  }

  /// A cell that no spreadsheet takes for a formula, quoted where it has to be.
  private static func cell(_ text: String) -> String {
    let isFormula = text.utf8.first.map { "=+-@\t\r".utf8.contains($0) } ?? false
    let safe = isFormula ? "'" + text : text
    guard isFormula || safe.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) else {
      return safe
    }
    return "\""
      + safe.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}
