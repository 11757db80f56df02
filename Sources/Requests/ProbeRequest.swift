import RecordDiff
import Records

/// Everything that decides what a probe looks at.
package struct ProbeRequest: Sendable {
  /// The path of the old input; `-` is standard input.
  package var old: String
  /// The path of the new input; `nil` if there is none.
  package var new: String?
  /// How both are read.
  package var read = ReadOptions()
  /// How the old input is read unlike the new one.
  package var oldRead = ReadOverrides()
  /// How the new input is read unlike the old one.
  package var newRead = ReadOverrides()
  /// The plug-in's reader that reads both, in place of a format of `read`.
  package var reader: ReaderChoice?
  /// Keys to try, each of one column or several; beside them the identity that the rules name.
  package var candidates: [[String]] = []
  /// Whether keys are searched for; so they are where there is no candidate.
  package var suggests = false
  /// How far the search goes.
  package var search = SearchLimits()
  /// Rules in Lua: comparators, normalizers, filter, renames and identity.
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

  /// A search for keys of one input or of two.
  package init(old: String, new: String? = nil) {
    self.old = old
    self.new = new
  }

  /// The comparison with the same inputs and rules.
  var comparison: DiffRequest {
    var request = DiffRequest(old: old, new: new ?? old)
    request.compareLike(self)
    request.reader = reader
    request.oldRead = oldRead
    request.newRead = newRead
    return request
  }
}
