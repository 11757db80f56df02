import LuaRuntime
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
    if let look = try input.look(), isWorthAsking(look, input),
      let records = try with({ try $0.read(input, seen: look) })
    {
      return (records, true)
    }
    return (try input.plainRecords(), false)
  }

  /// The extensions of the files that readers claim, in small letters.
  package func claimedExtensions() throws -> Set<String> { try with { try $0.extensions() } }

  /// What is said of plug-ins that cannot be used and whose texts name the extension of a file that no reader claims.
  ///
  /// They are not run to find that out.
  package func absentReaders(of names: [String]) -> [String] {
    let unknown = names.filter { InputFormat(fileName: $0) == nil }
      .compactMap { name in
        name.split(separator: "/").last?.split(separator: ".").dropFirst()
          .last { !["gz", "zst"].contains($0) }
      }
    guard !unknown.isEmpty, sources.contains(where: { !$0.isBundled }),
      let outcomes = try? outcomes(), let claimed = try? claimedExtensions()
    else { return [] }
    return outcomes.compactMap { outcome in
      guard let problem = outcomes.problem(of: outcome.name),
        let text = try? TextFile.readPlugin(outcome.path)
      else { return nil }
      let words = LuaTokens.all(in: text).filter { $0.kind == .string }
        .map { $0.text.dropFirst().dropLast().lowercased() }
      let named = unknown.map { $0.lowercased() }
        .first { !claimed.contains($0) && words.contains($0) }
      return named.map { "the plug-in '\(outcome.name)', which names '.\($0)', \(problem)" }
    }
  }

  /// Makes sure that there is a reader of this name.
  package func checkReader(_ name: String) throws { try with { _ = try $0.reader(name) } }

  /// Whether there is a reader of this name.
  package func hasReader(_ name: String) throws -> Bool { try with { try $0.has(name) } }

  /// Most files are text, which none of the bundled readers claims: no state is made for them.
  private func isWorthAsking(_ look: ReaderInput.Look, _ input: ReaderInput) -> Bool {
    let isForeign = ForeignFormat(of: look.start, named: input.name) != nil
    return look.scheme != nil || isForeign || hasOwn
  }

  private func with<R>(_ body: (PluginReaders) throws -> R) throws -> R {
    let (state, outcomes) = try load()
    return try naming(outcomes) { try body(PluginReaders(in: state, outcomes: outcomes)) }
  }
}
