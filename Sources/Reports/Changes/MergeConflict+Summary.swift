import Patching
import Records

extension MergeConflict {
  package var summary: String {
    let parts = key.map { $0.withField { DisplayText($0) } }
    let start = "conflict at \(DisplayText(joining: parts).text(within: 80))"
    switch kind {
    case .deletedByOurs: return "\(start): deleted in ours, changed in theirs"
    case .deletedByTheirs: return "\(start): deleted in theirs, changed in ours"
    case .updated, .inserted:
      let places = fields.flatMap(describe)
      let rest = places.count - Self.listed
      let shown = places.prefix(Self.listed).joined(separator: "; ")
      return "\(start): \(shown)\(rest > 0 ? "; and \(rest) more" : "")"
    }
  }

  private static let listed = 20

  private func describe(_ field: Field) -> [String] {
    guard field.paths.isEmpty else { return field.paths.map(\.summary) }
    return [Self.describe(kind, field.column, field.base, field.ours, field.theirs)]
  }

  fileprivate static func describe(_ kind: Kind, _ name: String, _ base: Value?, _ ours: Value?, _ theirs: Value?)
    -> String
  {
    let sides = [("base", base), ("ours", ours), ("theirs", theirs)]
    let values = sides.filter { kind == .updated || $0.0 != "base" }.map { side, value in
      "\(side) \((value ?? .absent).withField { DisplayText($0).text(within: 40) })"
    }
    return "\(DisplayText(name).text(within: 80)) is \(values.joined(separator: ", "))"
  }
}

extension MergeConflict.Inside {
  fileprivate var summary: String {
    let start = DisplayText(name).text(within: 80)
    switch kind {
    case .deletedByOurs: return "\(start) is deleted in ours, changed in theirs"
    case .deletedByTheirs: return "\(start) is deleted in theirs, changed in ours"
    case .updated, .inserted: return MergeConflict.describe(kind, name, base, ours, theirs)
    }
  }
}
