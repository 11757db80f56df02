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
    let widths = columns.indices.map { column in rows.map { DisplayText($0[column]).width }.max() ?? 0 }
    return rows.map { row in
      var line = ""
      for (index, cell) in row.enumerated() {
        let blanks = String(repeating: " ", count: widths[index] - DisplayText(cell).width)
        line += (index == 0 ? "" : gap) + (columns[index] == .left ? cell + blanks : blanks + cell)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
