import LuaRuntime
import Comparing
import Records
import Rules

/// How inputs are read and compared, and what that may take: what all requests have in common.
package struct ComparisonOptions: Sendable {
  package var read = ReadOptions()
  package var overrides = Sides(source: ReadOverrides(), target: ReadOverrides())
  /// The bytes of an input that is no file; its path is then only its name.
  package var contents = Sides<[UInt8]?>(source: nil, target: nil)
  /// About how many bytes the inputs have that somebody has looked at, and that are regular files.
  package var sizes = Sides<Int?>(source: nil, target: nil)
  /// Whether options of reading hold for other comparisons, too; else it is an error if one means nothing here.
  package var sharesReading = false
  /// The plug-ins' readers that read the inputs, in place of a format of `read`.
  package var readers = Sides(source: ReaderChoice(), target: ReaderChoice())
  /// The folder that inputs have to be in; `nil`: they may be anywhere.
  package var folder: String?
  /// Rules in Lua; later ones override earlier ones, field by field.
  package var rules: [DiffRequest.RuleSource] = []
  /// Rules that were given as flags; they override those in Lua.
  @Shared package var flags = RuleSet()
  /// What the inputs are called in a file of accepted differences; `nil`: as the new one is.
  package var acceptedTable: String?
  package var plugins = PluginSearch()
  /// The plug-ins, where they have been found and read for many comparisons; `nil`: each looks for them.
  private var foundPlugins: [PluginSource]?
  /// The rules that have been loaded for many comparisons; `nil`: each loads its own.
  private(set) var knownRules: KnownRules?
  /// Where a project is looked for whose rules hold for the inputs; `nil`: nowhere.
  package var project: ProjectSearch?
  package var limits = LuaLimits.rules
  /// Whether functions run without Lua that can.
  package var compiles = true
  /// Whether what scripts may use bounds the reading of inputs by plug-ins, too.
  package var endsWork = false
  /// Where `print` in rules and plug-ins goes, a line at a time, from any thread; nowhere if it is not said.
  package var print: @Sendable ([UInt8]) -> Void = { _ in }
  package var recorder: LuaRecorder?
  /// Ends what scripts do.
  package var interrupt: LuaInterrupt?
  /// Stops rules and plug-ins where somebody wants to look at them; one thread must do all the work then.
  package var debugger: LuaDebugger?
  /// The most threads to use; 0 for as many as there are cores.
  package var threads = 0
  /// What memory a comparison of two inputs may take, and where goes what does not fit; `nil`: everything is held.
  package var memory: MemoryUse?
  package var meter: WorkMeter?

  package init() {}

  /// Those of programs that a user runs and can interrupt: scripts may use all there is.
  package static var unlimited: ComparisonOptions {
    var options = ComparisonOptions()
    options.limits = .unlimited
    return options
  }

  /// The same for many comparisons that are made at one time: plug-ins, directories and projects are looked at once,
  /// and rules are loaded once where that makes no difference.
  package var lookingOnce: ComparisonOptions {
    var options = self
    options.foundPlugins = plugins.sources()
    options.project = project?.lookingOnce
    options.knownRules = KnownRules()
    return options
  }

  /// What rules and plug-ins run in; finds and reads the plug-ins.
  package var environment: ScriptEnvironment {
    var environment = ScriptEnvironment(plugins: foundPlugins ?? plugins.sources())
    environment.limits = limits
    environment.compiles = compiles
    environment.print = print
    environment.recorder = recorder
    environment.interrupt = interrupt
    environment.debugger = debugger
    return environment
  }

  package var pluginProgram: PluginProgram {
    PluginProgram(in: environment, endsWork: endsWork, isAlone: rules.isEmpty)
  }

  /// The extensions of the files that readers of plug-ins claim, in small letters.
  package func claimedExtensions() throws(LunaDiffError) -> Set<String> {
    do { return try pluginProgram.claimedExtensions() } catch { throw LunaDiffError(error) }
  }

  package func reading(by rules: RuleSet = RuleSet()) -> ReadOptions {
    var options = rules.applied(to: read)
    options.folder = folder
    options.workers = threads
    options.meter = meter
    options.spilling = memory?.spilling
    return options
  }

  package func plan(_ rules: RequestedRules) -> ComparisonPlan {
    guard let knownRules, rules.program == nil, meter == nil else { return newPlan(rules) }
    return knownRules.plan(of: rules.$ruleSet, threads: threads) { newPlan(rules).keepingBindings }
  }

  private func newPlan(_ rules: RequestedRules) -> ComparisonPlan {
    rules.ruleSet.plan(ComparisonRun(scripts: rules.scripts, workers: threads, meter: meter))
  }

  /// The plan of something that needs the records as they stand, as messages call it.
  ///
  /// - Throws: `ComparisonError` where the rules make groups of records.
  package func plan(_ rules: RequestedRules, for purpose: String) throws(ComparisonError) -> ComparisonPlan {
    let plan = plan(rules)
    try plan.checkUngrouped(purpose)
    return plan
  }
}
