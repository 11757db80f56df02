import RecordDiff
import Records

/// What is merged, and by which rules.
public struct MergeRequest: Sendable {
  /// The path of the input that both sides come from.
  public var base: String
  /// The path of our input.
  public var ours: String
  /// The path of their input.
  public var theirs: String
  /// What is done about conflicts.
  public var favor = MergeFavor.none
  /// How all three are read.
  public var read = ReadOptions()
  /// Rules in Lua; later ones override earlier ones, field by field.
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

  /// A merge without any rule.
  public init(base: String, ours: String, theirs: String) {
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
