import LuaRuntime
import Comparing
import Reports

extension ReportOptions {
  /// What a plug-in's format finds in its third argument: which changes are wanted, and for what they are written.
  var forPlugins: [(LuaValue, LuaValue)] {
    let kinds = Change.Kind.allCases.map { ($0.rawValue, LuaValue.boolean(show.contains($0))) }
    let limits = Change.Kind.allCases.compactMap { kind in
      limit[kind].map { (kind.rawValue, LuaValue.integer(Int64($0))) }
    }
    let columns = context.map { LuaValue.string($0) }
    let fields: [(String, LuaValue)] = [
      ("show", .fields(kinds)), ("limit", .fields(limits)), ("with", .list(columns)),
      ("color", .boolean(color)), ("width", width.map { .integer(Int64($0)) } ?? .nil),
    ]
    return fields.map { (.string($0.0), $0.1) }
  }

  /// What a plug-in's format alone is told.
  var settings: LuaValue {
    .map(formatOptions.map { (.string($0.name), .string($0.value)) })
  }
}
