import Platform
import Records

/// Why two collections cannot be compared under a plan.
package struct ComparisonError: Error, Sendable, Equatable {
  package enum Reason: Sendable, Equatable {
    case unknownColumn(String, role: String, columns: [String])
    case unknownPath(String, role: String, nearest: String?, paths: [String])
    case keyThroughList(String)
    /// A path that there is stands where only columns can.
    case pathForColumn(String, role: String)
    case maskedPath(String)
    case noList(String, nearest: String?, lists: [String])
    case repeatedColumn(String, role: String)
    /// Two columns of one input have the same name under `--trim` and `--ignore-case`.
    case similarColumns(String, String)
    case renamedColumn(String, to: String, role: String)
    case unknownSectionKey(String, columns: [String])
    case ambiguousRename(String, String, to: String)
    /// A rename leads through a list.
    case renameInList(String)
    /// A rename leads into a value that a rule of its column sees as a whole.
    case renameInWhole(String, column: String)
    /// A column that is made of others has the name of one that there is.
    case derivedClash(String)
    /// A sum meets a value that is no number; the value, unless it is masked.
    case unsummed(column: String, value: String?)
    case groupedSections
    /// What cannot be done with groups.
    case grouped(String)
    /// A column is made of others on one side, and the other one has none of its name.
    case derivedAlone(String, columns: [String])
    case derivedCycle(String)
    /// What a column is made of is longer than a text may become.
    case derivedTooLong(String)
    /// A rule is about differences of a column that is made of others, and of which none are looked for.
    case derivedNotCompared(String, role: String)
    case noCommonColumns(source: [String], target: [String], wasLearning: Bool = false)
    case nothingCompared(Nothing)
    case missingKey(column: String, isNull: Bool)
    case identitiesTooLong(limit: Int)
    case duplicateKey(key: String, first: RecordPlace)
    case duplicateSection(key: String, first: Int, second: Int)
    case notNested
    case unmatched(MatchingError, rule: String)
    /// So many pairs of a score are ambiguous; the first one is with the record at a place.
    case ambiguousPairs(count: Int, with: String)
    case unknownVerdict(String, columns: [String])
  }

  /// Why nothing of two inputs was compared.
  package enum Nothing: Sendable, Equatable {
    /// These are the only columns to compare, and all of them are ignored.
    case onlyIgnored([String])
    /// Every column is ignored, and there is no key.
    case allIgnored
    case filtered
    /// Every record was left out for its number of cells.
    case skipped
  }

  /// A record, as messages name it.
  package struct RecordPlace: Sendable, Equatable {
    package let record: Int
    /// The line where it begins, counted from 1; `nil` where a plug-in made the record.
    package let line: Int?
    /// The file that it is in, where the input is several.
    package let file: String?

    var words: String {
      let place = "record \(record + 1)" + (line.map { " (line \($0))" } ?? "")
      return place + (file.map { " of \($0)" } ?? "")
    }
    /// What stands behind the input's name at the beginning of a message.
    package var prefix: String { (line.map { ":\($0)" } ?? "") + ": record \(record + 1)" }
  }

  package let reason: Reason
  package let input: String?
  package let place: RecordPlace?
  /// The column of the key that one side lacks under its name has another one there: what to add to the command.
  package var rename: [String] = []
  /// How many lines stand above the line that has an unknown column's name in a cell.
  var linesAbove: Int?

  package init(_ reason: Reason, input: String? = nil, place: RecordPlace? = nil) {
    self.reason = reason
    self.input = input
    self.place = place
  }

  package init(_ reason: Reason, table: RecordTable, record: Int) {
    self.init(reason, input: table.fileName(of: record), place: RecordPlace(table: table, record: record))
  }
}

extension ComparisonError {
  var ofSections: ComparisonError {
    switch reason {
    case .unknownColumn(let name, _, let columns):
      return ComparisonError(.unknownSectionKey(name, columns: columns), input: input)
    case .repeatedColumn(let name, _): return ComparisonError(.repeatedColumn(name, role: "the key of the sections"))
    case .duplicateKey(let key, let first):
      let second = place?.record ?? first.record
      return ComparisonError(.duplicateSection(key: key, first: first.record, second: second), input: input)
    default: return self
    }
  }
}

