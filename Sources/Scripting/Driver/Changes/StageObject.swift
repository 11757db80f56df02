import LuaRuntime
import Comparing

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
