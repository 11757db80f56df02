import ArgumentParser
import LuaRuntime
import Platform
import Records
import Reports
import Rules

/// Flags that measure rules: `--profile`.
struct ProfileOptions: ParsableArguments {
  @Option(
    help: Help.flag(
      "Measure functions in Lua; with =FILE write that as JSON, too.", value: "file",
      """
      At the end standard error has for each rule and function: calls, how many of them ran in Lua (the others ran \
      without it), time, and memory that was allocated. Measuring makes calls slower: compare the times with each \
      other, not with those of a run without it.
      """)) var profile: String?

  var recorder: LuaRecorder? { profile == nil ? nil : LuaRecorder([.timings]) }

  /// The file that is written, if there is one: none of the inputs, which is looked at before the work begins.
  func place(inputs: [String], scripts: @autoclosure () -> [String] = []) throws -> OutputPlace? {
    guard let profile, profile != "-" else { return nil }
    return try OutputPlace(profile, option: "--profile", inputs: inputs, scripts: scripts())
  }

  func report(_ recorder: LuaRecorder?, to place: OutputPlace?) throws {
    guard let recorder, let timings = recorder.timings else { return }
    let summary = ProfileSummary(timings, rules: recorder.rules)
    ProgressLine.finish()
    Diagnostics.show(summary.text)
    try place?.write { file in
      var sink = AnySink(file)
      try summary.writeJSON(to: &sink)
    }
  }

  /// Does work, and then says what functions took in it, whether it ended well or not.
  func reporting<Result>(
    inputs: [String], scripts: @autoclosure () -> [String] = [], _ work: (LuaRecorder?) throws -> Result
  ) throws -> Result {
    let (place, recorder) = (try place(inputs: inputs, scripts: scripts()), recorder)
    let result: Result
    do { result = try work(recorder) } catch {
      try report(recorder, to: place)
      throw error
    }
    try report(recorder, to: place)
    return result
  }
}

extension ProfileSummary {
  /// What functions took, with their names as files have them.
  fileprivate init(_ timings: LuaTimings, rules: [LuaTimings.Function: Set<String>]) {
    var names: [String: LuaFunctionNames] = [:]
    for chunk in Set(timings.functions.keys.map(\.chunk)) {
      // A chunk that is no file, or none any more, has no names to tell.
      do { names[chunk] = LuaFunctionNames(LuaTokens.all(in: try TextFile.read(chunk))) } catch { continue }
    }
    let own = timings.functions.filter { $0.key.chunk != LunaLibrary.chunkName }
    let functions = own.map { function, cost in
      Function(
        rules: rules[function, default: []].sorted(), name: names[function.chunk]?[function.line] ?? "",
        file: function.chunk, line: function.line, calls: cost.calls, inLua: cost.inLua,
        own: .nanoseconds(cost.own), total: .nanoseconds(cost.total), bytes: cost.bytes)
    }
    self.init(functions: functions.sorted { $0.isBefore($1) })
  }
}

extension ProfileSummary.Function {
  fileprivate func isBefore(_ other: ProfileSummary.Function) -> Bool {
    own == other.own ? (file, line) < (other.file, other.line) : own > other.own
  }
}
