import Platform
import Records
import StagedDiff

/// Rules as they were given, by a rules file or by flags; what was not said is `nil` or empty.
///
/// Several are laid over each other, later ones over earlier ones, and then make one plan. A field has its place here,
/// and below, in ``RuleField/all``, all else that is to be known of it.
package struct RuleSet: Sendable {
  package var identity: ComparisonPlan.Identity?
  /// What may pair the records that have no partner by ``identity``, one after another.
  package var passes: [MatchingPass] = []
  package var equality: ComparisonPlan.Equality?
  package var comparators: ColumnMap<ComparisonPlan.ColumnEquality> = [:]
  package var normalizers: ColumnMap<[ComparisonPlan.NormalizerStep]> = [:]
  package var lists: ColumnMap<ListRule> = [:]
  /// Columns whose cells hold JSON.
  package var json: [String]?
  /// The comparator of columns that have none of their own.
  package var tolerance: NumberComparator?
  package var switches: [RuleField.Switch: Bool] = [:]
  package var ignored: [String]?
  package var only: [String]?
  /// Columns whose values no output shows.
  package var masked: [String]? { didSet { maskedNames = Set(named: masked ?? []) } }
  private(set) var maskedNames: Set<ColumnName> = []
  package var renames: ColumnMap<String> = [:]
  /// Columns that are made of others.
  package var derived: ColumnMap<DerivedColumn> = [:]
  package var section: ComparisonPlan.Section?
  package var sectionKey: [String]?
  package var elements: String?
  package var filter: ComparisonPlan.Filter?
  /// Which sides' records become groups before they are paired.
  package var group: GroupRule?
  package var moves: MoveDetection?
  package var duplicates: ComparisonPlan.DuplicatePolicy?
  package var keyAs: KeyType?
  package var nullTokens: [String]?
  package var ragged: RaggedPolicy?
  /// How many changes do not count.
  package var limits: [LimitRule] = []
  /// How a project says that its inputs are read, but for what is a rule by itself.
  package var reading = ReadOptions()
  /// The file or folder of differences that are accepted.
  package var accept: String?
  /// The project file that said some of the rules.
  package var project: String?
  /// What was seen when files were loaded that says nothing.
  package var idle: [IdleRule] = []

  package init() {}

  /// What stands in place of a column's name for every column that has no such rule of its own.
  package static let everyColumn = "*"

  package func overridden(by other: RuleSet) -> RuleSet {
    var result = self
    for field in RuleField.all { field.lay(other, over: &result) }
    result.idle += other.idle
    result.reading = other.reading.laid(over: reading)
    result.project = other.project ?? project
    result.accept = other.accept ?? accept
    return result
  }

  /// Whether a rule is on; one that was not set is off.
  package func isOn(_ rule: RuleField.Switch) -> Bool { switches[rule] ?? false }

  /// The columns of the identity; none where it is something else.
  package var identityColumns: [String] { if case .columns(let names) = identity { names } else { [] } }

  /// Takes the columns that a person names as the identity; the word `none` alone stands for the whole record.
  package mutating func identify(by names: [String]) {
    identity = names == ["none"] ? .record : .columns(names)
    passes = []
  }

  /// Takes a tolerance for one column, or for all that have no comparator of their own.
  package mutating func tolerate(_ comparator: NumberComparator, in column: String?) {
    if let column { comparators[column] = .native(comparator) } else { tolerance = comparator }
  }

  package func plan(_ run: ComparisonRun = ComparisonRun()) -> ComparisonPlan { ComparisonPlan(self, run) }

  /// Read options with what the rules say of reading, where the options say nothing of their own.
  package func applied(to options: ReadOptions) -> ReadOptions {
    var reading = reading
    reading.elements = elements
    reading.nullTokens = nullTokens ?? []
    reading.ragged = ragged ?? .error
    return options.laid(over: reading)
  }
}

extension RuleField {
  package enum Switch: String, Sendable, CaseIterable {
    case trim
    case ignoreCase = "ignore_case"
    case ignoreOrder = "ignore_order"
    case strictColumns = "strict_columns"

    /// What it means where it is on, as reports say it.
    var meaning: String {
      switch self {
      case .trim: "spaces at the ends of texts mean nothing"
      case .ignoreCase: "the case of texts means nothing"
      case .ignoreOrder: "nothing is ever moved"
      case .strictColumns: "a column of one side makes records updated"
      }
    }
  }

