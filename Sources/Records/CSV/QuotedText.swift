/// How a quoted CSV cell is decoded.
package struct QuotedText: Equatable, Sendable {
  /// The quote.
  package let quote: UInt8
  /// The escape, if there is one; else the quote again.
  package let escape: UInt8
  /// Whether two quotes stand for one.
  package let doubles: Bool

  /// The text of a cell, given from behind its opening quote and, if nothing follows its closing
  /// quote, up to there.
  ///
  /// What follows a closing quote is kept as it stands.
  package func decoded(_ cell: UnsafeRawBufferPointer) -> [UInt8] {
    let hasEscape = escape != quote
    return [UInt8](unsafeUninitializedCapacity: cell.count) { buffer, count in
      var at = 0
      while at < cell.count {
        var byte = cell[at]
        if byte == quote {
          at += 1
          guard doubles, at < cell.count, cell[at] == quote else {
            count = Self.append(cell[at...], to: buffer, at: count)
            return
          }
        } else if hasEscape && byte == escape && at + 1 < cell.count {
          at += 1
          byte = cell[at]
        }
        buffer[count] = byte
        count += 1
        at += 1
      }
    }
  }

  private static func append(
    _ rest: Slice<UnsafeRawBufferPointer>, to buffer: UnsafeMutableBufferPointer<UInt8>, at: Int
  ) -> Int {
    var count = at
    for byte in rest {
      buffer[count] = byte
      count += 1
    }
    return count
  }
}
