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
  package func makeEnvironment() throws(LuaError) -> LuaTable {
    try onlyTable(LB_DO_ENVIRONMENT, [])
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
