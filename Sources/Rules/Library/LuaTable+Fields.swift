import LuaRuntime
import Platform

extension LuaTable {
  /// The fields of a table that may have some names only, in the order of the names.
  ///
  /// - Parameters:
  ///   - known: The names that there are, in the order in which a message lists them.
  ///   - kind: What a message calls a field, as in `option`.
  ///   - place: What a message begins with, as in `luna.batch: `.
  ///   - owner: What stands before a name in a message, as in `readers.x.`.
  /// - Throws: `LuaError` for a field of another name.
  package func fields(_ known: [String], called kind: String = "option", at place: String = "", of owner: String = "")
    throws(LuaError) -> [(name: String, value: LuaValue)]
  {
    var fields: [(name: String, value: LuaValue)] = []
    for (key, value) in try sortedPairs() {
      guard let name = key.text, known.contains(name) else {
        let got = key.spelling ?? key.typeName
        throw LuaError(
          "\(place)unknown \(kind) '\(owner)\(got)'\(Suggestion.phrase(for: got, among: known)); "
            + "known are \(known.joined(separator: ", "))")
      }
      fields.append((name, value))
    }
    return fields
  }
}
