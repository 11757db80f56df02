import RecordDiff
import Records

/// What all requests that compare records by rules have in common.
package protocol RuledRequest {
  /// How inputs are read.
  var read: ReadOptions { get set }
  /// Rules in Lua; later ones override earlier ones, field by field.
  var rules: [DiffRequest.RuleSource] { get set }
  /// Rules that were given as flags; they override those in Lua.
  var flags: RuleSet { get set }
  /// Where plug-ins are looked for.
  var plugins: PluginSearch { get set }
  /// What scripts may use.
  var limits: ScriptLimits { get set }
  /// Where `print` in rules and plug-ins goes, a line at a time, from any thread.
  var print: @Sendable (UnsafeRawBufferPointer) -> Void { get set }
  /// The most threads to use; 0 for as many as there are cores.
  var threads: Int { get set }
}

extension RuledRequest {
  /// Compares as another request does.
  package mutating func compareLike(_ other: some RuledRequest) {
    read = other.read
    rules = other.rules
    flags = other.flags
    plugins = other.plugins
    limits = other.limits
    print = other.print
    threads = other.threads
  }
}

extension DiffRequest: RuledRequest {}
extension MergeRequest: RuledRequest {}
extension ProbeRequest: RuledRequest {}