extension ComparisonError.RecordPlace {
  package init(table: RecordTable, record: Int) {
    let file = table.fileName(of: record)
    self.init(
      record: table.numberInFile(of: record), line: table.hasLines ? table.line(of: record) : nil,
      file: file == table.name ? nil : file)
  }
}

extension ComparisonError {
  package var hint: Hint? {
    switch reason {
    case .unknownSectionKey:
      "\(.sectionKey) names the columns that identify a section, where that is not the key of its records"
    case .derivedClash: "give it another name; { old = … } or { new = … } makes a column that the other side has"
    case .derivedAlone(let name, let columns): Self.listing(name, among: columns)
    case .unsummed(let column, _):
      "normalize = { [\"\(column)\"] = luna.text.number() } reads numbers that are written otherwise, and group.filter "
        + "leaves records out"
    case .grouped: "leave out the rule 'group'"
    case .derivedCycle: "what it is made of has to lead to columns of the input"
    case .derivedTooLong: "make it of fewer parts, or of shorter ones"
    case .derivedNotCompared(let name, _): "equal = { [\"\(name)\"] = luna.compare.exact } compares it"
    case .similarColumns:
      "give one of them another name, or normalize single columns in place of \(.trim) and \(.ignoreCase)"
    case .ambiguousRename: "rename the other one as well, or not this one"
    case .renameInWhole(_, let column): "say the rule of the paths below '\(column)' that it is meant for"
    case .noCommonColumns(let source, let target, let wasLearning):
      source.isEmpty || target.isEmpty
        ? nil
        : SimilarNames(source, target).advice().map { Hint($0) }
          ?? (wasLearning ? "" : "lunadiff learn looks for columns that correspond, and ")
          + "\(.rename) OLD=NEW says \(wasLearning ? "which columns correspond" : "so"); "
          + "\(.noHeader) numbers those of files without a header, "
          + "\(.columns.of("old")) or \(.columns.of("new")) names those of one"
    case .nothingCompared(let reason): reason.hint
    case .missingKey(let column, _):
      "name another key, or leave such records out with a rule: "
        + "filter = function(r) return r[\"\(column)\"] ~= nil end"
    case .identitiesTooLong:
      "an identity is what is kept of each record, so it should be short: some of its values, not all of them"
    case .duplicateKey: "\(.duplicates) match compares such records all the same; lunadiff probe finds better keys"
    case .duplicateSection:
      "\(.duplicates) match compares such sections all the same; \(.sectionKey) names other columns"
    case .ambiguousPairs: "ambiguous = \"report\" lists them, and leaves their records without a partner"
    case .keyThroughList: "\(.list) says what tells the elements of a list inside a record apart"
    case .maskedPath(let name):
      NestedRules.owners(of: name).last.map { "\(.mask) \($0.text) hides all of the value" as Hint }
    case .unknownColumn(let name, _, let columns):
      if let linesAbove {
        "\(.skipLines) \(linesAbove) leaves out what stands above the header"
      } else {
        rename.isEmpty
          ? Self.listing(name, among: columns)
          : Hint("by its values it may be a column of another name: \(rename.shellLine)")
      }
    case .unknownVerdict, .unknownPath, .pathForColumn, .noList, .repeatedColumn, .renamedColumn, .renameInList,
      .notNested,
      .unmatched, .groupedSections:
      nil
    }
  }
}

extension ComparisonError {
  /// That a list of columns is meant, where one name is several with commas between them.
  private static func listing(_ name: String, among columns: [String]) -> Hint? {
    let parts = name.split(separator: ",").map { String($0.drop { $0 == " " }) }
    guard parts.count > 1, Set(named: parts).isSubset(of: Set(named: columns)) else { return nil }
    return Hint("in Lua several columns are a list: { \(parts.map { "\"\($0)\"" }.joined(separator: ", ")) }")
  }
}

extension ComparisonError.Nothing {
  fileprivate var hint: Hint {
    switch self {
    case .onlyIgnored: "leave \(.only) or \(.ignore) out"
    case .allIgnored: "\(.key) names columns that say which records there are, even if no other column is compared"
    case .filtered: "lunadiff check tries the rules, and says what each function reads"
    case .skipped: "\(.skipLines) leaves out lines above the header; \(.delimiter) names what stands between cells"
    }
  }
}

