import Platform
import Records

/// What held in a comparison: the rules it was made under, and what a person should know of how it was made.
///
/// Every report shows it, so that no result is read without what it depends on.
package struct ComparisonTerms: Sendable, Equatable {
  /// The rules that were given or found, in the order in which they take effect; defaults are not listed.
  package let rules: [Rule]
  /// What lenient reading let through, what had no effect, and why a result may be worth less than it seems.
  package let notes: [Note]

  /// Something to be said of a comparison.
  package struct Note: Sendable, Equatable {
    /// One line; where it is about one input, the input's name comes first.
    package let message: String
    /// Whether the result may be wrong or empty because of it, so that it is said even where nothing else is.
    package let isWarning: Bool
    /// The rule that does nothing, where that is what is said.
    package let idle: IdleRule?

    package init(_ message: String, isWarning: Bool = false) {
      self.message = message
      self.isWarning = isWarning
      idle = nil
    }

    init(_ idle: IdleRule) {
      message = "\(idle.rule): \(idle.reason)"
      isWarning = idle.isMistake
      self.idle = idle
    }
  }

  /// The notes that are said even where nothing else is.
  package var warnings: [Note] { notes.filter(\.isWarning) }

  /// No rules and nothing to say.
  package init() { (rules, notes) = ([], []) }
}

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
    let tables = Side.allCases.map { input.tables[$0] }
    rules = input.plan.given.rules(reading: tables.map(\.options))
    notes =
      tables.flatMap { table in
        table.notes.filter(\.isWarning).map { Note("\(table.name): \($0.message)", isWarning: $0.isDoubtful) }
      } + input.recordNotes + input.keyNotes(key, clash)
      + (paired == 0 ? input.notesOfDisjoint(key, clash) : []) + input.idleNotes(tally)
      + (passes?.notes ?? [])
  }
}

extension ComparisonInput {
  private typealias Note = ComparisonTerms.Note

  /// Says of which input few or no records were compared.
  fileprivate var recordNotes: [ComparisonTerms.Note] {
    if Side.allCases.allSatisfy({ tables[$0].readCount == 0 }) {
      return [Note("neither input has a record, so that nothing was compared", isWarning: true)]
    }
    return Side.allCases.compactMap { side in
      let table = tables[side]
      if table.count == 0, table.skippedCount > 0 {
        return Note("\(table.name): every record was left out", isWarning: true)
      }
      guard plan.rules.filter != nil, table.count > 0 else { return nil }
      let kept = orders[side].count
      return Note("\(table.name): the filter keeps \(kept) of \(table.count) records", isWarning: kept == 0)
    }
  }

  /// Says what the want of a key means, what a key that was found lacks, or why a key has paired nothing.
  fileprivate func keyNotes(_ key: KeyChoice, _ clash: KeyTypeClash?) -> [ComparisonTerms.Note] {
    if let clash { return [Note(clash.words)] }
    if case .found(let columns, let gaps) = key { return gapNotes(columns, gaps) }
    guard !plan.rules.hasKey else { return [] }
    var notes: [Note] = []
    if case .notFound(let nearest) = key, Side.allCases.contains(where: { orders[$0].count > 0 }) {
      let near = nearest.map { " \($0.words);" } ?? ""
      let isWhole = plan.rules.only == nil && plan.rules.ignored.isEmpty
      let compared = isWhole ? "whole records are compared" : "records are compared by all columns that rules leave"
      notes.append(
        Note("no key found: \(compared);\(near) \(Setting.key) COLUMNS names one, lunadiff probe tries some"))
    }
    return notes
      + (plan.given.hasComparators ? [Note("no key: comparators and tolerances have no effect on whole records")] : [])
  }

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
        "the key that was found, \(names), pairs no record; \(Setting.key) COLUMNS names another, lunadiff probe tries some"
      )
    ]
  }

  /// Says which rules did nothing.
  fileprivate func idleNotes(_ tally: RuleTally) -> [ComparisonTerms.Note] {
    let found = plan.rules.hasKey ? plan.unaskedRules + tally.idleRules(of: plan) : []
    return (plan.given.idle + found).map(Note.init)
  }
}

extension ComparisonPlan {
  /// Whether values are compared otherwise than exactly.
  fileprivate var hasComparators: Bool { !comparators.isEmpty || usualEquality != nil || tolerance != nil }
}

extension RecordTable {
  /// How many records were left out while reading.
  var skippedCount: Int { notes.reduce(0) { $0 + $1.skippedCount } }

