import Records
import Rules

/// Everything that decides a comparison of two inputs.
public struct DiffRequest: Sendable {
  /// A source of rules in Lua.
  public enum RuleSource: Sendable, Equatable {
    /// A rules file; where there is none of this name, `plugin:name` is rules of a plug-in.
    case file(String)
    /// Rules as text, and their name in messages.
    case text(String, name: String)
    /// Rules that stand in a manifest of a batch.
    case part(ManifestRules)
  }

  /// The path of the old input; `-` is standard input.
  public var old: String
  /// The path of the new input; `-` is standard input.
  public var new: String
  /// How both are read.
  public var read = ReadOptions()
  /// How the old input is read unlike the new one.
  public var oldRead = ReadOverrides()
  /// How the new input is read unlike the old one.
  public var newRead = ReadOverrides()
  /// Whether the options of reading hold for other comparisons, too, so that some may mean nothing to these inputs.
  ///
  /// Else such an option is an error.
  public var sharesOptions = false
  /// The plug-in's reader that reads both, in place of a format of `read`.
  public var reader: ReaderChoice?
  /// Rules in Lua; later ones override earlier ones, field by field.
  public var rules: [RuleSource] = []
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
  /// Counts how far the comparison is, for whoever shows it.
  public var meter: WorkMeter?

  /// A comparison of two inputs without any rule.
  public init(old: String, new: String) {
    self.old = old
    self.new = new
  }
}

extension DiffRequest {
  /// Rules that stand in a manifest.
  public struct ManifestRules: Sendable, Equatable {
    let name: String
    let text: [UInt8]
    let part: ManifestPart

    package init(name: String, text: [UInt8], part: ManifestPart) {
      self.name = name
      self.text = text
      self.part = part
    }
  }
}
