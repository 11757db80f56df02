import Batch
import Comparing
import LuaRuntime
import Patching
import Analysis
import Records
import Reports
import Requests
import Rules

/// What `luna` has for driver scripts beside the rules' library: loading, comparing, probing.
enum DriverLibrary {
  static func functions(_ context: ScriptContext) -> [(String, LuaValue)] {
    let functions: [(String, LuaBody)] = [
      ("load", { (call) throws(LuaError) in try load(call, context) }),
      ("records", records),
      ("diff", { (call) throws(LuaError) in try diff(call, context) }),
      ("probe", { (call) throws(LuaError) in try probe(call, context) }),
      ("write", { (call) throws(LuaError) in try write(call, context) }),
      ("read_json", readJSON),
      ("patch", { (call) throws(LuaError) in try patch(call, context) }),
      ("merge", { (call) throws(LuaError) in try merge(call, context) }),
      ("batch", { (call) throws(LuaError) in try batch(call, context) }),
    ]
    return functions.map { ($0, .native($0, $1)) }
  }

  private static func batch(_ call: borrowing LuaCall, _ context: ScriptContext) throws(LuaError) -> LuaReturn {
    .one(.object(BatchObject(try BatchArguments(call, context.options).jobs, context)))
  }

  /// `luna.load(path, options)`; of several paths one table.
  private static func load(_ call: borrowing LuaCall, _ context: ScriptContext) throws(LuaError) -> LuaReturn {
    let loading = LoadArguments(
      paths: try paths(call), given: call.isNil(2) ? nil : try call.table(2), context: context)
    let table = try loading.table(in: call.state)
    return .one(.object(try DataSetObject(table, in: call.state)))
  }

  private static func paths(_ call: borrowing LuaCall) throws(LuaError) -> [String] {
    guard case .table(let list) = try call.value(1) else { return [try call.path(1)] }
    let values = try list.elements()
    let paths = values.compactMap(\.path)
    guard !paths.isEmpty, paths.count == values.count, try list.sortedPairs().count == paths.count else {
      throw LuaError("luna.load: a table is a list of paths, one or more")
    }
    return paths
  }

  /// `luna.write(path, records, options)`: the number of records.
  private static func write(_ call: borrowing LuaCall, _ context: ScriptContext) throws(LuaError) -> LuaReturn {
    let path = try call.path(1)
    let options = try WriteOptions(call.isNil(3) ? nil : call.table(3), path: path)
    let value = try call.value(2)
    if options.format.isDocument, case .table(let table) = value, try !table.isList(), try !table.sortedPairs().isEmpty
    {
      let text = try JSONEmitter.bytes { json throws(LuaError) in try json.value(value) }
      try context.save(text + [UInt8(ascii: "\n")], to: path)
      return .one(.integer(1))
    }
    let (text, count) = try RecordWriting.text(of: RowSource(value, in: call.state), options)
    try context.save(text, to: path)
    return .one(.integer(count))
  }

  /// `luna.read_json(path)`: the one value that the file is.
  private static func readJSON(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let path = try call.path(1)
    let value = try hosting { try PlainText(path: path).jsonValue() }
    return .one(LuaValue(value, keepsNull: true))
  }

  /// `luna.diff(old, new, rules, options)`, of records or of two values.
  private static func diff(_ call: borrowing LuaCall, _ context: ScriptContext) throws(LuaError) -> LuaReturn {
    if case .table(let old) = try call.value(1), case .table(let new) = try call.value(2) {
      return .one(.list(try ValueDiff.changes(from: old, to: new, call).map { LuaValue($0) }))
    }
    let old = try call.object(1, as: DataSetObject.self).table
    let new = try call.object(2, as: DataSetObject.self).table
    let rules = try DriverRules(call.isNil(3) ? nil : call.table(3), "luna.diff", call.state)
    if case .nested? = rules.plan.section, let table = [old, new].first(where: { $0.sections == nil }) {
      throw LuaError(
        "luna.diff: 'elements' says how inputs are read, too; give it to luna.load(\"\(table.name)\", { elements = … })"
      )
    }
    var memory: [String: LuaValue] = [:]
    for (name, value) in try options(call, 4, known: MemoryArguments.names) { memory[name] = value }
    let use = try MemoryArguments(memory: memory["memory"] ?? .nil, temp: memory["temp"] ?? .nil, of: "luna.diff").use
    let comparison = try hosting {
      try rules.plan.whileScriptWaits(in: context.scriptEnvironment) {
        if let use { return try use.compare(Sides(source: old, target: new), rules.plan) }
        let comparison = try Comparison(source: old, target: new, plan: rules.plan)
        try comparison.checkSomethingCompared()
        return comparison
      }
    }
    return .one(.object(try ChangesObject(comparison, in: call.state, context: context)))
  }