  /// The fields in the order in which they take effect, which is that of reports.
  static let inEffect = all(
    first: "rename", "columns", "filter", "trim", "ignore_case", "normalize", "group", "identity", "key_as", "only",
    "ignore",
    "json",
    "lists",
    "tolerance", "equal", "section", "elements", "section_key")

  /// Every field that a rules file may have, in the order in which messages list them.
  package static let all: [RuleField] = [
    RuleField(
      "identity", .identity, of: .records,
      Flag("The columns that identify a record.", name: "key", value: "columns"),
      terms: { plan, _ in plan.identityTerms }
    ) { over, under in
      guard let identity = over.identity else { return }
      (under.identity, under.passes) = (identity, over.passes)
    },
    RuleField("equal", .equal, of: .values, terms: { plan, _ in plan.equalityTerms }) { over, under in
      let comparesColumns = !over.comparators.isEmpty || over.tolerance != nil
      under.equality = over.equality ?? (comparesColumns ? .columns : under.equality)
      under.comparators.merge(over.comparators)
    },
    RuleField("ignore", joined: \.ignored, of: .values, Flag("Columns that are not compared.", value: "columns")),
    RuleField("only", texts: \.only, of: .values, Flag("Compare only these columns.", value: "columns")),
    RuleField("normalize", .normalize, of: .values, terms: { plan, _ in plan.normalizerTerms }) { over, under in
      under.normalizers.merge(over.normalizers)
    },
    RuleField("filter", .filter, \.filter, of: .records) { plan, _ in
      switch plan.filter {
      case .condition(let condition): [.init("filter", .text(condition.words))]
      case .script(let function): [.init("filter", .function(function))]
      case nil: []
      }
    },
    RuleField("group", .group, \.group, of: .records) { plan, _ in
      plan.group.map { rule in
        [.init("group", rule.terms)] + rule.functions.map { .init("group.\($0.name)", .function($0.function)) }
      } ?? []
    },
    RuleField(
      "section", .section, \.section, of: .places,
      Flag(
        "Group the records by a column, and compare the groups, too.", value: "column",
        """
        Each value of the column is a section. Reports say which sections came, went and moved, and records may move \
        from one section to another.
        """)
    ) { plan, _ in
      switch plan.section {
      case .column(let name): [.init("section", .text(name))]
      case .script(let function): [.init("section", .function(function))]
      case .nested, nil: []
      }
    },
    RuleField(
      "section_key", texts: \.sectionKey, of: .nesting,
      Flag("In nested JSON, the columns that identify a section.", value: "columns")
    ) { plan, _ in
      guard case .nested(let key) = plan.section, key != plan.ruleSet.identityColumns else { return [] }
      return .some("section_key", list: key)
    },
    RuleField(
      "elements", .text(\.elements), \.elements, of: .nesting,
      Flag("In nested JSON, the member that holds the records of a section.", value: "member")
    ) { plan, reading in
      guard case .nested = plan.section else { return [] }
      return .some("elements", list: reading.compactMap(\.elements).unique)
    },
    RuleField(
      "lists", .lists, of: .values,
      Flag("How the elements of a list inside of a record are paired.", name: "list", value: "path=members"),
      terms: { plan, _ in
        .some(
          "lists",
          columns: plan.lists.mapValues {
            if case .script(let function, _) = $0 { .function(function) } else { .text($0.summary) }
          })
      }, joining: { over, under in under.lists.merge(over.lists) }),
    RuleField(
      "json", joined: \.json, of: .records,
      Flag("Columns whose cells are JSON, to be compared as such.", name: "json-column", value: "columns")),
    RuleField(
      "rename", .rename, of: .records,
      Flag(
        "A column that has another name in NEW.", value: "old=new",
        """
        Or a member of objects, as in shipTo.zipCode=ship_to.zip_code. Rules and other flags then use the name in NEW.
        """),
      terms: { plan, _ in
        plan.renames.isEmpty ? [] : [.init("rename", .renames(plan.renames.mapValues { .text($0) }.terms))]
      }, joining: { over, under in under.renames.merge(over.renames) }),
    RuleField(
      "columns", .columns, of: .records,
      terms: { plan, _ in .some("columns", columns: plan.derived.mapValues(\.terms)) },
      joining: { over, under in under.derived.merge(over.derived) }),
    RuleField(
      "tolerance", .tolerance, \.tolerance, of: .values,
      Flag("How far apart two numbers may be and still be equal.", value: "amount")
    ) { plan, _ in
      guard case .columns = plan.equality, let tolerance = plan.tolerance else { return [] }
      return [.init("tolerance", .text(tolerance.summary))]
    },
    RuleField(
      .ignoreCase, of: .records,
      Flag(
        "Ignore upper and lower case, in all columns.",
        "In keys, too. Texts inside of JSON objects and lists are still compared as they are.")),
    RuleField(
      .trim, of: .records,
      Flag("Ignore spaces at the ends of texts, in all columns.", "In keys, too.")),
    RuleField("null", texts: \.nullTokens, of: .reading) { _, reading in
      .some("null", texts: reading.flatMap(\.nullTokens))
    },
    RuleField("ragged", word: \.ragged, of: .reading) { _, reading in
      reading.map(\.ragged).filter { $0 != .error }.unique.map { .init("ragged", .text($0.rawValue)) }
    },
    RuleField(
      .ignoreOrder, of: .places,
      Flag(
        "Do not report records that only stand elsewhere.",
        "A record that is in another section is still reported as moved.")
    ) {
      $0.moves == MoveDetection.none
    },
    RuleField(
      "moves", word: \.moves, of: .places, unless: .minimal, .none, switches: [.none: .ignoreOrder],
      flag: Flag("How moved records are found: minimal or heckel.", value: "rule")),
    RuleField(
      "duplicates", word: \.duplicates, of: .places, unless: .match,
      flag: Flag(
        "What to do with several records of one key: match, pair or error.", value: "policy",
        """
        'match' (the default) first pairs records that are equal under the rules, then those of one section, then the \
        rest in their order; 'pair' pairs all in their order; both report how many there are. 'error' stops.
        """)),
    RuleField(
      "key_as", word: \.keyAs, of: .records,
      flag: Flag(
        "Compare the values of the key as text or as number.", value: "type",
        """
        By default the text 1 of a CSV file and the number 1 of a JSON file are different. With 'text' a number counts \
        as its text; with 'number' a text such as 01 counts as a number where it is one.
        """)),
    RuleField(.strictColumns, of: .places, Flag("Count a record as updated if only one side has the column.")),
    RuleField(
      "mask", joined: \.masked, of: .showing,
      Flag(
        "Columns whose values are hidden in all output.", value: "columns",
        """
        They are compared as usual; reports and messages show *** in their place. A masked key is shown with a digest, \
        which tells records apart. The digest changes from run to run, unless the environment variable \
        LUNADIFF_MASK_KEY holds a secret of yours.
        """)),
    RuleField("limits", .limits, of: .showing, terms: { _, _ in [] }) { over, under in
      under.limits = under.limits.overridden(by: over.limits)
    },
  ]
}

