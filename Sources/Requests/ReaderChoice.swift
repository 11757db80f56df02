/// A reader of a plug-in's, and what it is told.
package struct ReaderChoice: Sendable, Equatable {
  /// Something that the reader is told.
  package struct Setting: Sendable, Equatable {
    /// Its name.
    package let name: String
    /// Its value.
    package let value: String

    /// A setting.
    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The reader's name, or `plugin:name`.
  package var name: String
  /// What the reader finds in its options.
  package var settings: [Setting]

  /// A reader by its name.
  package init(name: String, settings: [Setting] = []) {
    self.name = name
    self.settings = settings
  }
}