  /// `luna.probe(old, new, candidates)`; `new` may be nil.
  private static func probe(_ call: borrowing LuaCall, _ context: ScriptContext) throws(LuaError) -> LuaReturn {
    let old = try call.object(1, as: DataSetObject.self).table
    let new = call.isNil(2) ? nil : try call.object(2, as: DataSetObject.self).table
    let candidates = try Candidates(call.table(3), call.state)
    let report = try hosting {
      try candidates.plan.whileScriptWaits(in: context.scriptEnvironment) {
        try KeyProbe(source: old, target: new, plan: candidates.plan).reports(on: candidates.list)
      }
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
        "\(name): '\(field.name)' says how inputs are read; give it to luna.load: " + "{ \(field.name) = … }")
    }
    plan = Self.plan(rules, reader.functions, state)
  }

  /// A plan whose functions run in a driver's state, and so on one thread.
  static func plan(_ rules: RuleSet, _ functions: RuleFunctions, _ state: LuaState) -> ComparisonPlan {
    guard !functions.list.isEmpty else { return rules.plan() }
    return rules.plan(ComparisonRun(scripts: StateScripts(state: state, functions: functions), workers: 1))
  }
}

extension DriverLibrary {
  /// `luna.patch(records, changes, options)`.
  static func patch(_ call: borrowing LuaCall, _ context: ScriptContext) throws(LuaError) -> LuaReturn {
    let table = try call.object(1, as: DataSetObject.self).table
    var use = PatchUse()
    for (name, value) in try options(call, 3, known: ["reverse", "keep_columns", "exact"]) {
      guard case .boolean(let flag) = value else {
        throw LuaError("luna.patch: '\(name)' must be true or false, got \(value.typeName)")
      }
      switch name {
      case "reverse": use.isReverse = flag
      case "exact": use.isExact = flag
      default: use.keepsColumns = flag
      }
    }
    guard !use.isExact || !use.keepsColumns else {
      throw LuaError("luna.patch: 'exact' and 'keep_columns' exclude each other")
    }
    let output = try hosting { try patched(table, call, use) }
    return .one(.object(PatchedObject(output, context)))
  }

  /// Records with something applied: changes that were just found, or what a file holds, a recorded result or a patch
  /// of another tool.
  private static func patched(_ table: RecordTable, _ call: borrowing LuaCall, _ use: PatchUse) throws -> PatchOutput {
    guard case .string = try call.value(2) else {
      let changes = try call.object(2, as: ChangesObject.self)
      var options = ReportOptions()
      options.patchable = true
      let text = try changes.comparison.report(as: .json, options)
      let result = try RecordedResult.read(bytes: text, name: "changes")
      return try use.apply(result, to: table.name, text: table.wholeText) { table }
    }
    let changes = try RecordedResult.input(path: call.path(2), as: ReadOptions())
    return try use.apply(changes, to: table.input()) { table }
  }

  /// `luna.merge(base, ours, theirs, rules, options)`.
  static func merge(_ call: borrowing LuaCall, _ context: ScriptContext) throws(LuaError) -> LuaReturn {
    let base = try call.object(1, as: DataSetObject.self).table
    let ours = try call.object(2, as: DataSetObject.self).table
    let theirs = try call.object(3, as: DataSetObject.self).table
    let plan = try DriverRules(call.table(4), "luna.merge", call.state).plan
    var favor = MergeFavor.none
    for (_, value) in try options(call, 5, known: ["favor"]) {
      guard let side = value.text.flatMap(MergeFavor.init(rawValue:)) else {
        let got = value.spelling ?? value.typeName
        throw LuaError("luna.merge: 'favor' must be \"none\", \"ours\" or \"theirs\", got \(got)")
      }
      favor = side
    }
    let output = try hosting {
      try plan.whileScriptWaits(in: context.scriptEnvironment) {
        try Merge.merge(base: base, ours: ours, theirs: theirs, plan: plan, favor: favor)
      }
    }
    return .one(.object(MergedObject(output, context)))
  }

  /// A function's table of options, in the order of their names.
  static func options(_ call: borrowing LuaCall, _ index: Int, known: [String])
    throws(LuaError) -> [(name: String, value: LuaValue)]
  { call.isNil(index) ? [] : try call.table(index).fields(known) }
}

extension DriverLibrary {
  /// `luna.records(rows, options)`: a list of tables or records, or a function that gives one after another.
  static func records(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let state = call.state
    let given = call.isNil(2) ? nil : try call.table(2)
    for (key, _) in try given?.sortedPairs() ?? [] where !["name", "columns"].contains(key.text) {
      throw LuaError("luna.records: unknown option '\(key.spelling ?? key.typeName)'; known are name, columns")
    }
    let columns = try columns(try given?.get("columns") ?? .nil)
    let name = try given?.get("name").text ?? "records"
    let next: LuaFunction
    switch try call.value(1) {
    case .function(let function): next = function
    case .table(let list): next = try iterator(over: list, in: state)
    default: throw call.expected("list of tables, or function that gives one after another", 1)
    }
    let table = try hosting { try RecordStream(in: state).records(from: next, columns, named: name).table() }
    return .one(.object(try DataSetObject(table, in: state)))
  }

