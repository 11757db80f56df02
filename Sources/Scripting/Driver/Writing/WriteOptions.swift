import LuaRuntime
import Records

struct WriteOptions {
  private static let names = ["format", "columns", "delimiter", "header", "null"]

  var format: InputFormat
  var columns: [String]?
  var delimiter = UInt8(ascii: ",")
  var hasHeader = true
  var null = ""

  /// Reads the options; the file's name gives the format where they do not.
  init(_ table: LuaTable?, path: String) throws(LuaError) {
    let named = InputFormat(fileName: path)
    format = named ?? .csv
    var isKnown = named != nil
    for (name, value) in try table?.fields(Self.names) ?? [] {
      try set(name, value)
      if name == "format" { isKnown = true }
    }
    let names = InputFormat.allCases.map(\.rawValue)
    guard isKnown, !path.hasSuffix(".gz"), !path.hasSuffix(".zst") else {
      throw LuaError(
        "luna.write: the name '\(path)' tells no format that can be written; give { format = \"\(names[0])\" }, "
          + names.dropFirst().dropLast().joined(separator: ", ") + " or \(names[names.count - 1])"
      )
    }
    if let own = format.delimiter { delimiter = own }
    if format.hasRows, null.utf8.contains(where: mustQuote) {
      throw LuaError(
        "luna.write: the option 'null' must have no delimiter, quote or line end in it: in quotes it would be text")
    }
  }

  /// Whether a cell with this byte in it stands in quotes.
  func mustQuote(_ byte: UInt8) -> Bool { byte == delimiter || Self.isSpecial(byte) }

  /// What always has a meaning.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  private mutating func set(_ name: String, _ value: LuaValue) throws(LuaError) {
    switch (name, value) {
    case ("format", .string):
      guard let format = value.text.flatMap(InputFormat.init(rawValue:)) else {
        throw value.refused(
          as: name, "one of " + InputFormat.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))
      }
      self.format = format
    case ("columns", .table(let table)):
      var names: [String] = []
      for item in try table.elements() {
        guard let text = item.text else { throw item.refused(as: name, "a list of texts") }
        guard !names.contains(text) else { throw LuaError("the option 'columns' has '\(text)' twice") }
        names.append(text)
      }
      columns = names
    case ("delimiter", .string(let bytes)) where bytes.count == 1 && !Self.isSpecial(bytes[0]):
      delimiter = bytes[0]
    case ("header", .boolean(let flag)): hasHeader = flag
    case ("null", .string): null = value.text ?? ""
    case ("columns", _): throw value.refused(as: name, "a list of texts")
    case ("delimiter", _): throw value.refused(as: name, "one character, neither quote nor line end")
    case ("header", _): throw value.refused(as: name, "true or false")
    default: throw value.refused(as: name, "text")
    }
  }
}
