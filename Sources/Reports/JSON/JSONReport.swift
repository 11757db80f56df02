import Analysis
import Comparing
import Patching
import Records
import StagedDiff

/// The result as JSON or JSON Lines, as programs read it.
package struct JSONReport {
  package let comparison: Comparison
  package let options: ReportOptions
  package let out: OutputBuffer
  package let json: JSONEmitter

  package init(_ comparison: Comparison, _ options: ReportOptions, _ out: OutputBuffer) {
    self.comparison = comparison
    self.options = options
    self.out = out
    json = JSONEmitter(out)
  }

  /// Writes one object, a change a line.
  package func writeObject() throws {
    try json.object(.lines) {
      appendIntroduction()
      try json.member("summary") { try appendSummary() }
      try json.member("changes") { try json.list(.lines) { try appendChanges(.lines) } }
      if options.stages { try json.member("stages") { try appendStages() } }
      appendPatch()
    }
    out.append("\n")
  }

  /// Writes the introduction, the changes and the summary as a line each.
  package func writeLines() throws {
    json.object { appendIntroduction() }
    out.append("\n")
    if try appendChanges(.stream) > 0 { out.append("\n") }
    json.begin(.stream)
    try json.object {
      try json.member("summary") { try appendSummary() }
      appendPatch()
    }
    out.append("\n")
  }

  private func appendPatch() {
    guard options.patchable else { return }
    json.member("patch") {
      PatchScript.write(
        forward: PatchScript(comparison, from: .source), reverse: PatchScript(comparison, from: .target), to: json)
    }
  }

  func appendIntroduction() {
    json.member("lunadiff", 1)
    for side in Side.allCases {
      let table = comparison.tables[side]
      json.object(side.jsonName) {
        json.member("path", path: comparison.readTables[side].name)
        json.member("records", table.count)
        if comparison.isGrouped(side) { json.member("grouped", comparison.readTables[side].count) }
        let compared = comparison.orders[side].count
        if compared < table.count { json.member("compared", compared) }
      }
    }
    json.object("columns") {
      json.member("common", comparison.columns.common.map(\.name))
      json.member("deleted", comparison.columns.deleted)
      json.member("inserted", comparison.columns.inserted)
      appendDerivedNames()
    }
    if let columns = comparison.shownKey.columns { json.member("key", columns, isFound: comparison.key.isFound) }
    if comparison.hasKey, !comparison.duplicates.isEmpty { appendDuplicates() }
    appendSections()
    appendTerms()
  }

  /// Which columns are made of others on each side, if any are: no file has values of theirs.
  private func appendDerivedNames() {
    guard !comparison.resolvedPlan.derived.isEmpty else { return }
    json.object("derived") {
      for side in Side.allCases {
        json.member(side == .source ? "old" : "new", comparison.derivedColumns(side).map(\.name))
      }
    }
  }

  /// The names of the sections that changed themselves, by how they did, if any did.
  private func appendSections() {
    let changed = Change.Kind.allCases.map { ($0, comparison.sectionNames(changed: $0)) }
    guard changed.contains(where: { !$0.1.isEmpty }) else { return }
    json.object("sections") {
      for (kind, names) in changed {
        json.member(named: kind.rawValue)
        json.list(names) { json.value($0) }
      }
    }
  }

  /// The rules that held, what counts, and what is to be known of the comparison; of each, where there is something.
  private func appendTerms() {
    let terms = comparison.terms
    let rules = terms.rules.filter { !$0.isKeyColumns }
    if !rules.isEmpty { json.member("rules") { json.value(rules) } }
    let limits = options.thresholds.limits(comparison).filter(\.isGiven)
    if options.thresholds != ChangeThresholds() || !limits.isEmpty {
      json.member(options.thresholds)
      json.member(limits)
      json.member("counting", options.thresholds.counting(comparison).map(\.rawValue))
    }
    appendAcceptance()
    json.member(options.findingWords.told)
    if let schema = comparison.schema { json.member(schema, renamed: options.findingWords) }
    json.member("notes", ifAny: terms.notes.map(\.message))
    json.member("warnings", ifAny: terms.warnings.map(\.message))
  }

  /// What is accepted, and which lines of the list say nothing any more.
  private func appendAcceptance() {
    guard let acceptance = comparison.acceptance else { return }
    json.object("accepted") {
      json.member("path", path: acceptance.name)
      json.member("entries", acceptance.entryCount)
      for kind in Change.Kind.allCases {
        json.member(named: kind.rawValue)
        json.value(acceptance.summary[kind])
      }
      json.member("inPart", acceptance.partCount)
      json.member("stale") { json.list(acceptance.stale) { json.value($0.line) } }
      json.member("expired") { json.list(acceptance.expired) { json.value($0.line) } }
    }
  }

  private func appendDuplicates() {
    json.object("duplicates") {
      for side in Side.allCases {
        let found = comparison.duplicates[side]
        json.object(side.jsonName) {
          json.member("keys", found.identities)
          json.member("repetitions", found.repetitions)
          json.member("examples") { json.list(found.examples) { append($0) } }
        }
      }
    }
  }

  private func append(_ example: DuplicateReport.Example) {
    json.object {
      json.member("key") { json.list(example.key) { json.value($0) } }
      json.member("records") { json.list([example.first, example.second]) { json.value($0) } }
    }
  }

  func appendSummary() throws {
    try json.object {
      appendCounts()
      guard options.statistics else { return }
      let reader = ChangeReader(comparison)
      try ColumnStatistics.collect(reader).writeMembers(to: json, names: reader.columns.map(\.name))
    }
  }

  func appendCounts() {
    json.members(of: comparison.summary)
    if let sections = comparison.sectionSummary {
      json.object("sections") { json.members(of: sections) }
    }
    json.member("passes", passesOf: comparison)
  }

  /// Writes the listed changes; returns how many there are.
  @discardableResult private func appendChanges(_ layout: JSONEmitter.Layout) throws -> Int {
    let listing = ChangeListing(comparison, options)
    try listing.write(to: out) { out in
      let writer = JSONChangeWriter(comparison, out, showsDerived: options.showsDerived)
      return { ordinal, entry in try writer.append(entry, layout, behind: ordinal) }
    }
    return listing.listed
  }
}

