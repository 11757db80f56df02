import Batch
import LuaRuntime
import Platform
import Comparing
import Records
import Reports
import Requests
import Rules

/// What a script works with beside its own state.
package struct ScriptContext: Sendable {
  /// Plug-ins that rules files of a batch may use.
  var plugins: [PluginSource] = []
  /// Where plug-ins are looked for whose readers read the files of a batch, or several that are one table; these run in a
  /// sandbox.
  package var pluginSearch = PluginSearch()
  /// Plug-ins that are there and not loaded, for messages.
  var absentees: [PluginOutcome] = []
  /// Asks whether what the script loads changes under it; one for each script.
  var inputs: InputWatch?
  /// Where `print` in rules files of a batch goes, from any thread.
  package var print: @Sendable ([UInt8]) -> Void = { _ in }
  /// Takes down what the script does, and rules files of a batch.
  package var recorder: LuaRecorder?
  /// Stops the script, and rules files of a batch, where somebody wants to look at them.
  package var debugger: LuaDebugger?
  /// Whether files may be written; a plug-in's format writes to its output, and to nothing else.
  package var writesFiles = true

  package init() {}

  /// The plug-ins whose readers read files in states of their own.
  var readerProgram: PluginProgram {
    var options = ComparisonOptions()
    options.plugins = pluginSearch
    options.print = print
    options.recorder = recorder
    return options.pluginProgram
  }

  /// Opens two files and compares them.
  func compare(_ pair: BatchPair, old: String, new: String, _ rules: RuleSet, _ plan: ComparisonPlan) throws
    -> Comparison
  {
    var request = DiffRequest(old: old, new: new)
    request.options = pair.options
    request.options.sharesReading = true
    request.options.debugger = debugger
    if debugger != nil { request.options.threads = 1 }
    return try watchingInputs(of: request) { try Inputs($0, rules).compare(plan) }
  }

  /// Writes bytes to a file, whole or not at all; not if they were made of inputs that changed meanwhile.
  func save(_ bytes: [UInt8], to path: String) throws(LuaError) {
    try hosting {
      try inputs?.check()
      try checkWriting(path)
      try OutputPlace(path, inputs: []).write { try $0.write(bytes) }
    }
  }

  /// Writes a report to a file, whole or not at all.
  func write(_ comparison: Comparison, as format: ReportFormat, options: ReportOptions, to path: String)
    throws(LuaError)
  {
    try hosting {
      try checkWriting(path)
      try ReportFile.write(comparison, as: format, options: options, to: path)
    }
  }

  private func checkWriting(_ path: String) throws {
    guard !writesFiles else { return }
    throw LunaDiffError(
      "cannot write \(path): a format writes to its output, and to nothing else\n"
        + "  hint: out:write(changes:report(…))")
  }
}

extension Comparison {
  /// A report in memory.
  func report(as format: ReportFormat, _ options: ReportOptions) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try Reports.write(self, as: format, options: options, to: &bytes)
    return bytes
  }
}
