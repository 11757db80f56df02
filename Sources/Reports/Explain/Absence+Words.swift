import Comparing
import Analysis

extension Absence.Cause {
  func words(in comparison: Comparison) -> String {
    switch self {
    case .filtered: "left out by the filter"
    case .partnerFiltered: "the filter leaves out the record of the same identity"
    case .duplicate: "the records of the same identity are paired with others"
    case .section: "the section of one of two records of the same identity has no partner"
    case .spelling(let parts): "the same but for \(comparison.words(of: parts))"
    case .part(let part): "the same but for \(comparison.name(ofPart: part))"
    case .alike(let likeness): "\(comparison.identityWords) alike but for \(likeness.words)"
    case .content(let columns, let other): "another key, and the same \(Self.values(columns, but: other))"
    case .empty(let parts): comparison.words(ofEmpty: parts)
    case .other: "no record without a partner " + comparison.alikeWords
    case .unsearched: "what is alike was not looked for: the keys are too many, or too long"
    case .passes(let causes):
      causes.enumerated().map { number, cause in
        "pass \(number + 1): \(cause.words(in: comparison, of: comparison.plan.allPasses[number]))"
      }.joined(separator: "; ")
    }
  }
}

extension Absence.Cause {
  /// - Parameter other: The only column that is compared whose values differ; `nil` for none.
  static func values(_ columns: Int, but other: String? = nil) -> String {
    if let other { return "values in all columns that are compared but \(other)" }
    return columns == 1 ? "value in the column that is compared" : "values in the \(columns) columns that are compared"
  }
}

extension Absence.Likeness {
  var words: String {
    switch self {
    case .ends: "a prefix or suffix"
    case .marks: "the marks in it"
    case .words: "the order of words"
    case .letters: "letters"
    case .digits: "digits"
    case .characters: "a few characters"
    }
  }
}

extension PassAbsence.Cause {
  fileprivate func words(in comparison: Comparison, of pass: MatchingPass) -> String {
    let isNear = pass.block != nil
    return switch self {
    case .empty: "no value for it"
    case .noRecord: isNear ? "no record of the same block" : "no record of the same key"
    case .alike(let cause): "no record of the same key, \(cause.difference(in: pass.columns)) would be"
    case .filtered: "the filter leaves out the record of the same key"
    case .pairedEarlier:
      "an earlier pass has paired " + (isNear ? "those of the same block" : "the record of the same key")
    case .pairedHere:
      isNear ? "the nearest is paired with another" : "those of the same key are paired with others"
    case .low: "no record of the block has a score that is high enough"
    case .ambiguous: "several records come as near as the best"
    case .section: "the section has no partner"
    case .longText: "a text of more than \(Grouped.number(NearMatches.longestText)) code points"
    case .largeBlock(let limit): "a block of more than \(Grouped.number(limit)) records"
    case .far(let limit): "the nearest of the block is more than \(Grouped.count(limit, "edit", "edits")) away"
    }
  }
}

extension PassAbsence {
  /// `place` is where the candidate is, in words.
  func words(in comparison: Comparison, _ input: String, _ place: String?) -> String {
    let place = place ?? "a record"
    let kept = comparison.plan.filter == nil ? "no record of \(input)" : "no record that the filter keeps of \(input)"
    let isNear = block != nil
    let block = "its \(self.block ?? "")"
    let score = amount.map { "a score of \(Double($0) / 1000)" } ?? "no score, for too much is missing"
    let away = amount.map { Grouped.count($0, "edit", "edits") } ?? "more than \(Self.mostEdits) edits"
    switch cause {
    case .empty: return "the record has no value for it"
    case .noRecord: return isNear ? "\(kept) shares \(block)" : "\(kept) has its key"
    case .alike(let cause): return "\(kept) has its key; \(place) differs in \(cause.difference(in: columns))"
    case .filtered: return "the filter leaves out a record that has its key"
    case .pairedEarlier:
      return isNear
        ? "an earlier pass has paired what shares \(block), as \(place)"
        : "\(place) has its key, and an earlier pass has paired it"
    case .pairedHere:
      if isScore { return "\(place) has \(score), and is paired with another" }
      return isNear
        ? "\(place) is \(away) away, and is paired with one that is no farther"
        : "\(place) has its key, and is paired with another that has it"
    case .section:
      return candidate == nil
        ? "the record's section has no partner" : "\(place) would do, but its section has no partner"
    case .longText:
      let limit = Grouped.number(NearMatches.longestText)
      return "\(candidate == nil ? "its text" : "the text of \(place)") has more than \(limit) code points"
    case .largeBlock(let limit):
      return
        "\(Grouped.number(amount ?? 0)) records share \(block), more than max_block = \(limit), and are not compared"
    case .low(let limit):
      return "best of those that share \(block) is \(place), with \(score): less than \(Double(limit) / 1000)"
    case .ambiguous: return "\(place) has \(score), and others come as near: the pair is ambiguous"
    case .far(let limit): return "nearest of those that share \(block) is \(place), \(away) away: more than \(limit)"
    }
  }
}

extension Absence.Cause {
  /// In what two keys of these columns differ, as in `case of email`.
  fileprivate func difference(in columns: [String]) -> String {
    func name(_ part: Int) -> String { columns.indices.contains(part) ? columns[part] : "part \(part + 1)" }
    return switch self {
    case .spelling(let parts):
      parts.map { "\($0.spellings.map(\.words).joined(separator: ", ")) of \(name($0.part))" }.joined(
        separator: " and ")
    case .part(let part): "\(name(part)) alone"
    default: "something"
    }
  }
}

extension PageAbsences.Obstacle {
  var words: String {
    switch self {
    case .manyRecords: "more than \(Grouped.number(PageAbsences.most)) records have no partner"
    case .severalPasses: "the identity has several passes"
    case .largeFilteredInput:
      "the filter leaves out records of an input with more than \(Grouped.number(PageAbsences.mostFiltered))"
    }
  }
}

extension Comparison {
  /// As in `case of email and white space of name`.
  func words(of parts: [Absence.PartSpelling]) -> String {
    Absence.Cause.spelling(parts).difference(in: keyColumns.map(\.name))
  }

  /// What has to be alike, as the subject of a sentence.
  fileprivate var identityWords: String {
    let names = keyColumns.map(\.name)
    return hasKey && !names.isEmpty ? names.joined(separator: ", ") + (names.count == 1 ? " is" : " are") : "it is"
  }

  /// That parts of a key, or all of it, have no value.
  fileprivate func words(ofEmpty parts: [Int]) -> String {
    let names = parts.map(name(ofPart:)).joined(separator: ", ")
    return parts.count < keyColumns.count
      ? "its key has no value in \(names)" : "the record has no key (\(names) \(parts.count > 1 ? "are" : "is") empty)"
  }

  var alikeWords: String { hasKey ? "has a key that is alike enough" : "is alike" }

  func name(ofPart part: Int) -> String { partName(part) ?? "part \(part + 1)" }
}

extension Spelling {
  fileprivate var words: String { self == .normalization ? "Unicode normalization" : rawValue }
}
