import Comparing
import Platform
import Records

/// How a limit stands: how many changes it is about, and whether they are too many.
package struct ChangeLimit: Sendable, Equatable {
  package enum Level: String, Sendable {
    case ok
    case warn
    case fail
  }

  package let rule: LimitRule
  /// Whether the limit was asked for; else no change is tolerated.
  package let isGiven: Bool
  /// How many changes; `nil` where the column is not compared.
  package let seen: Int?
  /// How many old records a share is of.
  package let records: Int
  /// The sections that came, went or moved themselves, and how many old ones a share is of; `nil` where none did.
  package let sections: Sections?
  /// What was seen in each section, where a limit is about all of them and others know of more.
  fileprivate(set) var each: [ChangeLimit] = []
  package let level: Level

  package struct Sections: Sendable, Equatable {
    package let seen: Int
    package let all: Int
  }

  fileprivate init(_ rule: LimitRule, isGiven: Bool = true, seen: Int?, of records: Int, sections: Sections? = nil) {
    (self.rule, self.isGiven, self.seen, self.records, self.sections) = (rule, isGiven, seen, records, sections)
    func isExceeded(_ amount: ChangeAmount?) -> Bool {
      guard let amount else { return false }
      return amount.isExceeded(by: seen ?? 0, of: records)
        || sections.map { amount.isExceeded(by: $0.seen, of: $0.all) } ?? false
    }
    level = isExceeded(rule.fail) ? .fail : isExceeded(rule.warn) ? .warn : .ok
  }

  /// What is tolerated and what was seen, as in `0.1% (12 of 10,000 seen, too many)`.
  package var words: String {
    "\(rule.words) (\(seenWords)\(level == .fail ? ", too many" : level == .warn ? ", warns" : ""))"
  }

  private var seenWords: String {
    guard let seen else { return "not compared" }
    let sections = sections.map {
      " and \(Grouped.number($0.seen)) of \(Grouped.number($0.all)) section\($0.all == 1 ? "" : "s")"
    }
    return "\(Grouped.number(seen)) of \(Grouped.number(records))\(sections ?? "") seen"
  }

  package var named: NamedRule { NamedRule(name: rule.name, words: words) }
}

extension ChangeThresholds {
  /// The limits that hold: those of rules, and over them those of flags.
  func rules(of comparison: Comparison) -> [LimitRule] { comparison.plan.ruleSet.limits.overridden(by: limits) }

  /// How all that is limited stands: every kind of change, then sections and columns in the order in which they were
  /// given.
  ///
  /// A change is held to the limits that are about it by name: of its section, or of all columns that differ. What none
  /// is about counts for the limit of its kind, of which sections themselves have as many as records. Changes that are
  /// accepted count for none.
  ///
  /// - Parameter isShare: Whether others have more records of the same sections, so that each section is told by itself.
  /// - Complexity: O(1) without limits of columns and sections, else O(*d*) for *d* values that differ.
  package func limits(_ comparison: Comparison, isShare: Bool = false) -> [ChangeLimit] {
    let rules = rules(of: comparison)
    let named = rules.filter { $0.scope != .rest }
    let counts = named.isEmpty ? nil : LimitCounts(comparison, named)
    let kinds = Change.Kind.allCases.map { kind in
      let rule = rules.first { $0.kind == kind && $0.scope == .rest }
      let sections = comparison.openSectionCount(kind)
      return ChangeLimit(
        rule ?? LimitRule(kind, fail: .count(0)), isGiven: rule != nil,
        seen: counts?.rest[kind] ?? comparison.openCount(kind), of: comparison.source.count,
        sections: sections == 0
          ? nil : ChangeLimit.Sections(seen: sections, all: comparison.sectionCount(.source)))
    }
    return kinds + (counts?.limits(named, comparison, isShare: isShare) ?? [])
  }

  /// Makes sure that the columns exist whose changes are limited.
  package func check(_ comparison: Comparison) throws(ComparisonError) {
    for rule in rules(of: comparison) {
      guard case .column(let name) = rule.scope, name.last != "?", LimitedColumn(name, comparison) == nil else {
        continue
      }
      guard !comparison.derivedNames.contains(name) else {
        throw ComparisonError(.derivedNotCompared(name, role: rule.name))
      }
      throw ComparisonError(.unknownColumn(name, role: rule.name, columns: comparison.namedColumns))
    }
  }

