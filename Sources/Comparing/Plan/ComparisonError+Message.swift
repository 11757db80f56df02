import Platform
import Records

extension ComparisonError: HintedError {
  /// What is wrong and where.
  package var finding: String {
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
        """
    case .unknownPath(let name, let role, let nearest, let paths):
      return """
        no such path: \(name)\(Self.nearest(nearest))
          in \(role)
          paths: \(Self.list(paths))
        """
    case .keyThroughList(let name):
      return "'\(name)' leads through a list or to any member: "
        + "a record has one value for each part of its key"
    case .maskedPath(let name):
      return "'\(name)' leads into a nested value, which is masked as a whole or not at all"
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
        """
    case .noCommonColumns(let source, let target):
      return """
        the two inputs have no column in common
          old: \(Self.list(source))
          new: \(Self.list(target))
        """
    case .nothingCompared(let reason): return "nothing is compared: \(reason.finding)"
    case .missingKey(let column, let isNull):
      return "\(location): the key column '\(column)' is \(isNull ? "null" : "absent") here"
    case .identitiesTooLong(let limit):
      return "\(location): the identities up to here have more than \(ByteSize.spelling(limit))"
    case .duplicateKey(let key, let first):
      return "\(location): the key \(key) occurs again; it was first seen in \(first.words)"
    case .duplicateSection(let key, let first, let second):
      return "\(location): the sections \(first + 1) and \(second + 1) have one key: \(key)"
    case .notNested:
      return
        "\(location): \(Setting.elements) needs nested JSON: an array of objects that hold their elements"
    case .unknownVerdict(let name, let columns):
      return """
        \(location): the verdict of 'equal' names '\(name)', which is not compared\(Suggestion.phrase(for: name, among: columns))
          compared: \(Self.list(columns))
        """
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
  /// Why nothing is compared.
  fileprivate var finding: String {
    switch self {
    case .onlyIgnored(let names):
      names.isEmpty
        ? "no column of 'only' is there"
        : "each column of 'only' is ignored: \(ComparisonError.list(names))"
    case .allIgnored: "each column is ignored, and there is no key"
    case .filtered: "the filter lets no record of either input pass"
    case .skipped: "each record of both inputs was left out for its number of cells"
    }
  }
}
