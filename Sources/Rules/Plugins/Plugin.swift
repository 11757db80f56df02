/// What a plug-in says of itself, and what it adds.
package struct Plugin: Sendable, Equatable {
  /// A kind of thing that plug-ins add; its name is the field of the plug-in's table.
  package enum Kind: String, CaseIterable, Sendable {
    case comparators, normalizers, formats, readers, rules

    /// The word for one of them.
    package var singular: String { self == .rules ? "rules" : String(rawValue.dropLast()) }
  }

  /// The name that everything it adds stands under.
  package let name: String
  /// Its version, as it says it.
  package let version: String?
  /// One line about it.
  package let summary: String?
  /// The names of what it adds, sorted.
  package let names: [Kind: [String]]
  /// The file it was loaded from.
  package let path: String
  /// Why the file was looked at.
  package let origin: String
}

/// What came of one plug-in's file.
package struct PluginOutcome: Sendable {
  /// How it ended.
  package enum Status: Sendable {
    /// It is there.
    case loaded(Plugin)
    /// It is left out, because a plug-in of its name was found before, at this path.
    case hidden(Plugin, by: String)
    /// It could not be loaded.
    case broken(message: String)
  }

  /// The file's path.
  package let path: String
  /// Why the file was looked at.
  package let origin: String
  /// What it goes by: its own name, or its file's.
  package let name: String
  package let status: Status
}
