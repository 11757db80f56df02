import LuaRuntime
import Comparing
import StagedDiff

/// One atomic batch of edits as scripts see it.
final class StageObject: LuaObject {
  static let luaName = "stage"

  private let changes: ChangesObject
  let stage: ChangeStage

  init(_ changes: ChangesObject, _ stage: ChangeStage) {
    self.changes = changes
    self.stage = stage
  }

  static func describe(_ type: inout LuaType<StageObject>) {
    for kind in Change.Kind.allCases {
      type.property(kind.rawValue) { object, _ in
        object.changes.list(object.stage.changes(of: kind, object.changes.places))
      }
    }
    type.property("number") { object, _ in .integer(object.stage.number) }
    type.property("count") { object, _ in .integer(object.stage.count) }
    type.method("offsets") { object, _ in .one(LuaValue(object.stage.offsets)) }
    type.on(.length) { object, _ in .one(.integer(object.stage.count)) }
    type.on(.string) { object, _ in
      let edits = object.stage.count == 1 ? "1 edit" : "\(object.stage.count) edits"
      return .one(.string("stage \(object.stage.number): \(edits)"))
    }
  }

  static func all(_ changes: ChangesObject) -> [StageObject] {
    changes.comparison.stages.map { StageObject(changes, $0) }
  }
}

extension LuaValue {
  fileprivate init(_ offsets: ChangeStage.Offsets) {
    switch offsets {
    case .linear(let stage): self = LuaValue(stage)
    case .sectioned(let stage):
      self = .fields([("sections", LuaValue(stage.sections)), ("elements", LuaValue(stage.elements))])
    }
  }

  /// A stage as the JSON result has it: offsets, counted from 0.
  private init(_ stage: LinearStage) {
    self = .fields([
      ("updated", .offsets(stage.updated)), ("deleted", .offsets(stage.deleted)),
      ("inserted", .offsets(stage.inserted)), ("moved", .list(stage.moved.map { .offsets([$0.from, $0.to]) })),
    ])
  }

  /// A stage's paths `{ section, element }`, counted from 0.
  private init(_ stage: SectionedStage.ElementStage) {
    self = .fields([
      ("updated", .list(stage.updated.map { LuaValue($0) })),
      ("deleted", .list(stage.deleted.map { LuaValue($0) })),
      ("inserted", .list(stage.inserted.map { LuaValue($0) })),
      ("moved", .list(stage.moved.map { .list([LuaValue($0.from), LuaValue($0.to)]) })),
    ])
  }

  private init(_ path: ElementPath) { self = .offsets([path.section, path.element]) }

  private static func offsets(_ offsets: some Sequence<Int>) -> LuaValue { .list(offsets.map { .integer($0) }) }
}