  /// How many records there are in the input, those included that were left out.
  var readCount: Int { count + skippedCount }
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
  /// How near it comes.
  fileprivate var words: String {
    "\(columns.joined(separator: ", ")) comes nearest: it pairs \(certain) of \(possible) records for certain"
  }
}

extension KeyTypeClash {
  /// What is to be said, with the option that helps.
  fileprivate var words: String {
    "no key matched: '\(column)' is \(words(source)) in old and \(words(target)) in new; "
      + "\(Setting.keyAs) \(remedy.rawValue) makes them one"
  }

  private func words(_ value: Value) -> String {
    switch value {
    case .text: isMasked ? "text" : "text \"\(value.description)\""
    case .number: isMasked ? "a number" : "number \(value.description)"
    default: isMasked ? "another value" : "the value \(value.description)"
    }
  }
}

extension MatchedPasses {
  /// What is to be known of the passes.
  var notes: [ComparisonTerms.Note] {
    let counts = passes.enumerated().map { number, pass in "\(pass.paired) by pass \(number + 1) (\(pass.name))" }
    let repeated = passes.enumerated().filter { $1.repeated > 0 }.map { number, pass in
      ComparisonTerms.Note(
        "pass \(number + 1) (\(pass.name)): \(pass.repeated) of its identities "
          + (pass.repeated == 1 ? "occurs" : "occur")
          + " more than once among the records that it was left; such records pair in their order")
    }
    return [ComparisonTerms.Note("paired: \(counts.joined(separator: ", "))")] + repeated
      + passes.enumerated().flatMap { number, pass in
        pass.omissions.words.map { ComparisonTerms.Note("pass \(number + 1) (\(pass.name)): \($0)", isWarning: true) }
      }
  }
}

extension NearMatches.Omissions {
  /// What is to be said of them.
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

extension ComparisonTerms {
  /// A rule that held, by the name of its field in a rules file.
  package struct Rule: Sendable, Equatable {
    /// The field: `identity`, `ignore`, `equal` and so on.
    package let name: String
    /// What it says.
    package let value: Value

    package init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// What a rule says.
  package indirect enum Value: Sendable, Equatable {
    /// It is on; the words say what that means.
    case flag(String)
    /// What it does, in words.
    case text(String)
    /// Names of columns.
    case list([String])
    /// Texts that may stand in records.
    case texts([String])
    /// A function of a script's, by its number in the rules.
    case function(Int)
    /// One after another.
    case steps([Value])
    /// Column by column.
    case columns([ColumnValue])
    /// Old names and new ones.
    case renames([ColumnValue])
  }

  /// What a rule says of one column.
  package struct ColumnValue: Sendable, Equatable {
    /// The column, or the path into a nested value.
    package let column: String
    /// What the rule says of it.
    package let value: Value
  }
}

extension ComparisonTerms.Value {
  /// What the rule says, in words; names beyond the limit are only counted.
  package func words(limit: Int = .max) -> String {
    switch self {
    case .flag(let words), .text(let words): return words
    case .list(let names): return Self.list(names, limit: limit)
    case .texts(let texts): return Self.list(texts.map { "'\($0)'" }, limit: limit)
    case .function: return "function"
    case .steps(let steps):
      return steps.map { step in
        // Columns together are one step.
        if case .list(let names) = step, names.count > 1 { return "(\(step.words(limit: limit)))" }
        return step.words(limit: limit)
      }.joined(separator: ", ")
    case .columns(let columns), .renames(let columns):
      return Self.list(columns.map { "\($0.column) → \($0.value.words(limit: limit))" }, limit: limit)
    }
  }

  private static func list(_ names: [String], limit: Int) -> String {
    guard names.count > limit else { return names.joined(separator: ", ") }
    return names.prefix(limit).joined(separator: ", ") + " (+\(names.count - limit))"
  }
}

extension ComparisonTerms.Rule {
  /// The rule as those of one column each, as in `equal.price`.
  package var parts: [ComparisonTerms.Rule] {
    guard case .columns(let columns) = value else { return [self] }
    return columns.map { ComparisonTerms.Rule("\(name).\($0.column)", $0.value) }
  }

  /// The rule as those of one column and one step each.
  package var steps: [ComparisonTerms.Rule] {
    switch value {
    case .columns: parts.flatMap(\.steps)
    case .steps(let steps): steps.map { ComparisonTerms.Rule(name, $0) }
    case .flag, .text, .list, .texts, .function, .renames: [self]
    }
  }
}
