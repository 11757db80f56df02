import LuaRuntime
import Comparing
import Records

/// What makes conditions for declared filters, of others or of none.
private protocol ConditionMaker: OptionKeeper { var log: ConditionLog { get } }

/// A column of which a declared filter asks something: `luna.where.column("status")`.
final class ColumnObject: ConditionMaker {
  static let luaName = "column"

  private let name: String
  fileprivate let log: ConditionLog
  var holding: LuaHolding?

  init(_ name: String, _ log: ConditionLog) {
    self.name = name
    self.log = log
  }

  static func describe(_ type: inout LuaType<ColumnObject>) {
    type.function("is") { (column, arguments) throws(LuaError) in
      column.condition(.isOneOf(ValueChoice([try arguments.one("is").filtered("is")])))
    }
    type.function("is_not") { (column, arguments) throws(LuaError) in
      .not(column.condition(.isOneOf(ValueChoice([try arguments.one("is_not").filtered("is_not")]))))
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
      return column.condition(try checkingOptions(try .matching(Text(utf8: pattern))))
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

  private func condition(_ condition: ValueCondition) -> RecordCondition { .value(name, condition) }
}

/// What a declared filter asks of a record, as scripts hold it: a value for `filter`.
final class ConditionObject: ConditionMaker {
  static let luaName = "condition"

  let condition: RecordCondition
  let log: ConditionLog
  var holding: LuaHolding?

  /// - Parameter call: Makes the condition of others, or of none.
  fileprivate init(
    _ condition: RecordCondition, of parts: [ConditionObject] = [], _ log: ConditionLog, _ call: borrowing LuaCall
  ) throws(LuaError) {
    guard condition.weight <= RecordCondition.mostWeight else {
      throw LuaError(
        "luna.where: these are more than \(RecordCondition.mostWeight) conditions; one_of takes any number of values")
    }
    self.condition = condition
    self.log = log
    for part in parts { log.use(part) }
    log.add(self, call.callingLine)
  }

  static func describe(_ type: inout LuaType<ConditionObject>) {
    type.function("and_") { (one, arguments) throws(LuaError) in one.condition.and(try arguments.condition("and_")) }
    type.function("or_") { (one, arguments) throws(LuaError) in one.condition.or(try arguments.condition("or_")) }
    type.function("not_") { one, _ in .not(one.condition) }
    type.on(.and) { (_, call) throws(LuaError) in try combined(call) { $0.and($1) } }
    type.on(.or) { (_, call) throws(LuaError) in try combined(call) { $0.or($1) } }
    type.on(.not) { (object, call) throws(LuaError) in
      .one(.object(try ConditionObject(.not(object.condition), of: [object], object.log, call)))
    }
    type.on(.string) { object, _ in .one(.string("condition: \(object.condition.words)")) }
  }

  private static func combined(
    _ call: borrowing LuaCall, _ combine: (RecordCondition, RecordCondition) -> RecordCondition
  ) throws(LuaError) -> LuaReturn {
    let (one, other) = (try call.object(1, as: Self.self), try call.object(2, as: Self.self))
    let condition = combine(one.condition, other.condition)
    return .one(.object(try ConditionObject(condition, of: [one, other], one.log, call)))
  }
}

/// The conditions that a rules file makes while it is loaded, so that none is lost: Lua's own `and` keeps one of two.
package final class ConditionLog {
  /// The file that is being loaded; `nil` while nothing is.
  private var chunk: String?
  private var made: [(condition: ConditionObject, line: Int)] = []

  package init() {}

  func begin(_ chunk: String) { (self.chunk, made) = (chunk, []) }

  fileprivate func add(_ condition: ConditionObject, _ caller: (chunk: String, line: Int)?) {
    guard let caller, caller.chunk == chunk else { return }
    made.append((condition, caller.line))
  }

  func use(_ condition: ConditionObject) { made.removeAll { $0.condition === condition } }

  /// Ends a file; throws for a condition that was not used.
  func finish() throws(LuaError) {
    defer { (chunk, made) = (nil, []) }
    guard let chunk, let first = made.first else { return }
    var error = LuaError(
      "this condition is made and not used: \(first.condition.condition.words); Lua's 'and' and 'or' "
        + "keep one of two values: write A & B, A | B")
    error.chunk = chunk
    error.line = first.line
    throw error
  }
}

extension LunaLibrary {
  /// `luna.where`: declared filters.
  static func filterMakers(_ log: ConditionLog) -> [Function] {
    [("column", 1, { (call) throws(LuaError) in .one(.object(ColumnObject(try call.string(1), log))) })]
  }
}

extension LuaType where Object: ConditionMaker {
  /// `object.name(…)`, which makes a condition, of others or of none; `object:name(…)` is the same.
  fileprivate mutating func function(
    _ name: String, _ make: @escaping (Object, [LuaValue]) throws(LuaError) -> RecordCondition
  ) {
    property(name) { object, _ in
      .native(name) { (call) throws(LuaError) in
        var arguments = try call.values()
        if case .object(let first) = arguments.first, first === object { arguments.removeFirst() }
        let holding = try call.state.hold(Options.size(of: call))
        let made = try make(object, arguments)
        let own = (object as? ConditionObject).map { [$0] } ?? []
        let condition = try ConditionObject(made, of: own, object.log, call)
        condition.holding = holding
        return .one(.object(condition))
      }
    }
  }
}

extension [LuaValue] {
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
      throw LuaError("\(function): another condition is needed, such as luna.where.column(\"x\").is_null()")
    }
    object.log.use(object)
    return object.condition
  }
}

extension LuaValue {
  fileprivate func filtered(_ function: String) throws(LuaError) -> Value {
    if case .nil = self { throw LuaError("\(function): nil is no value; is_null() asks for null") }
    guard let value = recordValue else {
      throw LuaError("\(function): text, a number or a boolean is needed, got \(typeName)")
    }
    return value
  }
}
