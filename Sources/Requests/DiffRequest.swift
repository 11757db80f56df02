import RecordDiff
import Records
import Rules

/// Everything that decides a comparison of two inputs.
package struct DiffRequest: Sendable {
  /// A source of rules in Lua.
  package enum RuleSource: Sendable, Equatable {
    /// A rules file; where there is none of this name, `plugin:name` is rules of a plug-in.
    case file(String)
    /// Rules as text, and their name in messages.
    case text(String, name: String)
    /// Rules that stand in a manifest of a batch.
    case part(ManifestRules)
  }

  /// The path of the old input; `-` is standard input.
  package var old: String
  /// The path of the new input; `-` is standard input.
  package var new: String
  /// How both are read.
  package var read = ReadOptions()
  /// How the old input is read unlike the new one.
  package var oldRead = ReadOverrides()
  /// How the new input is read unlike the old one.
  package var newRead = ReadOverrides()
  /// Whether the options of reading hold for other comparisons, too, so that some may mean nothing to these inputs.
  ///
  /// Else such an option is an error.
  package var sharesOptions = false
  /// The plug-in's reader that reads both, in place of a format of `read`.
  package var reader: ReaderChoice?
  /// Rules in Lua; later ones override earlier ones, field by field.
  package var rules: [RuleSource] = []
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
  /// Counts how far the comparison is, for whoever shows it.
  package var meter: WorkMeter?

  /// A comparison of two inputs without any rule.
  package init(old: String, new: String) {
    self.old = old
    self.new = new
  }
}

extension DiffRequest {
  /// Rules that stand in a manifest.
  package struct ManifestRules: Sendable, Equatable {
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
