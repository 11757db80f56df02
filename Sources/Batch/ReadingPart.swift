import LuaRuntime
import Records
import Requests
import Rules

/// How an input of a batch is read, as a manifest says it.
package struct ReadingPart {
  /// The fields that say it: of both inputs, of the old one, of the new one.
  package static let fields = ["read", "old_read", "new_read"]

  private let place: String
  private let field: String
  private let table: LuaTable

  package init(_ field: String, _ value: LuaValue, place: String) throws(LuaError) {
    guard case .table(let table) = value else {
      throw LuaError("\(place): '\(field)' must be a table of options, got \(value.typeName)")
    }
    self.place = place
    self.field = field
    self.table = table
  }

  package func apply(to options: inout ComparisonOptions) throws(LuaError) {
    do {
      switch field {
      case "old_read": try lay(over: &options.overrides.source)
      case "new_read": try lay(over: &options.overrides.target)
      default: options.read = try ReadOptions(table, over: options.read)
      }
    } catch { throw LuaError("\(place): \(error.message)") }
  }

  private func lay(over overrides: inout ReadOverrides) throws(LuaError) {
    overrides = try ReadOverrides(table, over: overrides)
  }
}
