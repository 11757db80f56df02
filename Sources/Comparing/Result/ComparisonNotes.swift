import Platform
import Records

extension ComparisonTerms {
  /// What held when collections were compared.
  ///
  /// - Parameters:
  ///   - clash: Why the key pairs nothing, if types are the reason.
  ///   - paired: How many records are paired.
  ///   - passes: What the passes of the identity came to; `nil` where it has one alone.
  ///   - tally: How the rules fared.
  init(
    _ input: ComparisonInput, key: KeyChoice, clash: KeyTypeClash?, paired: Int, passes: MatchedPasses?,
    tally: RuleTally
  ) {
    let tables = Side.allCases.map { input.readTables[$0] }
    let reading = tables.map(\.options)
    rules = input.groups?.plan.rules(reading: reading) ?? input.plan.givenRules(reading: reading)
    notes =
      tables.flatMap { table in
        table.notes.filter(\.isWarning).map { Note("\(table.name): \($0.message)", isWarning: $0.isDoubtful) }
      } + input.recordNotes + input.keyNotes(key, clash) + input.keyOnlyNotes
      + input.similarNameNotes
      + EmptiedColumns.notes(input)
      + (paired == 0 ? input.notesOfDisjoint(key, clash) : []) + input.idleNotes(tally)
      + (passes?.notes(input) ?? [])
  }
}

extension ComparisonInput {
  private typealias Note = ComparisonTerms.Note

  /// Says of which input few or no records were compared.
  fileprivate var recordNotes: [ComparisonTerms.Note] {
    let tables = readTables
    if Side.allCases.allSatisfy({ tables[$0].readCount == 0 }) {
      return [Note("neither input has a record, so that nothing was compared", isWarning: true)]
    }
    return Side.allCases.compactMap { side in
      let table = tables[side]
      if table.isNothing, table.name != "/dev/null" {
        let all = side == .source ? "inserted" : "deleted"
        return Note("\(table.name) is empty: all of \(tables[side.other].name) are \(all)", isWarning: side == .target)
      }
      // By its name /dev/null says itself that there is nothing, as of a file that git has no more.
      if side == .target, table.readCount == 0, orders.source.count > 0, table.name != "/dev/null" {
        return Note("\(table.name): no record, so that all of \(tables.source.name) are deleted", isWarning: true)
      }
      if table.count == 0, table.skippedCount > 0 {
        return Note("\(table.name): every record was left out", isWarning: true)
      }
      guard let kept = groups.map({ $0.kept[side] }) ?? (plan.rules.filter == nil ? nil : orders[side].count),
        table.count > 0
      else { return nil }
      return Note("\(table.name): the filter keeps \(kept) of \(table.count) records", isWarning: kept == 0)
    }
  }

  /// Warns that only the key was compared because the inputs have no other column in common.
  fileprivate var keyOnlyNotes: [ComparisonTerms.Note] {
    let alone = plan.columns.deleted + plan.columns.inserted
    let key = Set(named: plan.key.map(\.name))
    guard plan.comparesOnlyKey, !alone.isEmpty, plan.columns.common.allSatisfy({ key.contains($0.name) }),
      Side.allCases.allSatisfy({ readTables[$0].readCount > 0 })
    else { return [] }
    return [
      Note(
        "only the key was compared: the inputs have no other column in common, so that no record can be updated",
        isWarning: true)
    ]
  }

  /// Warns that columns are not compared because of a small difference between their names.
  fileprivate var similarNameNotes: [ComparisonTerms.Note] {
    let areDelimited = Side.allCases.allSatisfy { tables[$0].format.hasRows }
    let advice = SimilarNames(plan.columns.deleted, plan.columns.inserted).advice(areDelimited: areDelimited)
    return advice.map { [Note($0, isWarning: true)] } ?? []
  }

  /// Says what the want of a key means, what a key that was found lacks, or why a key has paired nothing.
  fileprivate func keyNotes(_ key: KeyChoice, _ clash: KeyTypeClash?) -> [ComparisonTerms.Note] {
    if let clash { return [Note(clash.words)] }
    if case .found(let columns, let gaps) = key { return gapNotes(columns, gaps) }
    guard !plan.rules.hasKey else { return [] }
    var notes: [Note] = []
    if case .notFound(let nearest) = key, Side.allCases.contains(where: { orders[$0].count > 0 }),
      !Side.allCases.contains(where: { readTables[$0].isNothing })
    {
      let near = nearest.map { " \($0.words);" } ?? ""
      let isWhole = plan.rules.only == nil && plan.rules.ignored.isEmpty
      let compared = isWhole ? "whole records are compared" : "records are compared by all columns that rules leave"
      notes.append(
        Note("no key found: \(compared);\(near) \(Setting.key) COLUMNS names one, \(Self.search)"))
    }
    return notes
      + (plan.given.hasComparators ? [Note("no key: comparators and tolerances have no effect on whole records")] : [])
  }

  private static let search = "lunadiff probe tries some, lunadiff learn those of other names or forms"

  /// Says which records lack a part of a key that was found.
  private func gapNotes(_ columns: [String], _ gaps: Sides<Int>) -> [ComparisonTerms.Note] {
    let places = Side.allCases.filter { gaps[$0] > 0 }.map { side in
      "\(gaps[side]) \(gaps[side] == 1 ? "record" : "records") of \(tables[side].name)"
    }
    guard !places.isEmpty else { return [] }
    let part = columns.count == 1 ? "the key" : "a part of the key"
    let names = columns.joined(separator: ", ")
    let words = "\(part) that was found, \(names), has no value in "
    return [Note(words + places.joined(separator: " and "))]
  }

