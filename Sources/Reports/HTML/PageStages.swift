import Comparing
import Records
import StagedDiff

/// The stages as the page plays them: what each has to edit, and how many records are there after it.
///
/// Under `d`, `i`, `u` and `m` stand a listed change's number on the page and its offset, or offsets, by turns; under
/// `D`, `I`, `U` and `M` the like for sections. A record's offset in sections is two numbers.
struct PageStages {
  let comparison: Comparison
  private let json: JSONEmitter
  /// For each offset of a side the number of its change on the page, −1 if none is listed.
  private let sources: [Int32]
  private let targets: [Int32]

  /// `listed` are the places of the listed changes in the comparison, in the page's order.
  init(_ comparison: Comparison, listed: [Int], _ out: OutputBuffer) {
    self.comparison = comparison
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

  func write(_ data: PageData) throws {
    let counts = Sides { comparison.orders[$0].count }
    data.begin()
    json.begin(.row)
    json.list {
      appendState("old", counts.source)
      for stage in comparison.stages { append(stage) }
      appendState("new", counts.target)
    }
    try data.end("id=\"stages\"")
  }

  private func appendState(_ step: String, _ records: Int) { json.object { appendHead(step, 0, records: records) } }

  private func append(_ stage: ChangeStage) {
    func object(_ step: String, _ body: () -> Void) {
      json.object {
        appendHead(step, stage.count, records: stage.recordCount)
        body()
      }
    }
    switch stage.offsets {
    case .linear(let edits) where !edits.updated.isEmpty:
      object("update") { append("u", edits.updated, { sources[$0] }) { json.value($0) } }
    case .linear(let edits) where !edits.deleted.isEmpty:
      object("delete") { append("d", edits.deleted, { sources[$0] }) { json.value($0) } }
    case .linear(let edits):
      object("place") {
        append("i", edits.inserted, { targets[$0] }) { json.value($0) }
        append("m", edits.moved, { targets[$0.to] }, append)
      }
    case .sectioned(let edits): append(edits, of: stage, object)
    }
  }

  private func append(
    _ edits: SectionedStage, of stage: ChangeStage, _ object: (String, () -> Void) -> Void
  ) {
    let (sections, elements) = (edits.sections, edits.elements)
    func source(_ path: ElementPath) -> Int32 { sources[Int(stage.sourceOffset(path))] }
    func target(_ path: ElementPath) -> Int32 { targets[Int(stage.targetOffset(path))] }
    if !elements.updated.isEmpty {
      object("update") { append("u", elements.updated, source, append) }
    } else if !sections.deleted.isEmpty || !elements.deleted.isEmpty {
      object("delete") {
        append("D", sections.deleted, { identity(.source, $0) }) { json.value($0) }
        append("d", elements.deleted, source, append)
      }
    } else if !sections.inserted.isEmpty || !sections.moved.isEmpty {
      object("sections") {
        append("I", sections.inserted, { identity(.target, $0) }) { json.value($0) }
        append("M", sections.moved, { identity(.target, $0.to) }, append)
      }
    } else if !sections.updated.isEmpty {
      object("retitle") {
        append("U", sections.updated, { identity(.target, stage.targetSection($0)) }) { json.value($0) }
      }
    } else {
      object("place") {
        append("i", elements.inserted, target, append)
        append("m", elements.moved, { target($0.to) }) {
          append($0.from)
          append($0.to)
        }
      }
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
  ) {
    json.member(kind)
    json.list {
      for edit in edits {
        let number = number(edit)
        guard number >= 0 else { continue }
        json.value(Int(number))
        appendPlace(edit)
      }
    }
  }

  private func append(_ move: LinearStage.Move) {
    json.value(move.from)
    json.value(move.to)
  }

  private func append(_ path: ElementPath) {
    json.value(path.section)
    json.value(path.element)
  }

  /// The number of a section's identity, by which the page names it.
  private func identity(_ side: Side, _ section: Int) -> Int32 {
    Int32(truncatingIfNeeded: comparison.identity(of: SectionPlace(side: side, number: section)))
  }
}
