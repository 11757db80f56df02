import Comparing
import LuaRuntime
import Platform
import Records
import Reports
import Rules

extension ChangesObject {
  /// Adds `changes:report(format, title)`, `changes:write(path_or_file, format, title)` and `changes:statistics()`.
  static func describeReports(_ type: inout LuaType<ChangesObject>) {
    type.method("statistics") { (object, _) throws(LuaError) in
      let json = try hosting { try statisticsJSON(of: object.comparison) }
      return .one(LuaValue(.object(JSONText(utf8: json))))
    }
    type.method("report") { (object, call) throws(LuaError) in
      let format = try call.optionalString(2) ?? "text"
      return .one(.string(try object.text(format, settings(3, of: call), in: call.state)))
    }
    type.method("write") { (object, call) throws(LuaError) in
      let settings = try settings(4, of: call)
      let named = try call.optionalString(3)
      guard let path = call.withBytes(2, { String(decoding: $0, as: UTF8.self) }) else {
        let text = try object.text(named ?? "text", settings, in: call.state)
        try write(text, to: call.value(2), in: call.state)
        return .one(.object(object))
      }
      let format = if let named { named } else { try format(of: path).rawValue }
      if let known = ReportFormat(rawValue: format) {
        try object.context.write(
          object.comparison, as: known, options: ReportOptions(settings), to: path)
      } else {
        try object.context.save(object.text(format, settings, in: call.state), to: path)
      }
      return .one(.object(object))
    }
  }

  /// What a format is told: a heading, or a table of options.
  private static func settings(
    _ argument: Int, of call: borrowing LuaCall
  ) throws(LuaError) -> LuaValue {
    let value = try call.value(argument)
    if case .table = value { return value }
    return try call.optionalString(argument).map { .string($0) } ?? .nil
  }

  /// A report in one of the formats that are built in, or of a plug-in's.
  private func text(
    _ format: String, _ settings: LuaValue, in state: LuaState
  ) throws(LuaError) -> [UInt8] {
    if let known = ReportFormat(rawValue: format) {
      let options = try ReportOptions(settings)
      return try hosting { try comparison.report(as: known, options) }
    }
    // A plug-in's format has no heading.
    let settings = settings.text == nil ? settings : .nil
    let names = PluginNames(
      kind: .formats, state: state, others: Self.formats, outcomes: context.absentees)
    let output = OutputObject.Gathered(most: state.limits.memory ?? .max / 2)
    if try !names.has(format), try hosting({ try PluginProgram().hasFormat(format) }) {
      try writeBundled(format, settings, to: output)
      return output.bytes
    }
    let report = try names.format(format)
    let options = try report.options(settings, besides: ReportOptions().forPlugins)
    _ = try state.call(
      report.write, [.object(self), .object(OutputObject(output.append)), options])
    return output.bytes
  }

  /// Writes a report in a format that comes with the program, in a state of its own.
  private func writeBundled(
    _ format: String, _ settings: LuaValue, to output: OutputObject.Gathered
  ) throws(LuaError) {
    var options = ReportOptions()
    for (name, value) in try settings.settings() {
      guard let text = value.spelling else {
        throw LuaError(
          "the option '\(name)' must be text, a number, true or false, got \(value.typeName)")
      }
      options.formatOptions.append((name, text))
    }
    try hosting {
      try PluginProgram().write(comparison, as: format, options: options, to: output.append)
    }
  }

  /// The names of the formats that are built in.
  private static var formats: [String] { ReportFormat.allCases.map(\.rawValue) }

  /// The format that a file's name stands for.
  private static func format(of path: String) throws(LuaError) -> ReportFormat {
    if let format = ReportFormat(path: path) { return format }
    throw LuaError(
      "'\(path)' has no extension that says the format; name one of "
        + formats.joined(separator: ", "))
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
