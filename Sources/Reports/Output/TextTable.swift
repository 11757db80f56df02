/// Text in aligned columns.
struct TextTable {
  /// The side that a column's cells are aligned to.
  enum Alignment {
    case left, right
  }

  private let columns: [Alignment]
  private var rows: [[String]] = []

  init(columns: [Alignment]) { self.columns = columns }

  /// Adds a row; every cell must be safe to print.
  mutating func add(_ row: [String]) { rows.append(row) }

  /// The rows as lines.
  var lines: [String] {
    let widths = columns.indices.map { column in
      rows.map { DisplayText($0[column]).width }.max() ?? 0
    }
    return rows.map { row in
      var line = ""
      for (index, cell) in row.enumerated() {
        let blanks = String(repeating: " ", count: widths[index] - DisplayText(cell).width)
        let gap = index == 0 ? "" : "   "
        line += gap + (columns[index] == .left ? cell + blanks : blanks + cell)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
