import LuaRuntime
import Comparing

/// `changes:apply { … }`: calls back for every edit, stage by stage, and stops where the script asks for it.
struct StageWalk {
  private let changes: ChangesObject
  private let callbacks: [String: LuaFunction]

  /// The callbacks for single edits, in the order of a stage's kinds.
  private static let edits: [(kind: Change.Kind, name: String)] = [
    (.updated, "on_update"), (.deleted, "on_delete"), (.inserted, "on_insert"), (.moved, "on_move"),
  ]
  private static let known = edits.map(\.name) + ["on_stage", "interrupt"]

  /// Reads the callbacks.
  ///
  /// - Throws: `LuaError` for a name that is none, or a value that is no function.
  init(_ changes: ChangesObject, callbacks table: LuaTable?) throws(LuaError) {
    self.changes = changes
    var callbacks: [String: LuaFunction] = [:]
    for (name, value) in try table?.fields(Self.known, called: "callback") ?? [] {
      guard case .function(let function) = value else {
        throw LuaError("the callback '\(name)' must be a function, got \(value.typeName)")
      }
      callbacks[name] = function
    }
    self.callbacks = callbacks
  }

  /// Walks the stages.
  ///
  /// - Returns: `true`; or `false` and why, where `interrupt` stopped it before a stage.
  func run(in state: LuaState) throws(LuaError) -> LuaReturn {
    for stage in StageObject.all(changes) {
      if let interrupt = callbacks["interrupt"],
        try state.call(interrupt, [.object(stage)]).first?.isTruthy ?? false
      {
        return .many([
          .boolean(false),
          .string(
            "interrupted before stage \(stage.stage.number), which has \(stage.stage.count) edits"),
        ])
      }
      if let callback = callbacks["on_stage"] { _ = try state.call(callback, [.object(stage)]) }
      for edit in Self.edits {
        guard let callback = callbacks[edit.name] else { continue }
        for place in stage.stage[edit.kind] {
          _ = try state.call(callback, [changes.change(at: place)])
        }
      }
    }
    return .one(.boolean(true))
  }
}
