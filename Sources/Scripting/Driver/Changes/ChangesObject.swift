import Comparing
import Analysis
import LuaRuntime
import Patching
import Platform
import Records
import Reports
import Rules

/// What `luna.diff` returns: the changes, to be walked, counted, looked up and applied.
final class ChangesObject: LuaObject {
  static let luaName = "changes"

  let comparison: Comparison
  /// Both sides' records as they stand, with the columns that rules make, for `change.old` and `change.new`.
  private let sides: Sides<RecordDataSet>
  /// The names of the inputs' columns, as rules have them.
  private let ownColumns: Sides<[LuaValue]>
  /// The places of changes by kind, in the order of reports.
  private(set) lazy var places = ChangePlaces(comparison)
  /// The names of the compared columns, by their numbers.
  private(set) lazy var columnNames = comparison.comparedColumns.map { LuaValue.string($0.name) }
  let context: ScriptContext
  private var madeExplainer: Explainer?

  init(_ comparison: Comparison, in state: LuaState, context: ScriptContext) throws(LuaError) {
    self.comparison = comparison
    self.context = context
    try state.noteMemory(comparison.footprint)
    var plan = ComparisonPlan()
    plan.renames = comparison.plan.renames
    let tables = comparison.tables
    let source = RecordReader(table: tables.source, side: .source, plan: plan)
    let target = RecordReader(table: tables.target, side: .target, plan: plan)
    ownColumns = Sides { (side: Side) in
      (side == .source ? source : target).columns.map { LuaValue.string($0) }
    }
    sides = Sides(
      source: try RecordDataSet(source, other: target, derived: Self.derived(comparison, .source), state: state),
      target: try RecordDataSet(target, other: source, derived: Self.derived(comparison, .target), state: state))
  }

  private static func derived(_ comparison: Comparison, _ side: Side) -> RecordDataSet.DerivedColumns? {
    let columns = comparison.derivedColumns(side)
    guard !columns.isEmpty else { return nil }
    return .init(columns.map(\.name)) { number, row in try comparison.madeValue(of: columns[number], row, side) }
  }

  func change(at place: Int) -> LuaValue { .object(ChangeObject(self, place)) }

  func list(_ places: [Int]) -> LuaValue { .object(ChangeListObject(self, places)) }

  func record(_ side: Side, _ number: Int?) -> LuaValue { number.map { .record(sides[side].record($0)) } ?? .nil }

  /// Who explains records, made when first asked for.
  func explainer() throws -> Explainer {
    if let madeExplainer { return madeExplainer }
    let explainer = try Explainer(comparison)
    madeExplainer = explainer
    return explainer
  }

  /// Lets go of the records, which the state would keep as long as it lives.
  func release() {
    madeExplainer = nil
    sides.source.release()
    sides.target.release()
  }

  static func describe(_ type: inout LuaType<ChangesObject>) {
    describeReports(&type)
    describeExplaining(&type)
    type.closing { $0.release() }
    type.method("each") { object, _ in .one(iterator(count: object.comparison.changeCount, object.change)) }
    type.method("edits") { object, _ in
      let edits = EditSequence(object.comparison).edits
      return .one(iterator(count: edits.count) { .object(EditObject(object, edits[$0])) })
    }
    type.method("summary") { object, _ in .one(.string(object.comparison.summary.description)) }
    type.method("stages") { object, _ in .one(.list(StageObject.all(object).map { .object($0) })) }
    type.method("apply") { (object, call) throws(LuaError) in
      try StageWalk(object, callbacks: call.isNil(2) ? nil : call.table(2)).run(in: call.state)
    }
    for kind in Change.Kind.allCases { type.property(kind.rawValue) { object, _ in object.list(object.places[kind]) } }
    type.property("counts") { object, _ in counts(object.comparison.summary) }
    type.property("sections") { object, _ in object.comparison.sectionSummary.map(counts) ?? .nil }
    type.property("columns") { object, _ in
      let columns = object.comparison.columns
      return .fields([
        ("common", .list(columns.common.map { .string($0.name) })),
        ("deleted", .list(columns.deleted.map { .string($0) })),
        ("inserted", .list(columns.inserted.map { .string($0) })),
        (
          "derived",
          .fields(
            Side.allCases.map { side in
              (side.ruleName, .list(object.comparison.derivedColumns(side).map { .string($0.name) }))
            })
        ),
      ])
    }
    type.property("identity") { object, _ in
      let key = object.comparison.shownKey
      return .fields([
        ("columns", key.columns.map { .list($0.map { .string($0) }) } ?? .nil), ("found", .boolean(key.isFound)),
      ])
    }
    for side in Side.allCases {
      type.property(side.ruleName) { object, _ in
        let table = object.comparison.tables[side]
        return .fields([
          ("name", .string(table.name)), ("records", .integer(table.count)),
          ("columns", .list(object.ownColumns[side])),
        ])
      }
    }
    type.property("duplicates") { object, _ in
      let duplicates = object.comparison.duplicates
      return .fields([
        ("old", .integer(duplicates.source.identities)), ("new", .integer(duplicates.target.identities)),
      ])
    }
    describeTerms(&type)
    type.on(.length) { object, _ in .one(.integer(object.comparison.changeCount)) }
    type.on(.string) { object, _ in .one(.string("changes: \(object.comparison.summary)")) }
  }

