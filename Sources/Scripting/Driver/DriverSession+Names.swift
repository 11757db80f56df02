import LuaRuntime

extension DriverSession {
  /// The names that may stand behind `path.` or `path:`; for an empty path, those of globals.
  ///
  /// Nothing is run: tables are read without metamethods.
  ///
  /// - Returns: `nil` where it is not known what the path leads to.
  package func members(of path: [String]) -> [String]? {
    guard let first = path.first else { return globalNames }
    guard var value = try? state.global(first) else { return nil }
    for name in path.dropFirst() {
      guard case .table(let table) = value, let next = try? table.rawGet(.string(name)) else {
        return nil
      }
      value = next
    }
    return members(of: value)
  }

  private func members(of value: LuaValue) -> [String]? {
    switch value {
    case .table(let table):
      (try? table.sortedPairs())?.compactMap(\.key.text).filter(LuaName.isName)
    case .object(let object): type(of: object).memberNames
    case .string: members(of: ["string"])
    default: nil
    }
  }

  /// Lua's own globals, the host's, and those defined at the prompt.
  private var globalNames: [String] {
    (try? state.definedGlobals())?.compactMap(\.key.text).filter(LuaName.isName) ?? []
  }
}
