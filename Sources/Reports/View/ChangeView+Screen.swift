import Comparing
import Platform
import Records

extension ChangeView {
  /// The whole screen as a terminal takes it: every line from the first on, none too long.
  ///
  /// - Parameter color: Whether it may have colours.
  package mutating func screen(color: Bool) -> [UInt8] {
    let palette = Palette(isOn: color)
    let out = OutputBuffer()
    let lines = lines(isColored: color)
    for (number, line) in lines.enumerated() {
      if number > 0 { out.append("\r\n") }
      line.write(to: out, palette)
      out.append("\u{1B}[K")
    }
    return out.withBytes { Array($0) }
  }

  /// The lines of the screen, as many as it has.
  mutating func lines(isColored: Bool) -> [ViewLine] {
    guard size.rows >= 4, size.columns >= 20 else {
      return [ViewLine(DisplayText("too small").text(within: size.columns))]
    }
    var lines = [titleLine]
    var list = listLines(isColored: isColored)
    if page == .list, rows.isEmpty { list = [ViewLine("  no change is listed", .dim)] }
    lines += list + blanks(listHeight - list.count)
    if page == .list, lowerHeight > 0 {
      lines.append(ViewLine(String(repeating: "─", count: size.columns), .dim))
    }
    let lower = lowerLines(width: size.columns, isColored: isColored).dropFirst(scrolled)
      .prefix(lowerHeight)
    return lines + lower + blanks(lowerHeight - lower.count) + [lastLine]
  }

  private func blanks(_ count: Int) -> [ViewLine] {
    Array(repeating: ViewLine(), count: max(0, count))
  }

  /// The two inputs, and how many changes of which kind there are.
  private var titleLine: ViewLine {
    let totals = document.totals
    let words = [
      (totals.updated, "updated", Palette.Role.updated), (totals.deleted, "deleted", .deleted),
      (totals.inserted, "inserted", .inserted), (totals.moved, "moved", .moved),
    ].filter { $0.0 > 0 }
    let width = words.reduce(0) { $0 + DisplayText("  \(Grouped.number($1.0)) \($1.1)").width }
    let title = "\(document.paths.source) → \(document.paths.target)"
    var line = ViewLine(
      " " + DisplayText(title).text(within: max(size.columns - width - 2, 12)), .bold)
    guard line.width + width < size.columns else { return line }
    line.fill(to: size.columns - width - 1)
    for (count, word, role) in words { line.add("  \(Grouped.number(count)) \(word)", role) }
    return line
  }

  /// What is typed or said, else what is listed; where it stands; how to get help.
  private var lastLine: ViewLine {
    if let prompt {
      let text = DisplayText("\(prompt.purpose.rawValue)\(prompt.text)")
      return ViewLine(
        text.text(within: size.columns - 1, from: max(0, text.width - size.columns + 1)))
    }
    let place = count.map(String.init) ?? place
    var line = ViewLine(" ")
    let room = size.columns - DisplayText(place).width - 4
    line.add(
      DisplayText(message.isEmpty ? listing : message).text(within: max(room, 1)),
      message.isEmpty ? .dim : .bold)
    line.fill(to: size.columns - DisplayText(place).width - 1)
    line.add(place)
    return line
  }

  private var place: String {
    rows.isEmpty ? "0 of 0" : "\(Grouped.number(selected + 1)) of \(Grouped.number(rows.count))"
  }

  /// What is listed, where that is not everything, and the keys that are needed first.
  private var listing: String {
    var words: [String] = []
    if shownKinds.count == 1, let kind = shownKinds.first { words.append("\(kind.rawValue) alone") }
    if !filter.isEmpty { words.append("with '\(filter)'") }
    if !words.isEmpty { words.append("of \(Grouped.number(total)), = lists all") }
    switch page {
    case .list: words.append("? keys  Enter opens  / searches  & filters  q leaves")
    case .change: words.append("? keys  ] next  [ previous  q back")
    case .help: words.append("q back")
    }
    return words.joined(separator: " · ")
  }
}
