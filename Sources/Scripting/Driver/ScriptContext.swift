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
  /// How files of a batch, and several that are one table, are read, and what their plug-ins' readers run in: a
  /// sandbox.
  let options: ComparisonOptions
  /// What rules files of a batch run in, which is the same.
  let environment: ScriptEnvironment
  /// What the script itself runs in.
  let scriptEnvironment: ScriptEnvironment
  /// Plug-ins that are there and not loaded, for messages.
  let absentees: [PluginOutcome]
  /// Asks whether what the script loads changes under it; one for each script.
  let inputs: InputWatch?
  /// Whether files may be written; a plug-in's format writes to its output, and to nothing else.
  let writesFiles: Bool

  /// - Parameters:
  ///   - given: The options of the script.
  ///   - environment: What the script itself runs in.
  package init(
    _ given: ComparisonOptions = ComparisonOptions(), _ environment: ScriptEnvironment = ScriptEnvironment(),
    watching inputs: InputWatch? = nil, writesFiles: Bool = true
  ) {
    var options = ComparisonOptions()
    options.plugins = given.plugins
    options.print = given.print
    options.recorder = given.recorder
    options.debugger = given.debugger
    if given.debugger != nil { options.threads = 1 }
    self.options = options
    var sandbox = environment
    sandbox.limits = options.limits
    self.environment = sandbox
    scriptEnvironment = environment
    absentees = environment.plugins.untrusted
    self.inputs = inputs
    self.writesFiles = writesFiles
  }

  func compare(_ pair: BatchPair, old: String, new: String, _ rules: RuleSet, _ plan: ComparisonPlan) throws
    -> Comparison
  {
    var request = DiffRequest(old: old, new: new)
    request.options = pair.options
    request.options.sharesReading = true
    return try watchingInputs(of: request) { request in
      try plan.whileScriptWaits(in: scriptEnvironment) { try Inputs(request, rules).compare(plan) }
    }
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
