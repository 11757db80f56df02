import Comparing
import Records
import StagedDiff

/// The stages as the page plays them: what each has to edit, and how many records are there after it.
///
/// Under `d`, `i`, `u` and `m` stand a listed change's number on the page and its offset, or offsets, by turns; under `D`,
/// `I`, `U` and `M` the like for sections. A record's offset in sections is two numbers.
struct PageStages {
  let comparison: Comparison
  private let out: OutputBuffer
  private let json: JSONEmitter
  /// For each offset of a side the number of its change on the page, −1 if none is listed.
  private let sources: [Int32]
  private let targets: [Int32]

  /// Prepares to write.
  ///
  /// - Parameter listed: The listed changes' places in the comparison, in the page's order.
  init(_ comparison: Comparison, listed: [Int], _ out: OutputBuffer) {
    self.comparison = comparison
    self.out = out
    json = JSONEmitter(page: out)
    let orders = comparison.orders
    var sources = [Int32](repeating: -1, count: orders.source.count)
    var targets = [Int32](repeating: -1, count: orders.target.count)
    for (number, place) in listed.enumerated() {
      let entry = comparison.entry(at: place)
      if entry.source >= 0 { sources[Int(entry.source)] = Int32(truncatingIfNeeded: number) }
      if entry.target >= 0 { targets[Int(entry.target)] = Int32(truncatingIfNeeded: number) }
    }
    self.sources = sources
    self.targets = targets
  }

  /// Writes the old collection, the stages, and the new collection.
  func write() throws {
    let counts = Sides { comparison.orders[$0].count }
    out.append("<script type=\"application/json\" id=\"stages\">")
    json.begin(.row)
    try json.list {
      appendState("old", counts.source)
      switch comparison.edits {
      case .linear(let changes): try append(changes)
      case .sectioned(let changes): try append(changes)
      }
      appendState("new", counts.target)
    }
    out.append("</script>\n")
  }

  private func append(_ changes: LinearChanges) throws {
    let left = changes.sourceCount - changes.deleted.count
    try stage("update", changes.updated.count, records: changes.sourceCount) {
      try append("u", changes.updated, { targets[$0.target] }) { json.value($0.source) }
    }
    try stage("delete", changes.deleted.count, records: left) {
      try append("d", changes.deleted, { sources[$0] }) { json.value($0) }
    }
    let edits = changes.inserted.count + changes.moved.count
    try stage("place", edits, records: changes.targetCount) {
      try append("i", changes.inserted, { targets[$0] }) { json.value($0) }
      try append("m", changes.stages.last?.moved ?? [], { targets[$0.to] }, append)
    }
  }

  private func append(_ changes: SectionedChanges) throws {
    let (sections, elements) = (changes.sections, changes.elements)
    try stage("update", elements.updated.count, records: changes.source.elementCount) {
      try append("u", elements.updated, { targets[$0.target] }) { append(changes.source.path(ofFlattened: $0.source)) }
    }
    try appendSectionStages(changes)
    try appendPlacing(changes)
    try stage("retitle", sections.updated.count, records: changes.target.elementCount) {
      let places = sections.targetOffsets
      try append("U", sections.updated, { identity(.target, $0.target) }) { json.value(Int(places[$0.source])) }
    }
  }

  /// Writes the stages in which sections leave and arrive, each with its records.
  private func appendSectionStages(_ changes: SectionedChanges) throws {
    let (sections, elements) = (changes.sections, changes.elements)
    let left = changes.source.elementCount - elements.deletedWithSections - elements.deleted.count
    try stage("delete", sections.deleted.count + elements.deleted.count, records: left) {
      try append("D", sections.deleted, { identity(.source, $0) }) { json.value($0) }
      try append("d", elements.deleted, { sources[$0] }) { append(changes.source.path(ofFlattened: $0)) }
    }
    let edits = sections.inserted.count + sections.moved.count
    try stage("sections", edits, records: left + elements.insertedWithSections) {
      try append("I", sections.inserted, { identity(.target, $0) }) { json.value($0) }
      try append("M", sections.stages.last?.moved ?? [], { identity(.target, $0.to) }, append)
    }
  }

  private func appendPlacing(_ changes: SectionedChanges) throws {
    let elements = changes.elements
    let edits = elements.inserted.count + elements.moved.count
    try stage("place", edits, records: changes.target.elementCount) {
      let inserted = zip(elements.inserted, changes.placedInserts)
      try append("i", inserted, { targets[$0.0] }) { append($0.1) }
      try append("m", zip(elements.moved, changes.placedMoves), { targets[$0.0.target] }) {
        append($0.1.from)
        append($0.1.to)
      }
    }
  }

  /// Writes a collection that nothing is done to.
  private func appendState(_ step: String, _ records: Int) { json.object { appendHead(step, 0, records: records) } }

  /// Writes a stage, if it has edits.
  private func stage(_ step: String, _ edits: Int, records: Int, _ body: () throws -> Void) rethrows {
    guard edits > 0 else { return }
    try json.object {
      appendHead(step, edits, records: records)
      try body()
    }
  }

  private func appendHead(_ step: String, _ edits: Int, records: Int) {
    json.member("step", step)
    json.member("edits", edits)
    json.member("records", records)
  }

  /// Writes those edits of a kind that have a number on the page.
  private func append<Edits: Sequence>(
    _ kind: StaticString, _ edits: Edits, _ number: (Edits.Element) -> Int32, _ appendPlace: (Edits.Element) -> Void
  ) throws {
    json.member(kind)
    try json.list {
      for edit in edits {
        let number = number(edit)
        guard number >= 0 else { continue }
        json.value(Int(number))
        appendPlace(edit)
        try out.checkpoint()
      }
    }
  }

  private func append(_ move: LinearStage.Move) {
    json.value(move.from)
    json.value(move.to)
  }

  private func append(_ path: ElementPath?) {
    guard let path else { return }
    json.value(path.section)
    json.value(path.element)
  }

  /// The number of a section's identity, by which the page names it.
  private func identity(_ side: Side, _ section: Int) -> Int32 {
    let identities = comparison.sections?.divisions[side].identities ?? []
    return identities.isEmpty ? -1 : Int32(truncatingIfNeeded: identities[section])
  }
}
