import LuaRuntime
import Platform

extension LuaTable {
  /// The fields of a table in which a plug-in declares something, by their names.
  ///
  /// - Parameters:
  ///   - known: The fields that there are.
  ///   - place: What messages call the table, such as `readers.x`.
  /// - Throws: `LuaError` for a field that is none of them.
  func declaredFields(
    _ known: [String], place: String
  ) throws(LuaError) -> [(name: String, value: LuaValue)] {
    var fields: [(name: String, value: LuaValue)] = []
    for (key, value) in try sortedPairs() {
      let field = key.spelling ?? key.typeName
      guard known.contains(field) else {
        throw LuaError(
          "unknown field '\(place).\(field)'\(Suggestion.phrase(for: field, among: known)); known are "
            + known.joined(separator: ", "))
      }
      fields.append((field, value))
    }
    return fields
  }
}
