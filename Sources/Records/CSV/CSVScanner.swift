import Platform

/// Reads delimited text byte by byte: decides what a record is where the two scans differ, and splits it into cells.
struct CSVScanner {
  let text: BytesView
  let dialect: CSVDialect

  struct Cell {
    /// Where the content starts, behind an opening quote.
    var start: Int
    var end: Int
    /// Where the cell ends: at a delimiter, a terminator or the end of the text.
    var next: Int
    var isQuoted = false
    var isEscaped = false
    /// Whether quotes stand where they mean nothing.
    var isStray = false
    var isUnterminated = false
  }

  struct Record {
    var end: Int
    var cells = 0
    var strays = 0
    /// Where a quote opened that is never closed.
    var unterminated: Int?
  }

  /// Where the next record starts at or behind a place between records.
  ///
  /// Blank lines and comments are skipped; `text.count` if there is none.
  func recordStart(from place: Int) -> Int {
    var at = place
    while at < text.count, let next = skipped(at: at) { at = next }
    return at
  }

  /// Where a terminator or a comment that stands at a place between records ends, if one does.
  func skipped(at place: Int) -> Int? { lineEnded(at: place) ?? comment(at: place) }

  /// Where a terminator that stands at a place ends, if one does.
  func lineEnded(at place: Int) -> Int? {
    guard place < text.count, dialect.ends(text[place]) else { return nil }
    let isPair = dialect.terminator == nil && text[place] == 0x0D
    return isPair && place + 1 < text.count && text[place + 1] == 0x0A ? place + 2 : place + 1
  }

  /// Where a comment that stands at a place between records ends, with its line, if one does.
  func comment(at place: Int) -> Int? {
    guard place < text.count, text[place] == dialect.comment else { return nil }
    let end = lineEnd(from: place)
    return lineEnded(at: end) ?? end
  }

  private func lineEnd(from place: Int) -> Int {
    var at = place
    while at < text.count && text[at] != 0x0A && text[at] != 0x0D { at += 1 }
    return at
  }

  func record(at place: Int) -> Record {
    var record = Record(end: place)
    var at = place
    while true {
      let cell = cell(at: at)
      record.cells += 1
      if cell.isStray { record.strays += 1 }
      if cell.isUnterminated { record.unterminated = cell.start - 1 }
      guard cell.next < text.count, text[cell.next] == dialect.delimiter else {
        record.end = cell.next
        return record
      }
      at = cell.next + 1
    }
  }

  func cell(at place: Int) -> Cell {
    let start = behindBlanks(at: place)
    guard let quote = dialect.quote, start < text.count, text[start] == quote else { return plainCell(at: start) }
    return quotedCell(at: start, quote: quote)
  }

  private func behindBlanks(at place: Int) -> Int {
    var at = place
    while at < text.count && dialect.skips(text[at]) { at += 1 }
    return at
  }

  private func plainCell(at place: Int) -> Cell {
    var cell = Cell(start: place, end: place, next: place)
    var at = place
    while at < text.count {
      let byte = text[at]
      if byte == dialect.delimiter || dialect.ends(byte) { break }
      if byte == dialect.quote { cell.isStray = true }
      at += 1
      if dialect.escapesUnquoted && byte == dialect.escape {
        cell.isEscaped = true
        at = lineEnded(at: at) ?? min(at + 1, text.count)
      }
    }
    cell.end = at
    cell.next = at
    return cell
  }

  private func quotedCell(at place: Int, quote: UInt8) -> Cell {
    var cell = Cell(start: place + 1, end: place + 1, next: text.count, isQuoted: true)
    var at = place + 1
    while at < text.count {
      if dialect.escape == nil {
        at = find(quote, from: at)
        guard at < text.count else { break }
      }
      let byte = text[at]
      if byte == quote {
        guard dialect.doublesQuotes, at + 1 < text.count, text[at + 1] == quote else { return closed(cell, at: at) }
        cell.isEscaped = true
        at += 1
      } else if byte == dialect.escape {
        cell.isEscaped = true
        at += 1
      }
      at += 1
    }
    cell.end = text.count
    cell.isUnterminated = true
    return cell
  }

  private func find(_ byte: UInt8, from place: Int) -> Int { text.firstIndex(of: byte, from: place) ?? text.count }

  /// Ends a quoted cell at its closing quote; whatever follows up to the delimiter is text.
  private func closed(_ open: Cell, at quote: Int) -> Cell {
    var cell = open
    let place = behindBlanks(at: quote + 1)
    let rest = plainCell(at: place)
    cell.next = rest.next
    cell.isStray = rest.next > place
    cell.isEscaped = cell.isEscaped || cell.isStray
    cell.end = cell.isStray ? rest.next : quote
    return cell
  }
}
