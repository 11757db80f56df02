import Comparing
import LuaRuntime
import Records

/// Plug-ins as text, for what is done with them outside of rules: list them, read an input, write a report.
package struct PluginProgram: Sendable {
  /// The plug-ins' files in the order of the search.
  package var sources: [PluginSource]
  /// What a plug-in may use.
  ///
  /// All of it bounds loading; after that only the memory counts, unless they end what never ends: reading and reporting take
  /// as long as there are records.
  package var limits = LuaLimits.rules
  /// Whether the limits hold while an input is read and a report is written, too.
  package var endsWork = false
  /// Where `print` in a plug-in goes.
  package var print: @Sendable ([UInt8]) -> Void = { _ in }
  /// What the embedding program offers to plug-ins.
  package var offered = HostRules()
  /// Ends what runs.
  package var interrupt: LuaInterrupt?
  /// Takes down what the plug-ins do.
  package var recorder: LuaRecorder?
  /// Stops the plug-ins where somebody wants to look at them.
  package var debugger: LuaDebugger?
  /// Whether no rules in Lua follow, so that the debugger begins with the plug-ins.
  package var isAlone = false

  /// - Parameter sources: Plug-ins beside those that come with the program.
  package init(_ sources: [PluginSource] = []) { self.sources = sources + BundledPlugins.sources }

  /// Whether there are any that do not come with the program.
  package var hasOwn: Bool { sources.contains { !$0.isBundled && $0.isTrusted } }

  /// Loads every plug-in and says what came of it; a required one that is broken is no error here.
  package func outcomes() throws -> [PluginOutcome] {
    var program = self
    for index in program.sources.indices { program.sources[index].isRequired = false }
    return try program.load().outcomes
  }

  /// Makes sure that the required plug-ins can be loaded.
  ///
  /// - Throws: What is wrong with the first that cannot.
  package func check() throws { _ = try load() }

  /// Makes a state with the library and the plug-ins in it.
  package func load() throws -> (state: LuaState, outcomes: [PluginOutcome]) {
    let state = try RuleError.locating { () throws(LuaError) in
      let state = try LuaState(
        profile: .rules, limits: limits, interrupt: interrupt, recorder: recorder,
        debugger: debugger)
      state.printer = print
      try LunaLibrary.install(in: state, host: offered, lookups: LookupFiles(plugins: sources))
      return state
    }
    if isAlone, hasOwn { debugger?.start() }
    let loader = try PluginLoader(sources, into: state)
    try RuleError.locating { () throws(LuaError) in
      for kind in [Plugin.Kind.readers, .formats] where state.isObserved {
        try PluginNames(kind: kind, state: state).noteFunctions()
      }
      try state.freezeGlobals()
      for environment in loader.environments { try state.freezeGlobals(in: environment) }
    }
    state.limits = endsWork ? limits : LuaLimits(memory: limits.memory)
    // A record takes some instructions.
    if endsWork { state.limits.records = limits.instructions.map { $0 / 100 } }
    return (state, loader.outcomes)
  }

  /// Lets an error of Lua's name the plug-in that it came from; one of the host's comes out as it is.
  package func naming<R>(_ outcomes: [PluginOutcome], _ body: () throws -> R) throws -> R {
    do { return try body() } catch {
      guard var named = error as? RuleError ?? (error as? LuaError).map({ RuleError($0) }) else {
        throw error
      }
      if let underlying = named.error.underlying { throw underlying }
      named.blame(outcomes)
      throw named
    }
  }
}
