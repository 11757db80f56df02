import Records

/// A field of rules: what it is called, what it takes, what a later layer of rules does to an earlier one, what reports
/// say of it, and the flag that stands for it.
///
/// ``all`` is the one list of them, beside ``RuleSet``, which keeps their values. The reader of rules files, the
/// layers, the reports, the flags, the prompt and `check` go by it.
package struct RuleField: Sendable {
  /// Where a rule set keeps a value; `nil` there means that nothing was said.
  package typealias Place<Value> = any WritableKeyPath<RuleSet, Value?> & Sendable

  package enum Kind: Sendable {
    case isOn(Switch)
    case text(Place<String>)
    /// A text, or a list of texts.
    case texts(Place<[String]>)
    case word(Choice)
    // What is read and written in a way of its own.
    case identity, equal, normalize, filter, group, section, lists, columns, rename, tolerance, limits
  }

  /// Which part of a comparison a field is about.
  package enum Part: Sendable {
    /// How inputs are read.
    case reading
    /// Which records and columns there are, and what tells records apart.
    case records
    /// What makes two values equal, those inside of other values included.
    case values
    /// Where records stand, and what becomes of those that have no partner.
    case places
    /// What holds the records in nested input.
    case nesting
    /// What reports show.
    case showing
  }

  /// The flag of a command line that says the same.
  package struct Flag: Sendable {
    /// The name without dashes; `nil` where it is the field's.
    package let name: String?
    package let summary: String
    package let value: String?
    /// What else there is to know; what speaks of other flags only the command line says.
    package let details: String

    init(_ summary: String, name: String? = nil, value: String? = nil, _ details: String = "") {
      (self.name, self.summary, self.value, self.details) = (name, summary, value, details)
    }
  }

  /// What a plan's rules say in the terms of a report; empty where that is as it is without rules.
  typealias Terms = @Sendable (ComparisonPlan, [ReadOptions]) -> [ComparisonTerms.Rule]

  package let name: String
  package let kind: Kind
  package let part: Part
  /// `nil` where no flag says it, or one that is about reading inputs.
  package let flag: Flag?
  /// Whether a later layer adds to what an earlier one says, in place of replacing it.
  package private(set) var joinsLayers = false
  private let layers: @Sendable (_ over: RuleSet, _ under: inout RuleSet) -> Void
  let terms: Terms

  /// Lays what one rule set says over what another one says.
  func lay(_ over: RuleSet, over under: inout RuleSet) { layers(over, &under) }

  package static func named(_ name: String) -> RuleField? { all.first { $0.name == name } }

  package static func names(_ part: Part? = nil) -> [String] {
    all.filter { part == nil || $0.part == part }.map(\.name)
  }

  /// All fields in another order: first those of some names, then the others.
  package static func all(first names: String...) -> [RuleField] {
    names.compactMap(named) + all.filter { !names.contains($0.name) }
  }
}

extension RuleField {
  package struct Choice: Sendable {
    package let words: [String]
    /// The switches that say what a word would say; such a word is not one of ``words``.
    package let switches: [String: Switch]
    private let word: @Sendable (RuleSet) -> String?
    private let say: @Sendable (String?, inout RuleSet) -> Bool

    fileprivate init<Value: RawRepresentable<String> & CaseIterable & Hashable & Sendable>(
      _ place: Place<Value>, _ switches: [Value: Switch]
    ) {
      let values = Value.allCases.filter { switches[$0] == nil }
      words = values.map(\.rawValue)
      self.switches = [String: Switch](uniqueKeysWithValues: switches.map { ($0.rawValue, $1) })
      word = { $0[keyPath: place]?.rawValue }
      say = { word, rules in
        let value = values.first { $0.rawValue == word }
        guard value != nil || word == nil else { return false }
        rules[keyPath: place] = value
        return true
      }
    }

    package func word(in rules: RuleSet) -> String? { word(rules) }

    /// Sets the field to a word, or clears it; false where there is no such word.
    package func say(_ word: String?, in rules: inout RuleSet) -> Bool { say(word, &rules) }
  }
}

// MARK: Kinds of fields

extension RuleField {
  /// A field of several parts, which a later layer joins in its own way.
  init(
    _ name: String, _ kind: Kind, of part: Part, _ flag: Flag? = nil, terms: @escaping Terms,
    joining layers: @escaping @Sendable (_ over: RuleSet, _ under: inout RuleSet) -> Void
  ) {
    (self.name, self.kind, self.part, self.flag) = (name, kind, part, flag)
    (self.terms, self.layers) = (terms, layers)
  }

  /// A field whose value a later layer replaces.
  init<Value>(
    _ name: String, _ kind: Kind, _ place: Place<Value>, of part: Part, _ flag: Flag? = nil, terms: @escaping Terms
  ) {
    self.init(name, kind, of: part, flag, terms: terms) { over, under in
      if let value = over[keyPath: place] { under[keyPath: place] = value }
    }
  }

  /// A field of texts, which reports list.
  init(_ name: String, texts place: Place<[String]>, of part: Part, _ flag: Flag? = nil, terms: Terms? = nil) {
    self.init(name, .texts(place), place, of: part, flag, terms: terms ?? Self.listing(name, place))
  }