  private static func columns(_ value: LuaValue) throws(LuaError) -> [String] {
    guard !value.isNil else { return [] }
    var names: [String] = []
    var items: [LuaValue] = []
    if case .table(let list) = value { items = try list.elements() }
    for item in items { if let name = try item.columnName { names.append(name) } }
    guard !names.isEmpty, names.count == items.count, names.firstRepeated == nil else {
      throw LuaError("luna.records: 'columns' must be a list of texts, each once")
    }
    return names
  }

  private static func iterator(over list: LuaTable, in state: LuaState) throws(LuaError) -> LuaFunction {
    guard try list.elements().count == list.sortedPairs().count else {
      throw LuaError("luna.records: a list of records is wanted, and this table has other keys")
    }
    let text = "local list, at = ..., 0 return function() at = at + 1 return list[at] end"
    let made = try state.run(text, name: "luna.records", arguments: [.table(list)])
    guard case .function(let next)? = made.first else { throw .closed }
    return next
  }
}

/// `luna.diff` of two tables that are no records: what differs inside.
enum ValueDiff {
  /// What differs, under the rules that the call's third argument is.
  static func changes(from old: LuaTable, to new: LuaTable, _ call: borrowing LuaCall) throws(LuaError) -> [PathChange]
  {
    let table = call.isNil(3) ? nil : try call.table(3)
    var reader = RuleTableReader(source: "luna.diff")
    var rules = RuleSet()
    if let table {
      for (key, _) in try table.sortedPairs() {
        guard let field = key.text.flatMap(RuleField.named), field.part != .values else { continue }
        throw LuaError(
          "luna.diff: '\(field.name)' is a rule of records; of two values there are "
            + RuleField.names(.values).joined(separator: ", "))
      }
      rules = try reader.read(table)
    }
    if case .script = rules.equality { throw columnsOnly("equal") }
    if rules.tolerance != nil { throw columnsOnly("tolerance") }
    let plan = DriverRules.plan(rules.inside(ValueComparison.column), reader.functions, call.state)
    let values = Sides(source: try spelled(old), target: try spelled(new))
    return try hosting { try ValueComparison.changes(values, under: plan) }
  }

  private static func columnsOnly(_ field: String) -> LuaError {
    LuaError("luna.diff: '\(field)' of two values is a table by paths: \(field) = { [\"items[].price\"] = … }")
  }

  private static func spelled(_ value: LuaTable) throws(LuaError) -> [UInt8] {
    try JSONEmitter.bytes { json throws(LuaError) in try json.value(.table(value), limit: FieldBuffer.longestNested) }
  }
}

/// What `luna.batch` is given: a list of pairs, or two directories and options.
struct BatchArguments {
  let jobs: [BatchObject.Job]

  private static let options = ["pattern", "recursive", "rules", "key"] + ReadingPart.fields

  /// - Parameter options: How the files are read, but for what the call says.
  init(_ call: borrowing LuaCall, _ options: ComparisonOptions) throws(LuaError) {
    if case .table = try call.value(1) {
      let list = try PairList(call.value(1), source: "luna.batch")
      var jobs: [BatchObject.Job] = []
      for pair in list.pairs {
        var job = BatchPair(name: pair.name, old: pair.old, new: pair.new)
        job.options = options
        for part in pair.shared.read { try part.apply(to: &job.options) }
        jobs.append(BatchObject.Job(pair: job, rules: pair.shared.rules))
      }
      self.jobs = jobs
      return
    }
    let (old, new) = (try call.path(1), try call.path(2))
    let given = call.isNil(3) ? nil : try call.table(3)
    let named = try given?.fields(Self.options, at: "luna.batch: ") ?? []
    let fields = Dictionary(uniqueKeysWithValues: named.map { ($0.name, $0.value) })
    let rules = [ManifestPart.Field.rules, .key].compactMap { field in
      fields[field.rawValue].map { value in PairList.Rules(part: ManifestPart(pair: nil, field: field), value: value) }
    }
    var base = BatchPair(name: "", old: nil, new: nil)
    base.options = options
    for field in ReadingPart.fields {
      guard let value = fields[field] else { continue }
      try ReadingPart(field, value, place: "luna.batch").apply(to: &base.options)
    }
    var directories = DirectoryPairs()
    directories.patterns = try Self.patterns(fields["pattern"])
    directories.isRecursive = fields["recursive"]?.isTruthy ?? false
    let reading = base.options
    directories.claimed = try hosting { try reading.claimedExtensions() }
    let pairs = try hosting { try directories.pairs(old: old, new: new, base: base) }
    jobs = pairs.map { BatchObject.Job(pair: $0, rules: rules) }
  }

  private static func patterns(_ value: LuaValue?) throws(LuaError) -> [String] {
    switch value {
    case nil: return []
    case .string?: return [value?.text ?? ""]
    case .table(let list)?: return try list.elements().compactMap(\.text)
    default: throw LuaError("luna.batch: 'pattern' must be text or a list of texts")
    }
  }
}
