import RecordDiff
import Records

/// Everything that decides what a probe looks at.
public struct ProbeRequest: Sendable {
  /// The path of the old input; `-` is standard input.
  public var old: String
  /// The path of the new input; `nil` if there is none.
  public var new: String?
  /// How both are read.
  public var read = ReadOptions()
  /// How the old input is read unlike the new one.
  public var oldRead = ReadOverrides()
  /// How the new input is read unlike the old one.
  public var newRead = ReadOverrides()
  /// The plug-in's reader that reads both, in place of a format of `read`.
  public var reader: ReaderChoice?
  /// Keys to try, each of one column or several; beside them the identity that the rules name.
  public var candidates: [[String]] = []
  /// Whether keys are searched for; so they are where there is no candidate.
  public var suggests = false
  /// How far the search goes.
  public var search = SearchLimits()
  /// Rules in Lua: comparators, normalizers, filter, renames and identity.
  public var rules: [DiffRequest.RuleSource] = []
  /// Rules that were given as flags; they override those in Lua.
  public var flags = RuleFlags()
  /// Where plug-ins are looked for.
  public var plugins = PluginSearch()
  /// What scripts may use.
  public var limits = ScriptLimits()
  /// Where `print` in rules and plug-ins goes, a line at a time, from any thread; nowhere if it is not said.
  public var print: @Sendable (UnsafeRawBufferPointer) -> Void = { _ in }
  /// The most threads to use; 0 for as many as there are cores.
  public var threads = 0

  /// A search for keys of one input or of two.
  public init(old: String, new: String? = nil) {
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
