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

  func write(to out: OutputBuffer, _ palette: Palette) {
    for piece in pieces { palette.paint(piece.role, out, piece.text) }
  }
}

package enum ViewKey: Sendable, Equatable {
  case character(Character)
  case control(Character)
  case up, down, left, right, pageUp, pageDown, home, end, enter, tab, backspace, escape
}
