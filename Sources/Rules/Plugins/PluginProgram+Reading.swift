import Platform
import Records

extension PluginProgram {
  /// Reads an input through a plug-in's reader.
  ///
  /// - Parameter reader: The reader's name, or `plugin:name`; without one the reader that claims the input by its name,
  ///   its address or its first bytes.
  /// - Returns: The records, and whether a reader gave them; `nil` where none is named, none claims the input, and it need
  ///   not be read to be sure of that.
  /// - Throws: ``RuleError`` where the reader fails, `RecordError` where the input cannot be read.
  package func read(_ input: ReaderInput, by reader: String? = nil) throws -> (
    records: RecordInput?, isByReader: Bool
  ) {
    if let reader { return (try with { try $0.read(input, by: reader) }, true) }
    var input = input
    if let look = try input.look(), isWorthAsking(look),
      let records = try with({ try $0.read(input, seen: look) })
    {
      return (records, true)
    }
    return (try input.plainRecords(), false)
  }

  /// The extensions of the files that readers claim, in small letters.
  package func claimedExtensions() throws -> Set<String> { try with { try $0.extensions() } }

  /// Whether there is a reader of this name.
  package func hasReader(_ name: String) throws -> Bool { try with { try $0.has(name) } }

  /// Most files are text, which none of the bundled readers claims: no state is made for them.
  private func isWorthAsking(_ look: ReaderInput.Look) -> Bool {
    let isForeign = ForeignFormat(of: look.start) != nil
    return look.scheme != nil || isForeign || hasOwn
  }

  private func with<R>(_ body: (PluginReaders) throws -> R) throws -> R {
    let (state, outcomes) = try load()
    return try naming(outcomes) { try body(PluginReaders(in: state, outcomes: outcomes)) }
  }
}
