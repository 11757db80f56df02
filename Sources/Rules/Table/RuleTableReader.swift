import LuaRuntime
import Platform
import Comparing

/// Reads what a rules file says into a rule set; every wrong name or type is an error that says what was expected.
package struct RuleTableReader {
  /// What the file is called in messages.
  let source: String
  /// The functions met so far, of this file and those before it.
  package var functions: RuleFunctions

  var rules = RuleSet()
  /// Whether no field was there to be read.
  private(set) var isSilent = true

  package init(source: String, functions: RuleFunctions = RuleFunctions()) {
    self.source = source
    self.functions = functions
  }

  /// Reads a table of rules.
  package mutating func read(_ table: LuaTable) throws(LuaError) -> RuleSet {
    for (key, value) in try table.sortedPairs() {
      guard let field = key.text.flatMap(RuleField.named) else { throw unknownField(key) }
      try read(field, value)
    }
    return rules
  }

  /// Reads the rules that a part of a manifest says; nothing where it has none.
  package mutating func read(_ part: ManifestPart, of manifest: LuaValue) throws(LuaError)
    -> RuleSet
  {
    let value = try part.value(in: manifest)
    return value.isNil ? rules : try read(part.field, value)
  }

  /// Reads what a manifest or a batch says about rules.
  package mutating func read(
    _ field: ManifestPart.Field, _ value: LuaValue
  ) throws(LuaError) -> RuleSet {
    switch (field, value) {
    case (.key, _): (rules.identity, rules.passes) = (try identity(value, "key"), [])
    case (.rules, .table(let table)): return try read(table)
    case (.rules, _): throw expected("a table of rules or a path", "rules", value)
    }
    return rules
  }

  /// Reads rules from a file's globals, among which there may be helpers of its own.
  package mutating func read(
    globals: [(key: LuaValue, value: LuaValue)]
  ) throws(LuaError) -> RuleSet {
    for (key, value) in globals {
      guard let name = key.text else { continue }
      if let field = RuleField.named(name) {
        try read(field, value)
      } else if Suggestion.nearest(to: name, among: RuleField.names()) != nil {
        throw unknownField(key)
      }
    }
    return rules
  }

  private mutating func read(_ field: RuleField, _ value: LuaValue) throws(LuaError) {
    let name = field.name
    isSilent = false
    switch field.kind {
    case .isOn(let rule): rules.switches[rule] = try isTrue(value, name)
    case .text(let place): rules[keyPath: place] = try text(value, name)
    case .texts(let place): rules[keyPath: place] = try columns(value, name)
    case .word(let choice): try read(choice, value, name)
    case .identity: try readIdentity(value)
    case .equal: try readEqual(value)
    case .normalize: try readNormalize(value)
    case .filter: rules.filter = try filter(value, name)
    case .section: rules.section = try section(value)
    case .lists: try readLists(value)
    case .rename: rules.renames = try renames(value)
    case .tolerance: try readTolerance(value)
    }
  }

  // MARK: Polymorphic fields

  mutating func identity(
    _ value: LuaValue, _ name: String
  ) throws(LuaError) -> ComparisonPlan.Identity {
    if case .function(let function) = value { return .script(add(function, "identity")) }
    if value.text == "none" { return .record }
    guard let names = try? columns(value, name), !names.isEmpty else {
      throw expected("a column, a list of columns, \"none\" or a function", name, value)
    }
    return .columns(names)
  }

  private mutating func section(_ value: LuaValue) throws(LuaError) -> ComparisonPlan.Section {
    if case .function(let function) = value { return .script(add(function, "section")) }
    guard let name = value.text else {
      throw expected("a column or a function", "section", value)
    }
    return .column(name)
  }

  private mutating func readNormalize(_ value: LuaValue) throws(LuaError) {
    guard case .table(let table) = value else {
      throw expected("a table of normalizers by column", "normalize", value)
    }
    for (column, value) in try named(table, "normalize") {
      let name = "normalize.\(column)"
      guard case .table(let list) = value else {
        rules.normalizers[column] = [try step(value, name, in: table)]
        continue
      }
      rules.normalizers[column] = try steps(list, name)
    }
  }

  /// The most normalizers of one column: each value is worth a bounded time.
  private static let mostSteps = 100

  private mutating func steps(
    _ list: LuaTable, _ name: String
  ) throws(LuaError) -> [ComparisonPlan.NormalizerStep] {
    guard try list.length() <= Self.mostSteps else {
      throw LuaError("\(source): '\(name)' lists more than \(Self.mostSteps) normalizers")
    }
    let items = try list.elements()
    guard try list.sortedPairs().count == items.count else {
      throw LuaError(
        "\(source): '\(name)' must be a normalizer or a list of them; this table has names, or nil in it"
      )
    }
    var steps: [ComparisonPlan.NormalizerStep] = []
    for item in items { steps.append(try step(item, name, in: list)) }
    return steps
  }

  private mutating func step(
    _ value: LuaValue, _ name: String, in table: LuaTable
  ) throws(LuaError) -> ComparisonPlan.NormalizerStep {
    switch try made(try host(value, "normalizer", in: table), name) {
    case .object(let object as NormalizerObject): return .native(object.normalizer)
    case .function(let function):
      return .script(add(function, name))
    default:
      throw expected(
        "a normalizer such as luna.text.trim, a function of one value, or a list of these", name,
        value)
    }
  }

  /// What a name stands for that the embedding program has given to a rule; any other value as it is.
  func host(
    _ value: LuaValue, _ kind: String, in table: LuaTable
  ) throws(LuaError) -> LuaValue {
    guard let name = value.text, let found = try HostRules.value(name, beside: table) else {
      return value
    }
    guard !found.isNil else {
      throw LuaError("\(source): unknown \(kind) '\(name)'; luna.host has none of this name")
    }
    return found
  }

  private mutating func readTolerance(_ value: LuaValue) throws(LuaError) {
    guard case .table(let table) = value else {
      rules.tolerance = try tolerance(value, "tolerance")
      return
    }
    for (column, value) in try named(table, "tolerance") {
      rules.comparators[column] = .native(try tolerance(value, "tolerance.\(column)"))
    }
  }

  private func tolerance(_ value: LuaValue, _ name: String) throws(LuaError) -> NumberComparator {
    guard let amount = value.spelling else {
      throw expected("a number such as 0.01, or per cent such as \"1%\"", name, value)
    }
    guard let comparator = try? NumberComparator(tolerance: amount) else {
      throw LuaError(
        "\(source): '\(name)' must be a number of at least 0, or per cent such as \"1%\", got \(amount)"
      )
    }
    return comparator
  }

  private func renames(_ value: LuaValue) throws(LuaError) -> ColumnMap<String> {
    guard case .table(let table) = value else {
      throw expected("a table of new names by old name", "rename", value)
    }
    var renames: ColumnMap<String> = [:]
    for (old, value) in try named(table, "rename") {
      renames[old] = try text(value, "rename.\(old)")
    }
    return renames
  }

  // MARK: Simple values

  mutating func add(_ function: LuaFunction, _ name: String) -> Int {
    functions.add(function, name: name)
  }

  private func text(_ value: LuaValue, _ name: String) throws(LuaError) -> String {
    guard let text = value.text else { throw expected("text", name, value) }
    return text
  }

  private func isTrue(_ value: LuaValue, _ name: String) throws(LuaError) -> Bool {
    guard case .boolean(let isTrue) = value else { throw expected("true or false", name, value) }
    return isTrue
  }

  private mutating func read(
    _ choice: RuleField.Choice, _ value: LuaValue, _ name: String
  ) throws(LuaError) {
    guard let word = value.text, choice.say(word, in: &rules) else {
      let known = choice.words.map { "\"\($0)\"" }.joined(separator: ", ")
      throw LuaError(
        "\(source): '\(name)' must be one of \(known), got \(value.spelling ?? value.typeName)")
    }
  }

  func columns(_ value: LuaValue, _ name: String) throws(LuaError) -> [String] {
    if let name = value.text { return [name] }
    guard case .table(let table) = value else {
      throw expected("a text or a list of texts", name, value)
    }
    var names: [String] = []
    for item in try table.elements() { names.append(try text(item, name)) }
    guard try table.sortedPairs().count == names.count else {
      throw expected("a text or a list of texts", name, value)
    }
    return names
  }

  func named(
    _ table: LuaTable, _ name: String
  ) throws(LuaError) -> [(String, LuaValue)] {
    var result: [(String, LuaValue)] = []
    for (key, value) in try table.sortedPairs() {
      guard let column = key.text else {
        throw LuaError(
          "\(source): '\(name)' has the key \(key.spelling ?? key.typeName), not a column's name")
      }
      result.append((column, value))
    }
    return result
  }

  func expected(_ what: String, _ name: String, _ value: LuaValue) -> LuaError {
    LuaError("\(source): '\(name)' must be \(what), got \(value.typeName)")
  }
}
