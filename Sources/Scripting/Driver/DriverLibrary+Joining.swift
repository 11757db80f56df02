import LuaRuntime
import Patching
import Records
import Reports
import Rules

extension DriverLibrary {
  /// `luna.patch(records, changes, options)`.
  static func patch(
    _ call: borrowing LuaCall, _ context: ScriptContext
  ) throws(LuaError) -> LuaReturn {
    let table = try call.object(1, as: DataSetObject.self).table
    var use = PatchUse()
    for (name, value) in try options(call, 3, known: ["reverse", "keep_columns", "exact"]) {
      guard case .boolean(let flag) = value else {
        throw LuaError("luna.patch: '\(name)' must be true or false, got \(value.typeName)")
      }
      switch name {
      case "reverse": use.isReverse = flag
      case "exact": use.isExact = flag
      default: use.keepsColumns = flag
      }
    }
    guard !use.isExact || !use.keepsColumns else {
      throw LuaError("luna.patch: 'exact' and 'keep_columns' exclude each other")
    }
    let output = try hosting { try patched(table, call, use) }
    return .one(.object(PatchedObject(output, context)))
  }

  /// Records with something applied: changes that were just found, or what a file holds, a recorded result or a patch of
  /// another tool.
  private static func patched(
    _ table: RecordTable, _ call: borrowing LuaCall, _ use: PatchUse
  ) throws -> PatchOutput {
    guard case .string = try call.value(2) else {
      let changes = try call.object(2, as: ChangesObject.self)
      var options = ReportOptions()
      options.patchable = true
      let text = try changes.comparison.report(as: .json, options)
      let document = try PatchDocument.read(bytes: text, name: "changes")
      return try use.apply(document, to: table.name, text: table.wholeText) { table }
    }
    let changes = try PatchDocument.input(path: call.path(2), as: ReadOptions())
    return try use.apply(changes, to: table.input()) { table }
  }

  /// `luna.merge(base, ours, theirs, rules, options)`.
  static func merge(
    _ call: borrowing LuaCall, _ context: ScriptContext
  ) throws(LuaError) -> LuaReturn {
    let base = try call.object(1, as: DataSetObject.self).table
    let ours = try call.object(2, as: DataSetObject.self).table
    let theirs = try call.object(3, as: DataSetObject.self).table
    let plan = try DriverRules(call.table(4), "luna.merge", call.state).plan
    var favor = MergeFavor.none
    for (_, value) in try options(call, 5, known: ["favor"]) {
      guard let side = value.text.flatMap(MergeFavor.init(rawValue:)) else {
        let got = value.spelling ?? value.typeName
        throw LuaError("luna.merge: 'favor' must be \"none\", \"ours\" or \"theirs\", got \(got)")
      }
      favor = side
    }
    let output = try hosting {
      try Merge.merge(base: base, ours: ours, theirs: theirs, plan: plan, favor: favor)
    }
    return .one(.object(MergedObject(output, context)))
  }

  /// A function's table of options, in the order of their names.
  static func options(
    _ call: borrowing LuaCall, _ index: Int, known: [String]
  ) throws(LuaError) -> [(name: String, value: LuaValue)] {
    call.isNil(index) ? [] : try call.table(index).fields(known)
  }
}
