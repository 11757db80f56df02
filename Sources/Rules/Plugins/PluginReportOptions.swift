import LuaRuntime
import RecordDiff

/// What a plug-in's report format is told: which changes are wanted, and for what they are written.
package struct PluginReportOptions: Sendable {
  /// The kinds of change that are listed.
  package var show = Set(Change.Kind.allCases)
  /// The most changes of each kind that are listed, where somebody said.
  package var limit: [Change.Kind: Int] = [:]
  /// Columns whose values are wanted beside those that differ.
  package var context: [String] = []
  /// Whether terminal escapes may colour the report.
  package var color = false
  /// The width of the terminal in columns; `nil` where it is written to none.
  package var width: Int?

  package init() {}

  /// The table that the format finds in its third argument.
  var value: LuaValue {
    let kinds = Change.Kind.allCases.map { ($0.rawValue, LuaValue.boolean(show.contains($0))) }
    let limits = limit.map { ($0.rawValue, LuaValue.integer(Int64($1))) }
    let columns = context.map { LuaValue.string($0) }
    return .fields([
      ("show", .fields(kinds)), ("limit", .fields(limits)), ("with", .list(columns)),
      ("color", .boolean(color)), ("width", width.map { .integer(Int64($0)) } ?? .nil),
    ])
  }
}
