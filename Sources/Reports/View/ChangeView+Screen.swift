import Comparing
import Patching
import Records

extension ChangeView {
  /// The whole screen as a terminal takes it: every line from the first on, none too long.
  package mutating func screen(color: Bool) -> [UInt8] {
    let palette = Palette(isOn: color)
    let out = OutputBuffer()
    for (number, line) in lines(isColored: color).enumerated() {
      if number > 0 { out.append("\r\n") }
      line.write(to: out, palette)
      out.append("\u{1B}[K")
    }
    return out.withBytes { Array($0) }
  }

  mutating func lines(isColored: Bool) -> [ViewLine] {
    guard size.rows >= 4, size.columns >= 20 else {
      return [ViewLine(DisplayText("too small").text(within: size.columns))]
    }
    let list = page == .list ? listLines(isColored: isColored) : []
    var lines = [titleLine] + list + blanks(listHeight - list.count)
    if isSplit { lines.append(ViewLine(String(repeating: "─", count: size.columns), .dim)) }
    let lower = lowerLines(width: size.columns, isColored: isColored).dropFirst(scrolled).prefix(lowerHeight)
    lines += lower + blanks(lowerHeight - lower.count)
    let last = lastLines.suffix(lines.count)
    return lines.dropLast(max(last.count, 1) - 1) + last
  }

  private func blanks(_ count: Int) -> [ViewLine] { Array(repeating: ViewLine(), count: max(0, count)) }

  /// A shorter title names nothing.
  private static let leastTitle = 5

  /// The counts, as many as fit, and before them the names of the inputs.
  private var titleLine: ViewLine {
    let totals = result.totals
    let words = [
      (rows.count < total ? rows.count : 0, "of \(Grouped.number(total)) listed", Palette.Role.bold),
      (totals.updated, "updated", .updated), (totals.deleted, "deleted", .deleted),
      (totals.inserted, "inserted", .inserted), (totals.moved, "moved", .moved), (acceptedCount, "accepted", .plain),
    ].filter { $0.0 > 0 }
    var counts = ViewLine()
    for (number, (count, word, role)) in words.enumerated() {
      let text = "  \(Grouped.number(count)) \(word)"
      guard counts.width + text.count + (number == words.count - 1 ? 0 : 2) < size.columns else {
        counts.add(" …")
        break
      }
      counts.add(text, role)
    }
    let title = DisplayText("\(result.paths.source) → \(result.paths.target)")
    let room = size.columns - counts.width - 2
    var line = ViewLine(room < Self.leastTitle ? "" : " " + title.text(within: room), .bold)
    line.fill(to: size.columns - counts.width - 1)
    for piece in counts.pieces { line.add(piece.text, piece.role) }
    return line
  }

  private static let widestKey = 28

  private mutating func listLines(isColored: Bool) -> [ViewLine] {
    guard !rows.isEmpty else { return [ViewLine(total > 0 ? "  no change is listed" : "  no record differs", .dim)] }
    let places = top..<min(top + listHeight, rows.count)
    let changes = places.compactMap { change(at: $0) }
    let limit = min(Self.widestKey, max(size.columns / 4, 6))
    let keyWidth = changes.map { min($0.key.width, limit) }.max() ?? 0
    return zip(places, changes).map { place, change in
      change.line(keyWidth: keyWidth, width: size.columns, isSelected: place == selected, isColored: isColored)
    }
  }

  /// All lines of what is below the list, or of the page in its place.
  mutating func lowerLines(width: Int, isColored: Bool = false) -> [ViewLine] {
    switch page {
    case .findings: return findingLines(width: width)
    case .help: return helpLines(width: width)
    case .list, .change: break
    }
    guard let change = change(at: selected) else { return [] }
    let items = change.items + (reviewer?.context(of: change.change) ?? [])
    let widest = items.map { DisplayText($0.name).width }.max() ?? 0
    let label = min(widest, max(2 * width / 5, 8))
    return [change.head(width: width), ViewLine()]
      + items.flatMap { $0.lines(label: label, width: width, isColored: isColored) }
  }
}

// MARK: - Pages

extension ChangeView {
  private func title(_ text: String, width: Int) -> ViewLine {
    ViewLine(" " + DisplayText(text).text(within: max(width - 2, 1)), .bold)
  }

  private func findingLines(width: Int) -> [ViewLine] {
    findingsHead(width: width) + findings.indices.flatMap { lines(ofFinding: $0, width: width) }
  }

  private func findingsHead(width: Int) -> [ViewLine] {
    let columns = columnWords.map { ViewLine.wrapped($0, after: ViewLine("  "), width: width) + [ViewLine()] } ?? []
    return [title("findings: causes that many changes share", width: width), ViewLine()] + columns
  }

