import LuaRuntime
import Patching
import Records

/// A text that `luna.patch` or `luna.merge` made, to be looked at or written.
protocol TextResult: LuaObject {
  var text: [UInt8] { get }
  var notes: [String] { get }
  var context: ScriptContext { get }
}

extension TextResult {
  /// Adds `text`, `notes` and `write(path)`.
  static func describeText(_ type: inout LuaType<Self>) {
    type.property("text") { object, _ in .string(object.text) }
    type.property("notes") { object, _ in .list(object.notes.map { .string($0) }) }
    type.method("write") { (object, call) throws(LuaError) in
      try object.context.save(object.text, to: call.path(2))
      return .one(.object(object))
    }
    type.on(.length) { object, _ in .one(.integer(object.text.count)) }
  }
}

/// What `luna.patch` returns.
final class PatchedObject: TextResult {
  static let luaName = "patched"

  private let output: PatchOutput
  let context: ScriptContext
  var text: [UInt8] { output.text }
  var notes: [String] { output.notes }

  init(_ output: PatchOutput, _ context: ScriptContext) {
    self.output = output
    self.context = context
  }

  static func describe(_ type: inout LuaType<PatchedObject>) {
    describeText(&type)
    type.property("exact") { object, _ in .boolean(object.output.isExact) }
    type.on(.string) { object, _ in .one(.string("patched: \(object.text.count) bytes")) }
  }
}

/// What `luna.merge` returns.
final class MergedObject: TextResult {
  static let luaName = "merged"

  private let output: MergeOutput
  let context: ScriptContext
  var text: [UInt8] { output.text }
  var notes: [String] { output.notes }

  init(_ output: MergeOutput, _ context: ScriptContext) {
    self.output = output
    self.context = context
  }

  static func describe(_ type: inout LuaType<MergedObject>) {
    describeText(&type)
    type.property("conflicts") { object, _ in .list(object.output.conflicts.map(LuaValue.init(conflict:))) }
    type.property("taken") { object, _ in
      let taken = object.output.taken
      return .fields([
        ("deleted", .integer(taken.deleted)), ("inserted", .integer(taken.inserted)),
        ("updated", .integer(taken.updated)),
      ])
    }
    type.on(.string) { object, _ in .one(.string("merged: \(object.output.conflicts.count) conflicts")) }
  }
}

extension LuaValue {
  fileprivate init(conflict: MergeConflict) {
    let fields = conflict.fields.map { field in
      LuaValue.fields([
        ("column", .string(field.column)), ("base", LuaValue(field.base ?? .absent)),
        ("ours", LuaValue(field.ours ?? .absent)), ("theirs", LuaValue(field.theirs ?? .absent)),
        ("paths", .list(field.paths.map(LuaValue.init(inside:)))),
      ])
    }
    self = .fields([
      ("kind", .string(conflict.kind.rawValue)), ("key", LuaValue(identity: conflict.key)),
      ("keys", .list(conflict.key.map { LuaValue($0) })), ("base", LuaValue(place: conflict.base)),
      ("ours", LuaValue(place: conflict.ours)), ("theirs", LuaValue(place: conflict.theirs)), ("fields", .list(fields)),
    ])
  }

  private init(inside: MergeConflict.Inside) {
    self = .fields([
      ("kind", .string(inside.kind.rawValue)), ("path", .string(inside.path)),
      ("name", .string(inside.name)), ("base", LuaValue(inside.base ?? .absent)),
      ("ours", LuaValue(inside.ours ?? .absent)), ("theirs", LuaValue(inside.theirs ?? .absent)),
    ])
  }
}
