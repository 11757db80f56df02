import Comparing
import Analysis
import Records

/// Of the options the colours count.
package func write(
  _ explanations: Explanations, as format: PlainFormat, options: ReportOptions = ReportOptions(),
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

extension UnpairedCauses.Group {
  /// What would make partners of the group's example, where there is something.
  func remedy(in comparison: Comparison) -> Remedy? {
    guard case .spelling(let parts) = cause, let example = examples.first, let nearest = example.nearest else {
      return nil
    }
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
