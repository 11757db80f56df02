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
      json.member("summary") { appendSummary() }
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
    json.object {
      json.member("summary") { appendSummary() }
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

  private func appendIntroduction() {
    json.member("lunadiff", 1)
    for side in Side.allCases {
      let table = comparison.tables[side]
      json.member(side.jsonName) {
        json.object {
          json.member("path", path: table.name)
          json.member("records", table.count)
          let compared = comparison.orders[side].count
          if compared < table.count { json.member("compared", compared) }
        }
      }
    }
    json.member("columns") {
      json.object {
        json.member("common", comparison.columns.common.map(\.name))
        json.member("deleted", comparison.columns.deleted)
        json.member("inserted", comparison.columns.inserted)
      }
    }
    if let columns = comparison.key.columns { json.member("key", columns, isFound: comparison.key.isFound) }
    if comparison.hasKey, !comparison.duplicates.isEmpty { appendDuplicates() }
    appendSections()
    appendTerms()
  }

  /// The names of the sections that changed themselves, by how they did, if any did.
  private func appendSections() {
    let changed = Change.Kind.allCases.map { ($0, comparison.sectionNames(changed: $0)) }
    guard changed.contains(where: { !$0.1.isEmpty }) else { return }
    json.member("sections") {
      json.object {
        for (kind, names) in changed {
          json.member(named: kind.rawValue)
          json.list(names) { json.value($0) }
        }
      }
    }
  }

  /// The rules that held, what counts, and what is to be known of the comparison; of each, where there is something.
  private func appendTerms() {
    let terms = comparison.terms
    let rules = terms.rules.filter { !$0.isKeyColumns }
    if !rules.isEmpty { json.member("rules") { json.value(rules) } }
    if options.thresholds != ChangeThresholds() {
      json.member(options.thresholds)
      json.member("counting", options.thresholds.counting(comparison).map(\.rawValue))
    }
    json.member("notes", ifAny: terms.notes.map(\.message))
    json.member("warnings", ifAny: terms.warnings.map(\.message))
  }

  private func appendDuplicates() {
    json.member("duplicates") {
      json.object {
        for side in Side.allCases {
          let found = comparison.duplicates[side]
          json.member(side.jsonName) {
            json.object {
              json.member("keys", found.identities)
              json.member("repetitions", found.repetitions)
              json.member("examples") { json.list(found.examples) { append($0) } }
            }
          }
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

  private func appendSummary() {
    json.object {
      json.members(of: comparison.summary)
      if let sections = comparison.sectionSummary {
        json.member("sections") { json.object { json.members(of: sections) } }
      }
      if let passes = comparison.passes { json.member("passes", passes) }
      guard options.statistics else { return }
      let reader = ChangeReader(comparison)
      ColumnStatistics.collect(reader).writeMembers(to: json, names: reader.columns.map(\.name))
    }
  }

  /// Writes the listed changes; returns how many there are.
  @discardableResult private func appendChanges(_ layout: JSONEmitter.Layout) throws -> Int {
    let listing = ChangeListing(comparison, options)
    try listing.write(to: out) { out in
      let writer = JSONChangeWriter(comparison, out)
      return { ordinal, entry in writer.append(entry, layout, behind: ordinal) }
    }
    return listing.listed
  }
}

extension Side {
  /// What results in JSON call the side.
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

  /// Writes edits of one kind.
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
