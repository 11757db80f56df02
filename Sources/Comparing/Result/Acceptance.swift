import Platform
import Records

/// Which changes of a comparison somebody has accepted, and which entries of the list say nothing any more.
///
/// A change is accepted where everything that differs is: each column of an updated record, and its place. It is listed
/// as ever; it only does not count.
package struct Acceptance: Sendable {
  /// What the list is called.
  package let name: String
  /// How many entries are about these inputs.
  package let entryCount: Int
  /// The accepted changes by kind; a record that is updated and moved is among both where both are accepted.
  package fileprivate(set) var summary = Summary()
  package fileprivate(set) var sections = Summary()
  private let sectionNames: [Change.Kind: Set<Value>]
  /// The columns of one side that are not accepted.
  package fileprivate(set) var openColumns: ColumnChanges
  /// How many changes are accepted whole.
  package var wholeCount: Int { whole.count }
  /// How many records are accepted in part.
  package var partCount: Int { parts.count }
  /// The entries that fit nothing, whether they hold or not.
  package let stale: [AcceptedDifference]
  /// The entries whose last day has passed.
  package let expired: [AcceptedDifference]
  /// Where several tables share the list: the lines that fit nothing here, but may in another of them.
  package let idleLines: [Int]?
  private let whole: Set<ChangeEntry>
  /// What is accepted of changes that are not accepted whole.
  private let parts: [ChangeEntry: AcceptedParts]
  private let hidesWords: Bool

  /// Looks for the accepted changes.
  ///
  /// - Parameters:
  ///   - list: What is accepted; entries that are about another table are passed over.
  ///   - today: The day until which entries have to hold, as in `2026-11-25`.
  /// - Throws: What a rule throws.
  /// - Complexity: O(*c*) for *c* changes, where few entries are about the same key.
  fileprivate init(_ comparison: Comparison, _ list: AcceptedList, today: String) throws {
    let entries = list.entries.filter { $0.isAbout(list.table) }
    name = list.name
    entryCount = entries.count
    hidesWords = comparison.plan.hasMask
    expired = entries.filter { $0.until.map { $0 < today } ?? false }
    let search = try AcceptanceSearch(comparison, entries.map { ($0, $0.until.map { $0 < today } ?? false) })
    var (summary, sections, whole) = (Summary(), Summary(), Set<ChangeEntry>())
    var parts: [ChangeEntry: AcceptedParts] = [:]
    for place in 0..<comparison.changeCount {
      let entry = comparison.entry(at: place)
      let found = try search.accepted(entry)
      if found.content { summary[entry.kind == .moved ? .updated : entry.kind] += 1 }
      if found.place { summary[.moved] += 1 }
      let isWhole = (entry.kind == .moved || found.content) && (!entry.isMoved || found.place)
      if isWhole { whole.insert(entry) } else if found.isPart { parts[entry] = found }
    }
    var sectionNames: [Change.Kind: Set<Value>] = [:]
    for kind in Change.Kind.allCases {
      for section in comparison.sectionPlaces(changed: kind) where search.acceptsSection(section, kind) {
        sections[kind] += 1
        sectionNames[kind, default: []].insert(comparison.name(of: section))
      }
    }
    openColumns = comparison.columnChanges.without { search.acceptsColumn($1, $0) }
    (self.summary, self.sections, self.sectionNames) = (summary, sections, sectionNames)
    (self.whole, self.parts) = (whole, parts)
    let idle = zip(entries, search.isUsed).filter { !$1 }.map(\.0)
    // Of another table it may be that an entry fits something.
    stale = idle.filter { !list.isShared || $0.table == list.table }
    let others = idle.filter { $0.table != list.table } + list.entries.filter { !$0.isAbout(list.table) }
    idleLines = list.isShared ? others.map(\.line) : nil
  }

  func contains(_ entry: ChangeEntry) -> Bool { whole.contains(entry) }

  /// Whether a section came, went, moved or changed as accepted.
  package func contains(_ kind: Change.Kind, section: Value) -> Bool { sectionNames[kind]?.contains(section) ?? false }

  fileprivate func parts(of entry: ChangeEntry) -> AcceptedParts {
    whole.contains(entry) ? AcceptedParts(content: true, place: true) : parts[entry] ?? AcceptedParts()
  }

  // MARK: In words

  private static let mostNamed = 5

  /// What is to be said of it: how many changes are accepted, and which entries to look at.
  var notes: [ComparisonTerms.Note] {
    let counts = Change.Kind.allCases.filter { summary[$0] > 0 }.map { "\(summary[$0]) \($0.rawValue)" }
    let sectionCounts = Change.Kind.allCases.filter { sections[$0] > 0 }.map { kind in
      "\(sections[kind]) \(sections[kind] == 1 ? "section" : "sections") \(kind.rawValue)"
    }
    let all = counts + sectionCounts
    let accepted =
      all.isEmpty ? "nothing that differs is accepted" : "\(all.joined(separator: ", ")) accepted, not counted"
    let part = partCount > 0 ? ["\(partCount) more in part, counted"] : []
    // A file for several tables may have no entry for this one.
    let isForOthers = idleLines != nil && all.isEmpty && part.isEmpty
    return (isForOthers ? [] : [ComparisonTerms.Note("\(name): \(([accepted] + part).joined(separator: "; "))")])
      + note(of: stale, one: "fits nothing", many: "fit nothing")
      + note(of: expired, one: "has expired", many: "have expired")
  }

  private func note(of entries: [AcceptedDifference], one: String, many: String) -> [ComparisonTerms.Note] {
    guard !entries.isEmpty else { return [] }
    let named = entries.prefix(Self.mostNamed).map { entry in
      "line \(entry.line)" + (hidesWords ? "" : " (\(entry.words))")
    }
    let more = entries.count > named.count ? " and \(entries.count - named.count) more" : ""
    return [
      ComparisonTerms.Note(
        "\(name): \(entries.count) of \(entryCount) \(entryCount == 1 ? "entry" : "entries") "
          + "\(entries.count == 1 ? one : many): "
          + named.joined(separator: ", ") + more)
    ]
  }
}

