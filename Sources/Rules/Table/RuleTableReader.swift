import Comparing
import LuaRuntime
import Platform

/// Reads what a rules file says into a rule set; every wrong name or type is an error that says what was expected.
package struct RuleTableReader {
  let source: String
  /// The functions met so far, of this file and those before it.
  package var functions: RuleFunctions

  var rules = RuleSet()
  private(set) var isSilent = true

  package init(source: String, functions: RuleFunctions = RuleFunctions()) {
    self.source = source
    self.functions = functions
  }

  /// - Parameter others: Fields that somebody else reads.
  package mutating func read(_ table: LuaTable, besides others: [String] = []) throws(LuaError) -> RuleSet {
    for (key, value) in try table.sortedPairs() where !others.contains(key.text ?? "") {
      guard let field = key.text.flatMap(RuleField.named) else { throw unknownField(key) }
      try read(field, value)
    }
    return rules
  }

  /// Reads the rules that a part of a manifest says; nothing where it has none.
  package mutating func read(_ part: ManifestPart, of manifest: LuaValue) throws(LuaError) -> RuleSet {
    let value = try part.value(in: manifest)
    return value.isNil ? rules : try read(part.field, value)
  }

  /// Reads what a manifest or a batch says about rules.
  package mutating func read(_ field: ManifestPart.Field, _ value: LuaValue) throws(LuaError) -> RuleSet {
    switch (field, value) {
    case (.key, _): (rules.identity, rules.passes) = (try identity(value, "key"), [])
    case (.rules, .table(let table)): return try read(table)
    case (.rules, _): throw expected("a table of rules or a path", "rules", value)
    }
    return rules
  }

  /// Reads rules from a file's globals, among which there may be helpers of its own.
  package mutating func read(globals: [(key: LuaValue, value: LuaValue)]) throws(LuaError) -> RuleSet {
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
    isSilent = false
    do throws(LuaError) { try read(field, value, field.name) } catch {
      guard error.complaint == .boundlessTable, error.chunk == nil else { throw error }
      throw LuaError("\(source): '\(field.name)': \(error.message)")
    }
  }

  private mutating func read(_ field: RuleField, _ value: LuaValue, _ name: String) throws(LuaError) {
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
    case .columns: try readColumns(value)
    case .group: try readGroup(value)
    case .tolerance: try readTolerance(value)
    case .limits: rules.limits = try LimitReader(source: source).limits(value)
    }
  }

  // MARK: Polymorphic fields

  private mutating func section(_ value: LuaValue) throws(LuaError) -> ComparisonPlan.Section {
    if case .function(let function) = value { return .script(add(function, "section")) }
    guard let name = value.text else { throw expected("a column or a function", "section", value) }
    return .column(name)
  }

  private mutating func readNormalize(_ value: LuaValue) throws(LuaError) {
    let table = try table(value, "normalize", "a table of normalizers by column")
    for (column, value) in try named(table, "normalize") {
      rules.normalizers[column] = try steps(value, "normalize.\(column)", in: table)
    }
  }

  /// The most normalizers of one column: each value is worth a bounded time.
  private static let mostSteps = 100

  /// Reads a normalizer, a list of them, or `{ old = …, new = … }` with one or a list for each side.
  ///
  /// - Parameter side: The side that they are for; `nil` for both, which a part may narrow.
  mutating func steps(_ value: LuaValue, _ name: String, in table: LuaTable, of side: Side? = nil) throws(LuaError)
    -> [ComparisonPlan.NormalizerStep]
  {
    guard case .table(let list) = value else { return [try step(value, name, in: table, side)] }
    if side == nil, let sides = try sides(list, name) {
      var steps: [ComparisonPlan.NormalizerStep] = []
      for side in Side.allCases {
        if let value = sides[side] { steps += try self.steps(value, "\(name).\(side.ruleName)", in: list, of: side) }
      }
      return steps
    }
    guard try list.length() <= Self.mostSteps else { throw tooManySteps(name) }
    let items = try list.elements()
    guard try list.sortedPairs().count == items.count else {
      throw LuaError(
        "\(source): '\(name)' must be a normalizer or a list of them; this table has names, or nil in it")
    }
    var steps: [ComparisonPlan.NormalizerStep] = []
    for item in items {
      if case .table = item, side == nil {
        steps += try self.steps(item, name, in: list)
      } else {
        steps.append(try step(item, name, in: list, side))
      }
    }
    guard steps.count <= Self.mostSteps else { throw tooManySteps(name) }
    return steps
  }

  private func tooManySteps(_ name: String) -> LuaError {
    LuaError("\(source): '\(name)' lists more than \(Self.mostSteps) normalizers")
  }

  /// What a table says for each side, `{ old = …, new = … }`; `nil` where its keys are others.
  func sides(_ table: LuaTable, _ name: String) throws(LuaError) -> Sides<LuaValue?>? {
    let pairs = try table.sortedPairs()
    let names = Side.allCases.map(\.ruleName)
    guard pairs.contains(where: { names.contains($0.key.text ?? "") }) else { return nil }
    if let other = pairs.first(where: { !names.contains($0.key.text ?? "") }) {
      let key = other.key.spelling ?? other.key.typeName
      throw LuaError("\(source): '\(name)' has sides, old and new, and beside them '\(key)'; a list goes into a side")
    }
    return Sides { side in pairs.first { $0.key.text == side.ruleName }?.value }
  }

  private mutating func step(_ value: LuaValue, _ name: String, in table: LuaTable, _ side: Side?) throws(LuaError)
    -> ComparisonPlan.NormalizerStep
  {
    switch try made(try host(value, "normalizer", in: table), name) {
    case .object(let object as NormalizerObject): return .native(object.normalizer, of: side)
    case .function(let function): return .script(add(function, name), of: side)
    default:
      throw expected(
        "a normalizer such as luna.text.trim, a function of one value, a list of these, or { old = …, new = … }",
        name, value)
    }
  }

  /// What a name stands for that the embedding program has given to a rule; any other value as it is.
  func host(_ value: LuaValue, _ kind: String, in table: LuaTable) throws(LuaError) -> LuaValue {
    guard let name = value.text, let found = try HostRules.value(name, beside: table) else { return value }
    guard !found.isNil else { throw LuaError("\(source): unknown \(kind) '\(name)'; luna.host has none of this name") }
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
    do { return try NumberComparator(tolerance: amount) } catch {
      throw LuaError("\(source): '\(name)' must be a number of at least 0, or per cent such as \"1%\", got \(amount)")
    }
  }

  private func renames(_ value: LuaValue) throws(LuaError) -> ColumnMap<String> {
    let table = try table(value, "rename", "a table of new names by old name")
    var renames: ColumnMap<String> = [:]
    for (old, value) in try named(table, "rename") { renames[old] = try text(value, "rename.\(old)") }
    return renames
  }

  // MARK: Simple values

  mutating func add(_ function: LuaFunction, _ name: String) -> Int { functions.add(function, name: name) }

  /// Adds a function whose results are a key, and notes a result that nobody wants there.
  mutating func add(identity function: LuaFunction, _ name: String) throws(LuaError) -> Int {
    if try function.endsInCountOfReplacements() {
      let reason = "gsub returns a count after the text, which becomes part of the key; for only the text, write "
      rules.idle.append(IdleRule(name, reason + "(text:gsub(…)) in parentheses", isMistake: true))
    }
    return add(function, name)
  }

  func text(_ value: LuaValue, _ name: String) throws(LuaError) -> String {
    guard let text = value.text else { throw expected("text", name, value) }
    return text
  }

  private func isTrue(_ value: LuaValue, _ name: String) throws(LuaError) -> Bool {
    guard case .boolean(let isTrue) = value else { throw expected("true or false", name, value) }
    return isTrue
  }

  private mutating func read(_ choice: RuleField.Choice, _ value: LuaValue, _ name: String) throws(LuaError) {
    guard let word = value.text, choice.say(word, in: &rules) else {
      let known = choice.words.map { "\"\($0)\"" }.joined(separator: ", ")
      let other = value.text.flatMap { choice.switches[$0] }.map { "; write \($0.rawValue) = true" } ?? ""
      let got = value.text.map { "\"\($0)\"" } ?? value.spelling ?? value.typeName
      throw LuaError("\(source): '\(name)' must be one of \(known), got \(got)\(other)")
    }
  }

  func columns(_ value: LuaValue, _ name: String) throws(LuaError) -> [String] {
    if let names = try texts(value) { return names }
    if case .table(let table) = value {
      for item in try table.elements() { _ = try text(item, name) }
    }
    throw expected("a text or a list of texts", name, value)
  }

  /// A text, or a list of texts and nothing else; `nil` for every other value.
  private func texts(_ value: LuaValue) throws(LuaError) -> [String]? {
    if let text = value.text { return [text] }
    guard case .table(let table) = value else { return nil }
    let names = try table.elements().compactMap(\.text)
    return try table.sortedPairs().count == names.count ? names : nil
  }

  func named(_ table: LuaTable, _ name: String) throws(LuaError) -> [(String, LuaValue)] {
    var result: [(String, LuaValue)] = []
    for (key, value) in try table.sortedPairs() {
      guard let column = key.text else {
        throw LuaError("\(source): '\(name)' has the key \(key.spelling ?? key.typeName), not a column's name")
      }
      result.append((column, value))
    }
    return result
  }

  func table(_ value: LuaValue, _ name: String, _ wanted: String) throws(LuaError) -> LuaTable {
    guard case .table(let table) = value else { throw expected(wanted, name, value) }
    return table
  }

  func expected(_ what: String, _ name: String, _ value: LuaValue) -> LuaError {
    LuaError("\(source): '\(name)' must be \(what), got \(value.typeName)")
  }
}

