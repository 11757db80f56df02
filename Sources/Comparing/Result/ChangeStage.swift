import StagedDiff

/// One atomic batch of edits, with the changes that it makes.
package struct ChangeStage: Sendable {
  /// The edits as offsets.
  package enum Offsets: Sendable {
    case linear(LinearStage)
    case sectioned(SectionedStage)
  }

  /// Which stage it is, counted from 1.
  package let number: Int
  /// How many edits the stage has, of sections too.
  package let count: Int
  /// The edits.
  package let offsets: Offsets
  private let places: [Change.Kind: [Int]]

  /// The places of the changes of a kind that the stage makes, in the order of reports.
  package subscript(kind: Change.Kind) -> [Int] { places[kind] ?? [] }

  private init(_ stage: LinearStage, number: Int, _ places: ChangePlaces) {
    self.number = number
    count = stage.changeCount
    offsets = .linear(stage)
    self.places = [
      .updated: stage.updated.numbers.compactMap(places.place(source:)),
      .deleted: stage.deleted.numbers.compactMap(places.place(source:)),
      .inserted: stage.inserted.numbers.compactMap(places.place(target:)),
      .moved: stage.moved.compactMap { places.place(target: $0.to32) },
    ]
  }

  private init(_ stage: SectionedStage, number: Int, _ edits: SectionedChanges, _ places: ChangePlaces) {
    func source(_ path: ElementPath) -> Int32 { edits.source.starts[path.section] + path.element32 }
    func target(_ path: ElementPath) -> Int32 { edits.target.starts[path.section] + path.element32 }
    let elements = stage.elements
    // Whole sections take their records with them: each of these is told of, as the changes list them.
    let gone = elements.deleted.map(source) + edits.source.elements(of: stage.sections.deleted)
    let come = elements.inserted.map(target) + edits.target.elements(of: stage.sections.inserted)
    self.number = number
    count = stage.changeCount
    offsets = .sectioned(stage)
    self.places = [
      .updated: elements.updated.compactMap { places.place(source: source($0)) },
      .deleted: gone.compactMap(places.place(source:)).sorted(),
      .inserted: come.compactMap(places.place(target:)).sorted(),
      .moved: elements.moved.compactMap { places.place(target: target($0.to)) },
    ]
  }

  /// The stages of a comparison, in order.
  package static func all(_ comparison: Comparison, _ places: ChangePlaces) -> [ChangeStage] {
    switch comparison.edits {
    case .linear(let edits): edits.stages.enumerated().map { ChangeStage($1, number: $0 + 1, places) }
    case .sectioned(let edits): edits.stages.enumerated().map { ChangeStage($1, number: $0 + 1, edits, places) }
    }
  }
}

extension SectionLayout {
  /// The flattened offsets of all elements of some sections.
  fileprivate func elements(of sections: StagedDiff.Offsets) -> [Int32] { sections.flatMap { elements(ofSection: $0) } }
}
