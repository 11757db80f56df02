import LuaRuntime

/// Which reader of a plug-in's reads an input, and what it is told.
package struct ReaderChoice: Sendable, Equatable {
  package struct Setting: Sendable, Equatable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }

    /// Says that no reader reads the inputs of these names, so that nobody asks for the setting.
    package func unused(for names: String) -> LunaDiffError {
      LunaDiffError(
        "no plug-in's reader reads \(names), which could use the option '\(name)'",
        hint: "\(.inputFormat) NAME names a reader; lunadiff plugins lists them")
    }
  }

  /// The reader's name, or `plugin:name`; `nil`: the one that claims the input, if one does.
  package var name: String?
  /// What the readers of all inputs find in their options.
  package var settings: [Setting]
  /// What the reader of this input finds beside that.
  package var ownSettings: [Setting] = []

  package init(name: String? = nil, settings: [Setting] = []) {
    self.name = name
    self.settings = settings
  }

  package var values: LuaValue { .map((settings + ownSettings).map { (.string($0.name), .string($0.value)) }) }
}
