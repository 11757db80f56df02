/// The words of a Lua text, without blanks and comments.
///
/// The text is taken to be sound, as one that was loaded is; of any other, some words.
package struct LuaTokens {
  private let text: [UInt8]
  private var index = 0
  private var line = 1
  private var tokens: [LuaToken] = []

  private static let keywords: Set<String> = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
    "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]
  /// Signs of several characters, the longer ones first.
  private static let signs = ["...", "..", "==", "~=", "<=", ">=", "//", "::", "<<", ">>"].map { Array($0.utf8) }

  package static func all(in text: [UInt8]) -> [LuaToken] {
    var reader = LuaTokens(text: text)
    reader.skipPreamble()
    while reader.readToken() {}
    return reader.tokens
  }

  private init(text: [UInt8]) { self.text = text }

  private func byte(_ offset: Int = 0) -> UInt8? { text.indices.contains(index + offset) ? text[index + offset] : nil }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where index < text.count {
      if text[index] == UInt8(ascii: "\n") { line += 1 }
      index += 1
    }
  }

  private mutating func skipPreamble() {
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    if byte() == UInt8(ascii: "#") { skipLine() }
  }

  private mutating func skipLine() { while let byte = byte(), byte != UInt8(ascii: "\n") { advance() } }

  /// Reads one word; false at the end.
  private mutating func readToken() -> Bool {
    skipBlanks()
    guard let first = byte() else { return false }
    let start = (index, line)
    let kind: LuaToken.Kind
    if first.isLetter {
      while let byte = byte(), byte.isLetter || byte.isDigit { advance() }
      kind = .name
    } else if first.isDigit || first == UInt8(ascii: ".") && byte(1)?.isDigit == true {
      readNumber()
      kind = .number
    } else if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      readQuoted(first)
      kind = .string
    } else if let level = longBracket() {
      readLong(level)
      kind = .string
    } else {
      let sign = Self.signs.first { text[index...].starts(with: $0) }
      advance(sign?.count ?? 1)
      kind = .sign
    }
    let words = String(decoding: text[start.0..<index], as: UTF8.self)
    tokens.append(
      LuaToken(
        kind: Self.keywords.contains(words) ? .keyword : kind, text: words, range: start.0..<index, line: start.1))
    return true
  }

  private mutating func skipBlanks() {
    while let byte = byte() {
      if byte == UInt8(ascii: "-"), self.byte(1) == byte {
        advance(2)
        if let level = longBracket() { readLong(level) } else { skipLine() }
      } else if byte <= UInt8(ascii: " ") {
        advance()
      } else {
        return
      }
    }
  }

  private mutating func readNumber() {
    let isHexadecimal = byte() == UInt8(ascii: "0") && (byte(1).map { $0 | 0x20 } == UInt8(ascii: "x"))
    let exponent = UInt8(ascii: isHexadecimal ? "p" : "e")
    while let byte = byte(), byte.isLetter || byte.isDigit || byte == UInt8(ascii: ".") {
      advance()
      if byte | 0x20 == exponent, self.byte() == UInt8(ascii: "-") || self.byte() == UInt8(ascii: "+") { advance() }
    }
  }

  private mutating func readQuoted(_ quote: UInt8) {
    advance()
    while let byte = byte() {
      advance(byte == UInt8(ascii: "\\") ? 2 : 1)
      if byte == quote { return }
    }
  }

  /// How many equals signs the long bracket has that begins here, if one does.
  private func longBracket() -> Int? {
    guard byte() == UInt8(ascii: "[") else { return nil }
    var level = 0
    while byte(level + 1) == UInt8(ascii: "=") { level += 1 }
    return byte(level + 1) == UInt8(ascii: "[") ? level : nil
  }

  private mutating func readLong(_ level: Int) {
    let end = "]" + String(repeating: "=", count: level) + "]"
    while index < text.count, !text[index...].starts(with: end.utf8) { advance() }
    advance(end.utf8.count)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  fileprivate var isLetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) || self == UInt8(ascii: "_")
  }
}
