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

/// What a chain of exports tells, with what there is to know of how it was found.
package struct ChainResult<Content: Sendable>: Sendable {
  package let exports: [ChainExport]
  /// Whether what the first export has may be older than it is.
  package let startsBefore: Bool
  /// The key that leads from one export to the next.
  package let key: KeyChoice
  /// The rules that held, but for the key.
  package let rules: [ComparisonTerms.Rule]
  package let notes: [String]
  package let content: Content

  package init(
    exports: [ChainExport], startsBefore: Bool, key: KeyChoice, rules: [ComparisonTerms.Rule], notes: [String],
    content: Content
  ) {
    (self.exports, self.startsBefore, self.key, self.rules) = (exports, startsBefore, key, rules)
    (self.notes, self.content) = (notes, content)
  }
}

/// What follows records through the exports of a chain, from one to the next.
package protocol ChainFollower {
  /// Takes all records of a side for new: there was no export before it.
  mutating func begin(_ comparison: Comparison, _ side: Side, at export: Int) throws

  /// Takes what became of the records of the export before.
  mutating func follow(_ comparison: Comparison, to export: Int) throws

  /// There are no records at an export.
  mutating func end(at export: Int)
}

/// The exports of one table, one after another, each compared with the one before.
///
/// Of all of them it holds one, so that two are in memory while they are compared.
package struct ExportChain<Follower: ChainFollower> {
  package private(set) var exports: [ChainExport] = []
  package private(set) var follower: Follower
  /// The last comparison; `nil` where there is none, or the newest export has no records.
  package private(set) var last: Comparison?
  /// How many exports have more than one record of some identity.
  package private(set) var exportsWithDuplicates = 0

  private let compare: (RecordTable, RecordTable) throws -> Comparison
  private var table: RecordTable?
  /// Whether nothing has been said of the records of `table`.
  private var isNew = false

  /// - Parameter compare: Compares an export with the next one.
  package init(_ follower: Follower, comparing compare: @escaping (RecordTable, RecordTable) throws -> Comparison) {
    self.follower = follower
    self.compare = compare
  }

  package mutating func add(_ export: ChainExport, _ table: RecordTable?) throws {
    var export = export
    export.records = table?.count
    if table == nil { try settle() }
    exports.append(export)
    let index = exports.count - 1
    last = nil
    defer { self.table = table }
    guard let table else { return follower.end(at: index) }
    guard let before = self.table else { return isNew = true }
    let comparison = try compare(before, table)
    try begin(comparison, at: index - 1)
    if comparison.duplicates.target.identities > 0 { exportsWithDuplicates += 1 }
    try follower.follow(comparison, to: index)
    last = comparison
  }

  /// Says what is left to be said once the newest export is there.
  package mutating func finish() throws { try settle() }

  /// Says of an export that has no neighbour what records it has.
  private mutating func settle() throws {
    guard isNew, let table else { return }
    let comparison = try compare(table, table)
    try begin(comparison, at: exports.count - 1)
    last = comparison
  }

  private mutating func begin(_ comparison: Comparison, at export: Int) throws {
    guard isNew else { return }
    isNew = false
    if comparison.duplicates.source.identities > 0 { exportsWithDuplicates += 1 }
    try follower.begin(comparison, .source, at: export)
  }
}
