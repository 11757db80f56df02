import Records

/// Why two collections cannot be compared under a plan.
package struct ComparisonError: Error, Sendable, Equatable {
  package enum Reason: Sendable, Equatable {
    case unknownColumn(String, role: String, columns: [String])
    case unknownPath(String, role: String, nearest: String?, paths: [String])
    case keyThroughList(String)
    case maskedPath(String)
    case noList(String, nearest: String?, lists: [String])
    case repeatedColumn(String, role: String)
    case renamedColumn(String, to: String, role: String)
    case unknownSectionKey(String, columns: [String])
    case ambiguousRename(String, String, to: String)
    case noCommonColumns(source: [String], target: [String])
    case nothingCompared(Nothing)
    case missingKey(column: String, isNull: Bool)
    case identitiesTooLong(limit: Int)
    case duplicateKey(key: String, first: RecordPlace)
    case duplicateSection(key: String, first: Int, second: Int)
    case notNested
    case unmatched(MatchingError, rule: String)
    case unknownVerdict(String, columns: [String])
  }

  /// Why nothing of two inputs was compared.
  package enum Nothing: Sendable, Equatable {
    /// These are the only columns to compare, and all of them are ignored.
    case onlyIgnored([String])
    /// Every column is ignored, and there is no key.
    case allIgnored
    /// The filter lets no record pass.
    case filtered
    /// Every record was left out for its number of cells.
    case skipped
  }

  /// A record, as messages name it.
  package struct RecordPlace: Sendable, Equatable {
    /// The record's number, counted from 0.
    package let record: Int
    /// The line where it begins, counted from 1; `nil` where a plug-in made the record.
    package let line: Int?
    /// The file that it is in, where the input is several.
    package let file: String?

    /// The record and its line in words.
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

  package init(_ reason: Reason, input: String? = nil, place: RecordPlace? = nil) {
    self.reason = reason
    self.input = input
    self.place = place
  }

  package init(_ reason: Reason, table: RecordTable, record: Int) {
    self.init(
      reason, input: table.fileName(of: record), place: RecordPlace(table: table, record: record))
  }
}

extension ComparisonError {
  /// The same of the sections that hold the records.
  var ofSections: ComparisonError {
    switch reason {
    case .unknownColumn(let name, _, let columns):
      return ComparisonError(.unknownSectionKey(name, columns: columns), input: input)
    case .repeatedColumn(let name, _):
      return ComparisonError(.repeatedColumn(name, role: "the key of the sections"))
    case .duplicateKey(let key, let first):
      let second = place?.record ?? first.record
      return ComparisonError(
        .duplicateSection(key: key, first: first.record, second: second), input: input)
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
