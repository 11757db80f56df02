import LuaRuntime
import Platform
import Records
import Requests
import Rules

/// What `luna.load` is asked for.
struct LoadArguments {
  let paths: [String]
  let given: LuaTable?
  let context: ScriptContext

  /// The records, by a format or by the reader of a plug-in that is named or claims the one input.
  func table(in state: LuaState) throws(LuaError) -> RecordTable {
    let format = try given?.get("format").text
    let reader = format.flatMap { InputFormat(rawValue: $0) == nil ? $0 : nil }
    var options = try ReadOptions(
      given, besides: ["options"] + MemoryArguments.names + (reader == nil ? [] : ["format"]))
    options.watch = context.inputs
    options.spilling = try MemoryArguments(
      memory: given?.get("memory") ?? .nil, temp: given?.get("temp") ?? .nil, of: "luna.load"
    ).use?.spilling
    let settings = try given?.get("options") ?? .nil
    if let input = try pluginInput(reader, settings, options, state) { return try loading { try input.table() } }
    guard settings.isNil else {
      throw LuaError("luna.load: 'options' are for a plug-in's reader, which 'format' names")
    }
    let input = try loading { try opened(options) }
    if let option = options.idle(in: input.format).first { throw idle(option, in: input) }
    return try loading { try input.table() }
  }

  private func loading<R>(_ work: () throws -> R) throws(LuaError) -> R {
    try hosting { try Setting.asFields { try hosting(work) } }
  }

  /// Opens a file by its format, or several as one table, each of which a reader may claim.
  private func opened(_ options: ReadOptions) throws -> RecordInput {
    // Several files are read on several threads, each by a reader in a state of its own; one was claimed by none.
    let areSeveral = paths.count > 1 || InputGlance.isParts(paths[0])
    var opening = InputOpening(areSeveral ? context.options.pluginProgram : nil, options)
    opening.readsEachFile = true
    return try opening.open(paths)
  }

  /// The input as a reader gives it; `nil` where none is named, and none claims it.
  private func pluginInput(_ reader: String?, _ settings: LuaValue, _ options: ReadOptions, _ state: LuaState)
    throws(LuaError) -> RecordInput?
  {
    guard paths.count == 1 else {
      guard reader == nil else { throw LuaError("luna.load: a plug-in's reader takes one file, got \(paths.count)") }
      return nil
    }
    var input = ReaderInput(path: paths[0])
    input.options = options
    input.settings = settings
    let own = PluginReaders(in: state, outcomes: context.absentees)
    let bundled = PluginProgram()
    return try hosting {
      if let reader {
        if try own.has(reader) || !bundled.hasReader(reader) { return try own.read(input, by: reader) }
      } else if let records = try own.readClaimed(&input) {
        return records
      }
      try input.detachSettings()
      let (records, isByReader) = try bundled.read(input, by: reader)
      return isByReader || settings.isNil ? records : nil
    }
  }

  /// The error for an option, by its name as a flag, that an input is not read by.
  private func idle(_ option: String, in input: RecordInput) -> LuaError {
    let name = option == "no-header" ? "header" : option.replacing("-", with: "_")
    return LuaError("luna.load: the option '\(name)' is for \(input.format.others), unlike \(input.name)")
  }
}
