@testable import LuaRuntime

/// What a chunk of Lua returns, each value as `tostring` says it.
func lua(
  _ source: String, profile: LuaProfile = .rules, limits: LuaLimits = .rules
) throws -> [String] {
  let state = try LuaState(profile: profile, limits: limits)
  return try state.run(source).map { String(decoding: try state.text(of: $0), as: UTF8.self) }
}

/// The error that a chunk of Lua ends with.
func luaError(
  _ source: String, profile: LuaProfile = .rules, limits: LuaLimits = .rules
) throws -> LuaError? {
  let state = try LuaState(profile: profile, limits: limits)
  do throws(LuaError) {
    try state.run(source)
    return nil
  } catch {
    return error
  }
}

extension LuaState {
  /// The function that an expression gives.
  func function(_ expression: String) throws(LuaError) -> LuaFunction {
    guard case .function(let function)? = try run("return \(expression)").first
    else { throw LuaError("not a function: \(expression)") }
    return function
  }
}