  private static func counts(_ summary: Summary) -> LuaValue {
    let kinds = Change.Kind.allCases.map { ($0.rawValue, LuaValue.integer(summary[$0])) }
    return .fields(kinds + [("unchanged", .integer(summary.unchanged))])
  }
}

/// Some of the changes: `#list`, `list[1]`, `ipairs(list)`.
final class ChangeListObject: LuaObject {
  static let luaName = "list of changes"

  private let changes: ChangesObject
  let places: [Int]
  var comparison: Comparison { changes.comparison }

  init(_ changes: ChangesObject, _ places: [Int]) {
    self.changes = changes
    self.places = places
  }

  static func describe(_ type: inout LuaType<ChangeListObject>) {
    type.on(.length) { object, _ in .one(.integer(object.places.count)) }
    type.subscripting { (object, call) throws(LuaError) in
      guard let number = try call.value(2).place, number >= 1, number <= object.places.count else { return .one(.nil) }
      return .one(object.changes.change(at: object.places[Int(number) - 1]))
    }
  }
}

extension ChangesObject {
  /// Adds `changes:explain(change or key)`.
  private static func describeExplaining(_ type: inout LuaType<ChangesObject>) {
    type.method("explain") { (object, call) throws(LuaError) in
      let choices = try object.choices(call)
      let found = try hosting { () throws -> Explanations? in
        do {
          return try Explanations(object.explainer(), choices)
        } catch ExplanationError.noKey { return nil }
      }
      guard let found else { return .one(.nil) }
      return .many(found.records.map { LuaValue($0, of: found) })
    }
  }

  /// The records that an argument stands for: a change's, or those of an identity.
  private func choices(_ call: borrowing LuaCall) throws(LuaError) -> [RecordChoice] {
    let value = try call.value(2)
    if case .object = value {
      let entry = comparison.entry(at: try call.object(2, as: ChangeObject.self).place)
      let side = entry.kind == .inserted ? Side.target : .source
      let record = comparison.record(side, side == .target ? entry.target : entry.source)
      return record.map { [.record(side, $0)] } ?? []
    }
    guard case .table(let table) = value else { return [.key([try part(value)])] }
    var parts: [String] = []
    for part in try table.elements() { parts.append(try self.part(part)) }
    return [.key(parts)]
  }

  private func part(_ value: LuaValue) throws(LuaError) -> String {
    switch value.recordValue {
    case nil, .null, .absent:
      throw LuaError.expected("change, or an identity of text, numbers or booleans", got: value.typeName, argument: 1)
    case let value?: return value.description
    }
  }
}

extension LuaValue {
  /// An explanation as scripts see it; places count from 1.
  fileprivate init(_ explanation: RecordExplanation, of all: Explanations) {
    let text = OutputBuffer()
    ExplanationText(all, ReportOptions(), text).write(explanation)
    let json = OutputBuffer()
    ExplanationJSON(all.comparison, json, first: 1).write(
      explanation, text: String(decoding: text.takeBytes(from: 0), as: UTF8.self))
    self.init(.object(JSONText(utf8: json.takeBytes(from: 0))))
  }
}

