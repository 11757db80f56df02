import Comparing
import Explaining

extension Absence.Cause {
  /// Why there is no partner, as people read it.
  func words(in comparison: Comparison) -> String {
    switch self {
    case .filtered: "left out by the filter"
    case .partnerFiltered: "the filter leaves out the record of the same identity"
    case .duplicate: "the records of the same identity are paired with others"
    case .section: "the section of one of two records of the same identity has no partner"
    case .spelling(let parts): "the same but for \(comparison.words(of: parts))"
    case .part(let part): "the same but for \(comparison.name(ofPart: part))"
    case .other: "no record comes near"
    }
  }
}

extension UnpairedReasons.Obstacle {
  /// Why reasons were not looked for, as people read it.
  var words: String {
    switch self {
    case .manyRecords:
      "more than \(Grouped.number(UnpairedReasons.most)) records have no partner"
    case .severalPasses: "the identity has several passes"
    case .largeFilteredInput:
      "the filter leaves out records of an input with more than \(Grouped.number(UnpairedReasons.mostFiltered))"
    }
  }
}

extension Comparison {
  /// As in `case of email and white space of name`.
  func words(of parts: [Absence.PartSpelling]) -> String {
    parts.map { part in
      "\(part.spellings.map(\.words).joined(separator: ", ")) of \(name(ofPart: part.part))"
    }.joined(separator: " and ")
  }

  /// What a part of the identity is called.
  func name(ofPart part: Int) -> String { partName(part) ?? "part \(part + 1)" }
}

extension Spelling {
  /// The spelling in words.
  fileprivate var words: String { self == .normalization ? "Unicode normalization" : rawValue }
}