  /// Notes that a key which was found and not named pairs nothing: what looks all new may be old under another key.
  fileprivate func notesOfDisjoint(_ key: KeyChoice, _ clash: KeyTypeClash?) -> [ComparisonTerms.Note] {
    guard case .found(let columns, _) = key, clash == nil, Side.allCases.allSatisfy({ orders[$0].count > 0 }) else {
      return []
    }
    let names = columns.joined(separator: ", ")
    return [
      Note(
        "the key that was found, \(names), pairs no record; \(Setting.key) COLUMNS names another, \(Self.search)"
      )
    ]
  }

  fileprivate func idleNotes(_ tally: RuleTally) -> [ComparisonTerms.Note] {
    var found = plan.rules.hasKey ? plan.unaskedRules + tally.idleRules(of: plan) : []
    // A normalizer has been asked about the records of groups, too.
    if groups != nil { found.removeAll { $0.rule.hasPrefix("normalize.") } }
    return (plan.given.idle + found).map(Note.init)
  }
}

extension ComparisonInput {
  /// So many changes are looked through for a record that repeats the header.
  private static let mostChanges = 1000

  /// Names a record that repeats the header, among records that differ or share a key.
  func headerNotes(_ entries: [ChangeEntry], _ duplicates: DuplicateReport) -> [ComparisonTerms.Note] {
    guard groups == nil else { return [] }
    return Side.allCases.compactMap { side in
      let table = tables[side]
      guard table.hasHeader, let column = table.columns.first else { return nil }
      let offsets = entries.prefix(Self.mostChanges).map { Int(side == .source ? $0.source : $0.target) }
      let records = duplicates[side].examples.map(\.second) + offsets.filter { $0 >= 0 }.map { orders[side][$0] }
      guard let record = records.first(where: table.repeatsHeader) else { return nil }
      let filter = "filter = function(r) return r[\"\(column)\"] ~= \"\(column)\" end"
      return Note(
        "\(table.place(of: record)) repeats the header. To leave it out: "
          + Setting.eval.words(with: filter).shellLine)
    }
  }
}

extension ComparisonPlan {
  fileprivate var hasComparators: Bool {
    !ruleSet.comparators.isEmpty || parts.usualEquality != nil || ruleSet.tolerance != nil
  }
}

extension RecordTable {
  var skippedCount: Int { notes.reduce(0) { $0 + $1.skippedCount } }

  /// How many records there are in the input, those included that were left out.
  var readCount: Int { count + skippedCount }

  /// Whether there is not even a header.
  var isNothing: Bool { format.hasRows && columns.isEmpty && readCount == 0 }
}

extension ReadNote {
  fileprivate var skippedCount: Int {
    switch kind {
    case .skippedRecords(let count, _): count
    case .ofPart(_, let note): note.skippedCount
    default: 0
    }
  }
}

extension KeyChoice.NearKey {
  fileprivate var words: String {
    "\(columns.joined(separator: ", ")) comes nearest: it pairs \(certain) of \(possible) records for certain"
  }
}

extension MatchedPasses {
  func notes(_ input: ComparisonInput) -> [ComparisonTerms.Note] {
    let counts = passes.enumerated().map { number, pass in "\(pass.paired) by pass \(number + 1) (\(pass.name))" }
    let repeated = passes.enumerated().filter { $1.repeated > 0 }.map { number, pass in
      ComparisonTerms.Note(
        "pass \(number + 1) (\(pass.name)): \(pass.repeated) of its identities "
          + (pass.repeated == 1 ? "occurs" : "occur")
          + " more than once among the records that it was left; such records pair in their order")
    }
    return [ComparisonTerms.Note("paired: \(counts.joined(separator: ", "))")] + repeated
      + passes.enumerated().filter { !$1.ambiguous.isEmpty }.map { number, pass in
        ComparisonTerms.Note("pass \(number + 1) (\(pass.name)): \(pass.ambiguousWords(input))", isWarning: true)
      }
      + passes.enumerated().flatMap { number, pass in
        pass.omissions.words.map { ComparisonTerms.Note("pass \(number + 1) (\(pass.name)): \($0)", isWarning: true) }
      }
  }
}

extension MatchedPasses.Pass {
  fileprivate func ambiguousWords(_ input: ComparisonInput) -> String {
    let examples = ambiguous.prefix(3).map { pair in
      let places = Sides(source: pair.source, target: pair.target)
      let words = Side.allCases.map { input.tables[$0].place(of: input.orders[$0][Int(places[$0])]) }
      return "\(words.joined(separator: " and ")), score \(pair.nearness.score)"
    }
    let sources = Set(ambiguous.map(\.source)).count
    let targets = Set(ambiguous.map(\.target)).count
    return
      "\(ambiguous.count) \(ambiguous.count == 1 ? "pair is" : "pairs are") ambiguous, of \(sources) old and \(targets) new "
      + "\(targets == 1 ? "record" : "records"), and were not made: \(examples.joined(separator: "; "))"
      + (ambiguous.count > 3 ? "; …" : "")
  }
}

extension NearMatches.Omissions {
  var words: [String] {
    var words: [String] = []
    if let largest {
      let what = blocks == 1 ? "a block was" : "\(blocks) blocks were"
      words.append(
        "\(what) not compared, for \(blocks == 1 ? "it has" : "they have") more than \(limit) records: "
          + "\(blocks == 1 ? "" : "the largest is ")\(Change.describe(largest.name)) with \(largest.count); max_block allows more"
      )
    }
    if texts > 0 {
      words.append(
        "\(texts) \(texts == 1 ? "text" : "texts") of more than \(NearMatches.longestText) characters "
          + "\(texts == 1 ? "was" : "were") not compared")
    }
    return words
  }
}
