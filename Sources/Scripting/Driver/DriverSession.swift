import Comparing
import LuaRuntime
import Records
import Requests
import Rules

/// A driver's state that is fed one chunk after another, as at a prompt.
///
/// The globals that chunks define stay from one to the next, and those that are named as rules are rules.
package final class DriverSession {
  let state: LuaState
  private let plugins: PluginLoader
  private let context: ScriptContext

  /// How a chunk ended that could be run.
  package enum Outcome {
    /// Lua needs more lines to make sense of it.
    case incomplete
    /// What it returned; as an expression, its values.
    case values([DriverValue], isExpression: Bool)
  }

  /// - Parameter printer: Takes what `print` says, line by line.
  package init(
    _ options: ComparisonOptions, directories: [String], interrupt: LuaInterrupt, printer: @escaping ([UInt8]) -> Void
  ) throws {
    var environment = options.environment
    environment.directories = directories
    environment.interrupt = interrupt
    context = ScriptContext(options, environment)
    (state, plugins) = try environment.makeState(.driver, more: DriverLibrary.functions(context), printer: printer)
  }

  /// Makes a table a global, as `luna.load` would return it.
  package func setTable(_ table: RecordTable, named name: String) throws(RuleError) {
    try RuleError.locating { () throws(LuaError) in
      try state.setGlobal(name, .object(try DataSetObject(table, in: state)))
    }
  }

  /// The table that a global holds.
  package func table(named name: String) throws(RuleError) -> RecordTable? {
    let value = try RuleError.locating { () throws(LuaError) in try state.global(name) }
    guard case .object(let object as DataSetObject) = value else { return nil }
    return object.table
  }

  /// Runs a chunk: an expression, whose values are wanted, or statements.
  package func run(_ text: String) throws(RuleError) -> Outcome {
    try RuleError.locating { () throws(LuaError) in
      switch try TypedChunk(text, in: state) {
      case .incomplete: return .incomplete
      case .expression(let chunk): return .values(try state.call(chunk).map(state.shown), isExpression: true)
      case .statements(let chunk): return .values(try state.call(chunk).map(state.shown), isExpression: false)
      }
    }
  }

  /// Rules files, then the rules among the prompt's globals, then flags; later ones over earlier ones.
  ///
  /// Their functions run in this state, where they can be interrupted.
  package func plan(_ sources: [RuleProgram.Source], flags: RuleSet) throws -> ComparisonPlan {
    var rules = LoadedRules(state: state, plugins: plugins)
    for source in sources { try rules.add(source) }
    let globals = try RuleError.locating { () throws(LuaError) in try ownRules() }
    try rules.add(globals: globals, source: TypedChunk.name)
    return DriverRules.plan(rules.ruleSet.overridden(by: flags), rules.functions, state)
  }

  /// Compares under such a plan, while nothing is typed.
  package func compare(_ old: RecordTable, _ new: RecordTable, _ plan: ComparisonPlan) throws -> Comparison {
    try plan.whileScriptWaits(in: context.scriptEnvironment) {
      try Comparison(source: old, target: new, plan: plan)
    }
  }

  private func ownRules() throws(LuaError) -> [(key: LuaValue, value: LuaValue)] {
    try state.definedGlobals().filter { pair in pair.key.text.flatMap(RuleField.named) != nil }
  }

  /// The names of the rules that are defined at the prompt.
  package func ruleNames() throws(RuleError) -> [String] {
    try RuleError.locating { () throws(LuaError) in try ownRules().compactMap(\.key.text) }
  }

  /// Makes a comparison the global `changes`, as `luna.diff` would return it.
  package func setChanges(_ comparison: Comparison) throws(RuleError) {
    try RuleError.locating { () throws(LuaError) in
      try state.setGlobal("changes", .object(try ChangesObject(comparison, in: state, context: context)))
    }
  }
}

extension DriverSession {
  /// The names that may stand behind `path.` or `path:`; for an empty path, those of globals.
  ///
  /// Nothing is run: tables are read without metamethods.
  ///
  /// - Returns: `nil` where it is not known what the path leads to.
  package func members(of path: [String]) -> [String]? {
    do throws(LuaError) { return try readMembers(of: path) } catch { return nil }
  }

  private func readMembers(of path: [String]) throws(LuaError) -> [String]? {
    // Lua's own globals, the host's, and those defined at the prompt.
    guard let first = path.first else { return Self.names(try state.definedGlobals()) }
    var value = try state.global(first)
    for name in path.dropFirst() {
      guard case .table(let table) = value else { return nil }
      value = try table.rawGet(.string(name))
    }
    switch value {
    case .table(let table): return Self.names(try table.sortedPairs())
    case .object(let object): return type(of: object).memberNames
    case .string: return try readMembers(of: ["string"])
    default: return nil
    }
  }

  private static func names(_ pairs: [(key: LuaValue, value: LuaValue)]) -> [String] {
    pairs.compactMap(\.key.text).filter(\.isPlainName)
  }
}
