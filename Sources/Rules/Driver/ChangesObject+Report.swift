import LuaRuntime
import RecordDiff

extension ChangesObject {
  /// Adds `changes:report(format, title)` and `changes:write(path_or_file, format, title)`.
  static func describeReports(_ type: inout LuaType<ChangesObject>) {
    type.method("report") { (object, call) throws(LuaError) in
      let host = try object.requireHost()
      let report = try host.report(call.optionalString(2) ?? "text", call.optionalString(3))
      return .one(.string(try hosting { try host.text(object.comparison, report) }))
    }
    type.method("write") { (object, call) throws(LuaError) in
      let host = try object.requireHost()
      let title = try call.optionalString(4)
      guard let path = call.withBytes(2, { String(decoding: $0, as: UTF8.self) }) else {
        let report = try host.report(call.optionalString(3) ?? "text", title)
        let text = try hosting { try host.text(object.comparison, report) }
        try write(text, to: call.value(2), in: call.state)
        return .one(.object(object))
      }
      let named = try call.optionalString(3)
      let format = if let named { named } else { try format(of: path, host) }
      let report = try host.report(format, title)
      try hosting { try host.write(object.comparison, report, path) }
      return .one(.object(object))
    }
  }

  /// The format that a file's name stands for.
  private static func format(of path: String, _ host: DriverHost) throws(LuaError) -> String {
    if let format = host.formatOfPath(path) { return format }
    throw LuaError(
      "'\(path)' has no extension that says the format; name one of "
        + host.formats.joined(separator: ", "))
  }

  /// Writes to anything that has a method `write`, as Lua's files have.
  private static func write(
    _ text: [UInt8], to file: LuaValue, in state: LuaState
  ) throws(LuaError) {
    guard let method = try? state.get(file, "write"), !method.isNil else {
      throw LuaError(
        "changes:write needs a path or something with a method 'write', as io.open gives; got "
          + (file.isNil ? "nothing" : "a \(file.typeName)"))
    }
    let chunk = try state.load(
      Array("local file, text = ...; return file:write(text)".utf8), name: "changes:write")
    let results = try state.call(chunk, [file, .string(text)])
    // As Lua's files say that they failed: with nil and a message.
    guard results.count > 1, !results[0].isTruthy else { return }
    throw LuaError(results[1].spelling ?? "the file could not be written")
  }
}

extension DriverHost {
  /// A report of a format.
  ///
  /// - Throws: `LuaError` if there is no such format.
  func report(_ format: String, _ title: String?) throws(LuaError) -> Report {
    guard formats.contains(format) else {
      throw LuaError(
        "unknown format '\(format)'\(Suggestion.phrase(for: format, among: formats)); known are "
          + formats.joined(separator: ", "))
    }
    return Report(format: format, title: title)
  }
}
