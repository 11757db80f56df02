import LuaRuntime
import RecordDiff
import StagedDiff

/// One atomic batch of edits as scripts see it.
final class StageObject: LuaObject {
  static let luaName = "stage"

  private let changes: ChangesObject
  let number: Int
  /// The places of the changes that the stage makes, by kind.
  let places: [Change.Kind: [Int]]
  private let offsets: LuaValue
  /// How many edits the stage has, of sections too.
  let count: Int

  init(
    _ changes: ChangesObject, number: Int, count: Int, places: [Change.Kind: [Int]],
    offsets: LuaValue
  ) {
    self.changes = changes
    self.number = number
    self.count = count
    self.places = places
    self.offsets = offsets
  }

  static func describe(_ type: inout LuaType<StageObject>) {
    for kind in Change.Kind.allCases {
      type.property(kind.rawValue) { object, _ in
        object.changes.list(object.places[kind] ?? [])
      }
    }
    type.property("number") { object, _ in .integer(Int64(object.number)) }
    type.property("count") { object, _ in .integer(Int64(object.count)) }
    type.method("offsets") { object, _ in .one(object.offsets) }
    type.on(.length) { object, _ in .one(.integer(Int64(object.count))) }
    type.on(.string) { object, _ in
      let edits = object.count == 1 ? "1 edit" : "\(object.count) edits"
      return .one(.string("stage \(object.number): \(edits)"))
    }
  }

  /// The stages of a comparison, in order.
  static func all(_ changes: ChangesObject) -> [StageObject] {
    switch changes.comparison.edits {
    case .linear(let edits):
      edits.stages.enumerated().map { index, stage in linear(changes, index + 1, stage) }
    case .sectioned(let edits):
      edits.stages.enumerated().map { index, stage in sectioned(changes, index + 1, stage, edits) }
    }
  }

  private static func linear(_ changes: ChangesObject, _ number: Int, _ stage: LinearStage)
    -> StageObject
  {
    let places = changes.places
    return StageObject(
      changes, number: number, count: stage.changeCount,
      places: [
        .updated: stage.updated.numbers.compactMap(places.place(source:)),
        .deleted: stage.deleted.numbers.compactMap(places.place(source:)),
        .inserted: stage.inserted.numbers.compactMap(places.place(target:)),
        .moved: stage.moved.compactMap { places.place(target: $0.to32) },
      ], offsets: LuaValue(stage))
  }

  private static func sectioned(
    _ changes: ChangesObject, _ number: Int, _ stage: SectionedStage, _ edits: SectionedChanges
  ) -> StageObject {
    let places = changes.places
    func source(_ path: ElementPath) -> Int32 {
      edits.source.starts[path.section] + path.element32
    }
    func target(_ path: ElementPath) -> Int32 {
      edits.target.starts[path.section] + path.element32
    }
    let elements = stage.elements
    // Whole sections take their records with them: scripts are told of each, as the changes list them.
    let gone = elements.deleted.map(source) + edits.source.elements(of: stage.sections.deleted)
    let come = elements.inserted.map(target) + edits.target.elements(of: stage.sections.inserted)
    return StageObject(
      changes, number: number, count: stage.changeCount,
      places: [
        .updated: elements.updated.compactMap { places.place(source: source($0)) },
        .deleted: gone.compactMap(places.place(source:)).sorted(),
        .inserted: come.compactMap(places.place(target:)).sorted(),
        .moved: elements.moved.compactMap { places.place(target: target($0.to)) },
      ],
      offsets: .fields([
        ("sections", LuaValue(stage.sections)), ("elements", LuaValue(stage.elements)),
      ]))
  }
}

extension SectionLayout {
  /// The flattened offsets of all elements of some sections.
  fileprivate func elements(of sections: Offsets) -> [Int32] {
    sections.flatMap { elements(ofSection: $0) }
  }
}

extension LuaValue {
  /// A stage as the JSON result has it: offsets, counted from 0.
  fileprivate init(_ stage: LinearStage) {
    self = .fields([
      ("updated", .offsets(stage.updated)), ("deleted", .offsets(stage.deleted)),
      ("inserted", .offsets(stage.inserted)),
      ("moved", .list(stage.moved.map { .offsets([$0.from, $0.to]) })),
    ])
  }

  /// A stage's paths `{ section, element }`, counted from 0.
  fileprivate init(_ stage: SectionedStage.ElementStage) {
    self = .fields([
      ("updated", .list(stage.updated.map { LuaValue($0) })),
      ("deleted", .list(stage.deleted.map { LuaValue($0) })),
      ("inserted", .list(stage.inserted.map { LuaValue($0) })),
      ("moved", .list(stage.moved.map { .list([LuaValue($0.from), LuaValue($0.to)]) })),
    ])
  }

  private init(_ path: ElementPath) { self = .offsets([path.section, path.element]) }

  private static func offsets(_ offsets: some Sequence<Int>) -> LuaValue {
    .list(offsets.map { .integer(Int64($0)) })
  }
}
