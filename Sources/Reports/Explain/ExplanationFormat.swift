import Comparing
import Analysis
import Records

package enum ExplanationFormat: String, Sendable, CaseIterable {
  case text
  case json
}

/// Of the options the colours count.
package func write(
  _ explanations: Explanations, as format: ExplanationFormat, options: ReportOptions = ReportOptions(),
  to sink: inout some ReportSink
) throws {
  try sink.collect { out in
    try explanations.comparison.guarding {
      switch format {
      case .text: ExplanationText(explanations, options, out).write()
      case .json: ExplanationJSON(explanations.comparison, out).write(explanations)
      }
      try out.flush()
    }
  }
}

extension Remedy {
  /// The rule that is missing, as a rules file says it.
  var rule: String {
    let columns = steps.map { step in
      let names = step.normalizers.joined(separator: ", ")
      let list = step.normalizers.count == 1 ? names : "{ \(names) }"
      return "[\(Self.quoted(step.column))] = " + (step.side.map { "{ \($0.name) = \(list) }" } ?? list)
    }
    return "normalize = { \(columns.joined(separator: ", ")) }"
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case _ where scalar.value < 0x20: "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }
}

extension UnpairedCauses.Group {
  /// What would make partners of the group's example, where there is something.
  func remedy(in comparison: Comparison) -> Remedy? {
    guard case .spelling(let parts) = cause, let nearest = example.nearest else { return nil }
    return Remedy(parts, example.key, nearest.key, in: comparison)
  }
}

extension RecordExplanation {
  func remedy(in comparison: Comparison) -> Remedy? {
    guard let absence, case .spelling(let parts) = absence.cause, let nearest = absence.candidates.first,
      let own = records.source ?? records.target
    else { return nil }
    return Remedy(parts, own.identity.map(\.value), nearest.key, in: comparison)
  }
}
