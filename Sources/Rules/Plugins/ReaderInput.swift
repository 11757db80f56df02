import LuaRuntime
import Platform
import Records

/// An input as it is given to a reader of a plug-in's.
package struct ReaderInput {
  /// Where it is: a path, an address, or `-`.
  package let path: String
  /// What messages call it, and by which it is claimed.
  package let name: String
  /// Its bytes, where they are known; the path is then only a name.
  package var content: ByteStorage?
  /// What the reader is told, by name; a table of Lua's, a fresh one, or nil.
  package var settings = LuaValue.nil
  package var options = ReadOptions()
  package var allowsPrograms = true
  /// Whether a reader made the bytes, of the input that they are called by.
  var isMade = false
  /// Whether anybody still waits for the records; asked from the thread that reads.
  package var isWanted: () -> Bool = { true }

  package init(path: String, name: String? = nil) {
    self.path = path
    self.name = name ?? InputName.of(path)
  }

  /// What readers tell by whether they claim an input.
  struct Look {
    var scheme: String?
    /// The first bytes of anything else.
    var start: [UInt8] = []
  }

  /// Whether a reader may claim it: a file is read by the format that was asked for, or by that of its name.
  package var mayBeClaimed: Bool {
    options.format == nil && InputFormat(fileName: name) == nil || content == nil && InputGlance.isAddress(path)
  }

  /// Looks at an input that a plug-in's reader may claim; what cannot be looked at unread becomes the content.
  mutating func look() throws(RecordError) -> Look? {
    guard mayBeClaimed else { return nil }
    if content == nil {
      switch InputGlance(path: path) {
      case .address(let scheme): return Look(scheme: scheme)
      case .parts: return nil
      case .file(let start) where !RecordInput.isCompressed(start): return Look(start: start)
      case .file, .stream:
        content = try ByteStorage.inflated(path: path, name: name, options: options)
        options.isInflated = true
      }
    }
    return content.map { Look(start: Array($0.bytes.prefix(InputGlance.startSize))) }
  }

  /// The records of what had to be read to be looked at, which cannot be read again.
  package func plainRecords() throws(RecordError) -> RecordInput? {
    try content.map { content throws(RecordError) in try RecordInput.read(content, name: name, options: options) }
  }

  /// Lets the settings be of no state of Lua's, so that a reader of any other may be told them.
  package mutating func detachSettings() throws(LuaError) {
    guard case .table(let table) = settings else { return }
    var pairs: [(LuaValue, LuaValue)] = []
    for (key, value) in try table.sortedPairs() {
      guard let name = key.text, value.spelling != nil else {
        throw LuaError("options of a reader are texts, numbers, true or false by name")
      }
      pairs.append((.string(name), value))
    }
    settings = .map(pairs)
  }

  /// The input's text for a reader that is a function.
  func text() throws(RecordError) -> PlainText {
    guard let content else { return try PlainText(path: path, named: name, options: options) }
    return try PlainText(content, name: name, options: options)
  }

  /// The input as a file that a program can open, and what keeps it there; an address is none.
  func file() throws -> (path: String, isAddress: Bool, scratch: ScratchFile?) {
    let isInflated = ![".gz", ".zst"].contains(where: name.lowercased().hasSuffix)
    if content == nil {
      switch InputGlance(path: path) {
      case .address: return (path, true, nil)
      // A name that begins with a dash would be an option.
      case .file where isInflated: return (path.hasPrefix("/") ? path : "./\(path)", false, nil)
      default: break
      }
    }
    let content = try content ?? ByteStorage.inflated(path: path, name: name, options: options)
    let scratch = try ScratchFile(content.bytes)
    return (scratch.path, false, scratch)
  }
}