/// Which records take part, and when two are equal.
extension RuleTableReader {
  mutating func filter(_ value: LuaValue, _ name: String) throws(LuaError) -> ComparisonPlan.Filter {
    switch value {
    case .function(let function): return .script(add(function, name))
    case .object(let object as ConditionObject):
      object.log.use(object)
      return .condition(object.condition)
    case .object(is ColumnObject):
      throw LuaError(
        "\(source): 'filter' is a column alone; say what of it, as in luna.where.column(\"status\").is(\"open\")")
    default:
      throw expected("a function, or a condition such as luna.where.column(\"status\").is(\"open\")", name, value)
    }
  }

  private mutating func readEqual(_ value: LuaValue) throws(LuaError) {
    if case .function(let function) = value {
      rules.equality = .script(add(function, "equal"))
      return
    }
    if case .object(let object) = value, object is ComparatorObject {
      throw LuaError(
        "\(source): 'equal' is one comparator; say of which column, as in equal = { price = luna.compare.number(0.01) }"
      )
    }
    let table = try table(value, "equal", "a function, or a table of comparators by column")
    rules.equality = .columns
    for (column, value) in try named(table, "equal") {
      let name = "equal.\(column)"
      switch try made(try host(value, "comparator", in: table), name) {
      case .object(let object as ComparatorObject): rules.comparators[column] = .native(object.comparator)
      case .function(let function):
        rules.comparators[column] = .script(try functions.add(comparator: function, name: name))
      default:
        throw expected("a comparator such as luna.compare.number(0.01), or a function of two values", name, value)
      }
    }
  }