// MARK: What reports say of some

extension ComparisonPlan {
  fileprivate var identityTerms: [ComparisonTerms.Rule] {
    let later = ruleSet.passes.map { pass -> ComparisonTerms.Value in
      switch pass {
      case .columns(let names): .list(names)
      case .script(let function): .function(function)
      case .near(let matching): .text(matching.summary)
      case .scored(let matching): .text(matching.summary)
      }
    }
    let passes = later.isEmpty ? [] : [ComparisonTerms.Rule("passes", .steps(later))]
    return switch identity {
    case .columns(let names): .some("identity", list: names) + passes
    case .script(let function): [.init("identity", .function(function))] + passes
    case .automatic, .record: passes
    }
  }

  fileprivate var normalizerTerms: [ComparisonTerms.Rule] {
    .some(
      "normalize",
      columns: ruleSet.normalizers.with(parts.usualSteps.isEmpty ? nil : parts.usualSteps).mapValues { steps in
        .steps(
          steps.map { step in
            let value: ComparisonTerms.Value =
              switch step {
              case .native(let normalizer, _): .text(normalizer.summary)
              case .script(let function, _): .function(function)
              }
            return step.side.map { .side($0, value) } ?? value
          })
      })
  }

  fileprivate var equalityTerms: [ComparisonTerms.Rule] {
    if case .script(let function) = equality { return [.init("equal", .function(function))] }
    return .some(
      "equal",
      columns: ruleSet.comparators.with(parts.usualEquality).mapValues { equality in
        switch equality {
        case .native(let comparator): .text(comparator.summary)
        case .script(let function): .function(function)
        }
      })
  }
}

extension ComparisonPlan {
  /// Whether records name their sections.
  var namesSections: Bool {
    switch ruleSet.section {
    case .column, .script: true
    case .nested, nil: false
    }
  }
}