  private func lines(ofFinding number: Int, width: Int) -> [ViewLine] {
    let (finding, isChosen) = (findings[number], number == chosen)
    let mark = ViewLine(isChosen ? "▌ " : "  ", isChosen ? .heading : .plain)
    let text = ViewLine.wrapped(finding.text, after: mark, width: width, isChosen ? .bold : .plain)
    let command = finding.command.map { ViewLine.wrapped($0, after: ViewLine("      "), width: width, .dim) } ?? []
    return text + command + [ViewLine()]
  }

  /// The lines of the chosen finding.
  func linesOfChosen(width: Int) -> Range<Int> {
    let counts = (0...chosen).map { lines(ofFinding: $0, width: width).count }
    let end = counts.reduce(findingsHead(width: width).count, +)
    return end - (counts.last ?? 0)..<end
  }

  private static let keys = [
    ("j k  ↓ ↑", "the next and the previous change; 5j moves five changes on"),
    ("Space b", "a screen on, and back"), ("d u", "half a screen on, and back"),
    ("g G", "the first and the last change; 42G is change 42"),
    ("Enter", "the selected change alone, with whole values; ] and [ show the next and the previous change there"),
    ("/text", "search names and values; without a capital letter, case is ignored"),
    ("n N", "the next and the previous match"),
    ("F", "findings: causes that many changes share"),
    ("", "Enter lists the changes of a finding, and c copies its command"),
    ("=  Esc", "list all changes again"), ("?", "these keys, on every page"), ("q", "back; from the list: leave"),
  ]

  private static let keysOfInputs = [
    ("a", "accept the change: it is written to the file, and does not count again"),
    ("", "on the page of findings: accept what the finding is about"),
    ("A", "accept all changes that are listed"), ("U", "take back what was accepted last"),
  ]

  private func helpLines(width: Int) -> [ViewLine] {
    func lines(_ title: String, _ keys: [(String, String)]) -> [ViewLine] {
      [self.title(title, width: width), ViewLine()]
        + keys.flatMap { key, words in
          var label = ViewLine("  " + key, .bold)
          label.fill(to: 12)
          return ViewLine.wrapped(words, after: label, width: width)
        } + [ViewLine()]
    }
    return lines("Keys", Self.keys) + lines("Keys with both inputs", Self.keysOfInputs)
  }
}

// MARK: - The last line

extension ChangeView {
  /// The typed text or the message, on as many lines as it needs; else the keys of the page.
  private var lastLines: [ViewLine] {
    if let typed { return DisplayText("/\(typed)").lines(of: size.columns - 1).map { ViewLine($0) } }
    let position = count.map(String.init) ?? position
    let room = max(size.columns - DisplayText(position).width - 4, 1)
    var texts = message.isEmpty ? [keys(within: room)] : ViewLine.lines(of: message, size.columns - 2)
    if texts.last.map({ DisplayText($0).width > room }) ?? true { texts.append("") }
    return texts.enumerated().map { number, text in
      var line = ViewLine(" ")
      line.add(DisplayText(text).text(within: size.columns - 2), message.isEmpty ? .dim : .bold)
      guard number == texts.count - 1 else { return line }
      line.fill(to: size.columns - DisplayText(position).width - 1)
      line.add(position)
      return line
    }
  }

  private var position: String {
    let (number, count) = page == .findings ? (chosen, findings.count) : (selected, rows.count)
    return count == 0 ? "0 of 0" : "\(Grouped.number(number + 1)) of \(Grouped.number(count))"
  }

  /// The room for keys beside the text of a finding.
  private static let roomOfKeys = 40

  /// The finding whose changes are listed, and the keys of the page, as many as fit.
  private func keys(within room: Int) -> String {
    let isFiltered = finding != nil && [.list, .change].contains(page)
    let text = finding.map { DisplayText($0.text).text(within: max(12, room - Self.roomOfKeys)) } ?? ""
    var line = isFiltered ? "by '\(text)'" : ""
    for (number, key) in keys.enumerated() {
      let longer = line + (line.isEmpty ? "" : number == 0 ? " · " : "  ") + key
      guard DisplayText(longer).width <= room else { break }
      line = longer
    }
    return line
  }

  /// The keys of the page, the most needed first.
  private var keys: [String] {
    let ofInputs = reviewer == nil ? [] : ["a accept"]
    switch page {
    case .list where total == 0: return ["? keys", "q leaves"]
    case .list:
      let first = finding == nil ? [] : ["= lists all"]
      return first + ["? keys", "Enter opens", "F findings"] + ofInputs + ["/ searches", "q leaves"]
    case .change: return ["? keys"] + ofInputs + ["] next", "[ previous", "q back"]
    case .findings:
      var keys = ["j k choose"]
      if findings[chosen].isListable { keys.append("Enter lists its changes") }
      if findings[chosen].command != nil { keys.append("c copies its command") }
      return keys + ofInputs + ["q back"]
    case .help:
      let hasMore = scrolled + lowerHeight < helpLines(width: size.columns).count
      return (hasMore ? ["Space shows more"] : []) + ["q back"]
    }
  }
}
