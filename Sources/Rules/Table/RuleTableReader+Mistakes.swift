import LuaRuntime
import Platform
import Comparing

extension RuleTableReader {
  /// What rules are called elsewhere.
  private static let otherNames = [
    "key": "identity", "keys": "identity", "id": "identity", "compare": "equal",
    "comparators": "equal", "equals": "equal", "normalizers": "normalize", "exclude": "ignore",
    "skip": "ignore", "columns": "only", "include": "only", "where": "filter", "group": "section",
    "sections": "section", "tolerances": "tolerance",
  ]

  /// The error of a field that no rules file has.
  func unknownField(_ key: LuaValue) -> LuaError {
    let fields = RuleField.names()
    let known = "  known rules: \(fields.joined(separator: ", "))"
    if case .integer = key {
      return LuaError(
        "\(source): a value without a name; every rule has one, as in identity = \"id\"\n\(known)")
    }
    let name = key.spelling ?? key.typeName
    var suggestion = Suggestion.phrase(for: name, among: fields)
    if let other = Self.otherNames[name] { suggestion = "; did you mean '\(other)'?" }
    return LuaError("\(source): unknown rule '\(name)'\(suggestion)\n\(known)")
  }

  /// Refuses a function of the library's that makes what is wanted, and was not called.
  func refuseMaker(_ function: LuaFunction, _ field: String) throws(LuaError) {
    guard let state = function.state, let name = try LunaLibrary.name(of: function, in: state)
    else { return }
    throw LuaError("\(source): '\(field)' is \(name) itself; it has to be called: \(name)(…)")
  }
}