  /// A field of columns to which a later layer adds others.
  init(_ name: String, joined place: Place<[String]>, of part: Part, _ flag: Flag? = nil) {
    self.init(name, .texts(place), of: part, flag, terms: Self.listing(name, place)) { over, under in
      guard let added = over[keyPath: place] else { return }
      let before = under[keyPath: place] ?? []
      under[keyPath: place] = before + added.namesMissing(in: before)
    }
    joinsLayers = true
  }

  /// A field that is one of some words, of which reports leave out those that change nothing.
  init<Value: RawRepresentable<String> & CaseIterable & Hashable & Sendable>(
    _ name: String, word place: Place<Value>, of part: Part, unless usual: Value..., switches: [Value: Switch] = [:],
    flag: Flag? = nil, terms: Terms? = nil
  ) {
    let ofPlan: Terms = { plan, _ in
      plan.ruleSet[keyPath: place].flatMap { usual.contains($0) ? nil : [.init(name, .text($0.rawValue))] } ?? []
    }
    self.init(name, .word(Choice(place, switches)), place, of: part, flag, terms: terms ?? ofPlan)
  }

  /// A field that a later layer turns on or off.
  init(
    _ rule: Switch, of part: Part, _ flag: Flag? = nil, isOn: (@Sendable (ComparisonPlan) -> Bool)? = nil
  ) {
    let terms: Terms = { plan, _ in
      isOn?(plan) ?? plan.ruleSet.isOn(rule) ? [.init(rule.rawValue, .flag(rule.meaning))] : []
    }
    self.init(rule.rawValue, .isOn(rule), of: part, flag, terms: terms) { over, under in
      if let isOn = over.switches[rule] { under.switches[rule] = isOn }
    }
  }

  private static func listing(_ name: String, _ place: Place<[String]>) -> Terms {
    { plan, _ in .some(name, list: plan.ruleSet[keyPath: place] ?? []) }
  }
}

// MARK: What reports say of rules

extension [ComparisonTerms.Rule] {
  static func some(_ name: String, list names: [String]) -> Self { names.isEmpty ? [] : [.init(name, .list(names))] }

  /// A rule of texts in records, each once.
  static func some(_ name: String, texts: [String]) -> Self {
    texts.isEmpty ? [] : [.init(name, .texts(texts.unique))]
  }

  static func some(_ name: String, columns: ColumnMap<ComparisonTerms.Value>) -> Self {
    columns.isEmpty ? [] : [.init(name, .columns(columns.terms))]
  }
}

extension ColumnMap<ComparisonTerms.Value> {
  /// What is said of each column, in the order of their names.
  var terms: [ComparisonTerms.ColumnValue] { sortedByName.map { .init(column: $0.key, value: $0.value) } }
}

extension Sequence where Element: Hashable {
  package var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension ColumnMap {
  func with(_ usual: Value?) -> Self {
    var map = self
    if let usual { map[RuleSet.everyColumn] = usual }
    return map
  }
}

extension ComparisonPlan {
  private static let termsOfReading = RuleField.inEffect.filter { $0.part == .reading }.map(\.terms)
  private static let termsBesideReading = RuleField.inEffect.filter { $0.part != .reading }.map(\.terms)

  /// The rules of the plan, and those of how its inputs are read, in the order in which they take effect; what is as it
  /// is without rules is left out.
  ///
  /// - Parameter reading: How each input is read.
  package func rules(reading: [ReadOptions]) -> [ComparisonTerms.Rule] {
    rules(reading: reading, others: rulesBesideReading(reading))
  }

  /// Those that are about comparing; how inputs are read has a say where they are nested.
  fileprivate func rulesBesideReading(_ reading: [ReadOptions]) -> [ComparisonTerms.Rule] {
    Self.termsBesideReading.flatMap { $0(self, reading) }
  }

  fileprivate func rules(reading: [ReadOptions], others: [ComparisonTerms.Rule]) -> [ComparisonTerms.Rule] {
    var ofReading = Self.termsOfReading.flatMap { $0(self, reading) }
    for (name, lines) in [("skip_lines", \ReadOptions.skipLines), ("skip_last_lines", \ReadOptions.skipLastLines)] {
      for count in reading.map({ $0[keyPath: lines] }).filter({ $0 > 0 }).unique {
        ofReading.append(.init(name, .text(String(count))))
      }
    }
    let comments = reading.compactMap(\.comment).map { String(Unicode.Scalar($0)) }
    let project = ruleSet.project.map { [ComparisonTerms.Rule("project", .text($0))] } ?? []
    return project + ofReading + .some("comment", texts: comments) + others
  }
}

extension ResolvedPlan {
  /// The rules of the plan that was given, as ``ComparisonPlan/rules(reading:)`` has them.
  func givenRules(reading: [ReadOptions]) -> [ComparisonTerms.Rule] {
    if case .nested = given.section { return given.rules(reading: reading) }
    let others = terms.withLock { kept in
      let rules = kept ?? given.rulesBesideReading([])
      kept = rules
      return rules
    }
    return given.rules(reading: reading, others: others)
  }
}
