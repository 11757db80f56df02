import Comparing
import Records

/// One of several exports of the same table, as reports name it.
package struct ChainExport: Sendable {
  /// The version of a file that a commit made.
  package struct Commit: Sendable {
    package let revision, author, subject: String

    package init(revision: String, author: String, subject: String) {
      (self.revision, self.author, self.subject) = (revision, author, subject)
    }
  }

  package let name: String
  /// As in `2026-11-25` or `2026-11-25 03:00`; `nil` where nothing tells it.
  package let date: String?
  package let commit: Commit?
  /// `nil` where there is no such file at that time.
  package internal(set) var records: Int?

  package init(name: String, date: String? = nil, commit: Commit? = nil) {
    (self.name, self.date, self.commit) = (name, date, commit)
  }
}

/// What became of a record through the exports of a chain, with the terms under which it was followed.
package struct ChainResult: Sendable {
  package let exports: [ChainExport]
  /// Whether what the first export has may be older than it is.
  package let startsBefore: Bool
  /// The key that leads from one export to the next.
  package let key: KeyChoice
  /// The rules that held, except the key.
  package let rules: [ComparisonTerms.Rule]
  package let notes: [String]
  package let life: RecordLife

  package init(
    exports: [ChainExport], startsBefore: Bool, key: KeyChoice, rules: [ComparisonTerms.Rule], notes: [String],
    life: RecordLife
  ) {
    (self.exports, self.startsBefore, self.key, self.rules) = (exports, startsBefore, key, rules)
    (self.notes, self.life) = (notes, life)
  }
}

/// Follows one record through the exports of a table, each compared with the one before.
///
/// It holds one export, so that two are in memory while they are compared.
package struct ExportChain {
  package private(set) var exports: [ChainExport] = []
  package private(set) var life: RecordLife
  /// The last comparison; `nil` where there is none, or the newest export has no records.
  package private(set) var last: Comparison?
  /// How many exports have more than one record of some identity.
  package private(set) var exportsWithDuplicates = 0

  private let compare: (RecordTable, RecordTable) throws -> Comparison
  private var table: RecordTable?
  /// Whether the record has not been looked for in `table`.
  private var isNew = false

  /// - Parameter compare: Compares an export with the next one.
  package init(_ life: RecordLife, comparing compare: @escaping (RecordTable, RecordTable) throws -> Comparison) {
    self.life = life
    self.compare = compare
  }

  package mutating func add(_ export: ChainExport, _ table: RecordTable?) throws {
    var export = export
    export.records = table?.count
    if table == nil { try finish() }
    exports.append(export)
    let index = exports.count - 1
    last = nil
    defer { self.table = table }
    guard let table else { return life.end(at: index) }
    guard let before = self.table else { return isNew = true }
    let comparison = try compare(before, table)
    try begin(comparison, at: index - 1)
    if comparison.duplicates.target.identities > 0 { exportsWithDuplicates += 1 }
    try life.follow(comparison, to: index)
    last = comparison
  }

  /// Looks for the record in the newest export, if that has no neighbour.
  package mutating func finish() throws {
    guard isNew, let table else { return }
    let comparison = try compare(table, table)
    try begin(comparison, at: exports.count - 1)
    last = comparison
  }

  private mutating func begin(_ comparison: Comparison, at export: Int) throws {
    guard isNew else { return }
    isNew = false
    if comparison.duplicates.source.identities > 0 { exportsWithDuplicates += 1 }
    try life.begin(comparison, at: export)
  }
}
