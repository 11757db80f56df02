/// The bytes that mean something in a delimited file.
struct CSVDialect: Sendable, Equatable {
  /// Between cells.
  var delimiter: UInt8
  /// Around quoted cells; `nil`: quotes are text.
  var quote: UInt8?
  /// Makes the next byte literal inside quotes.
  var escape: UInt8?
  /// Whether two quotes inside quotes stand for one.
  var doublesQuotes: Bool
  /// Starts a comment line.
  var comment: UInt8?
  /// Ends a record; `nil`: LF, CRLF or a lone CR.
  var terminator: UInt8?

  /// The dialect that options ask for.
  init(options: ReadOptions, delimiter: UInt8) {
    self.delimiter = delimiter
    quote = options.isQuoting ? options.quote ?? UInt8(ascii: "\"") : nil
    escape = options.isQuoting ? options.escape : nil
    doublesQuotes = options.doublesQuotes
    comment = options.comment
    terminator = options.terminator
  }

  /// Whether a byte outside quotes ends a record.
  @inline(__always)
  func ends(_ byte: UInt8) -> Bool {
    if let terminator { return byte == terminator }
    return byte == 0x0A || byte == 0x0D
  }

  /// How quoted cells decode.
  var quotedText: QuotedText {
    let quote = quote ?? 0
    return QuotedText(quote: quote, escape: escape ?? quote, doubles: doublesQuotes)
  }
}