  /// Reads how the elements of lists are told apart, by the list's column or path.
  private mutating func readLists(_ value: LuaValue) throws(LuaError) {
    let table = try table(value, "lists", "a table of list rules by column or path")
    for (path, value) in try named(table, "lists") { try readList(value, at: path) }
  }

  private mutating func readList(_ value: LuaValue, at path: String) throws(LuaError) {
    let name = "lists.\(path)"
    switch try made(value, name) {
    case .object(let object as ListRuleObject): rules.lists[path] = object.rule
    case .function(let function): rules.lists[path] = .script(try add(identity: function, name))
    case .table(let table) where try !table.isList(): try readElements(table, of: path)
    default:
      guard let members = try texts(value), !members.isEmpty else {
        throw expected(
          "a member, a list of members, luna.list.set, luna.list.position, a function of an element "
            + "or a table of rules", name, value)
      }
      rules.lists[path] = .members(members)
    }
  }

  /// Reads the rules of a list's elements, which read as a rules file does, and adds them to those of the records.
  private mutating func readElements(_ table: LuaTable, of path: String) throws(LuaError) {
    let order = RuleField.Switch.ignoreOrder
    let allowed = ["identity", order.rawValue] + RuleField.names(.values)
    for (key, _) in try table.sortedPairs() where !allowed.contains(key.text ?? "") {
      throw LuaError(
        "\(source): 'lists.\(path)' has the field \(key.spelling ?? key.typeName); elements have "
          + allowed.joined(separator: ", "))
    }
    var reader = RuleTableReader(source: source, functions: functions)
    let elements = try reader.read(table)
    functions = reader.functions
    rules.idle += elements.idle
    if case .script = elements.equality {
      throw LuaError(
        "\(source): 'lists.\(path).equal' must be a table of comparators by member; the list's own "
          + "comparator goes into 'equal'")
    }
    let isOrdered = elements.switches[order] != true
    switch elements.identity {
    case .columns(let names): rules.lists[path] = .members(names, isOrdered: isOrdered)
    case .script(let function): rules.lists[path] = .script(function, isOrdered: isOrdered)
    default: rules.lists[path] = isOrdered ? .sequence : .set
    }
    add(elements, below: path + "[]")
  }

  private mutating func add(_ elements: RuleSet, below path: String) {
    func whole(_ name: String) -> String { path + (name.hasPrefix("[") ? "" : ".") + name }
    for (name, rule) in elements.comparators { rules.comparators[whole(name)] = rule }
    for (name, steps) in elements.normalizers { rules.normalizers[whole(name)] = steps }
    for (name, rule) in elements.lists { rules.lists[whole(name)] = rule }
    if let ignored = elements.ignored { rules.ignored = (rules.ignored ?? []) + ignored.map(whole) }
    if let only = elements.only { rules.only = (rules.only ?? []) + only.map(whole) }
  }
}
