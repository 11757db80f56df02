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
  /// The path of the plug-in that reads it, if that may not run programs.
  var distrusted: String?
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
        let (plain, inner) = try ByteStorage.inflated(path: path, name: name, options: options)
        content = plain
        options.inflatedName = inner ?? name
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
    let content = try content ?? ByteStorage.inflated(path: path, name: name, options: options).plain
    let scratch = try ScratchFile(content.bytes)
    return (scratch.path, false, scratch)
  }
}

/// What a reader reads: the text of an input, inflated and in UTF-8, by lines or by pieces.
final class InputObject: LuaObject {
  static let luaName = "input"

  private let text: PlainText
  private var offset = 0

  init(_ text: PlainText) { self.text = text }

  static func describe(_ type: inout LuaType<InputObject>) {
    type.property("name") { object, _ in .string(object.text.name) }
    type.property("size") { object, _ in .integer(object.text.bytes.count) }
    type.dataError { $0.text.name }
    type.method("lines") { object, _ in .one(.native("next_line") { call in object.line(to: call) }) }
    type.method("read") { (object, call) throws(LuaError) in
      guard !call.isNil(2) else { return object.line(to: call) }
      if case .string(let bytes) = try call.value(2) {
        switch String(decoding: bytes, as: UTF8.self) {
        case "l": return object.line(to: call)
        case "a": return .one(.string(object.piece(.max) ?? []))
        default: throw LuaError(argument: 2, "a number of bytes, \"l\" or \"a\" expected")
        }
      }
      let count = try call.integer(2)
      guard count >= 0 else { throw LuaError(argument: 2, "a number of at least 0 expected") }
      return .one(object.piece(Int(clamping: count)).map { .string($0) } ?? .nil)
    }
  }

  /// Hands over the next line without its end, LF or CRLF; nil at the end of the text.
  private func line(to call: borrowing LuaCall) -> LuaReturn {
    let bytes = text.bytes
    guard offset < bytes.count else { return .one(.nil) }
    let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: offset) ?? bytes.count
    var line = bytes[offset..<end]
    if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
    offset = end + 1
    return call.returning(BytesView(rebasing: line))
  }

  /// At most so many of the next bytes; `nil` at the end of the text.
  private func piece(_ count: Int) -> [UInt8]? {
    let bytes = text.bytes
    guard offset < bytes.count else { return nil }
    let end = offset + min(count, bytes.count - offset)
    defer { offset = end }
    return Array(bytes[offset..<end])
  }
}

/// What a function finds of an input that makes the command line of a reader.
final class CommandInput: LuaObject {
  static let luaName = "input"

  private let input: ReaderInput
  private let file: (path: String, isAddress: Bool, scratch: ScratchFile?)
  private let advice: String?

  /// So much may a program write that is asked something beforehand.
  private static let longestAnswer = 16 << 20

  /// - Parameter advice: How the reader's program is installed.
  init(_ input: ReaderInput, advice: String?) throws {
    self.input = input
    self.advice = advice
    file = try input.file()
  }

  static func describe(_ type: inout LuaType<CommandInput>) {
    type.property("name") { object, _ in .path(object.input.name) }
    type.property("path") { object, _ in .path(object.file.path) }
    type.dataError { $0.input.name }
    type.method("has") { (_, call) throws(LuaError) in .one(.boolean(SearchPath.has(try call.path(2)))) }
    type.method("run") { (object, call) throws(LuaError) in
      let line = try CommandLine(call.table(2), place: "input:run")
      var options = ReadOptions()
      options.inputLimit = .atMost(longestAnswer)
      let output = try hosting { try object.output(of: line, options) }
      return .one(.string(Array(output.bytes)))
    }
  }

  /// All that a program writes that reads the input as its standard input, and finds its path in `LUNADIFF_INPUT`.
  func output(of line: CommandLine, _ options: ReadOptions) throws -> ByteStorage {
    guard input.allowsPrograms else {
      throw RecordError(.program(.notAllowed(program: line.program)), file: input.name)
    }
    if let path = input.distrusted {
      let message = "the program \(line.program) was not run: \(path) is not trusted"
      let hint = "to trust it: lunadiff plugins trust \(path.shellWord)"
      throw RecordError(.reported(message, hint: hint), file: input.name)
    }
    var program = Subprocess(line.program, line.arguments)
    if !file.isAddress { program.input = file.path }
    program.environment = [("LUNADIFF_INPUT", file.path)]
    return try ByteStorage.output(
      of: program, name: input.name, advice: advice, options: options, while: input.isWanted)
  }
}

extension LuaType {
  /// Adds `input:error(message, line, hint)`: something is wrong with the data, and not with the plug-in.
  fileprivate mutating func dataError(named name: @escaping (Object) -> String) {
    method("error") { (object, call) throws(LuaError) in
      let message = try call.string(2)
      let line = call.isNil(3) ? nil : try call.integer(3)
      var error = RecordError(.reported(message, hint: try call.optionalString(4)), file: name(object))
      error.line = line.map { Int(clamping: $0) }
      throw LuaError("\(error)", underlying: error)
    }
  }
}
