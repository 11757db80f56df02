import StagedDiff

/// One atomic batch of edits.
package struct ChangeStage: Sendable {
  package enum Offsets: Sendable {
    case linear(LinearStage)
    case sectioned(SectionedStage)
  }

  /// Which stage it is, counted from 1.
  package let number: Int
  package let offsets: Offsets
  /// How many records there are once it is applied.
  package let recordCount: Int
  /// Where the paths of a stage with sections lead.
  private let paths: StagePaths?

  fileprivate init(_ number: Int, _ offsets: Offsets, recordCount: Int, _ paths: StagePaths? = nil) {
    (self.number, self.offsets, self.recordCount, self.paths) = (number, offsets, recordCount, paths)
  }

  /// How many edits the stage has, of sections too.
  package var count: Int {
    switch offsets {
    case .linear(let stage): stage.changeCount
    case .sectioned(let stage): stage.changeCount
    }
  }

  /// The offset in the source of the record that a path names before sections are changed.
  private func sourceOffset(_ path: ElementPath) -> Int32 {
    paths.map { $0.layouts.source.starts[path.section] + path.element32 } ?? -1
  }

  /// The offset in the target of the record that a path names once sections are in their places.
  private func targetOffset(_ path: ElementPath) -> Int32 {
    paths.map { $0.layouts.target.starts[targetSection(path.section)] + path.element32 } ?? -1
  }

  /// The section of the target that stands at a place once sections are in their places.
  private func targetSection(_ index: Int) -> Int { paths.map { Int($0.targetSections[index]) } ?? index }

  /// The places of the changes of a kind that the stage makes, in the order of reports.
  package func changes(of kind: Change.Kind, _ places: ChangePlaces) -> [Int] {
    switch (offsets, kind) {
    case (.linear(let stage), .updated): stage.updated.numbers.compactMap(places.place(source:))
    case (.linear(let stage), .deleted): stage.deleted.numbers.compactMap(places.place(source:))
    case (.linear(let stage), .inserted): stage.inserted.numbers.compactMap(places.place(target:))
    case (.linear(let stage), .moved): stage.moved.compactMap { places.place(target: $0.to32) }
    case (.sectioned(let stage), .updated):
      stage.elements.updated.compactMap { places.place(source: sourceOffset($0)) }
    // Whole sections take their records with them: each of these is told of, as the changes list them.
    case (.sectioned(let stage), .deleted):
      (stage.elements.deleted.map(sourceOffset) + records(.source, of: stage.sections.deleted))
        .compactMap(places.place(source:)).sorted()
    case (.sectioned(let stage), .inserted):
      (stage.elements.inserted.map(targetOffset) + records(.target, of: stage.sections.inserted))
        .compactMap(places.place(target:)).sorted()
    case (.sectioned(let stage), .moved):
      stage.elements.moved.compactMap { places.place(target: targetOffset($0.to)) }
    }
  }

  private func records(_ side: Side, of sections: StagedDiff.Offsets) -> [Int32] {
    guard let layout = paths?.layouts[side] else { return [] }
    return sections.flatMap { layout.elements(ofSection: $0) }
  }
}

/// Where the paths of stages with sections lead.
private struct StagePaths {
  let layouts: Sides<SectionLayout>
  /// For each place of a section once all are in their places, which one of the target it is.
  let targetSections: [Int32]

  init(_ edits: SectionedChanges) {
    layouts = Sides(source: edits.source, target: edits.target)
    let places = edits.placedSections
    var targetSections = places
    for (section, index) in places.enumerated() { targetSections[Int(index)] = Int32(truncatingIfNeeded: section) }
    self.targetSections = targetSections
  }
}

extension Comparison {
  /// The batches of edits that turn the source into the target, in order.
  package var stages: [ChangeStage] {
    switch edits {
    case .linear(let edits):
      var count = edits.sourceCount
      return edits.stages.enumerated().map { number, stage in
        count += stage.inserted.count - stage.deleted.count
        return ChangeStage(number + 1, .linear(stage), recordCount: count)
      }
    case .sectioned(let edits):
      let paths = StagePaths(edits)
      var count = edits.source.elementCount
      return edits.stages.enumerated().map { number, stage in
        count += stage.elements.inserted.count - stage.elements.deleted.count
        if !stage.sections.deleted.isEmpty { count -= edits.elements.deletedWithSections }
        if !stage.sections.inserted.isEmpty { count += edits.elements.insertedWithSections }
        return ChangeStage(number + 1, .sectioned(stage), recordCount: count, paths)
      }
    }
  }
}

/// The places of changes in the order of reports, by kind and by offset.
package struct ChangePlaces: Sendable {
  private var byKind: [Change.Kind: [Int]] = [:]
  private var bySource: [Int32: Int] = [:]
  private var byTarget: [Int32: Int] = [:]

  /// - Complexity: O(*c*) for *c* changes.
  package init(_ comparison: Comparison) {
    for index in 0..<comparison.changeCount {
      let entry = comparison.entry(at: index)
      byKind[entry.kind, default: []].append(index)
      if entry.isMoved, entry.kind == .updated { byKind[.moved, default: []].append(index) }
      if entry.source >= 0 { bySource[entry.source] = index }
      if entry.target >= 0 { byTarget[entry.target] = index }
    }
  }

  /// The changes of a kind; one that is updated and moved is of both.
  package subscript(kind: Change.Kind) -> [Int] { byKind[kind] ?? [] }

  func place(source offset: Int32) -> Int? { bySource[offset] }

  func place(target offset: Int32) -> Int? { byTarget[offset] }
}
