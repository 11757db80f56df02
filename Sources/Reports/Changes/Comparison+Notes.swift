import Platform
import Comparing
import Records

extension Comparison {
  /// What is to be said of identities that occur more than once, of sections and of records.
  package var duplicateWords: [String] {
    let sections = Side.allCases.compactMap { side in sectionDuplicates?[side].words("section", side) }
    guard hasKey else { return sections }
    return sections + Side.allCases.compactMap { duplicates[$0].words("record", $0) }
  }

  /// Whether so many records repeat a key that it seldom tells which record is meant.
  var hasRepeatedKeys: Bool {
    hasKey && Side.allCases.contains { 3 * duplicates[$0].repetitions >= max(tables[$0].count, 1) }
  }

  /// What reports for people say beside the changes, a line each: key, rules, duplicates, notes and warnings.
  package func noteLines(_ options: ReportOptions) -> [String] {
    let lines =
      TermsText(self, options).parts + duplicateWords.map { "duplicates: \($0)" }
      + terms.notes.map { "\($0.title): \($0.message)" }
    return lines.map { DisplayText($0).text(within: .max) }
  }

  /// How many records there are: `3 → 4 records`, and where they were made of others `6 records in 3 groups → 4 records`.
  package var recordWords: String {
    let words = Side.allCases.map { side in
      let count = tables[side].count
      guard isGrouped(side) else { return Grouped.count(count, "record", "records") }
      let read = Grouped.count(readTables[side].count, "record", "records")
      return "\(read) in \(Grouped.count(count, "group", "groups"))"
    }
    return (groups == nil ? Grouped.number(tables.source.count) : words[0]) + " → \(words[1])"
  }

  package var hasRecords: Bool { source.count + target.count > 0 }

  /// What a moved record is, and how to leave places out; `nil` where none moved, or only from section to section.
  package var moveWords: String? {
    guard summary.moved > 0, plan.moves != .none else { return nil }
    let place = hasSections ? " of their section, or in another section" : " among the others"
    return "these records stand in another place\(place); "
      + "places count as differences unless \(Setting.ignoreOrder) is given"
  }

  /// The sections that changed in a way, as a person sees them.
  package func sectionWords(changed kind: Change.Kind) -> [String] {
    sectionNames(changed: kind).map { $0.withField { DisplayText($0).text(within: 60) } }
  }
}

extension [String] {
  /// Names among words, safe to print; one that would be read as a count or as several names stands in quotes.
  package func listed(within width: Int) -> String {
    map { name in
      let text = DisplayText(name).text(within: width)
      let isWord = name.unicodeScalars.contains { $0.properties.isAlphabetic }
      let isEnclosed = text.hasPrefix("\"") || text.hasPrefix("[")
      return isWord && !name.contains(", ") || isEnclosed ? text : "\"\(text)\""
    }.joined(separator: ", ")
  }
}

extension MatchedPasses.Match {
  /// Nothing is said of the first pass.
  package var words: String {
    ((pass > 1 ? ["pass \(pass)"] : []) + (nearness.map { ["score \($0.score)"] } ?? [])).joined(separator: ", ")
  }
}

extension ComparisonTerms.Note {
  package var title: String { isWarning ? "warning" : "note" }
}

extension DuplicateReport.Count {
  /// How many identities occur more than once on a side, with the first of them; `nil` if none does.
  ///
  /// - Parameter thing: What has the identities: a record or a section.
  fileprivate func words(_ thing: String, _ side: Side) -> String? {
    guard identities > 0 else { return nil }
    let owner = thing == "record" ? "" : " of \(thing)s"
    let keys = Grouped.count(identities, "key\(owner) occurs", "keys\(owner) occur")
    // Where some occur more than twice, those that are named are not all.
    let isMore = repetitions > identities
    let times = isMore ? ", \(Grouped.count(repetitions, "repetition", "repetitions"))" : ""
    let examples = examples.prefix(3).map { example in
      let key = DisplayText(joining: example.key.map { $0.withField { DisplayText($0) } })
      let indices = [example.first, example.second].map { Grouped.number($0 + 1) }
      return "\(key.text(within: 40)) (\(thing)s \(indices[0]), \(indices[1])\(isMore ? ", …" : ""))"
    }
    return "\(keys) more than once in \(side == .source ? "old" : "new")\(times): " + examples.joined(separator: "; ")
      + (identities > examples.count ? "; …" : "")
  }
}
