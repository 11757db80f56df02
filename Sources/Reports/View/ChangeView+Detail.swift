import Comparing
import Records

extension ChangeView {
  /// What stands below the list, or in its stead, whole.
  mutating func lowerLines(width: Int, isColored: Bool = false) -> [ViewLine] {
    if page == .help {
      return Self.helpLines.map { ViewLine("  " + DisplayText($0).text(within: width - 2)) }
    }
    guard let change = change(at: selected) else { return [] }
    let items = change.items
    let widest = items.map { DisplayText($0.name).width }.max() ?? 0
    let label = min(widest, max(width / 4, 8))
    return [head(of: change, width: width), ViewLine()]
      + items.flatMap { lines(of: $0, label: label, width: width, isColored: isColored) }
  }

  /// What happened to which record.
  private func head(of change: ViewedChange, width: Int) -> ViewLine {
    var line = ViewLine(" \(change.kind.mark) \(change.kind.rawValue)", change.kind.role)
    let words = [
      change.change.isMoved && change.kind != .moved ? "moved" : nil, change.places,
      change.sections,
    ].compactMap { $0 }.joined(separator: " · ")
    let room = width - line.width - 2
    line.add("  " + change.key.text(within: max(room - DisplayText(words).width - 3, 8)), .bold)
    if line.width + 3 < width {
      line.add("   " + DisplayText(words).text(within: width - line.width - 3), .dim)
    }
    return line
  }

  /// A value: on one line where it fits, else below its name, old and new each whole.
  private func lines(
    of item: ViewedChange.Item, label: Int, width: Int, isColored: Bool
  ) -> [ViewLine] {
    var first = ViewLine("   " + DisplayText(item.name).text(within: label), .dim)
    first.fill(to: 3 + label + 2)
    let room = max(width - first.width, 1)
    switch (item.old, item.new) {
    case (nil, nil):
      first.add("moved", .moved)
      return [first]
    case (let old?, let new?) where DisplayText(old).width + DisplayText(new).width + 3 <= room:
      first.add(old, new, within: room - 3, isColored: isColored)
      return [first]
    default: break
    }
    let marks = item.isWhole ? ["", ""] : ["- ", "+ "]
    let old = item.old.map { Self.wrapped($0, marks[0], .deleted, behind: first, width: width) }
    let new = item.new.map {
      Self.wrapped(
        $0, marks[1], .inserted, behind: old == nil ? first : Self.indent(first), width: width)
    }
    return (old ?? []) + (new ?? [])
  }

  /// A whole value behind the name of its column, on as many lines as it takes.
  private static func wrapped(
    _ value: Field, _ mark: String, _ role: Palette.Role, behind first: ViewLine, width: Int
  ) -> [ViewLine] {
    let lines = DisplayText(value).lines(of: max(width - first.width - mark.count, 1))
    return lines.enumerated().map { row, text in
      var line = row == 0 ? first : indent(first)
      line.add(row == 0 ? mark : String(repeating: " ", count: mark.count), role)
      line.add(text, role)
      return line
    }
  }

  /// Blanks as wide as a line.
  private static func indent(_ line: ViewLine) -> ViewLine {
    var blanks = ViewLine()
    blanks.fill(to: line.width)
    return blanks
  }

  /// The keys, for `?`.
  private static let helpLines = """
    KEYS

    j  ↓         next change                  k  ↑       previous change
    Space  ^F    a screen on                  b  ^B      a screen back
    d  ^D        half a screen on             u  ^U      half a screen back
    g  Home      first change                 G  End     last change
    42G  :42     the 42nd change              5j         five changes on

    Enter  l     this change alone            q  h  Esc  back to the list
    ]  J         the next one there           [  K       the previous one there

    /text        search names and values      n  N       next, previous match
    &text        list only what holds it      &  Enter   list all again
    ~  -  +  >   list only updated, deleted, inserted, moved changes; again: all
    =  Esc       list all

    ?            these keys                   q  :q      leave

    Without a capital letter, the case of letters means nothing in a search.
    """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}
