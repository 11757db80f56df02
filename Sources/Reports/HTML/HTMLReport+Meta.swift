import Analysis
import Comparing
import Records
import StagedDiff

extension HTMLReport {
  /// `kinds` has a letter and `places` the place of each change on the page, which may be fewer than are to be listed.
  func appendMeta(kinds: [UInt8], _ places: [Int], _ listing: ChangeListing) throws {
    out.append("<script type=\"application/json\" id=\"meta\">")
    json.begin(.row)
    try json.object {
      json.member("block", Self.blockSize)
      json.member("changes", listing.matching)
      json.member("isFull", places.count < listing.listed)
      json.member("all", comparison.changeCount)
      json.member("kinds") { json.value(utf8: Self.runs(of: kinds)) }
      if comparison.acceptance != nil {
        json.member("accepted") { json.value(utf8: Self.runs(of: places.map(acceptedLetter))) }
      }
      json.member("title", options.title)
      if let commands = options.commands { json.member("command", commands.comparing) }
      json.member("batch", options.batchPage)
      json.member("elapsed", options.elapsed.map { Grouped.time($0) })
      for side in Side.allCases { appendTable(side) }
      appendColumns()
      json.member("summary") { appendSummary() }
      try json.member("statistics") { try appendStatistics() }
      json.member("duplicates") { appendDuplicates() }
      json.member("context", context.columns.map(\.name))
      json.member("passes", passesOf: comparison)
      let shown = options.shownFindings
      json.member(shown)
      if let together = options.together(shown) {
        json.member("together") {
          json.object {
            json.member("text", together.text)
            json.member("command", together.command)
          }
        }
      }
      try appendFound(places)
      json.member("moves", comparison.moveWords ?? "")
      appendTerms()
      reasons.write(to: json)
      try reasons.writeAbsences(of: places, to: json)
      appendSections()
    }
    out.append("</script>\n")
  }

  /// Letters of which those that follow on themselves stand once, behind their number: `ud200i`.
  private static func runs(of letters: [UInt8]) -> [UInt8] {
    var runs: [UInt8] = []
    var start = 0
    while start < letters.count {
      let end = letters[start...].firstIndex { $0 != letters[start] } ?? letters.count
      if end - start > 1 { runs += Array(String(end - start).utf8) }
      runs.append(letters[start])
      start = end
    }
    return runs
  }

  /// `a` for a change that is accepted, `p` for one in part, `o` for another.
  private func acceptedLetter(of place: Int) -> UInt8 {
    let entry = comparison.entry(at: place)
    let isPart = comparison.acceptedParts(of: entry).isPart
    return UInt8(ascii: comparison.isAccepted(entry) ? "a" : isPart ? "p" : "o")
  }

  /// Of more updated records nobody looks which of them a finding is about.
  private static let mostFound = 100_000

  /// For each finding a letter of each change, `y` for one that it is about; none where it is about no updated records.
  private func appendFound(_ places: [Int]) throws {
    guard comparison.summary.updated <= Self.mostFound, !options.remarkableFindings.isEmpty else { return }
    let targets = try FindingRecords.updatedTargets(of: options.remarkableFindings.map(\.finding), in: comparison)
    let found = targets.map { targets in
      targets.map { targets in
        Self.runs(of: places.map { isUpdated($0, among: targets) ? UInt8(ascii: "y") : UInt8(ascii: "n") })
      }
    }
    json.member("found") { json.list(found) { json.value(utf8: $0 ?? []) } }
  }

  private func isUpdated(_ place: Int, among targets: Set<Int>) -> Bool {
    let entry = comparison.entry(at: place)
    return entry.kind == .updated && targets.contains(reader.record(of: entry, .target))
  }

  private func member(_ name: StaticString, _ numbers: [Int]) {
    json.member(name) { json.list(numbers) { json.value($0) } }
  }

  /// What held: rules by name, and notes, each with whether it is a warning.
  private func appendTerms() {
    json.member("rules") {
      json.list(TermsText(comparison, options).rules) { rule in
        json.value([rule.name] + (rule.words.map { [$0] } ?? []))
      }
    }
    json.member("notes") {
      json.list(comparison.terms.notes) { note in
        json.object {
          json.member("warning", note.isWarning)
          json.member("message", note.message)
        }
      }
    }
  }

