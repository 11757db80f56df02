import LuaRuntime
import Comparing
import Records

/// A column of which a declared filter asks something: `luna.where.column("status")`.
final class ColumnObject: OptionKeeper {
  static let luaName = "column"

  private let name: String
  var holding: LuaHolding?

  init(_ name: String) { self.name = name }

  static func describe(_ type: inout LuaType<ColumnObject>) {
    type.function("is") { (column, arguments) throws(LuaError) in
      column.condition(.isOneOf(ValueChoice([try arguments.one("is").filtered("is")])))
    }
    type.function("is_not") { (column, arguments) throws(LuaError) in
      .not(
        column.condition(.isOneOf(ValueChoice([try arguments.one("is_not").filtered("is_not")]))))
    }
    type.function("one_of") { (column, arguments) throws(LuaError) in
      var values: [Value] = []
      for value in try arguments.listed() { values.append(try value.filtered("one_of")) }
      guard !values.isEmpty else { throw LuaError("one_of: at least one value is needed") }
      return column.condition(.isOneOf(ValueChoice(values)))
    }
    type.function("is_null") { column, _ in column.condition(.isNull) }
    type.function("matches") { (column, arguments) throws(LuaError) in
      guard case .string(let pattern) = try arguments.one("matches") else {
        throw LuaError("matches: a pattern is needed, as Lua's string.find takes it")
      }
      return column.condition(
        try checkingOptions { () throws(OptionError) in try .matching(Text(utf8: pattern)) })
    }
    for relation in ValueCondition.Relation.allCases {
      type.function(relation.rawValue) { (column, arguments) throws(LuaError) in
        let value = try arguments.one(relation.rawValue)
        guard case .number(let number) = value.recordValue else {
          throw LuaError("\(relation.rawValue): a number is needed, got \(value.typeName)")
        }
        return column.condition(.compares(relation, number))
      }
    }
    type.on(.string) { object, _ in .one(.string("column: \(object.name)")) }
  }

  private func condition(_ condition: ValueCondition) -> RecordCondition {
    .value(name, condition)
  }
}

/// What a declared filter asks of a record, as scripts hold it: a value for `filter`.
final class ConditionObject: OptionKeeper {
  static let luaName = "condition"

  let condition: RecordCondition
  var holding: LuaHolding?

  init(_ condition: RecordCondition) throws(LuaError) {
    guard condition.weight <= RecordCondition.mostWeight else {
      throw LuaError(
        "luna.where: these are more than \(RecordCondition.mostWeight) conditions; "
          + "one_of takes any number of values")
    }
    self.condition = condition
  }

  static func describe(_ type: inout LuaType<ConditionObject>) {
    type.function("and_") { (one, arguments) throws(LuaError) in
      one.condition.and(try arguments.condition("and_"))
    }
    type.function("or_") { (one, arguments) throws(LuaError) in
      one.condition.or(try arguments.condition("or_"))
    }
    type.function("not_") { one, _ in .not(one.condition) }
    type.on(.and) { (_, call) throws(LuaError) in
      let (one, other) = try operands(call)
      return .one(.object(try ConditionObject(one.and(other))))
    }
    type.on(.or) { (_, call) throws(LuaError) in
      let (one, other) = try operands(call)
      return .one(.object(try ConditionObject(one.or(other))))
    }
    type.on(.not) { (object, _) throws(LuaError) in
      .one(.object(try ConditionObject(.not(object.condition))))
    }
    type.on(.string) { object, _ in .one(.string("condition: \(object.condition.words)")) }
  }

  private static func operands(
    _ call: borrowing LuaCall
  ) throws(LuaError) -> (RecordCondition, RecordCondition) {
    (try call.object(1, as: Self.self).condition, try call.object(2, as: Self.self).condition)
  }
}

extension LunaLibrary {
  /// `luna.where`: declared filters.
  static var filterMakers: [Function] {
    [("column", { (call) throws(LuaError) in .one(.object(ColumnObject(try call.string(1)))) })]
  }
}

extension LuaType where Object: OptionKeeper {
  /// `object.name(…)`, which makes a condition; `object:name(…)` is the same.
  fileprivate mutating func function(
    _ name: String,
    _ make: @escaping (Object, [LuaValue]) throws(LuaError) -> RecordCondition
  ) {
    property(name) { object, _ in
      .native(name) { (call) throws(LuaError) in
        var arguments = try call.values()
        if case .object(let first) = arguments.first, first === object { arguments.removeFirst() }
        let holding = try call.state.hold(Options.size(of: call))
        let condition = try ConditionObject(try make(object, arguments))
        condition.holding = holding
        return .one(.object(condition))
      }
    }
  }
}

extension [LuaValue] {
  /// The only argument.
  fileprivate func one(_ function: String) throws(LuaError) -> LuaValue {
    guard count == 1 else { throw LuaError("\(function): one value is needed, got \(count)") }
    return self[0]
  }

  /// The arguments, or the elements of the list that is the only one.
  fileprivate func listed() throws(LuaError) -> [LuaValue] {
    if count == 1, case .table(let table) = self[0] { return try table.elements() }
    return self
  }

  fileprivate func condition(_ function: String) throws(LuaError) -> RecordCondition {
    guard case .object(let object as ConditionObject) = try one(function) else {
      throw LuaError(
        "\(function): another condition is needed, such as luna.where.column(\"x\").is_null()")
    }
    return object.condition
  }
}

extension LuaValue {
  /// A value that a filter looks for.
  fileprivate func filtered(_ function: String) throws(LuaError) -> Value {
    if case .nil = self { throw LuaError("\(function): nil is no value; is_null() asks for null") }
    guard let value = recordValue else {
      throw LuaError("\(function): text, a number or a boolean is needed, got \(typeName)")
    }
    return value
  }
}
