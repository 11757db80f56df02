/// A reader of a plug-in's, and what it is told.
public struct ReaderChoice: Sendable, Equatable {
  /// Something that the reader is told.
  public struct Setting: Sendable, Equatable {
    /// Its name.
    public let name: String
    /// Its value.
    public let value: String

    /// A setting.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The reader's name, or `plugin:name`.
  public var name: String
  /// What the reader finds in its options.
  public var settings: [Setting]

  /// A reader by its name.
  public init(name: String, settings: [Setting] = []) {
    self.name = name
    self.settings = settings
  }
}