  private func appendTable(_ side: Side) {
    let table = comparison.tables[side]
    json.object(side.jsonName) {
      json.member("path", table.name)
      json.member("records", table.count)
      if comparison.isGrouped(side) { json.member("read", comparison.readTables[side].count) }
    }
  }

  private func appendColumns() {
    json.member("columns", columns.names)
    member("sourceColumns", columns.places.source)
    member("targetColumns", columns.places.target)
    member("deletedColumns", columns.deleted)
    member("insertedColumns", columns.inserted)
    json.member("aloneColumns") {
      json.list(Side.allCases) { side in json.list(columns.alone[side]) { json.value($0) } }
    }
    json.member("renamedColumns") {
      json.list(columns.renamed) { renamed in
        json.list {
          json.value(renamed.number)
          json.value(renamed.old)
        }
      }
    }
    if let key = columns.key { member("keyColumns", key) }
    if let names = reader.keyNames { json.member("keyNames", names) }
  }

  private func appendSummary() {
    json.object {
      let summary = comparison.summary
      json.members(of: summary)
      json.member("movedAlone", comparison.pairedCount - summary.updated - summary.unchanged)
      guard let sections = comparison.sectionSummary else { return }
      json.object("sections") { json.members(of: sections) }
    }
  }

  private func appendStatistics() throws {
    let statistics = try ColumnStatistics.collect(reader)
    json.object {
      json.member("updated", statistics.updated)
      json.member("columns") { json.list(statistics.columns) { append($0) } }
      json.member("paired", Subgroup.Totals(comparison).paired)
      json.member("where") { json.list(statistics.subgroups) { append($0) } }
    }
  }

  private func append(_ subgroup: Subgroup) {
    json.list {
      json.value(subgroup.column)
      subgroup.value.withField { json.value(page: $0) }
      json.value(subgroup.updated)
      json.value(subgroup.paired)
    }
  }

  private func append(_ column: ColumnStatistics.Column) {
    json.object {
      json.member("column", columns.compared[column.number])
      json.member("changed", column.changed)
      json.member("appeared", column.appeared)
      json.member("vanished", column.vanished)
      if let (median, least, greatest) = column.numeric.outline {
        json.object("numeric") {
          json.member("median", median.signed)
          json.member("least", least.signed)
          json.member("greatest", greatest.signed)
        }
      }
      if let words = column.respelledWords { json.member("respelled", words) }
      append(column.paths, below: reader.columns[column.number].name)
      guard let frequent = column.frequent else { return }
      json.member("frequent") {
        json.list {
          frequent.old.withField { json.value(page: $0) }
          frequent.new.withField { json.value(page: $0) }
          json.value(frequent.count)
        }
      }
    }
  }

  private func append(_ paths: PathStatistics?, below name: String) {
    guard let paths else { return }
    json.member("paths") {
      json.list(paths.paths) { path in
        json.list {
          json.value(path.path.text(below: name))
          json.value(path.records)
        }
      }
    }
    json.member("morePaths", paths.more)
  }

  private func appendDuplicates() {
    json.object {
      json.member("hasKey", comparison.hasKey)
      json.member("inOrder", comparison.plan.duplicates == .pair)
      for side in Side.allCases {
        let found = comparison.duplicates[side]
        json.object(side.jsonName) {
          json.member("identities", found.identities)
          json.member("extra", found.repetitions)
          json.member("examples") { json.list(found.examples) { append($0) } }
        }
      }
    }
  }

  private func append(_ example: DuplicateReport.Example) {
    json.list {
      json.value(pageKey: example.key)
      json.list([example.first, example.second]) { json.value($0) }
    }
  }

  /// Names by identity, and what happened to sections themselves.
  private func appendSections() {
    guard comparison.hasSections else { return }
    var names: [Value] = []
    for side in Side.allCases {
      for number in 0..<comparison.sectionCount(side) {
        let section = SectionPlace(side: side, number: number)
        let identity = Int(comparison.identity(of: section))
        while names.count <= identity { names.append(.absent) }
        names[identity] = comparison.name(of: section)
      }
    }
    json.member("sections") { json.value(pageKey: names) }
    func member(_ name: StaticString, _ kind: Change.Kind) {
      self.member(name, comparison.sectionPlaces(changed: kind).map { Int(comparison.identity(of: $0)) })
    }
    json.object("sectionChanges") {
      member("d", .deleted)
      member("i", .inserted)
      member("u", .updated)
      member("m", .moved)
    }
  }
}
