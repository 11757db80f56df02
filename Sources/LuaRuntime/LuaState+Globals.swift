import CLuaBridge

extension LuaState {
  /// Adds a global that every chunk sees and that does not count as defined by one.
  package func setGlobal(_ name: String, _ value: LuaValue) throws(LuaError) {
    _ = try perform(LB_DO_BASE, [.string(name), value])
  }

  /// A global that all chunks share.
  package func global(_ name: String) throws(LuaError) -> LuaValue {
    try perform(LB_DO_GET_GLOBAL, [.string(name)]).first ?? .nil
  }

  /// A table for the globals of one chunk; through it the chunk sees those that all chunks share.
  ///
  /// - Parameter modules: What its `require` finds; `nil`: what that of all chunks finds.
  package func makeEnvironment(_ modules: LuaModules? = nil) throws(LuaError) -> LuaTable {
    guard let modules else { return try onlyTable(LB_DO_ENVIRONMENT, []) }
    let texts = modules.texts.map { module in
      (LuaValue.string(module.name), LuaValue.list([.string(module.text), .path(module.path)]))
    }
    return try onlyTable(
      LB_DO_ENVIRONMENT,
      [
        .list(modules.directories.map { .path($0) }), .map(texts),
        .string(modules.advice.isEmpty ? "" : "\n\t\(modules.advice)"),
      ])
  }

  /// Makes the table that a global holds one that scripts cannot write, with the tables in it.
  package func freezeGlobal(_ name: String) throws(LuaError) {
    guard case .table(let table) = try global(name) else { return }
    try setGlobal(name, .table(table.frozen(as: name)))
  }

  /// What chunks have defined, sorted by name: in this environment, or among the shared globals.
  package func definedGlobals(
    in environment: LuaTable? = nil
  ) throws(LuaError) -> [(key: LuaValue, value: LuaValue)] {
    let scope = environment.map { LuaValue.table($0) } ?? .nil
    return LuaTable.sorted(try perform(LB_DO_GLOBALS, [scope]))
  }

  /// Ends loading: from now on assigning a global is an error that names it.
  ///
  /// Freeze the shared globals first, then each environment: it takes up what it inherits.
  package func freezeGlobals(in environment: LuaTable? = nil) throws(LuaError) {
    let scope = environment.map { LuaValue.table($0) } ?? .nil
    _ = try perform(LB_DO_FREEZE, [scope])
  }
}