extension Side {
  package var jsonName: StaticString { self == .source ? "source" : "target" }
}

extension JSONReport {
  /// Writes the stages, one a line.
  package func appendStages() throws {
    try json.list(.lines) {
      for stage in comparison.stages {
        switch stage.offsets {
        case .linear(let edits): try append(edits)
        case .sectioned(let edits): try append(edits)
        }
      }
    }
  }

  private func append(_ stage: LinearStage) throws {
    try json.object {
      try append("updated", stage.updated, append)
      try append("deleted", stage.deleted, append)
      try append("inserted", stage.inserted, append)
      try append("moved", stage.moved, append)
    }
  }

  private func append(_ stage: SectionedStage) throws {
    let (sections, elements) = (stage.sections, stage.elements)
    try json.object {
      json.member("sections")
      try json.object {
        try append("deleted", sections.deleted, append)
        try append("inserted", sections.inserted, append)
        try append("updated", sections.updated, append)
        try append("moved", sections.moved, append)
      }
      json.member("elements")
      try json.object {
        try append("deleted", elements.deleted, append)
        try append("inserted", elements.inserted, append)
        try append("updated", elements.updated, append)
        try append("moved", elements.moved) { move in
          json.list {
            append(move.from)
            append(move.to)
          }
        }
      }
    }
  }

  private func append<Edits: Sequence>(_ kind: StaticString, _ edits: Edits, _ body: (Edits.Element) -> Void) throws {
    json.member(kind)
    try json.list(edits) { edit in
      body(edit)
      try out.checkpoint()
    }
  }

  private func append(_ offset: Int) { json.value(offset) }

  private func append(_ move: LinearStage.Move) {
    json.list {
      append(move.from)
      append(move.to)
    }
  }

  private func append(_ path: ElementPath) {
    json.list {
      append(path.section)
      append(path.element)
    }
  }
}

/// How the columns of updated records changed, and what these records have in common, as a JSON object for scripts.
///
/// - Throws: What went wrong with an input meanwhile.
package func statisticsJSON(of comparison: Comparison) throws -> [UInt8] {
  try comparison.guarding {
    let reader = ChangeReader(comparison)
    let statistics = try ColumnStatistics.collect(reader)
    return JSONEmitter.bytes { json in
      json.object {
        statistics.writeColumns(to: json, names: reader.columns.map(\.name))
        statistics.writeSubgroups(to: json)
      }
    }
  }
}

extension ColumnStatistics {
  /// Writes the members of the summary: the columns that changed, and what updated records have in common, if anything.
  func writeMembers(to json: JSONEmitter, names: [String]) {
    writeColumns(to: json, names: names)
    if !subgroups.isEmpty { writeSubgroups(to: json) }
  }

  fileprivate func writeSubgroups(to json: JSONEmitter) {
    json.member("where") {
      json.list(subgroups) { subgroup in
        json.object {
          json.member("column", subgroup.column)
          json.member("value") { json.value(subgroup.value) }
          json.member("updated", subgroup.updated)
          json.member("paired", subgroup.paired)
        }
      }
    }
  }

  fileprivate func writeColumns(to json: JSONEmitter, names: [String]) {
    json.object("columns") {
      for column in columns {
        json.member(named: names[column.number])
        write(column, names[column.number], to: json)
      }
    }
  }

  private func write(_ column: Column, _ name: String, to json: JSONEmitter) {
    json.object {
      json.member("changed", column.changed)
      json.member("appeared", column.appeared)
      json.member("vanished", column.vanished)
      write(column.numeric, to: json)
      if column.respelled > 0 { json.member("respelled", column.respelled) }
      write(column.frequent, to: json)
      write(column.paths, below: name, to: json)
    }
  }

  private func write(_ sample: Sample, to json: JSONEmitter) {
    guard let outline = sample.outline else { return }
    json.object("difference") {
      json.member("count", sample.count)
      json.member("median") { json.spelled { $0.append(text: outline.median.description) } }
      json.member("least") { json.spelled { $0.append(text: outline.least.description) } }
      json.member("greatest") { json.spelled { $0.append(text: outline.greatest.description) } }
    }
  }

  private func write(_ paths: PathStatistics?, below column: String, to json: JSONEmitter) {
    guard let paths else { return }
    json.member("paths") {
      json.list(paths.paths) { path in
        json.object {
          json.member("path", path.path.text(below: column))
          json.member("records", path.records)
        }
      }
    }
    if paths.more > 0 { json.member("morePaths", paths.more) }
  }

  private func write(_ frequent: Frequent?, to json: JSONEmitter) {
    guard let frequent else { return }
    json.object("frequent") {
      json.member("old") { json.value(frequent.old) }
      json.member("new") { json.value(frequent.new) }
      json.member("count", frequent.count)
    }
  }
}
