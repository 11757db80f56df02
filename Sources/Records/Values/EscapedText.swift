import Platform

/// How quotes and escapes in a cell are undone.
package struct EscapedText: Equatable, Sendable {
  package let quote: UInt8?
  package let escape: UInt8?
  package let doubles: Bool
  /// Whether the escape holds outside quotes too, and letters behind it mean control characters.
  package let escapesUnquoted: Bool

  /// The text of a cell from behind its opening quote, if it has one, to its closing quote, if nothing follows that.
  ///
  /// What follows a closing quote is read as outside of quotes.
  package func decoded(_ cell: BytesView, isQuoted: Bool) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: cell.count) { buffer, count in
      var isInside = isQuoted
      var at = 0
      while at < cell.count {
        var byte = cell[at]
        at += 1
        if isInside && byte == quote {
          guard doubles, at < cell.count, cell[at] == quote else {
            isInside = false
            continue
          }
          at += 1
        } else if isInside || escapesUnquoted, byte == escape, at < cell.count {
          byte = escapesUnquoted ? Self.meaning(of: cell[at]) : cell[at]
          at += 1
        }
        buffer[count] = byte
        count += 1
      }
    }
  }

  /// What a byte behind an escape stands for, in the way of MySQL and PostgreSQL.
  private static func meaning(of byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "0"): 0
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "v"): 0x0B
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "Z"): 0x1A
    default: byte
    }
  }
}
