import LuaRuntime
import RecordDiff
import Records

/// Lists what a rule set does, rule by rule.
struct RulePlan {
  /// One rule with the function that it calls, if it calls one.
  struct Entry {
    let step: CheckReport.Step
    /// The function's number in the rules.
    let function: Int?
  }

  private let loaded: LoadedRules?
  private let rules: RuleSet
  private(set) var entries: [Entry] = []

  /// - Parameter loaded: Where the functions are; `nil` if there are none.
  init(_ rules: RuleSet, _ loaded: LoadedRules?) {
    self.rules = rules
    self.loaded = loaded
    addReading()
    addColumns()
    addEquality()
    addPlace()
  }

  private mutating func addReading() {
    if let null = rules.nullTokens { add("null", null.map { "'\($0)'" }.joined(separator: ", ")) }
    if let ragged = rules.ragged { add("ragged", ragged.rawValue) }
    if !rules.json.isEmpty { add("json", rules.json.joined(separator: ", ")) }
    if !rules.renames.isEmpty {
      let pairs = rules.renames.sorted { $0.key < $1.key }.map { "\($0.key) → \($0.value)" }
      add("rename", pairs.joined(separator: ", "))
    }
    if let filter = rules.filter { add("filter", function: filter) }
    for (column, steps) in rules.normalizers.sorted(by: { $0.key < $1.key }) {
      for step in steps {
        switch step {
        case .native(let normalizer): add("normalize.\(column)", normalizer.summary)
        case .script(let function): add("normalize.\(column)", function: function)
        }
      }
    }
  }

  private mutating func addColumns() {
    switch rules.identity {
    case .columns(let names): add("identity", names.joined(separator: ", "))
    case .script(let function): add("identity", function: function)
    case .record, nil: add("identity", "the whole record: nothing is ever updated")
    }
    if let only = rules.only { add("only", only.joined(separator: ", ")) }
    if !rules.ignored.isEmpty { add("ignore", rules.ignored.joined(separator: ", ")) }
  }

  private mutating func addEquality() {
    if case .script(let function) = rules.equality {
      add("equal", function: function)
      return
    }
    for (column, equality) in rules.comparators.sorted(by: { $0.key < $1.key }) {
      switch equality {
      case .native(let comparator): add("equal.\(column)", comparator.summary)
      case .script(let function): add("equal.\(column)", function: function)
      }
    }
    add("equal", rules.comparators.isEmpty ? "every column exactly" : "every other column exactly")
  }

  private mutating func addPlace() {
    switch rules.section {
    case .column(let name): add("section", name)
    case .script(let function): add("section", function: function)
    case .nested, nil: break
    }
    if let elements = rules.elements { add("elements", elements) }
    for (list, rule) in rules.lists.sorted(by: { $0.key < $1.key }) {
      if case .script(let function) = rule {
        add("lists.\(list)", function: function)
      } else {
        add("lists.\(list)", rule.summary)
      }
    }
    if let key = rules.sectionKey { add("section_key", key.joined(separator: ", ")) }
    if rules.ignoresOrder == true { add("ignore_order", "nothing is ever moved") }
    if let moves = rules.moves { add("moves", "\(moves.rawValue)") }
    if let duplicates = rules.duplicates { add("duplicates", duplicates.rawValue) }
    if rules.strictColumns == true {
      add("strict_columns", "a column of one side makes records updated")
    }
  }

  private mutating func add(_ rule: String, _ summary: String) {
    let step = CheckReport.Step(rule: rule, summary: summary, place: nil, columns: nil)
    entries.append(Entry(step: step, function: nil))
  }

  private mutating func add(_ rule: String, function: Int) {
    var place = "Lua"
    if let loaded, let found = try? loaded.state.definition(of: loaded.functions.list[function]) {
      place = "\(found.chunk):\(found.lines.lowerBound)"
    }
    let step = CheckReport.Step(rule: rule, summary: "function", place: place, columns: nil)
    entries.append(Entry(step: step, function: function))
  }
}