extension ChangesObject {
  /// Adds `changes:report(format, title)`, `changes:write(path_or_file, format, title)`, `changes:statistics()` and
  /// `changes:findings()`.
  private static func describeReports(_ type: inout LuaType<ChangesObject>) {
    type.method("statistics") { (object, _) throws(LuaError) in
      let json = try hosting { try statisticsJSON(of: object.comparison) }
      return .one(LuaValue(.object(JSONText(utf8: json))))
    }
    type.method("findings") { (object, _) throws(LuaError) in
      let json = try hosting { try findingsJSON(of: object.comparison) }
      return .one(LuaValue(.array(JSONText(utf8: json))))
    }
    type.method("report") { (object, call) throws(LuaError) in
      let format = try call.optionalString(2) ?? "text"
      return .one(.string(try object.text(format, settings(3, of: call), in: call.state)))
    }
    type.method("write") { (object, call) throws(LuaError) in
      let settings = try settings(4, of: call)
      let named = try call.optionalString(3)
      guard let path = call.withBytes(2, { String(decoding: $0, as: UTF8.self) }) else {
        let text = try object.text(named ?? "text", settings, in: call.state)
        try write(text, to: call.value(2), in: call.state)
        return .one(.object(object))
      }
      let format = if let named { named } else { try format(of: path).rawValue }
      if let known = ReportFormat(rawValue: format) {
        try object.context.write(object.comparison, as: known, options: ReportOptions(settings), to: path)
      } else {
        try object.context.save(object.text(format, settings, in: call.state), to: path)
      }
      return .one(.object(object))
    }
  }

  /// What a format is told: a heading, or a table of options.
  private static func settings(_ argument: Int, of call: borrowing LuaCall) throws(LuaError) -> LuaValue {
    let value = try call.value(argument)
    if case .table = value { return value }
    return try call.optionalString(argument).map { .string($0) } ?? .nil
  }

  /// A report in one of the formats that are built in, or of a plug-in's.
  private func text(_ format: String, _ settings: LuaValue, in state: LuaState) throws(LuaError) -> [UInt8] {
    if let known = ReportFormat(rawValue: format) {
      let options = try ReportOptions(settings)
      return try hosting { try comparison.report(as: known, options) }
    }
    // A plug-in's format has no heading.
    let settings = settings.text == nil ? settings : .nil
    let names = PluginNames(kind: .formats, state: state, others: Self.formats, outcomes: context.absentees)
    let output = OutputObject.Gathered(most: state.limits.memory ?? .max / 2)
    if try !names.has(format), try hosting({ try PluginProgram().hasFormat(format) }) {
      try writeBundled(format, settings, to: output)
      return output.bytes
    }
    let report = try names.format(format)
    let options = try report.options(settings, besides: ReportOptions().forPlugins)
    _ = try state.call(report.write, [.object(self), .object(OutputObject(output.append)), options])
    return output.bytes
  }

  /// Writes a report in a format that comes with the program, in a state of its own.
  private func writeBundled(_ format: String, _ settings: LuaValue, to output: OutputObject.Gathered) throws(LuaError) {
    var options = ReportOptions()
    for (name, value) in try settings.settings() {
      guard let text = value.spelling else {
        throw LuaError("the option '\(name)' must be text, a number, true or false, got \(value.typeName)")
      }
      options.formatOptions.append((name, text))
    }
    try hosting { try PluginProgram().write(comparison, as: format, options: options, to: output.append) }
  }

  private static var formats: [String] { ReportFormat.allCases.map(\.rawValue) }

  private static func format(of path: String) throws(LuaError) -> ReportFormat {
    if let format = ReportFormat(path: path) { return format }
    throw LuaError("'\(path)' has no extension that says the format; name one of " + formats.joined(separator: ", "))
  }