  /// Says of the comparison which limits warn, and what of the columns counts, so that every report does.
  ///
  /// - Throws: `ComparisonError` for a column that is limited and does not exist; what went wrong with an input meanwhile.
  package func judged(_ comparison: Comparison) throws -> Comparison {
    try check(comparison)
    let comparison = counted.contains(.schema) ? try comparison.knowingSchema(isWhole: true) : comparison
    // What is not limited by a rule warns of nothing.
    let limits = rules(of: comparison).isEmpty ? [] : limits(comparison)
    let warnings = limits.filter { $0.level == .warn }.map { limit in
      ComparisonTerms.Note("\(limit.rule.name): \(limit.words)", isWarning: true)
    }
    let notes = warnings + (counted.contains(.schema) ? comparison.schemaNotes : [])
    return notes.isEmpty ? comparison : comparison.noting(notes)
  }
}

/// A column that a limit names, or a place inside its values.
private struct LimitedColumn {
  let name: ColumnName
  /// `nil`: all that differs in it.
  let path: PathPattern?

  /// The column that is called so, or the longest one that a path begins with; `nil` where there is none.
  init?(_ name: String, _ comparison: Comparison) {
    let compared = comparison.comparedColumns.map(\.name)
    let known = Set(named: comparison.namedColumns.namesMissing(in: comparison.derivedNames) + compared)
    for name in [name] + (name.last == "?" ? [String(name.dropLast())] : []) {
      if known.contains(name) {
        (self.name, path) = (ColumnName(name), nil)
        return
      }
      let owner = known.filter { name.hasPrefix($0.text) }.max { $0.text.utf8.count < $1.text.utf8.count }
      if let owner, let path = PathPattern(name.utf8.dropFirst(owner.text.utf8.count)), !path.steps.isEmpty {
        (self.name, self.path) = (owner, path)
        return
      }
    }
    return nil
  }
}

/// How many changes each limit of a column or section is about, and how many none of them is.
private struct LimitCounts {
  private(set) var rest: [Change.Kind: Int] = [:]
  /// By the places of the limits; `nil` where a column is not compared.
  private var columns: [Int: Int] = [:]
  /// By the kind and the section's name.
  private var sections: [Change.Kind: [Value: Int]] = [:]

  init(_ comparison: Comparison, _ rules: [LimitRule]) {
    let reader = ChangeReader(comparison)
    var ofColumn: [[(rule: Int, path: PathPattern?)]] = comparison.comparedColumns.map { _ in [] }
    for (place, rule) in rules.enumerated() {
      guard case .column(let name) = rule.scope, let column = LimitedColumn(name, comparison),
        let number = comparison.comparedColumns.firstIndex(where: { ColumnName($0.name) == column.name })
      else { continue }
      ofColumn[number].append((place, column.path))
      columns[place] = 0
    }
    for kind in Change.Kind.allCases { rest[kind] = 0 }
    for place in 0..<comparison.changeCount {
      let entry = comparison.entry(at: place)
      let accepted = comparison.acceptedParts(of: entry)
      var kinds = entry.kind == .moved || accepted.content ? [] : [entry.kind]
      if entry.isMoved, !accepted.place { kinds.append(.moved) }
      let section = comparison.sectionNames(of: entry).section
      for kind in kinds {
        if let section, rules.contains(where: { $0.isAbout(section, kind) }) {
          sections[kind, default: [:]][section, default: 0] += 1
        } else if kind != .updated {
          rest[kind, default: 0] += 1
        } else if !count(entry, accepted.columns, ofColumn, reader) {
          rest[.updated, default: 0] += 1
        }
      }
    }
  }

  /// Counts an update for the limits of its columns; returns whether these are about all that differs.
  private mutating func count(
    _ entry: ChangeEntry, _ accepted: Set<Int32>, _ limits: [[(rule: Int, path: PathPattern?)]], _ reader: ChangeReader
  ) -> Bool {
    let differing = reader.differingColumns(of: entry).filter { !accepted.contains($0) }
    var isAll = !differing.isEmpty
    var hit: Set<Int> = []
    for number in differing {
      let own = limits[Int(number)]
      hit.formUnion(own.filter { $0.path == nil }.map(\.rule))
      var isCovered = own.contains { $0.path == nil }
      if own.contains(where: { $0.path != nil }), let changes = Self.changes(of: entry, Int(number), reader) {
        let found = changes.map { change in own.filter { $0.path.map(change.path.isWithin) ?? false }.map(\.rule) }
        hit.formUnion(found.joined())
        isCovered = isCovered || !found.isEmpty && found.allSatisfy { !$0.isEmpty }
      }
      isAll = isAll && isCovered
    }
    for rule in hit { columns[rule, default: 0] += 1 }
    return isAll
  }