extension ComparisonError: HintedError {
  package var finding: String {
    switch reason {
    case .unknownColumn(let name, let role, let columns):
      let suggestion = Suggestion.phrase(for: name, among: columns)
      return """
        unknown column '\(name)'\(suggestion)
          in \(role)\(input.map { ", \(VisibleText.line($0))" } ?? "")
          columns: \(Self.list(columns))\(name == "none" ? "\n  \(Setting.key) none, without others, is no key" : "")
        """
    case .unknownSectionKey(let name, let columns):
      return """
        unknown column '\(name)'\(Suggestion.phrase(for: name, among: columns))
          in the key of the sections\(input.map { ", \(VisibleText.line($0))" } ?? "")
          columns of the sections: \(Self.list(columns))
        """
    case .unknownPath(let name, let role, let nearest, let paths):
      return """
        no such path: \(name)\(Self.nearest(nearest))
          in \(role)\(input.map { ", \(VisibleText.line($0))" } ?? "")
          paths: \(Self.list(paths))
        """
    case .keyThroughList(let name):
      return "'\(name)' leads through a list or to any member: " + "a record has one value for each part of its key"
    case .pathForColumn(let name, let role):
      return """
        '\(name)' leads into a nested value, where only a column can stand
          in \(role)
        """
    case .maskedPath(let name): return "'\(name)' leads into a nested value, which is masked as a whole or not at all"
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
    case .similarColumns(let first, let second):
      return
        "\(location): the columns '\(VisibleText.line(first))' and '\(VisibleText.line(second))' have the same name "
        + "if white space and case are ignored"
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
    case .renameInList(let name):
      return """
        '\(name)' leads through a list, of which nothing is renamed
          in rename\(input.map { ", \(VisibleText.line($0))" } ?? "")
        """
    case .renameInWhole(let name, let column):
      return """
        '\(name)' cannot be renamed: the column '\(column)' has a rule of its own, which sees it as a whole
          in rename
        """
    case .derivedClash(let name):
      return """
        '\(name)' is made of other columns, and \(input ?? "input") has a column of this name
          in columns
        """
    case .unsummed(let column, let value):
      let words = value.map { $0.isEmpty ? "empty" : "'\($0)'" } ?? "masked"
      return "\(location): '\(column)' is \(words), which cannot be added to a sum"
    case .groupedSections: return "records in sections of nested JSON cannot be grouped"
    case .grouped(let what): return "\(what) needs the records as they stand, and the rules make groups of them"
    case .derivedAlone(let name, let columns):
      return """
        '\(name)' is made of other columns on one side, and \(input ?? "input") has no column of this name
          in columns
          columns: \(Self.list(columns))
        """
    case .derivedCycle(let name):
      return """
        the column '\(name)' is made of itself
          in columns
        """
    case .derivedTooLong(let name):
      return """
        \(location): '\(name)' would be a text of more than \(ByteSize.spelling(MatchingError.mostGrowth))
          in columns
        """
    case .derivedNotCompared(let name, let role):
      return """
        the column '\(name)' is made of others, and no rule compares it
          in \(role)
        """
    case .noCommonColumns(let source, let target, _):
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
      return "\(location): \(Setting.elements) needs nested JSON: an array of objects that hold their elements"
    case .unknownVerdict(let name, let columns):
      return """
        \(location): the verdict of 'equal' names '\(name)', which is not compared\
        \(Suggestion.phrase(for: name, among: columns))
          compared: \(Self.list(columns))
        """
    case .ambiguousPairs(let count, let target):
      let others = count > 1 ? "; \(count) pairs are ambiguous" : ""
      return "\(location): it is ambiguous whether this is \(target)\(others)"
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

  package static func list(_ names: [String], limit: Int = 12) -> String {
    guard !names.isEmpty else { return "(none)" }
    let shown = names.prefix(limit).joined(separator: ", ")
    return names.count > limit ? "\(shown) (+\(names.count - limit))" : shown
  }
}

extension ComparisonError.Nothing {
  fileprivate var finding: String {
    switch self {
    case .onlyIgnored(let names):
      names.isEmpty
        ? "no column of 'only' is there" : "each column of 'only' is ignored: \(ComparisonError.list(names))"
    case .allIgnored: "each column is ignored, and there is no key"
    case .filtered: "the filter lets no record of either input pass"
    case .skipped: "each record of both inputs was left out for its number of cells"
    }
  }
}
