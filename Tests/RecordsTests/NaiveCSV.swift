/// Another reader of CSV, slow and plain, written as a state machine over bytes: the oracle.
struct NaiveCSV {
  enum State { case recordStart, fieldStart, plain, quoted, afterQuote, comment }

  var delimiter = UInt8(ascii: ",")
  var quote: UInt8? = UInt8(ascii: "\"")
  var escape: UInt8?
  var comment: UInt8?
  /// Whether a blank line is a record of one empty cell.
  var keepsBlanks = false
  /// Where a quote opened that is never closed, after reading.
  private(set) var unterminated: Int?
  private(set) var rows: [[[UInt8]]] = []
  private(set) var starts: [Int] = []

  private func ends(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  mutating func read(_ text: [UInt8]) {
    var state = State.recordStart
    var cell: [UInt8] = []
    var row: [[UInt8]] = []
    var opened = 0
    var isEscaped = false
    var at = 0
    func finishCell() {
      row.append(cell)
      cell = []
    }
    while at < text.count {
      let byte = text[at]
      switch state {
      case .comment:
        if ends(byte) { state = .recordStart }
      case .recordStart where ends(byte):
        let isBehindReturn = byte == 0x0A && at > 0 && text[at - 1] == 0x0D
        if keepsBlanks, !isBehindReturn {
          starts.append(at)
          rows.append([[]])
        }
      case .recordStart where byte == comment: state = .comment
      case .recordStart:
        starts.append(at)
        state = .fieldStart
        continue
      case .fieldStart where byte == quote:
        opened = at
        state = .quoted
      case .fieldStart:
        state = .plain
        continue
      case .quoted where isEscaped:
        cell.append(byte)
        isEscaped = false
      case .quoted where byte == quote: state = .afterQuote
      case .quoted where byte == escape: isEscaped = true
      case .quoted: cell.append(byte)
      case .afterQuote where byte == quote:
        cell.append(byte)
        state = .quoted
      case .plain where byte == delimiter, .afterQuote where byte == delimiter:
        finishCell()
        state = .fieldStart
      case .plain where ends(byte), .afterQuote where ends(byte):
        finishCell()
        rows.append(row)
        row = []
        state = .recordStart
      case .plain, .afterQuote:
        cell.append(byte)
        state = .plain
      }
      at += 1
    }
    switch state {
    case .recordStart, .comment: break
    case .quoted: unterminated = opened
    case .fieldStart, .plain, .afterQuote:
      finishCell()
      rows.append(row)
    }
  }
}
