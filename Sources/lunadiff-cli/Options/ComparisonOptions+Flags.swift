import Records
import Requests

extension ComparisonOptions {
  /// What the flags say that commands have in common.
  init(
    _ input: InputOptions, old: SideOptions<OldSide>? = nil, new: SideOptions<NewSide>? = nil,
    rules: (any RuleGroup)? = nil, script: ScriptOptions? = nil, work: WorkOptions? = nil
  ) {
    self.init()
    read = input.options
    readers.source = old?.reader(over: input.reader) ?? input.reader
    readers.target = new?.reader(over: input.reader) ?? input.reader
    overrides.source = old?.overrides ?? ReadOverrides()
    overrides.target = new?.overrides ?? ReadOverrides()
    if let rules {
      self.rules = rules.sources
      flags = rules.flags
      plugins = rules.plugins.search
    }
    if let script { limits = script.limits(over: limits) }
    print = Diagnostics.printed
    threads = work?.threads ?? 0
  }
}
