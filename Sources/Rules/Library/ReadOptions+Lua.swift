import LuaRuntime
import Records

extension ReadOptions {
  package static let names = [
    "format", "delimiter", "quote", "escape", "escape_unquoted", "skip_space", "comment", "header", "columns",
    "rename_headers", "null", "encoding", "skip_lines", "skip_last_lines", "ragged", "at", "elements", "input_limit",
  ]

  /// The options of `luna.load`, laid over others.
  ///
  /// - Parameters:
  ///   - names: The options that may be there.
  ///   - others: Options that the caller reads.
  package init(
    _ table: LuaTable?, over base: ReadOptions = ReadOptions(), names: [String] = ReadOptions.names,
    besides others: [String] = []
  ) throws(LuaError) {
    self = base
    let known = names + others.filter { !names.contains($0) }
    for (name, value) in try table?.fields(known) ?? [] where !others.contains(name) { try set(name, value) }
  }

  private mutating func set(_ name: String, _ value: LuaValue) throws(LuaError) {
    switch name {
    case "format": format = try choice(name, value)
    case "delimiter": delimiter = try byte(name, value)
    case "quote":
      isQuoting = value.text != "none"
      quote = isQuoting ? try byte(name, value) : nil
    case "escape": escape = try byte(name, value)
    case "comment": comment = try byte(name, value)
    case "escape_unquoted": escapesUnquoted = try flag(name, value)
    case "skip_space": skipsSpace = try flag(name, value)
    case "header": hasHeader = try flag(name, value)
    case "columns":
      if let text = value.text, text.contains(",") {
        let names = text.split(separator: ",", omittingEmptySubsequences: false)
        throw LuaError(
          "the option 'columns' must be a list of names, got one text; write { "
            + names.map { "\"\($0.drop { $0 == " " })\"" }.joined(separator: ", ") + " }")
      }
      columnNames = try texts(name, value)
    case "rename_headers": renamesHeaders = try flag(name, value)
    case "null": nullTokens = try texts(name, value)
    case "encoding": encoding = try text(name, value)
    case "skip_lines": skipLines = try lines(name, value)
    case "skip_last_lines": skipLastLines = try lines(name, value)
    case "ragged": ragged = try choice(name, value)
    case "input_limit": inputLimit = try limit(name, value)
    case "at": pointer = try text(name, value)
    default: elements = try text(name, value)
    }
  }

  private func text(_ name: String, _ value: LuaValue) throws(LuaError) -> String {
    guard let text = value.text else { throw value.refused(as: name, "text") }
    return text
  }

  private func lines(_ name: String, _ value: LuaValue) throws(LuaError) -> Int {
    guard case .integer(let count) = value, count >= 0 else { throw value.refused(as: name, "a number of lines") }
    return Int(clamping: count)
  }

  private func limit(_ name: String, _ value: LuaValue) throws(LuaError) -> InputLimit {
    if value.text == "0" { return .unlimited }
    if case .integer(let size) = value, size >= 0 { return size == 0 ? .unlimited : .atMost(Int(clamping: size)) }
    guard let size = value.text.flatMap(ByteSize.parse) else {
      throw value.refused(as: name, "a size such as \"64M\", or 0 for no limit")
    }
    return .atMost(size)
  }

  private func flag(_ name: String, _ value: LuaValue) throws(LuaError) -> Bool {
    guard case .boolean(let flag) = value else { throw value.refused(as: name, "true or false") }
    return flag
  }

  private func byte(_ name: String, _ value: LuaValue) throws(LuaError) -> UInt8 {
    guard case .string(let bytes) = value, bytes.count == 1 else { throw value.refused(as: name, "one character") }
    return bytes[0]
  }

  private func texts(_ name: String, _ value: LuaValue) throws(LuaError) -> [String] {
    if let text = value.text { return [text] }
    guard case .table(let table) = value else { throw value.refused(as: name, "text or a list") }
    var texts: [String] = []
    for item in try table.elements() { texts.append(try text(name, item)) }
    return texts
  }

  private func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String, _ value: LuaValue)
    throws(LuaError) -> Choice
  {
    guard let choice = value.text.flatMap(Choice.init(rawValue:)) else {
      throw value.refused(as: name, "one of " + Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))
    }
    return choice
  }

}

extension LuaValue {
  /// The error of an option that has this value and must have another.
  package func refused(as option: String, _ wanted: String) -> LuaError {
    LuaError("the option '\(option)' must be \(wanted), got \(spelling ?? typeName)")
  }
}
