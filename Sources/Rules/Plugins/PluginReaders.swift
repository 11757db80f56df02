import LuaRuntime
import Records

/// The readers of the plug-ins that a state has.
package struct PluginReaders {
  private let names: PluginNames
  private let state: LuaState

  package init(in state: LuaState, outcomes: [PluginOutcome]) {
    self.state = state
    names = .readers(in: state, outcomes: outcomes)
  }

  package func has(_ name: String) throws(LuaError) -> Bool { try names.has(name) }

  func extensions() throws(LuaError) -> Set<String> {
    var extensions: Set<String> = []
    for entry in try names.entries() { extensions.formUnion(try PluginReader(entry).extensions) }
    return extensions
  }

  func reader(_ name: String) throws(LuaError) -> PluginReader { try PluginReader(names.entry(name)) }

  /// The first reader, in the order of the search, that claims an input.
  private func claimant(of input: ReaderInput, _ look: ReaderInput.Look) throws(LuaError) -> PluginReader? {
    var readers: [PluginReader] = []
    for entry in try names.entries() { readers.append(try PluginReader(entry)) }
    readers.sort { names.rank(of: $0.name) < names.rank(of: $1.name) }
    if let scheme = look.scheme { return readers.first { $0.schemes.contains(scheme) } }
    if let reader = readers.first(where: { $0.claims(fileNamed: input.name) }) { return reader }
    for reader in readers {
      guard let sniff = reader.sniff else { continue }
      let answer = try state.call(sniff, [.string(look.start), .path(input.name)]).first ?? .nil
      if answer.isTruthy { return reader }
    }
    return nil
  }

  /// Reads an input by the reader that claims it, if any; what can be looked at only by reading becomes its content.
  package func readClaimed(_ input: inout ReaderInput) throws -> RecordInput? {
    try input.look().flatMap { try read(input, seen: $0) }
  }

  func read(_ input: ReaderInput, seen look: ReaderInput.Look) throws -> RecordInput? {
    let reader = try RuleError.locating { () throws(LuaError) in try claimant(of: input, look) }
    return try reader.map { try read(input, by: $0) }
  }

  /// Reads an input by a reader that is named; as the file that the reader makes of it, where that is what it does.
  package func read(_ input: ReaderInput, by name: String) throws -> RecordInput {
    try read(input, by: RuleError.locating { () throws(LuaError) in try reader(name) })
  }

  private func read(_ input: ReaderInput, by reader: PluginReader) throws -> RecordInput {
    var input = input
    input.distrusted = names.plugin(of: reader.name).flatMap { $0.runsPrograms ? nil : $0.path }
    switch try reader.read(input, in: state) {
    case .records(let records): return records
    case .file(let storage):
      var file = input
      file.content = storage
      file.options.inflatedName = nil
      file.settings = .nil
      file.isMade = true
      // What is made of such a file in turn is not asked about again.
      return try (input.isMade ? nil : readClaimed(&file))
        ?? RecordInput.read(storage, name: input.name, options: file.options)
    }
  }
}

extension PluginReader {
  init(_ entry: PluginNames.Entry) throws(LuaError) {
    try self.init(entry.value, name: entry.fullName, place: "readers.\(entry.name)")
  }

  /// Whether it claims files of this name, looking through `.gz` and `.zst`.
  fileprivate func claims(fileNamed name: String) -> Bool {
    var name = name.lowercased()[...]
    if let packed = [".gz", ".zst"].first(where: name.hasSuffix) { name = name.dropLast(packed.count) }
    return extensions.contains { name.hasSuffix(".\($0)") }
  }
}
