import Records

/// Values in aligned columns under headings, within a width: shortened, then left out from the right.
struct ValueGrid {
  private let titles: [DisplayText]
  private var rows: [[DisplayText?]] = []
  /// Whether all values of a column are numbers, which are aligned to the right.
  private var isNumeric: [Bool]

  private static let widest = 40
  private static let narrowest = 8
  private static let gap = 2

  init(titles: [String]) {
    self.titles = titles.map { DisplayText($0) }
    isNumeric = titles.map { _ in true }
  }

  /// Adds a row of values; `nil` is an empty cell.
  mutating func add(_ values: [Value?]) {
    rows.append(values.map { value in value?.withField { DisplayText($0) } })
    for (column, value) in values.enumerated() where !(value?.looksNumeric ?? true) { isNumeric[column] = false }
  }

  func write(_ options: ReportOptions, to out: OutputBuffer) {
    let layout = layout(options.width ?? .max)
    let palette = Palette(isOn: options.color)
    palette.paintLine(.dim, out, line(titles, layout, isHeading: true))
    for row in rows {
      out.append(text: line(row, layout))
      out.append("\n")
    }
  }

  private struct Layout {
    var widths: [Int]
    /// How many columns at the end have no room.
    var hidden = 0
  }

  /// The widths of the columns: what they need, then less for the widest, then fewer columns.
  private func layout(_ width: Int) -> Layout {
    var layout = Layout(
      widths: titles.indices.map { column in
        let needed = rows.map { $0[column]?.width ?? 0 }.max() ?? 0
        return min(Self.widest, max(needed, titles[column].width))
      })
    var room = width
    while total(layout) > room, let widest = layout.widths.max(), widest > Self.narrowest {
      guard let index = layout.widths.lastIndex(of: widest) else { break }
      layout.widths[index] -= 1
    }
    while total(layout) > room, layout.widths.count > 1 {
      layout.widths.removeLast()
      layout.hidden += 1
      room = width - Self.gap - "+\(layout.hidden)".count
    }
    return layout
  }

  private func total(_ layout: Layout) -> Int { layout.widths.reduce(-Self.gap) { $0 + $1 + Self.gap } }

  private func line(_ cells: [DisplayText?], _ layout: Layout, isHeading: Bool = false) -> String {
    var line = ""
    for (column, width) in layout.widths.enumerated() {
      let text = cells[column]?.text(within: width) ?? ""
      // Measured as it is printed: signs for hidden characters have widths of their own.
      let blanks = String(repeating: " ", count: max(0, width - DisplayText(text).width))
      if column > 0 { line += String(repeating: " ", count: Self.gap) }
      line += isNumeric[column] ? blanks + text : text + blanks
    }
    if isHeading, layout.hidden > 0 { line += String(repeating: " ", count: Self.gap) + "+\(layout.hidden)" }
    while line.last == " " { line.removeLast() }
    return line
  }
}

extension Value {
  /// Whether it is a number or a text that consists of one; what is absent does not count against it.
  fileprivate var looksNumeric: Bool {
    switch self {
    case .absent, .null, .number: true
    case .text(let text):
      text.utf8.allSatisfy { byte in
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
      } && text.utf8.contains { $0 > UInt8(ascii: "/") } || text.utf8.isEmpty
    case .boolean, .object, .array: false
    }
  }
}
