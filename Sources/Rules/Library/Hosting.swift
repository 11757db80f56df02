import LuaRuntime

/// Runs what fails with errors of the host's; their whole message becomes the script's error.
package func hosting<R>(_ body: () throws -> R) throws(LuaError) -> R {
  do { return try body() } catch let error as LuaError { throw error } catch {
    throw (error as? RuleError)?.asError ?? LuaError("\(error)", underlying: error)
  }
}