  /// What differs inside; `nil` where it cannot be told, so that no limit of a path is about it.
  private static func changes(of entry: ChangeEntry, _ column: Int, _ reader: ChangeReader) -> [NestedChange]? {
    do { return try reader.nestedChanges(of: entry, column: column) } catch { return nil }
  }

  /// How the limits stand; one for each section by itself where that is asked for and one is exceeded.
  func limits(_ rules: [LimitRule], _ comparison: Comparison, isShare: Bool) -> [ChangeLimit] {
    var sizes: [Value: Int] = [:]
    for number in 0..<comparison.sectionCount(.source) {
      let section = SectionPlace(side: .source, number: number)
      sizes[comparison.name(of: section), default: 0] += comparison.offsets(in: section).count
    }
    return rules.enumerated().flatMap { place, rule -> [ChangeLimit] in
      switch rule.scope {
      case .rest: return []
      case .column: return [ChangeLimit(rule, seen: columns[place], of: comparison.source.count)]
      case .section(let name):
        let found = sections[rule.kind] ?? [:]
        let counts = isShare ? sizes.mapValues { _ in 0 }.merging(found) { $1 } : found
        let seen = counts.filter { section, _ in rule.isAbout(section, rule.kind) }
          .filter { section, _ in name != LimitRule.everySection || !rules.contains { $0.names(section, rule.kind) } }
        let all = seen.sorted { $0.key.description < $1.key.description }.map { section, count in
          let own = LimitRule(rule.kind, .section(section.description), warn: rule.warn, fail: rule.fail)
          return ChangeLimit(own, seen: count, of: sizes[section] ?? 0)
        }
        let exceeded = all.filter { $0.level != .ok }
        if isShare, name == LimitRule.everySection {
          var limit = ChangeLimit(rule, seen: 0, of: 0)
          limit.each = all
          return [limit]
        }
        if !exceeded.isEmpty { return exceeded }
        return [
          all.max { ($0.seen ?? 0) < ($1.seen ?? 0) }.map { ChangeLimit(rule, seen: $0.seen, of: $0.records) }
            ?? ChangeLimit(
              rule, seen: 0, of: name == LimitRule.everySection ? comparison.source.count : size(name, sizes))
        ]
      }
    }
  }

  private func size(_ name: String, _ sizes: [Value: Int]) -> Int {
    sizes.first { $0.key.description == name }?.value ?? 0
  }
}

extension LimitRule {
  /// A section that is called as all are is only one of these.
  fileprivate func names(_ section: Value, _ kind: Change.Kind) -> Bool {
    self.kind == kind && section.description != Self.everySection && scope == .section(section.description)
  }

  fileprivate func isAbout(_ section: Value, _ kind: Change.Kind) -> Bool {
    names(section, kind) || self.kind == kind && scope == .section(Self.everySection)
  }
}

extension JSONEmitter {
  /// Writes the limits that were asked for, with what was seen, as a member; nothing where none was.
  package func member(_ limits: [ChangeLimit]) {
    member("limits", ifAny: limits.filter(\.isGiven)) { limit in
      object {
        appendCounts(limit)
        member("level", limit.level.rawValue)
      }
    }
  }

  /// Writes what a limit is about and what was seen, as members.
  func appendCounts(_ limit: ChangeLimit) {
    member("kind", limit.rule.kind.rawValue)
    switch limit.rule.scope {
    case .rest: break
    case .column(let name): member("column", name)
    case .section(let name): member("section", name)
    }
    member("warn", limit.rule.warn?.words)
    member("fail", limit.rule.fail?.words)
    member("seen", limit.seen)
    member("of", limit.records)
    if let sections = limit.sections {
      member("sections") {
        object {
          member("seen", sections.seen)
          member("of", sections.all)
        }
      }
    }
    member("each", ifAny: limit.each) { section in
      list {
        if case .section(let name) = section.rule.scope { value(name) }
        value(section.seen ?? 0)
        value(section.records)
      }
    }
  }
}
