import Comparing
import Platform

/// Why a record that was asked for cannot be explained.
package enum ExplanationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// There is no record of this identity, which consists of the columns, given or found; some others have the value.
  case noKey([String], inputs: [String], nearest: String?, columns: [String], isFound: Bool, elsewhere: [String])
  /// The identity has another number of parts.
  case otherParts([String], columns: [String])
  /// Columns were given where their values are meant.
  case columnsForKey([String])
  /// No record has an identity of its own to be named by.
  case noIdentity
  /// The input has fewer records.
  case noRecord(Int, input: String, count: Int)

  package var description: String {
    switch self {
    case .noKey(let key, let inputs, let nearest, let columns, let isFound, let elsewhere):
      let meant = nearest.map { "; did you mean '\($0)'?" } ?? ""
      let place = columns.isEmpty ? "" : " in \(columns.joined(separator: ", "))"
      return "no record of \(inputs.joined(separator: " or ")) has the key '\(Self.spelling(key))'\(place)\(meant)"
        + Self.hint(key, columns, isFound: isFound, elsewhere)
    case .otherParts(let key, let columns):
      let parts = columns.count == 1 ? "one part" : "\(columns.count) parts"
      return """
        '\(Self.spelling(key))' is no key: it has \(parts), \(columns.joined(separator: ", "))
          hint: a comma inside a value is written \\,
        """
    case .columnsForKey(let names):
      let columns = Self.spelling(names)
      return """
        no record has the key '\(columns)'
          hint: in explain --key takes a record's values, and -k names columns: -k \(columns.shellWord) --key VALUES
        """
    case .noIdentity:
      return """
        records have no key to be found by: the whole record is its identity
          hint: --record old:1 names one by its number, -k the columns of a key
        """
    case .noRecord(let record, let input, let count):
      let records = count == 1 ? "1 record" : "\(count) records"
      return """
        \(input) has no record \(record + 1)
          hint: it has \(records), counted from 1
        """
    }
  }

  /// Which columns the key has, where nobody has named them, and with which ones the value would be one.
  private static func hint(_ key: [String], _ columns: [String], isFound: Bool, _ elsewhere: [String]) -> String {
    let names = columns.joined(separator: ", ")
    let found = isFound ? "\(names) is the key that was found, and -k names another one" : nil
    let others = elsewhere.first.map { first in
      "\(elsewhere.joined(separator: " and ")) \(elsewhere.count == 1 ? "has" : "have") this value: "
        + "-k \(Self.spelling([first]).shellWord) \(Self.flag(key))"
    }
    let hints = [found, others].compactMap(\.self)
    return hints.isEmpty ? "" : "\n  hint: \(hints.joined(separator: "; "))"
  }

  /// The flag for a key; a value that begins with a dash would be a flag itself.
  private static func flag(_ key: [String]) -> String {
    let value = spelling(key)
    return value.hasPrefix("-") ? "--key=\(value)".shellWord : "--key \(value.shellWord)"
  }

  /// Makes sure that a key has as many parts as those of a comparison.
  package static func checkParts(of key: [String], in comparison: Comparison) throws(ExplanationError) {
    let columns = comparison.keyColumns.map(\.name)
    guard columns.isEmpty || key.count == columns.count else { throw .otherParts(key, columns: columns) }
  }

  /// A key as it is written on the command line: a comma inside a part has a backslash before it.
  package static func spelling(_ key: [String]) -> String {
    key.map { part in
      part.reduce(into: "") { text, character in
        if character == "," || character == "\\" { text.append("\\") }
        text.append(character)
      }
    }.joined(separator: ",")
  }
}
