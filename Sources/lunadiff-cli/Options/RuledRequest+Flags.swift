import LunaDiff

extension RuledRequest {
  /// Takes what the flags say that all such commands have.
  mutating func take(
    _ rules: RuleOptions, _ input: InputOptions, _ script: ScriptOptions, _ work: WorkOptions
  ) {
    read = input.options
    self.rules = rules.sources
    flags = rules.flags
    plugins = rules.plugins.search
    limits = script.limits(over: ScriptLimits())
    print = Diagnostics.printed
    threads = work.threads
  }
}