extension Comparison {
  /// The same result, of which those changes do not count that a list accepts.
  ///
  /// - Parameter today: The day until which entries have to hold, as in `2026-11-25`.
  /// - Throws: What a rule throws.
  package func accepting(_ list: AcceptedList, today: String) throws -> Comparison {
    let acceptance = try asking { try Acceptance(self, list, today: today) }
    return Comparison(self, terms.noting(acceptance.notes), accepting: acceptance)
  }

  /// The same result, of which something else is to be said.
  package func noting(_ notes: [ComparisonTerms.Note]) -> Comparison {
    Comparison(self, terms.noting(notes), accepting: acceptance)
  }

  /// Whether everything is accepted by which the change's record differs.
  package func isAccepted(_ entry: ChangeEntry) -> Bool { acceptance?.contains(entry) ?? false }

  package func acceptedParts(of entry: ChangeEntry) -> AcceptedParts { acceptance?.parts(of: entry) ?? AcceptedParts() }

  /// How many changes of a kind count: those that nobody has accepted.
  package func openCount(_ kind: Change.Kind) -> Int { summary[kind] - (acceptance?.summary[kind] ?? 0) }

  package func openSectionCount(_ kind: Change.Kind) -> Int {
    (sectionSummary?[kind] ?? 0) - (acceptance?.sections[kind] ?? 0)
  }

  /// Whether a list of accepted differences has entries that fit nothing, or have expired.
  package var hasStaleAcceptance: Bool { acceptance.map { !$0.stale.isEmpty || !$0.expired.isEmpty } ?? false }

  /// The columns of one side that count.
  package var openColumnChanges: ColumnChanges { acceptance?.openColumns ?? columnChanges }

  /// What has to be in a list for a change to be accepted, and nothing else.
  ///
  /// An update in which no column differs, as a rule that looks at whole records may call it, has nothing to name.
  ///
  /// - Parameter asDigests: Whether values are only told by digests; those of masked columns always are.
  /// - Throws: What a rule throws.
  package func acceptedDifferences(of entry: ChangeEntry, asDigests: Bool = false) throws -> [AcceptedDifference] {
    try asking { try AcceptanceSearch(self, []).differences(of: entry, asDigests: asDigests) }
  }
}

extension Summary {
  package subscript(kind: Change.Kind) -> Int {
    get {
      switch kind {
      case .deleted: deleted
      case .inserted: inserted
      case .updated: updated
      case .moved: moved
      }
    }
    set {
      switch kind {
      case .deleted: deleted = newValue
      case .inserted: inserted = newValue
      case .updated: updated = newValue
      case .moved: moved = newValue
      }
    }
  }
}

package struct AcceptedParts: Sendable {
  /// Whether the record came or went as accepted, or all that differs in it is.
  package var content = false
  package var place = false
  /// The columns whose difference is accepted, by their numbers.
  package var columns: Set<Int32> = []
  package var isPart = false
}
