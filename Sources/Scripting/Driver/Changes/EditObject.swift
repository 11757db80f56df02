import LuaRuntime
import Patching

/// One edit of `changes:edits()`, with places in the list as it is when its turn comes, counted from 1.
final class EditObject: LuaObject {
  static let luaName = "edit"

  private let changes: ChangesObject
  private let edit: EditSequence.Edit

  init(_ changes: ChangesObject, _ edit: EditSequence.Edit) {
    self.changes = changes
    self.edit = edit
  }

  static func describe(_ type: inout LuaType<EditObject>) {
    type.property("kind") { object, _ in .string(object.edit.kind.rawValue) }
    type.property("change") { object, _ in object.changes.change(at: object.edit.change) }
    type.property("from") { object, _ in LuaValue(place: object.edit.from) }
    type.property("to") { object, _ in LuaValue(place: object.edit.to) }
    type.on(.string) { object, _ in .one(.string("edit: \(object.edit.kind.rawValue)")) }
  }
}

extension LuaValue {
  /// A place as scripts count it; nil where there is none.
  init(place: Int?) { self = place.map { .integer($0 + 1) } ?? .nil }
}
