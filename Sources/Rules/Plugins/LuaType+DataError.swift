import LuaRuntime
import Records

extension LuaType {
  /// Adds `input:error(message, line, hint)`: something is wrong with the data, and not with the plug-in.
  mutating func dataError(named name: @escaping (Object) -> String) {
    method("error") { (object, call) throws(LuaError) in
      let message = try call.string(2)
      let line = call.isNil(3) ? nil : try call.integer(3)
      var error = RecordError(.reported(message, hint: try call.optionalString(4)), file: name(object))
      error.line = line.map { Int(clamping: $0) }
      throw LuaError("\(error)", underlying: error)
    }
  }
}
