import RecordDiff
import Records

/// What is merged, and by which rules.
package struct MergeRequest: Sendable {
  /// The path of the input that both sides come from.
  package var base: String
  /// The path of our input.
  package var ours: String
  /// The path of their input.
  package var theirs: String
  /// What is done about conflicts.
  package var favor = MergeFavor.none
  /// How all three are read.
  package var read = ReadOptions()
  /// Rules in Lua; later ones override earlier ones, field by field.
  package var rules: [DiffRequest.RuleSource] = []
  /// Rules that were given as flags; they override those in Lua.
  package var flags = RuleSet()
  /// Where plug-ins are looked for.
  package var plugins = PluginSearch()
  /// What scripts may use.
  package var limits = ScriptLimits()
  /// Where `print` in rules and plug-ins goes, a line at a time, from any thread; nowhere if it is not said.
  package var print: @Sendable (UnsafeRawBufferPointer) -> Void = { _ in }
  /// The most threads to use; 0 for as many as there are cores.
  package var threads = 0

  /// A merge without any rule.
  package init(base: String, ours: String, theirs: String) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
  }

  /// The comparison with the same rules.
  var comparison: DiffRequest {
    var request = DiffRequest(old: base, new: ours)
    request.compareLike(self)
    return request
  }
}
