import Comparing
import Platform
import Records

/// A file of differences that somebody has accepted: JSON Lines, one for each difference, sorted, so that version
/// control merges what several people add.
///
/// ```json
/// {"key":["17"],"kind":"updated","column":"price","old":"5.00","new":"5.50","reason":"rounding of May"}
/// ```
package struct AcceptedFile: Sendable {
  package let path: String
  /// In the order of the file.
  package private(set) var entries: [AcceptedDifference]

  /// Whether there was none before.
  let isNew: Bool

  /// A file that is not there yet.
  package init(new path: String) { (self.path, entries, isNew) = (path, [], true) }

  /// Reads a file that need not be there.
  package init(orNew path: String) throws(LunaDiffError) {
    self = FilePath.exists(path) ? try AcceptedFile(path) : AcceptedFile(new: path)
  }

  /// Reads a file.
  ///
  /// - Throws: An error with the line that is wrong.
  package init(_ path: String) throws(LunaDiffError) {
    (self.path, isNew) = (path, false)
    do {
      let bytes = try TextFile.read(path)
      let isEmpty = bytes.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
      entries = isEmpty ? [] : try AcceptedReader(bytes, name: path).entries()
    } catch {
      let advice = Hint("to write it: lunadiff accept OLD NEW -o \(path.shellWord)")
      throw FilePath.exists(path) ? LunaDiffError(error) : LunaDiffError(error).with(advice)
    }
  }

  /// Adds what a change differs by, unless it is there; returns how many entries are new.
  ///
  /// - Parameters:
  ///   - change: The change's place in the order of reports.
  ///   - terms: The table, the reason and the last day that the entries say; a reason or a day replaces that of an
  ///     entry that is there.
  /// - Throws: What a rule throws; an error where values are masked that would have other signs in every run.
  @discardableResult package mutating func accept(
    _ change: Int, of comparison: Comparison, _ terms: AcceptanceTerms = AcceptanceTerms()
  ) throws -> Int {
    try Self.checkMask(of: comparison)
    let entry = comparison.entry(at: change)
    return add(try comparison.acceptedDifferences(of: entry, asDigests: terms.asDigests), terms)
  }

  /// Adds entries, unless they are there; returns how many are new.
  @discardableResult mutating func add(_ differences: [AcceptedDifference], _ terms: AcceptanceTerms) -> Int {
    var added = 0
    for var difference in differences {
      (difference.table, difference.reason, difference.until) = (terms.table, terms.reason, terms.until)
      let key = AcceptedLine(difference).sameness
      guard let place = placesOfEntries[key] else {
        placesOfEntries[key] = entries.count
        entries.append(difference)
        added += 1
        continue
      }
      entries[place].reason = terms.reason ?? entries[place].reason
      entries[place].until = terms.until ?? entries[place].until
    }
    return added
  }

  /// Where entries are, by what they say but for why and until when.
  private lazy var placesOfEntries: [[UInt8]: Int] = Dictionary(
    entries.enumerated().map { (AcceptedLine($1).sameness, $0) }, uniquingKeysWith: { first, _ in first })

  /// Takes out what says nothing any more: entries that fit nothing in a comparison, and those that have expired.
  package mutating func prune(by acceptance: Acceptance) {
    let lines = Set((acceptance.stale + acceptance.expired).map(\.line))
    removeAll { $0.line > 0 && lines.contains($0.line) }
  }

  /// Takes out entries that accept the same as some others.
  mutating func remove(_ others: [AcceptedDifference]) {
    let gone = Set(others.map { AcceptedLine($0).sameness })
    removeAll { gone.contains(AcceptedLine($0).sameness) }
  }

  private mutating func removeAll(where isGone: (AcceptedDifference) -> Bool) {
    entries.removeAll(where: isGone)
    placesOfEntries = Dictionary(
      entries.enumerated().map { (AcceptedLine($1).sameness, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The file's text: a line for each entry, sorted by bytes.
  package var text: [UInt8] {
    entries.map { AcceptedLine($0).text }.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { $0 + [0x0A] }
  }

  /// Writes the file whole or not at all.
  package func write(inputs: [String] = []) throws(LunaDiffError) {
    do { try OutputPlace(path, inputs: inputs).write { try $0.write(text) } } catch { throw LunaDiffError(error) }
  }

  /// Where the entries of a table are: of a folder in the file in it that is called as the table is, with `.jsonl`
  /// behind.
  package static func path(_ path: String, table: String) -> String {
    FilePath.isDirectory(path) ? FilePath.joined(path, "\(table).jsonl") : path
  }

  static func checkMask(of comparison: Comparison) throws(LunaDiffError) {
    guard comparison.plan.hasMask, !Mask.hasLastingSigns else { return }
    throw LunaDiffError(
      "masked values have another sign in every run, so that none can be accepted",
      hint: "put a secret of your own into the environment variable LUNADIFF_MASK_KEY")
  }
}

/// What is said of differences that are accepted, beside themselves.
package struct AcceptanceTerms: Sendable {
  package var table: String?
  package var reason: String?
  package var until: String?
  /// Whether values are told by digests alone.
  package var asDigests = false

  package init() {}
}

extension Comparison {
  /// The same result, of which those changes do not count that a file accepts.
  ///
  /// - Parameters:
  ///   - path: The file; of a folder, the one in it that is called as the table is, with `.jsonl` behind, if there is
  ///     one.
  ///   - table: The name of the table, if it is one of several; `nil`: the new one's file.
  package func accepting(fileAt path: String, table: String? = nil) throws(LunaDiffError) -> Comparison {
    try AcceptedFile.checkMask(of: self)
    let file = AcceptedFile.path(path, table: table ?? tableName)
    guard file == path || FilePath.exists(file) else { return self }
    return try accepting(AcceptedFile(file), table: table, isShared: table != nil && file == path)
  }

  /// The same result, of which those changes do not count that the entries of a file accept as they stand.
  func accepting(_ file: AcceptedFile, table: String? = nil, isShared: Bool = false) throws(LunaDiffError) -> Comparison
  {
    try AcceptedFile.checkMask(of: self)
    let list = AcceptedList(name: file.path, file.entries, table: table ?? tableName, isShared: isShared)
    do { return try accepting(list, today: ExportDate.today) } catch { throw LunaDiffError(error) }
  }

  /// What the inputs are called in a file of accepted differences, if nothing else is said.
  var tableName: String { FilePath.name(of: target.name) }
}

/// One entry as a line of JSON; names of members in an order that keeps the lines of a record together.
private struct AcceptedLine {
  private let difference: AcceptedDifference

  init(_ difference: AcceptedDifference) { self.difference = difference }

  var text: [UInt8] { JSONEmitter.bytes { json in json.object { write(to: json, withTerms: true) } } }

  /// What is the same for entries that accept the same.
  var sameness: [UInt8] { JSONEmitter.bytes { json in json.object { write(to: json, withTerms: false) } } }

  private func write(to json: JSONEmitter, withTerms: Bool) {
    json.member("table", difference.table)
    if let key = difference.key { json.member("key") { json.list(key) { json.value($0) } } }
    for (name, value) in [("section", difference.section), ("fromSection", difference.fromSection)] {
      guard let value else { continue }
      json.member(named: name)
      json.value(value)
    }
    json.member("column", difference.column)
    json.member("path", difference.path)
    json.member("kind", difference.kind?.rawValue)
    writeContent(to: json)
    guard withTerms else { return }
    json.member("until", difference.until)
    json.member("reason", difference.reason)
  }

  private func writeContent(to json: JSONEmitter) {
    switch difference.content {
    case .any: break
    case .digest(let digest): json.member("digest", digest.text)
    case .values(let old, let new):
      for (name, value) in [("old", old), ("new", new)] where value != .absent {
        json.member(named: name)
        json.value(value)
      }
    case .record(let record):
      json.member("record") {
        json.object {
          for (name, value) in record.sorted(by: { $0.key < $1.key }) {
            json.member(named: name)
            json.value(value)
          }
        }
      }
    }
  }
}

/// Reads the lines of a file of accepted differences; what one may not say is an error that names the line.
private struct AcceptedReader {
  private let name: String
  private let table: RecordTable

  private static let members = [
    "table", "key", "section", "fromSection", "column", "path", "kind", "old", "new", "record", "digest", "until",
    "reason",
  ]

  init(_ bytes: [UInt8], name: String) throws {
    self.name = name
    var options = ReadOptions()
    options.format = .jsonl
    table = try RecordInput.read(bytes: bytes, name: name, options: options).table()
  }

  func entries() throws -> [AcceptedDifference] {
    var cursor = table.makeCursor()
    var lines = table.makeLineCursor()
    return try (0..<table.count).map { record in
      let line = lines.line(of: record) ?? record + 1
      do {
        return try entry(line) { column in
          table.columnIndex(of: column).map { cursor.field(record, $0).value } ?? .absent
        }
      } catch let problem as AcceptedProblem { throw LunaDiffError("\(name): line \(line): \(problem.words)") }
    }
  }

  private func entry(_ line: Int, _ value: (String) -> Value) throws -> AcceptedDifference {
    if let other = table.columns.first(where: { !Self.members.contains($0) && value($0) != .absent }) {
      let nearest = Suggestion.nearest(to: other, among: Self.members).map { "; did you mean '\($0)'?" } ?? ""
      throw AcceptedProblem("an accepted difference has no '\(other)'\(nearest)")
    }
    func text(_ member: String) throws -> String? {
      switch value(member) {
      case .absent: nil
      case .text(let text): text.string
      default: throw AcceptedProblem("'\(member)' must be a text")
      }
    }
    func given(_ member: String) -> Value? { value(member) == .absent ? nil : value(member) }
    var entry = AcceptedDifference()
    entry.line = line
    (entry.table, entry.reason, entry.column) = (try text("table"), try text("reason"), try text("column"))
    (entry.path, entry.until) = (try text("path"), try text("until"))
    (entry.section, entry.fromSection) = (given("section"), given("fromSection"))
    entry.kind = try text("kind").map { word in
      guard let kind = Change.Kind(word: word) else {
        throw AcceptedProblem("'kind' is deleted, inserted, updated or moved, not '\(word)'")
      }
      return kind
    }
    if let key = given("key") {
      guard case .array = key else { throw AcceptedProblem("'key' must be a list of values, as in [\"17\"]") }
      entry.key = key.withField { $0.elements.map(\.value) }
    }
    entry.content = try content(given)
    try check(entry)
    return entry
  }

  private func content(_ given: (String) -> Value?) throws -> AcceptedDifference.Content {
    let kinds = [given("digest") != nil, given("record") != nil, given("old") != nil || given("new") != nil]
    guard kinds.count(where: \.self) <= 1 else {
      throw AcceptedProblem("of 'digest', 'record' and 'old' with 'new' there can be one alone")
    }
    if let digest = given("digest") {
      guard case .text(let text) = digest, let digest = ContentDigest(text.string) else {
        throw AcceptedProblem("'digest' must be sha256: or hmac: with 32 digits of 0 to 9 and a to f")
      }
      return .digest(digest)
    }
    if let record = given("record") {
      guard case .object = record else { throw AcceptedProblem("'record' must be an object of values by column") }
      return .record(
        record.withField { field in
          Dictionary(field.members.map { ($0.name, $0.value.value) }, uniquingKeysWith: { _, last in last })
        })
    }
    guard given("old") != nil || given("new") != nil else { return .any }
    return .values(old: given("old") ?? .absent, new: given("new") ?? .absent)
  }

  private func check(_ entry: AcceptedDifference) throws {
    guard entry.key != nil || entry.column != nil || entry.section != nil else {
      throw AcceptedProblem("it says neither 'key' nor 'column' nor 'section', and would accept everything")
    }
    if let until = entry.until, ExportDate.of(until) != until {
      throw AcceptedProblem("'until' must be a day such as 2026-12-31, not '\(until)'")
    }
    if let path = entry.path {
      guard entry.column != nil else { throw AcceptedProblem("'path' is inside a column's values: name the 'column'") }
      guard path.isEmpty || path.hasPrefix("/") else {
        throw AcceptedProblem("'path' must be a JSON Pointer, as in /items/0/price")
      }
    }
    let comesOrGoes = entry.kind == .deleted || entry.kind == .inserted
    if entry.key != nil, entry.column != nil, let kind = entry.kind, kind != .updated {
      throw AcceptedProblem("a record that is \(kind.rawValue) is accepted whole: leave out the 'column'")
    }
    if entry.key == nil, entry.column == nil {
      guard let kind = entry.kind, kind != .updated else {
        throw AcceptedProblem("of a section alone it may be accepted that it is deleted, inserted or moved")
      }
    }
    switch entry.content {
    case .any: return
    case .values where entry.column == nil || comesOrGoes || entry.kind == .moved:
      throw AcceptedProblem("'old' and 'new' are values of a 'column' that is updated")
    case .record where !comesOrGoes || entry.key == nil:
      throw AcceptedProblem("'record' is what a record had or has that is deleted or inserted")
    case .digest where entry.column == nil && (!comesOrGoes || entry.key == nil):
      throw AcceptedProblem("'digest' is of a 'column' that is updated, or of a record that is deleted or inserted")
    case .values, .record, .digest: return
    }
  }
}

private struct AcceptedProblem: Error {
  let words: String

  init(_ words: String) { self.words = words }
}
