import Records

extension ComparisonPlan {
  /// What the rule is called that says what is masked.
  package static let maskRule = "mask"

  /// The rules of the plan, and those of how its inputs are read; what is as it is without rules is left out.
  ///
  /// - Parameter reading: How each input is read.
  package func rules(reading: [ReadOptions]) -> [ComparisonTerms.Rule] {
    var rules = readingRules(reading) + valueRules + columnRules + equalityRules + orderRules(reading)
    if !masked.isEmpty { rules.append(ComparisonTerms.Rule(Self.maskRule, .list(masked))) }
    return rules
  }

  // MARK: What is read

  private func readingRules(_ reading: [ReadOptions]) -> [ComparisonTerms.Rule] {
    var rules = ComparisonTerms.RuleList()
    rules.add("null", texts: Self.each(reading.flatMap(\.nullTokens)))
    for policy in Self.each(reading.map(\.ragged)) where policy != .error {
      rules.add("ragged", .text(policy.rawValue))
    }
    for count in Self.each(reading.map(\.skipLines)) where count > 0 { rules.add("skip_lines", .text(String(count))) }
    rules.add("comment", texts: Self.each(reading.compactMap(\.comment)).map { String(Unicode.Scalar($0)) })
    if !renames.isEmpty {
      rules.add(
        "rename",
        .renames(renames.sortedByName.map { ComparisonTerms.ColumnValue(column: $0.key, value: .text($0.value)) }))
    }
    switch filter {
    case .condition(let condition): rules.add("filter", .text(condition.words))
    case .script(let function): rules.add("filter", .function(function))
    case nil: break
    }
    return rules.list
  }

  /// The elements in their order, each once.
  private static func each<Element: Hashable>(_ elements: [Element]) -> [Element] {
    var seen: Set<Element> = []
    return elements.filter { seen.insert($0).inserted }
  }

  // MARK: What is compared

  private var valueRules: [ComparisonTerms.Rule] {
    var rules = ComparisonTerms.RuleList()
    rules.add(switches, of: .records)
    rules.add(
      "normalize",
      columns: normalizers.with(usualSteps.isEmpty ? nil : usualSteps).mapValues { steps in
        .steps(
          steps.map { step in
            switch step {
            case .native(let normalizer): .text(normalizer.summary)
            case .script(let function): .function(function)
            }
          })
      })
    return rules.list
  }

  private var columnRules: [ComparisonTerms.Rule] {
    var rules = ComparisonTerms.RuleList()
    switch identity {
    case .columns(let names): rules.add("identity", list: names)
    case .script(let function): rules.add("identity", .function(function))
    case .automatic, .record: break
    }
    rules.add(passes)
    if let keyAs { rules.add("key_as", .text(keyAs.rawValue)) }
    rules.add("only", list: only ?? [])
    rules.add("ignore", list: ignored)
    return rules.list
  }

  private var equalityRules: [ComparisonTerms.Rule] {
    var rules = ComparisonTerms.RuleList()
    rules.add("json", list: json)
    rules.add(
      "lists",
      columns: lists.mapValues { list in
        if case .script(let function) = list { .function(function) } else { .text(list.summary) }
      })
    if case .script(let function) = equality {
      rules.add("equal", .function(function))
      return rules.list
    }
    if let tolerance { rules.add("tolerance", .text(tolerance.summary)) }
    rules.add(
      "equal",
      columns: comparators.with(usualEquality).mapValues { equality in
        switch equality {
        case .native(let comparator): .text(comparator.summary)
        case .script(let function): .function(function)
        }
      })
    return rules.list
  }

  // MARK: Where records stand

  private func orderRules(_ reading: [ReadOptions]) -> [ComparisonTerms.Rule] {
    var rules = ComparisonTerms.RuleList()
    switch section {
    case .column(let name): rules.add("section", .text(name))
    case .script(let function): rules.add("section", .function(function))
    case .nested(let key):
      rules.add("elements", list: Self.each(reading.compactMap(\.elements)))
      if key != identityColumns { rules.add("section_key", list: key) }
    case nil: break
    }
    switch moves {
    case .minimal: break
    case .none: rules.add(.ignoreOrder)
    default: rules.add("moves", .text(moves.rawValue))
    }
    if duplicates != .match { rules.add("duplicates", .text(duplicates.rawValue)) }
    rules.add(switches, of: .places, besides: .ignoreOrder)
    return rules.list
  }

  private var identityColumns: [String] { if case .columns(let names) = identity { names } else { [] } }
}

extension ComparisonTerms {
  /// Rules as they are gathered; what says nothing is no rule.
  fileprivate struct RuleList {
    private(set) var list: [Rule] = []

    /// Adds a rule that is on.
    mutating func add(_ rule: RuleField.Switch) { add(rule.rawValue, .flag(rule.meaning)) }

    /// Adds those rules of some that speak of one part.
    mutating func add(_ rules: Set<RuleField.Switch>, of part: RuleField.Part, besides other: RuleField.Switch? = nil) {
      for rule in RuleField.Switch.allCases where rules.contains(rule) && rule != other {
        if RuleField.named(rule.rawValue)?.part == part { add(rule) }
      }
    }

    mutating func add(_ name: String, _ value: Value) { list.append(Rule(name, value)) }

    /// Adds the later passes of the identity.
    mutating func add(_ passes: [MatchingPass]) {
      guard !passes.isEmpty else { return }
      add(
        "passes",
        .steps(
          passes.map { pass in
            switch pass {
            case .columns(let names): .list(names)
            case .script(let function): .function(function)
            case .near(let matching): .text(matching.summary)
            }
          }))
    }

    mutating func add(_ name: String, list names: [String]) { if !names.isEmpty { add(name, .list(names)) } }

    mutating func add(_ name: String, texts: [String]) { if !texts.isEmpty { add(name, .texts(texts)) } }

    mutating func add(_ name: String, columns: ColumnMap<Value>) {
      guard !columns.isEmpty else { return }
      add(name, .columns(columns.sortedByName.map { ColumnValue(column: $0.key, value: $0.value) }))
    }
  }
}

extension ColumnMap {
  /// The map with what is said of every column.
  fileprivate func with(_ usual: Value?) -> Self {
    var map = self
    if let usual { map[RuleSet.everyColumn] = usual }
    return map
  }
}
