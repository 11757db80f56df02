import Platform
import Records

extension ComparisonError: CustomStringConvertible {
  /// The whole message, of one or more lines.
  package var description: String {
    switch reason {
    case .unknownColumn(let name, let role, let columns):
      let suggestion = Suggestion.phrase(for: name, among: columns)
      return """
        unknown column '\(name)'\(suggestion)
          in \(role)\(input.map { ", \($0)" } ?? "")
          columns: \(Self.list(columns))
        """
    case .unknownSectionKey(let name, let columns):
      return """
        unknown column '\(name)'\(Suggestion.phrase(for: name, among: columns))
          in the key of the sections\(input.map { ", \($0)" } ?? "")
          columns of the sections: \(Self.list(columns))
          hint: --section-key names the columns that identify a section, where that is not the key of its records
        """
    case .unknownPath(let name, let role, let nearest, let paths):
      return """
        no such path: \(name)\(Self.nearest(nearest))
          in \(role)
          paths: \(Self.list(paths))
        """
    case .keyThroughList(let name):
      return """
        '\(name)' leads through a list or to any member: a record has one value for each part of its key
          hint: --list says what tells the elements of a list inside a record apart
        """
    case .noList(let name, let nearest, let lists):
      return """
        '\(name)' is no list\(Self.nearest(nearest))
          in lists
          lists: \(Self.list(lists))
        """
    case .repeatedColumn(let name, let role):
      return """
        the column '\(name)' stands there twice
          in \(role)
        """
    case .renamedColumn(let name, let new, let role):
      return """
        \(Self.renamed(name, to: new))
          in \(role)
        """
    case .ambiguousRename(let first, let second, let new):
      let pair = first == new ? (second, first) : (first, second)
      return """
        the columns '\(pair.0)' and '\(pair.1)' of \(input ?? "input") would both be called '\(new)'
          in rename
          hint: rename the other one as well, or not this one
        """
    case .noCommonColumns(let source, let target):
      let message = """
        the two inputs have no column in common
          old: \(Self.list(source))
          new: \(Self.list(target))
        """
      guard !source.isEmpty, !target.isEmpty else { return message }
      return message + """

          hint: --rename OLD=NEW says which columns correspond; --no-header numbers those of files without a header, \
        --old-columns or --new-columns names those of one
        """
    case .nothingCompared(let reason): return "nothing is compared: \(reason.words)"
    case .missingKey(let column, let isNull):
      return """
        \(location): the key column '\(column)' is \(isNull ? "null" : "absent") here
          hint: name another key, or leave such records out with a rule: filter = function(r) return r["\(column)"] ~= nil end
        """
    case .identitiesTooLong(let limit):
      return """
        \(location): the identities up to here have more than \(ByteSize.spelling(limit))
          hint: an identity is what is kept of each record, so it should be short: some of its values, not all of them
        """
    case .duplicateKey(let key, let first):
      return """
        \(location): the key \(key) occurs again; it was first seen in \(first.words)
          hint: --duplicates match compares such records all the same; lunadiff probe finds better keys
        """
    case .duplicateSection(let key, let first, let second):
      return """
        \(location): the sections \(first + 1) and \(second + 1) have one key: \(key)
          hint: --duplicates match compares such sections all the same; --section-key names other columns
        """
    case .notNested(let option):
      return
        "\(location): \(option) needs nested JSON: an array of objects that hold their elements"
    case .unmatched(let error, let rule):
      return """
        \(location): \(error.message)
          in \(rule)
        """
    }
  }

  /// What is said of a name that a column had before its rename.
  package static func renamed(_ name: String, to new: String) -> String {
    "unknown column '\(name)': it is renamed to '\(new)', and rules use the new name"
  }

  private static func nearest(_ path: String?) -> String { path.map { "; nearest: \($0)" } ?? "" }

  private var location: String {
    let name = input ?? "input"
    guard let place else { return name }
    return name + place.prefix
  }

  /// Names in a row, shortened.
  package static func list(_ names: [String], limit: Int = 12) -> String {
    guard !names.isEmpty else { return "(none)" }
    let shown = names.prefix(limit).joined(separator: ", ")
    return names.count > limit ? "\(shown) (+\(names.count - limit))" : shown
  }
}

extension ComparisonError.Nothing {
  /// Why, and what would help.
  fileprivate var words: String {
    switch self {
    case .onlyIgnored(let names):
      """
      each column of 'only' is ignored: \(ComparisonError.list(names))
        hint: leave --only or --ignore out
      """
    case .allIgnored:
      """
      each column is ignored, and there is no key
        hint: -k names columns that say which records there are, even if no other column is compared
      """
    case .filtered:
      """
      the filter lets no record of either input pass
        hint: lunadiff check tries the rules, and says what each function reads
      """
    case .skipped:
      """
      each record of both inputs was left out for its number of cells
        hint: --skip-lines leaves out lines above the header; --delimiter names what stands between cells
      """
    }
  }
}
