import LuaRuntime
import Comparing
import Probing
import Records
import Rules

/// What `luna` has for driver scripts beside the rules' library: loading, comparing, probing.
enum DriverLibrary {
  /// The functions, to be added to `luna`.
  ///
  /// - Parameters:
  ///   - context: What the script works with.
  ///   - plugins: Plug-ins that rules files may use.
  ///   - absentees: What messages say of plug-ins that are not loaded.
  static func functions(
    _ context: ScriptContext, plugins: [PluginSource] = [], absentees: [PluginOutcome] = []
  ) -> [(String, LuaValue)] {
    var functions: [(String, LuaValue)] = [
      ("load", .native("load") { (call) throws(LuaError) in try load(call, context, absentees) }),
      ("records", .native("records", records)),
      ("diff", .native("diff") { (call) throws(LuaError) in try diff(call, context) }),
      ("probe", .native("probe", probe)),
      ("write", .native("write") { (call) throws(LuaError) in try write(call, context) }),
      ("read_json", .native("read_json", readJSON)),
      ("patch", .native("patch") { (call) throws(LuaError) in try patch(call, context) }),
      ("merge", .native("merge") { (call) throws(LuaError) in try merge(call, context) }),
    ]
    var context = context
    context.plugins = plugins
    let batch = LuaValue.native("batch") { [context] (call) throws(LuaError) in
      .one(
        .object(BatchObject(try BatchArguments(call, plugins: context.pluginSearch).jobs, context)))
    }
    functions.append(("batch", batch))
    return functions
  }

  /// `luna.load(path, options)`; of several paths one table.
  private static func load(
    _ call: borrowing LuaCall, _ context: ScriptContext, _ absentees: [PluginOutcome]
  ) throws(LuaError) -> LuaReturn {
    let loading = LoadArguments(
      paths: try paths(call), given: call.isNil(2) ? nil : try call.table(2), context: context,
      absentees: absentees)
    let table = try loading.table(in: call.state)
    return .one(.object(try DataSetObject(table, in: call.state)))
  }

  /// The path that is to be loaded, or the list of them.
  private static func paths(_ call: borrowing LuaCall) throws(LuaError) -> [String] {
    guard case .table(let list) = try call.value(1) else { return [try call.path(1)] }
    let values = try list.elements()
    let paths = values.compactMap(\.path)
    guard !paths.isEmpty, paths.count == values.count, try list.sortedPairs().count == paths.count
    else { throw LuaError("luna.load: a table is a list of paths, one or more") }
    return paths
  }

  /// `luna.write(path, records, options)`: the number of records.
  private static func write(
    _ call: borrowing LuaCall, _ context: ScriptContext
  ) throws(LuaError) -> LuaReturn {
    let path = try call.path(1)
    let options = try WriteOptions(call.isNil(3) ? nil : call.table(3), path: path)
    let value = try call.value(2)
    if options.format == .json, case .table(let table) = value, try !table.isList(),
      try !table.sortedPairs().isEmpty
    {
      let text = try JSONEmitter.bytes { json throws(LuaError) in try json.value(value) }
      try context.save(text + [UInt8(ascii: "\n")], to: path)
      return .one(.integer(1))
    }
    let (text, count) = try RecordWriting.text(of: RowSource(value, in: call.state), options)
    try context.save(text, to: path)
    return .one(.integer(Int64(count)))
  }

  /// `luna.read_json(path)`: the one value that the file is.
  private static func readJSON(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let path = try call.path(1)
    let value = try hosting { try PlainText(path: path).jsonValue() }
    return .one(LuaValue(value, keepsNull: true))
  }

  /// `luna.diff(old, new, rules, options)`, of records or of two values.
  private static func diff(
    _ call: borrowing LuaCall, _ context: ScriptContext
  ) throws(LuaError) -> LuaReturn {
    if case .table(let old) = try call.value(1), case .table(let new) = try call.value(2) {
      return .one(.list(try ValueDiff.changes(from: old, to: new, call).map { LuaValue($0) }))
    }
    let old = try call.object(1, as: DataSetObject.self).table
    let new = try call.object(2, as: DataSetObject.self).table
    let rules = try DriverRules(call.isNil(3) ? nil : call.table(3), "luna.diff", call.state)
    if case .nested? = rules.plan.section,
      let table = [old, new].first(where: { $0.sections == nil })
    {
      throw LuaError(
        "luna.diff: 'elements' says how inputs are read, too; give it to luna.load(\"\(table.name)\", { elements = … })"
      )
    }
    var memory: [String: LuaValue] = [:]
    for (name, value) in try options(call, 4, known: MemoryArguments.names) { memory[name] = value }
    let use = try MemoryArguments(
      memory: memory["memory"] ?? .nil, temp: memory["temp"] ?? .nil, of: "luna.diff"
    ).use
    let comparison = try hosting {
      if let use { return try use.compare(Sides(source: old, target: new), rules.plan) }
      let comparison = try Comparison(source: old, target: new, plan: rules.plan)
      try comparison.checkSomethingCompared()
      return comparison
    }
    return .one(.object(try ChangesObject(comparison, in: call.state, context: context)))
  }

  /// `luna.probe(old, new, candidates)`; `new` may be nil.
  private static func probe(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let old = try call.object(1, as: DataSetObject.self).table
    let new = call.isNil(2) ? nil : try call.object(2, as: DataSetObject.self).table
    let candidates = try Candidates(call.table(3), call.state)
    let report = try hosting {
      try KeyProbe(source: old, target: new, plan: candidates.plan).reports(on: candidates.list)
    }
    return .one(.list(report.map(LuaValue.init(key:))))
  }
}

/// The rules of one comparison in a driver script; their functions run in the script's own state.
struct DriverRules {
  let plan: ComparisonPlan

  init(_ table: LuaTable?, _ name: String, _ state: LuaState) throws(LuaError) {
    var reader = RuleTableReader(source: name)
    let rules = try table.map { (table) throws(LuaError) in try reader.read(table) } ?? RuleSet()
    for (key, _) in try table?.sortedPairs() ?? [] {
      guard let field = key.text.flatMap(RuleField.named), field.part == .reading else { continue }
      throw LuaError(
        "\(name): '\(field.name)' says how inputs are read; give it to luna.load: "
          + "{ \(field.name) = … }")
    }
    plan = Self.plan(rules, reader.functions, state)
  }

  /// A plan whose functions run in a driver's state, and so on one thread.
  static func plan(_ rules: RuleSet, _ functions: RuleFunctions, _ state: LuaState)
    -> ComparisonPlan
  {
    guard !functions.list.isEmpty else { return rules.plan() }
    return rules.plan(
      ComparisonRun(scripts: StateScripts(state: state, functions: functions), workers: 1))
  }
}
