import LuaRuntime
import Comparing
import Explaining
import Patching
import Records
import Rules

/// What `luna.diff` returns: the changes, to be walked, counted, looked up and applied.
final class ChangesObject: LuaObject {
  static let luaName = "changes"

  let comparison: Comparison
  /// Both sides' records as they stand, for `change.old` and `change.new`.
  private let sides: Sides<RecordDataSet>
  /// The places of changes by kind, in the order of reports.
  private(set) lazy var places = ChangePlaces(comparison)
  let context: ScriptContext
  private var madeExplainer: Explainer?

  init(
    _ comparison: Comparison, in state: LuaState, context: ScriptContext
  ) throws(LuaError) {
    self.comparison = comparison
    self.context = context
    try state.noteMemory(comparison.footprint)
    var plan = ComparisonPlan()
    plan.renames = comparison.plan.renames
    let tables = comparison.tables
    let source = RecordReader(table: tables.source, side: .source, plan: plan)
    let target = RecordReader(table: tables.target, side: .target, plan: plan)
    sides = Sides(
      source: try RecordDataSet(source, other: target, state: state),
      target: try RecordDataSet(target, other: source, state: state))
  }

  /// The change at a place in the order of reports.
  func change(at place: Int) -> LuaValue { .object(ChangeObject(self, place)) }

  /// A list of the changes at some places.
  func list(_ places: [Int]) -> LuaValue { .object(ChangeListObject(self, places)) }

  /// A record of one side.
  func record(_ side: Side, _ number: Int?) -> LuaValue {
    number.map { .record(sides[side].record($0)) } ?? .nil
  }

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
    type.method("each") { object, _ in
      .one(
        iterator(count: object.comparison.changeCount) { place, _ in object.change(at: place) })
    }
    type.method("edits") { object, _ in
      let edits = EditSequence(object.comparison).edits
      return .one(
        iterator(count: edits.count) { place, _ in .object(EditObject(object, edits[place])) })
    }
    type.method("summary") { object, _ in .one(.string(object.comparison.summary.description)) }
    type.method("stages") { object, _ in
      .one(.list(StageObject.all(object).map { .object($0) }))
    }
    type.method("apply") { (object, call) throws(LuaError) in
      try StageWalk(object, callbacks: call.isNil(2) ? nil : call.table(2)).run(in: call.state)
    }
    for kind in Change.Kind.allCases {
      type.property(kind.rawValue) { object, _ in object.list(object.places[kind]) }
    }
    type.property("counts") { object, _ in counts(object.comparison.summary) }
    type.property("sections") { object, _ in
      object.comparison.sectionSummary.map(counts) ?? .nil
    }
    type.property("columns") { object, _ in
      let columns = object.comparison.columns
      return .fields([
        ("common", .list(columns.common.map { .string($0.name) })),
        ("deleted", .list(columns.deleted.map { .string($0) })),
        ("inserted", .list(columns.inserted.map { .string($0) })),
      ])
    }
    type.property("identity") { object, _ in
      let key = object.comparison.key
      return .fields([
        ("columns", key.columns.map { .list($0.map { .string($0) }) } ?? .nil),
        ("found", .boolean(key.isFound)),
      ])
    }
    for side in Side.allCases {
      type.property(side.globalName) { object, _ in
        let table = object.comparison.tables[side]
        return .fields([
          ("name", .string(table.name)), ("records", .integer(Int64(table.count))),
        ])
      }
    }
    type.property("duplicates") { object, _ in
      .fields([
        ("old", .integer(Int64(object.comparison.duplicates.source.identities))),
        ("new", .integer(Int64(object.comparison.duplicates.target.identities))),
      ])
    }
    describeTerms(&type)
    type.on(.length) { object, _ in .one(.integer(Int64(object.comparison.changeCount))) }
    type.on(.string) { object, _ in .one(.string("changes: \(object.comparison.summary)")) }
  }

  private static func counts(_ summary: Summary) -> LuaValue {
    .fields([
      ("deleted", .integer(Int64(summary.deleted))),
      ("inserted", .integer(Int64(summary.inserted))),
      ("updated", .integer(Int64(summary.updated))), ("moved", .integer(Int64(summary.moved))),
      ("unchanged", .integer(Int64(summary.unchanged))),
    ])
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
    type.on(.length) { object, _ in .one(.integer(Int64(object.places.count))) }
    type.subscripting { (object, call) throws(LuaError) in
      guard let number = try call.value(2).place, number >= 1,
        number <= object.places.count
      else { return .one(.nil) }
      return .one(object.changes.change(at: object.places[Int(number) - 1]))
    }
  }
}
