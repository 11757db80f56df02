import LuaRuntime
import Comparing

/// Which records take part, and when two are equal.
extension RuleTableReader {
  mutating func filter(
    _ value: LuaValue, _ name: String
  ) throws(LuaError) -> ComparisonPlan.Filter {
    switch value {
    case .function(let function): return .script(add(function, name))
    case .object(let object as ConditionObject):
      object.log.use(object)
      return .condition(object.condition)
    case .object(is ColumnObject):
      throw LuaError(
        "\(source): 'filter' is a column alone; say what of it, as in luna.where.column(\"status\").is(\"open\")"
      )
    default:
      throw expected(
        "a function, or a condition such as luna.where.column(\"status\").is(\"open\")", name, value
      )
    }
  }

  mutating func readEqual(_ value: LuaValue) throws(LuaError) {
    if case .function(let function) = value {
      rules.equality = .script(add(function, "equal"))
      return
    }
    if case .object(let object) = value, object is ComparatorObject {
      throw LuaError(
        "\(source): 'equal' is one comparator; say of which column, as in equal = { price = luna.compare.number(0.01) }"
      )
    }
    guard case .table(let table) = value else {
      throw expected("a function, or a table of comparators by column", "equal", value)
    }
    rules.equality = .columns
    for (column, value) in try named(table, "equal") {
      let name = "equal.\(column)"
      switch try made(try host(value, "comparator", in: table), name) {
      case .object(let object as ComparatorObject):
        rules.comparators[column] = .native(object.comparator)
      case .function(let function):
        rules.comparators[column] = .script(try functions.add(comparator: function, name: name))
      default:
        throw expected(
          "a comparator such as luna.compare.number(0.01), or a function of two values",
          name, value)
      }
    }
  }
}
