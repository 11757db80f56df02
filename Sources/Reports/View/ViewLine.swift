import Records

/// A line of the viewer: pieces of text that are safe to print, each in its colour.
struct ViewLine {
  private(set) var pieces: [(text: String, role: Palette.Role)] = []
  private(set) var width = 0

  init() {}

  init(_ text: String, _ role: Palette.Role = .plain) { add(text, role) }

  mutating func add(_ text: String, _ role: Palette.Role = .plain) {
    guard !text.isEmpty else { return }
    pieces.append((text, role))
    width += DisplayText(text).width
  }

  mutating func fill(to column: Int) { add(String(repeating: " ", count: max(0, column - width))) }

  /// Leaves out what has no room: a longer line would go on in the next row of the terminal.
  mutating func cut(to limit: Int) {
    while width > limit, let last = pieces.popLast() {
      width -= DisplayText(last.text).width
      if width < limit { add(DisplayText(last.text).text(within: limit - width), last.role) }
    }
  }

  /// Adds `old → new` within a width, what differs in colour.
  mutating func add(_ old: Field, _ new: Field, within limit: Int, isColored: Bool) {
    let pair = ValuePair(old, new, width: limit, isMarked: isColored)
    for run in pair.old { add(run.text, run.isChanged ? .deleted : .plain) }
    add(" → ", .dim)
    for run in pair.new { add(run.text, run.isChanged ? .inserted : .plain) }
  }

  /// Adds `moved "b" from [1] to [0]` within a width.
  mutating func add(moved value: Field?, _ places: String, within limit: Int) {
    add("moved ", .dim)
    let room = limit - places.count - 7
    if let value, room > 0 { add(DisplayText(value, isQuoted: true).text(within: room) + " ", .moved) }
    add(places, .dim)
  }

  func write(to out: OutputBuffer, _ palette: Palette) {
    for piece in pieces { palette.paint(piece.role, out, piece.text) }
  }
}

extension ViewLine {
  /// Text in lines that break between words, after a label that only the first line has.
  static func wrapped(_ text: String, after label: ViewLine, width: Int, _ role: Palette.Role = .plain) -> [ViewLine] {
    let parts = lines(of: text, max(width - label.width, 1))
    guard !parts.isEmpty else { return [label] }
    return parts.enumerated().map { row, words in
      var line = row == 0 ? label : label.blank
      line.add(words, role)
      line.cut(to: width)
      return line
    }
  }

  /// Text in lines that break between words, and within words that are wider than a line.
  static func lines(of text: String, _ width: Int) -> [String] {
    DisplayText(text).lines(of: .max).joined().wrapped(to: width).split(separator: "\n").flatMap {
      // A blank at the end of a line is not a part of a value.
      DisplayText(trimmed($0)).lines(of: width)
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0 == " " }
    return String(start.dropLast(start.reversed().prefix { $0 == " " }.count))
  }

  /// A whole value behind the name of its column, on as many lines as it takes; what differs has the colour.
  static func wrapped(
    _ runs: [DisplayText.Run], _ mark: String, _ role: Palette.Role, behind first: ViewLine, width: Int
  ) -> [ViewLine] {
    var changed = runs.flatMap { run in run.text.unicodeScalars.map { _ in run.isChanged } }[...]
    let lines = DisplayText(runs.map(\.text).joined()).lines(of: max(width - first.width - mark.count, 1))
    return lines.enumerated().map { row, text in
      var line = row == 0 ? first : first.blank
      line.add(row == 0 ? mark : String(repeating: " ", count: mark.count), role)
      var rest = text.unicodeScalars[...]
      while !rest.isEmpty {
        let isChanged = changed.first ?? true
        let count = min(changed.prefix { $0 == isChanged }.count, rest.count)
        let part = count > 0 ? rest.prefix(count) : rest
        line.add(String(part), isChanged ? role : .plain)
        (rest, changed) = (rest.dropFirst(part.count), changed.dropFirst(part.count))
      }
      return line
    }
  }

  var blank: ViewLine {
    var blanks = ViewLine()
    blanks.fill(to: width)
    return blanks
  }
}

extension DisplayText {
  /// A value as one run that differs as a whole.
  static func runs(_ value: Field) -> [Run] {
    [Run(text: DisplayText(value).lines(of: .max).joined(), isChanged: true)]
  }
}
