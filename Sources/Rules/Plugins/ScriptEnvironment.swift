import LuaRuntime

/// What scripts run in beside their own text: one value, which every program is given as it is made.
package struct ScriptEnvironment: Sendable {
  package var limits = LuaLimits.rules
  /// Whether functions of rules run without Lua that can.
  package var compiles = true
  /// Where `print` goes, a line at a time, from any thread; standard output belongs to the result.
  package var print: @Sendable ([UInt8]) -> Void = { _ in }
  /// Takes down what scripts do in every state.
  package var recorder: LuaRecorder?
  /// Stops scripts where somebody wants to look at them; states must not run at the same time then.
  package var debugger: LuaDebugger?
  /// Ends what runs in any state.
  package var interrupt: LuaInterrupt?
  package var plugins: [PluginSource] = []
  package var host = HostRules()
  /// Where a driver script's `require` looks, and its `luna.lookup` beside the working directory.
  package var directories: [String] = []

  package init() {}

  /// Whether functions run without Lua that can, and that makes no difference: nobody looks at what they do, and no
  /// limit is so narrow that one of them may reach it.
  var runsCompiled: Bool {
    compiles && recorder?.takesCompiled ?? true && debugger == nil && limits.instructions ?? .max >= 1_000_000
      && limits.memory ?? .max >= 64 << 20
      && limits.seconds ?? .infinity >= 1
  }

  /// Nothing but the default limits and some plug-ins.
  package init(plugins: [PluginSource]) { self.plugins = plugins }

  /// The same for scripts that have run, or will run, where somebody sees it: nothing of it is shown or taken down.
  package var unobserved: ScriptEnvironment {
    var environment = self
    environment.print = { _ in }
    environment.recorder = nil
    environment.debugger = nil
    return environment
  }

  /// The files that plug-ins, and of a driver script the script, look things up in.
  package func lookups(_ profile: LuaProfile = .rules, cache: LookupCache = LookupCache()) -> LookupFiles {
    var files = LookupFiles(directories: profile == .driver ? directories + ["."] : [], cache: cache)
    for plugin in plugins { files.add(plugin.path, in: plugin.folder) }
    return files
  }

  /// Makes a state with the library and the plug-ins in it.
  ///
  /// - Parameters:
  ///   - lookups: The files that `luna.lookup` may read, if not ``lookups(_:cache:)`` alone.
  ///   - more: Further fields of `luna`.
  ///   - conditions: Is told of the conditions that are made.
  ///   - debugsPlugins: Whether the debugger begins with the plug-ins.
  ///   - printer: Where a driver script's own `print` goes; `nil`: to standard output.
  /// - Throws: What a plug-in throws that has to work.
  package func makeState(
    _ profile: LuaProfile = .rules, lookups: LookupFiles? = nil, more: [(String, LuaValue)] = [],
    conditions: ConditionLog = ConditionLog(), debugsPlugins: Bool = false, printer: (([UInt8]) -> Void)? = nil
  ) throws -> (state: LuaState, plugins: PluginLoader) {
    let state = try RuleError.locating { () throws(LuaError) in
      let state = try LuaState(
        profile: profile, limits: limits, interrupt: interrupt, recorder: recorder, debugger: debugger)
      if let printer { state.printer = printer } else if profile == .rules { state.printer = print }
      try LunaLibrary.install(
        in: state, host: host, lookups: lookups ?? self.lookups(profile), more: more, conditions: conditions)
      if profile == .driver { try state.setModuleDirectories(directories) }
      return state
    }
    if debugsPlugins { debugger?.start() }
    return (state, try PluginLoader(plugins, into: state))
  }
}
