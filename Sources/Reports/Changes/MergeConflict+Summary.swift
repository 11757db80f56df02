import RecordDiff
import Records

extension MergeConflict {
  /// The conflict as one line for a person.
  package var summary: String {
    let parts = key.map { $0.withField { DisplayText($0) } }
    let start = "conflict at \(DisplayText(joining: parts).text(within: 80))"
    switch kind {
    case .deletedByOurs: return "\(start): deleted in ours, changed in theirs"
    case .deletedByTheirs: return "\(start): deleted in theirs, changed in ours"
    case .updated, .inserted:
      return "\(start): \(fields.map(describe).joined(separator: "; "))"
    }
  }

  private func describe(_ field: Field) -> String {
    let sides = [("base", field.base), ("ours", field.ours), ("theirs", field.theirs)]
    let values = sides.filter { kind == .updated || $0.0 != "base" }.map { side, value in
      "\(side) \((value ?? .absent).withField { DisplayText($0).text(within: 40) })"
    }
    return "\(DisplayText(field.column).text(within: 40)) is \(values.joined(separator: ", "))"
  }
}
