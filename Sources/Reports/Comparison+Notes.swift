import RecordDiff
import Records

extension Comparison {
  /// The sections that changed in a way, as a person sees them.
  func sectionWords(changed kind: Change.Kind) -> [String] {
    sectionNames(changed: kind).map { $0.withField { DisplayText($0).text(within: 60) } }
  }

  /// What lenient reading let through, each with its file's name; and the hint for want of a key.
  var remarks: [String] {
    let notes = Side.allCases.flatMap { side in
      let table = collections.tables[side]
      return table.notes.filter(\.isWarning).map { "\(table.name): \($0.message)" }
    }
    guard !hasKey else { return notes }
    return notes + [
      "no key: whole records are compared; lunadiff probe finds columns that identify them"
    ]
  }
}

extension DuplicateReport.Count {
  /// How many identities occur more than once on a side, with the first of them.
  ///
  /// - Parameter thing: What has the identities: a record or a section.
  func words(_ thing: String, _ side: Side) -> String {
    let (one, many) =
      thing == "record"
      ? ("key occurs", "keys occur") : ("key of \(thing)s occurs", "keys of \(thing)s occur")
    // Where some occur more than twice, those that are named are not all.
    let more = repetitions > identities ? ", …" : ""
    let examples = examples.prefix(3).map { example in
      let key = DisplayText(joining: example.key.map { $0.withField { DisplayText($0) } })
      let places = [example.first, example.second].map { Grouped.number($0 + 1) }
      return "\(key.text(within: 40)) (\(thing)s \(places[0]), \(places[1])\(more))"
    }
    let times =
      repetitions > identities ? ", \(Grouped.count(repetitions, "repetition", "repetitions"))" : ""
    return
      "\(Grouped.count(identities, one, many)) more than once in \(side == .source ? "old" : "new")\(times): "
      + examples.joined(separator: "; ")
  }
}
