/// How a delimited text is written: delimiter, quote, escape, comments.
struct CSVDialect: Sendable, Equatable {
  var delimiter: UInt8
  /// Around quoted cells; `nil`: quotes are text.
  var quote: UInt8?
  var escape: UInt8?
  var escapesUnquoted: Bool
  var skipsSpace: Bool
  var doublesQuotes: Bool
  var comment: UInt8?
  /// Ends a record; `nil`: LF, CRLF or a lone CR.
  var terminator: UInt8?

  init(options: ReadOptions, delimiter: UInt8) {
    self.delimiter = delimiter
    quote = options.isQuoting ? options.quote ?? UInt8(ascii: "\"") : nil
    escapesUnquoted = options.hasUnquotedEscapes
    // To escape quotes by quotes is to double them.
    escape = options.escape == quote && !escapesUnquoted ? nil : options.escape
    skipsSpace = options.skipsSpace
    doublesQuotes = options.doublesQuotes
    comment = options.comment
    terminator = options.terminator
  }

  @inline(__always) func ends(_ byte: UInt8) -> Bool {
    if let terminator { return byte == terminator }
    return byte == 0x0A || byte == 0x0D
  }

  /// Whether a byte outside quotes is left out before a cell and around its quotes.
  func skips(_ byte: UInt8) -> Bool { skipsSpace && (byte == 0x20 || byte == 0x09) && byte != delimiter }

  /// Whether a cell that does not begin with a quote is its bytes as they stand.
  var hasPlainCells: Bool { !escapesUnquoted && !skipsSpace }

  var escapedText: EscapedText {
    EscapedText(quote: quote, escape: escape, doubles: doublesQuotes, escapesUnquoted: escapesUnquoted)
  }
}

extension CSVDialect {
  /// Whether a byte can stand between cells and be taken for nothing else.
  static func mayDelimit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x22, 0, 0x0A, 0x0D: false
    default: byte < 0x80
    }
  }

  /// Why no text can be read in this dialect, if so.
  var problem: String? {
    let isUsual = quote == UInt8(ascii: "\"") && escape == nil && comment == nil && terminator == nil
    guard !isUsual || !Self.mayDelimit(delimiter) else { return nil }
    let roles: [(name: String, byte: UInt8)] = [
      ("delimiter", delimiter), ("quote", quote), ("escape", escape), ("comment character", comment),
    ].compactMap { name, byte in byte.map { (name, $0) } }
    for (number, role) in roles.enumerated() {
      if role.byte == 0 || role.byte >= 0x80 { return "the \(role.name) is no ASCII character" }
      // That blank lines are comments does no harm.
      if ends(role.byte), role.byte != comment { return "the \(role.name) is a line end" }
      if let other = roles[..<number].first(where: { $0.byte == role.byte }) {
        return "the \(other.name) and the \(role.name) are both \(ByteName.of(role.byte))"
      }
    }
    return nil
  }
}
