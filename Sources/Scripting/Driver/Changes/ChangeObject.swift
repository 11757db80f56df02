import LuaRuntime
import Comparing
import Records
import Rules

/// One change as scripts see it; places count from 1, as everything in Lua.
final class ChangeObject: LuaObject {
  static let luaName = "change"

  private let changes: ChangesObject
  let place: Int
  var comparison: Comparison { changes.comparison }
  private let entry: ChangeEntry
  /// The numbers of its records in the tables.
  private let records: Sides<Int?>
  private lazy var madeKey = Result { try comparison.keyValues(of: entry) }
  private lazy var match = comparison.match(of: entry)
  private lazy var sections = comparison.sectionNames(of: entry)

  init(_ changes: ChangesObject, _ place: Int) {
    self.changes = changes
    self.place = place
    let comparison = changes.comparison
    let entry = comparison.entry(at: place)
    self.entry = entry
    records = Sides(source: comparison.record(.source, entry.source), target: comparison.record(.target, entry.target))
  }

  static func describe(_ type: inout LuaType<ChangeObject>) {
    // Every change is asked for its kind: no text is made then.
    let kinds = Dictionary(uniqueKeysWithValues: Change.Kind.allCases.map { ($0, LuaValue.string($0.rawValue)) })
    type.property("kind") { object, _ in kinds[object.entry.kind] ?? .nil }
    type.property("key") { (object, _) throws(LuaError) in LuaValue(identity: try object.key) }
    type.property("keys") { (object, _) throws(LuaError) in .list(try object.key.map { LuaValue($0) }) }
    type.property("moved") { object, _ in .boolean(object.entry.isMoved) }
    type.property("old") { object, _ in object.changes.record(.source, object.records.source) }
    type.property("new") { object, _ in object.changes.record(.target, object.records.target) }
    type.property("from") { object, _ in LuaValue(place: object.records.source) }
    type.property("to") { object, _ in LuaValue(place: object.records.target) }
    type.property("pass") { object, _ in object.match.map { .integer($0.pass) } ?? .nil }
    type.property("score") { object, _ in object.match?.nearness.map { .float($0.score) } ?? .nil }
    type.property("old_line") { object, _ in object.line(.source, object.records.source) }
    type.property("new_line") { object, _ in object.line(.target, object.records.target) }
    type.property("columns") { object, _ in
      let names = object.changes.columnNames
      return .list(object.comparison.differingColumns(ofTarget: object.entry.target).map { names[Int($0)] })
    }
    type.property("paths") { (object, _) throws(LuaError) in
      .list(try object.pathChanges.map { LuaValue($0.change, in: $0.column) })
    }
    type.property("section") { object, _ in object.sections.section.map { LuaValue($0) } ?? .nil }
    type.property("from_section") { object, _ in object.sections.from.map { LuaValue($0) } ?? .nil }
    type.on(.string) { (object, _) throws(LuaError) in
      .one(.string("\(object.entry.kind.rawValue) \(Change.describe(try object.key))"))
    }
  }

  private var pathChanges: [(column: String, change: PathChange)] {
    get throws(LuaError) {
      try hosting {
        try comparison.change(at: place).fields.flatMap { field in (field.paths ?? []).map { (field.column, $0) } }
      }
    }
  }

  private var key: [Value] { get throws(LuaError) { try hosting { try madeKey.get() } } }

  /// The line of its file where a record begins; nil where there is no record, or a script made it.
  private func line(_ side: Side, _ record: Int?) -> LuaValue {
    let table = comparison.tables[side]
    guard let record, table.hasLines else { return .nil }
    return .integer(Int64(table.line(of: record)))
  }
}

extension LuaValue {
  /// An identity as scripts show it: its value, or of several parts one text.
  init(identity: [Value]) { self = identity.count == 1 ? LuaValue(identity[0]) : .string(Change.describe(identity)) }
  /// One thing that differs inside a value, as scripts see it.
  ///
  /// - Parameter column: The column that holds the value; `nil` where two values were compared by themselves.
  init(_ change: PathChange, in column: String? = nil) {
    var fields = column.map { [("column", LuaValue.string($0))] } ?? []
    fields += [("kind", .string(change.kind.rawValue)), ("path", .string(change.path))]
    if let from = change.from { fields.append(("from", .string(from))) }
    if let old = change.old { fields.append(("old", LuaValue(old))) }
    if let new = change.new { fields.append(("new", LuaValue(new))) }
    self = .fields(fields)
  }
}
