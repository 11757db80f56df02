import RecordDiff
import Records

/// The summary of a batch as JSON or JSON Lines, as programs read it.
struct BatchJSONReport {
  private let batch: BatchSummary
  private let out: OutputBuffer

  init(_ batch: BatchSummary, _ out: OutputBuffer) {
    self.batch = batch
    self.out = out
  }

  /// Writes one object, a pair a line.
  func writeObject() {
    out.append("{\n\"lunadiff\":1,\n")
    appendTotals(separator: ",\n")
    out.append(",\n\"pairs\":[")
    for (number, result) in batch.results.enumerated() {
      out.append(number == 0 ? "\n" : ",\n")
      append(result)
    }
    out.append("\n]\n}\n")
  }

  /// Writes each pair and the totals as a line each.
  func writeLines() {
    for result in batch.results {
      append(result)
      out.append("\n")
    }
    out.append("{")
    appendTotals(separator: ",")
    out.append("}\n")
  }

  private func appendTotals(separator: StaticString) {
    out.append("\"batch\":{\"pairs\":")
    out.append(batch.results.count)
    for outcome in BatchResult.Outcome.allCases {
      out.append(text: ",\"\(outcome.member)\":")
      out.append(batch.count(outcome))
    }
    out.append(",\"status\":")
    out.append(batch.status)
    out.append("}")
    out.append(separator)
    out.append("\"summary\":")
    append(batch.total)
  }

  private func append(_ result: BatchResult) {
    out.append("{\"name\":")
    out.append(jsonPath: result.name)
    append(.source, result.old, result)
    append(.target, result.new, result)
    out.append(text: ",\"outcome\":\"\(result.outcome.member)\"")
    if let summary = result.summary {
      out.append(",\"summary\":")
      append(summary)
      out.append(text: ",\"counting\":[")
      out.append(listing: result.counting) { out.append(jsonString: $0.rawValue) }
      out.append("],\"duplicates\":{\"source\":")
      out.append(result.duplicates[.source])
      out.append(",\"target\":")
      out.append(result.duplicates[.target])
      out.append("}")
    }
    append(list: ",\"deletedColumns\":[", result.columns.deleted)
    append(list: ",\"insertedColumns\":[", result.columns.inserted)
    if let columns = result.key?.columns {
      out.append(",\"key\":{\"columns\":[")
      out.append(listing: columns) { out.append(jsonString: $0) }
      out.append(result.key?.isFound ?? false ? "],\"found\":true}" : "],\"found\":false}")
    }
    if !result.terms.rules.isEmpty {
      out.append(",\"rules\":")
      out.append(rules: result.terms.rules)
    }
    if result.thresholds != ChangeThresholds() {
      out.append(",")
      out.append(result.thresholds)
    }
    append(list: ",\"notes\":[", result.terms.notes.map(\.message))
    append(list: ",\"warnings\":[", result.terms.warnings.map(\.message))
    append(member: ",\"error\":", result.message)
    append(member: ",\"report\":", result.report)
    out.append("}")
  }

  private func append(_ side: Side, _ path: String?, _ result: BatchResult) {
    guard let path else { return }
    out.append(side == .source ? ",\"source\":{\"path\":" : ",\"target\":{\"path\":")
    out.append(jsonPath: path)
    if let records = result.records {
      out.append(",\"records\":")
      out.append(records[side])
    }
    out.append("}")
  }

  /// A member that is a list of texts, where there are any.
  private func append(list member: StaticString, _ texts: [String]) {
    guard !texts.isEmpty else { return }
    out.append(member)
    out.append(listing: texts) { out.append(jsonString: $0) }
    out.append("]")
  }

  private func append(member: StaticString, _ text: String?) {
    guard let text else { return }
    out.append(member)
    out.append(jsonString: text)
  }

  private func append(_ summary: Summary) {
    out.append(
      text: "{\"deleted\":\(summary.deleted),\"inserted\":\(summary.inserted),"
        + "\"updated\":\(summary.updated),\"moved\":\(summary.moved),"
        + "\"unchanged\":\(summary.unchanged)}")
  }
}

extension BatchResult.Outcome {
  /// The name of a member of JSON objects.
  fileprivate var member: String {
    switch self {
    case .onlyOld: "onlyOld"
    case .onlyNew: "onlyNew"
    default: rawValue
    }
  }
}
