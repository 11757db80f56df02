import LuaRuntime
import Comparing

extension RuleTableReader {
  /// Reads how the elements of lists are told apart, by the list's column or path.
  mutating func readLists(_ value: LuaValue) throws(LuaError) {
    guard case .table(let table) = value else {
      throw expected("a table of list rules by column or path", "lists", value)
    }
    for (path, value) in try named(table, "lists") { try readList(value, at: path) }
  }

  private mutating func readList(_ value: LuaValue, at path: String) throws(LuaError) {
    let name = "lists.\(path)"
    switch try made(value, name) {
    case .object(let object as ListRuleObject): rules.lists[path] = object.rule
    case .function(let function):
      rules.lists[path] = .script(add(function, name))
    case .table(let table) where try !table.isList(): try readElements(table, of: path)
    default:
      guard let members = try? columns(value, name), !members.isEmpty else {
        throw expected(
          "a member, a list of members, luna.list.set, luna.list.position, a function of an element "
            + "or a table of rules", name, value)
      }
      rules.lists[path] = .members(members)
    }
  }

  /// Reads the rules of a list's elements, which read as a rules file does, and adds them to those of the records.
  private mutating func readElements(_ table: LuaTable, of path: String) throws(LuaError) {
    let allowed = ["identity"] + RuleField.names(.values)
    for (key, _) in try table.sortedPairs() where !allowed.contains(key.text ?? "") {
      throw LuaError(
        "\(source): 'lists.\(path)' has the field \(key.spelling ?? key.typeName); elements have "
          + allowed.joined(separator: ", "))
    }
    var reader = RuleTableReader(source: source, functions: functions)
    let elements = try reader.read(table)
    functions = reader.functions
    if case .script = elements.equality {
      throw LuaError(
        "\(source): 'lists.\(path).equal' must be a table of comparators by member; the list's own "
          + "comparator goes into 'equal'")
    }
    switch elements.identity {
    case .columns(let names): rules.lists[path] = .members(names)
    case .script(let function): rules.lists[path] = .script(function)
    default: rules.lists[path] = .sequence
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
