import Records

/// A field of rules: what it is called, what it takes, and what a later layer of rules does to an earlier one.
///
/// ``all`` is the one list of them. The reader of rules files, the layers, the prompt, `check` and the reports go by it, so
/// that a new field is its place in ``RuleSet``, a line here, and its annotation in `luna.d.lua`. A field that is on or off
/// is a case of ``Switch`` instead of a place.
package struct RuleField: Sendable {
  /// Where a rule set keeps a value; `nil` there means that nothing was said.
  package typealias Place<Value> = any WritableKeyPath<RuleSet, Value?> & Sendable

  /// What a field takes.
  package enum Kind: Sendable {
    /// True or false.
    case isOn(Switch)
    /// Any text.
    case text(Place<String>)
    /// A text, or a list of texts.
    case texts(Place<[String]>)
    /// One of some words.
    case word(Choice)
    // What is read and written in a way of its own.
    case identity, equal, normalize, filter, section, lists, rename, tolerance
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

  /// The name in a rules file.
  package let name: String
  package let kind: Kind
  package let part: Part
  /// Whether a later layer adds to what an earlier one says, in place of replacing it.
  package private(set) var joinsLayers = false
  private let layers: @Sendable (_ over: RuleSet, _ under: inout RuleSet) -> Void

  /// Lays what one rule set says over what another one says.
  func lay(_ over: RuleSet, over under: inout RuleSet) { layers(over, &under) }

  /// The field of a name.
  package static func named(_ name: String) -> RuleField? { all.first { $0.name == name } }

  /// The names of all fields, or of those that are about one part.
  package static func names(_ part: Part? = nil) -> [String] {
    all.filter { part == nil || $0.part == part }.map(\.name)
  }

  /// Every field that a rules file may have, in the order in which messages list them.
  package static let all: [RuleField] = [
    RuleField("identity", .identity, of: .records) { over, under in
      guard let identity = over.identity else { return }
      (under.identity, under.passes) = (identity, over.passes)
    },
    RuleField("equal", .equal, of: .values) { over, under in
      let comparesColumns = !over.comparators.isEmpty || over.tolerance != nil
      under.equality = over.equality ?? (comparesColumns ? .columns : under.equality)
      under.comparators.merge(over.comparators)
    },
    RuleField(joined: "ignore", \.ignored, of: .values),
    RuleField("only", .texts(\.only), \.only, of: .values),
    RuleField("normalize", .normalize, of: .values) { over, under in under.normalizers.merge(over.normalizers) },
    RuleField("filter", .filter, \.filter, of: .records),
    RuleField("section", .section, \.section, of: .places),
    RuleField("section_key", .texts(\.sectionKey), \.sectionKey, of: .nesting),
    RuleField("elements", .text(\.elements), \.elements, of: .nesting),
    RuleField("lists", .lists, of: .values) { over, under in under.lists.merge(over.lists) },
    RuleField(joined: "json", \.json, of: .records),
    RuleField("rename", .rename, of: .records) { over, under in under.renames.merge(over.renames) },
    RuleField("tolerance", .tolerance, \.tolerance, of: .values),
    RuleField(.ignoreCase, of: .records),
    RuleField(.trim, of: .records),
    RuleField("null", .texts(\.nullTokens), \.nullTokens, of: .reading),
    RuleField("ragged", .word(Choice(\.ragged)), \.ragged, of: .reading),
    RuleField(.ignoreOrder, of: .places),
    RuleField("moves", .word(Choice(\.moves)), \.moves, of: .places),
    RuleField("duplicates", .word(Choice(\.duplicates)), \.duplicates, of: .places),
    RuleField("key_as", .word(Choice(\.keyAs)), \.keyAs, of: .records),
    RuleField(.strictColumns, of: .places),
    RuleField(joined: "mask", \.masked, of: .showing),
  ]
}

extension RuleField {
  /// A rule that is on or off, by its name in a rules file.
  package enum Switch: String, Sendable, CaseIterable {
    case trim
    case ignoreCase = "ignore_case"
    case ignoreOrder = "ignore_order"
    case strictColumns = "strict_columns"

    /// What it means where it is on.
    package var meaning: String {
      switch self {
      case .trim: "spaces at the ends of texts mean nothing"
      case .ignoreCase: "the case of texts means nothing"
      case .ignoreOrder: "nothing is ever moved"
      case .strictColumns: "a column of one side makes records updated"
      }
    }
  }

  /// One of some words: which there are, and which one a rule set says.
  package struct Choice: Sendable {
    package let words: [String]
    private let word: @Sendable (RuleSet) -> String?
    private let say: @Sendable (String?, inout RuleSet) -> Bool

    fileprivate init<Value: RawRepresentable<String> & CaseIterable & SendableMetatype>(_ place: Place<Value>) {
      words = Value.allCases.map(\.rawValue)
      word = { $0[keyPath: place]?.rawValue }
      say = { word, rules in
        let value = word.flatMap(Value.init(rawValue:))
        guard value != nil || word == nil else { return false }
        rules[keyPath: place] = value
        return true
      }
    }

    /// The word that a rule set says.
    package func word(in rules: RuleSet) -> String? { word(rules) }

    /// Sets the field to a word, or clears it; false where there is no such word.
    package func say(_ word: String?, in rules: inout RuleSet) -> Bool { say(word, &rules) }
  }

  private init(
    _ name: String, _ kind: Kind, of part: Part,
    layers: @escaping @Sendable (_ over: RuleSet, _ under: inout RuleSet) -> Void
  ) {
    self.name = name
    self.kind = kind
    self.part = part
    self.layers = layers
  }

  /// A field whose value a later layer replaces.
  private init<Value>(_ name: String, _ kind: Kind, _ place: Place<Value>, of part: Part) {
    self.init(name, kind, of: part) { over, under in
      if let value = over[keyPath: place] { under[keyPath: place] = value }
    }
  }

  /// A field of columns to which a later layer adds others.
  private init(joined name: String, _ place: Place<[String]>, of part: Part) {
    self.init(name, .texts(place), of: part) { over, under in
      guard let added = over[keyPath: place] else { return }
      let before = under[keyPath: place] ?? []
      under[keyPath: place] = before + added.namesMissing(in: before)
    }
    joinsLayers = true
  }

  /// A field that a later layer turns on or off.
  private init(_ name: Switch, of part: Part) {
    self.init(name.rawValue, .isOn(name), of: part) { over, under in
      if let isOn = over.switches[name] { under.switches[name] = isOn }
    }
  }
}