  /// Writes to anything that has a method `write`, as Lua's files have.
  private static func write(_ text: [UInt8], to file: LuaValue, in state: LuaState) throws(LuaError) {
    guard let method = try? state.get(file, "write"), !method.isNil else {
      throw LuaError(
        "changes:write needs a path or something with a method 'write', as io.open gives; got "
          + (file.isNil ? "nothing" : "a \(file.typeName)"))
    }
    let chunk = try state.load(Array("local file, text = ...; return file:write(text)".utf8), name: "changes:write")
    let results = try state.call(chunk, [file, .string(text)])
    // As Lua's files say that they failed: with nil and a message.
    guard results.count > 1, !results[0].isTruthy else { return }
    throw LuaError(results[1].spelling ?? "the file could not be written")
  }
}

extension ChangesObject {
  /// Adds what says how the comparison was made: `same`, `rules`, `notes`, `warnings`.
  private static func describeTerms(_ type: inout LuaType<ChangesObject>) {
    type.property("same") { object, _ in .boolean(object.comparison.isSame) }
    type.property("passes") { object, _ in
      guard let passes = object.comparison.passes else { return .nil }
      return .list(
        passes.passes.map { pass in
          let ambiguous = object.comparison.records(of: pass.ambiguous).map { pair -> LuaValue in
            .fields([
              ("old", .integer(pair.records.source + 1)), ("new", .integer(pair.records.target + 1)),
              ("score", .float(pair.score)),
            ])
          }
          return .fields([
            ("by", .string(pass.name)), ("paired", .integer(pass.paired)), ("ambiguous", .list(ambiguous)),
          ])
        })
    }
    type.property("rules") { object, _ in .fields(object.comparison.terms.rules.map { ($0.name, LuaValue($0.value)) }) }
    type.property("notes") { object, _ in .list(object.comparison.terms.notes.map { .string($0.message) }) }
    type.property("warnings") { object, _ in .list(object.comparison.terms.warnings.map { .string($0.message) }) }
  }
}

extension LuaValue {
  /// What a rule says, as a rules file would say it; a comparator or normalizer in words, a function as `function`.
  fileprivate init(_ value: ComparisonTerms.Value) {
    switch value {
    case .flag: self = .boolean(true)
    case .text, .function, .side: self = .string(value.words())
    case .list(let texts), .texts(let texts): self = .list(texts.map { .string($0) })
    case .steps(let steps): self = .list(steps.map { LuaValue($0) })
    case .columns(let columns), .renames(let columns): self = .fields(columns.map { ($0.column, LuaValue($0.value)) })
    }
  }
}

/// `changes:apply { … }`: calls back for every edit, stage by stage, and stops where the script asks for it.
struct StageWalk {
  private let changes: ChangesObject
  private let callbacks: [String: LuaFunction]

  /// The callbacks for single edits, in the order of a stage's kinds.
  private static let edits: [(kind: Change.Kind, name: String)] = [
    (.updated, "on_update"), (.deleted, "on_delete"), (.inserted, "on_insert"), (.moved, "on_move"),
  ]
  private static let known = edits.map(\.name) + ["on_stage", "interrupt"]

  init(_ changes: ChangesObject, callbacks table: LuaTable?) throws(LuaError) {
    self.changes = changes
    var callbacks: [String: LuaFunction] = [:]
    for (name, value) in try table?.fields(Self.known, called: "callback") ?? [] {
      guard case .function(let function) = value else {
        throw LuaError("the callback '\(name)' must be a function, got \(value.typeName)")
      }
      callbacks[name] = function
    }
    self.callbacks = callbacks
  }

  /// Walks the stages: `true`; or `false` and why, where `interrupt` stopped it before a stage.
  func run(in state: LuaState) throws(LuaError) -> LuaReturn {
    for stage in StageObject.all(changes) {
      if let interrupt = callbacks["interrupt"], try state.call(interrupt, [.object(stage)]).first?.isTruthy ?? false {
        return .many([
          .boolean(false),
          .string("interrupted before stage \(stage.stage.number), which has \(stage.stage.count) edits"),
        ])
      }
      if let callback = callbacks["on_stage"] { _ = try state.call(callback, [.object(stage)]) }
      for edit in Self.edits {
        guard let callback = callbacks[edit.name] else { continue }
        for place in stage.stage.changes(of: edit.kind, changes.places) {
          _ = try state.call(callback, [changes.change(at: place)])
        }
      }
    }
    return .one(.boolean(true))
  }
}
