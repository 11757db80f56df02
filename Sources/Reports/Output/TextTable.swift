/// Lines of text in columns.
package struct TextTable {
  package enum Alignment { case left, right }

  private let columns: [Alignment]
  private let gap: String
  private var rows: [[String]] = []

  package init(columns: [Alignment], gap: Int = 3) {
    self.columns = columns
    self.gap = String(repeating: " ", count: gap)
  }

  /// Adds a row; every cell must be safe to print.
  package mutating func add(_ row: [String]) { rows.append(row) }

  package var width: Int { lines.map { DisplayText($0).width }.max() ?? 0 }

  package var lines: [String] {
    let space = UInt8(ascii: " ")
    let sizes = rows.map { $0.map { DisplayText($0).width } }
    let widths = columns.indices.map { column in sizes.map { $0[column] }.max() ?? 0 }
    return zip(rows, sizes).map { row, sizes in
      var bytes: [UInt8] = []
      for (index, cell) in row.enumerated() {
        if index > 0 { bytes += gap.utf8 }
        let blanks = repeatElement(space, count: widths[index] - sizes[index])
        if columns[index] == .right { bytes += blanks }
        bytes += cell.utf8
        if columns[index] == .left { bytes += blanks }
      }
      var line = String(decoding: bytes, as: UTF8.self)
      while line.utf8.last == space, line.last == " " { line.removeLast() }
      return line
    }
  }
}
