import Comparing
import Patching
import Platform
import Records

/// What the viewer of a recorded result shows, and where it stands: filter, selection, what is being typed.
///
/// It knows no terminal: keys go in, ``screen(color:)`` makes lines.
package struct ChangeView {
  package enum Page: Sendable {
    case list
    case change
    case help
  }

  struct Prompt {
    enum Purpose: Character {
      case search = "/"
      case filter = "&"
      case command = ":"
    }

    let purpose: Purpose
    var text = ""
  }

  let result: RecordedResult
  private var reader: RecordedResult.Reader
  private let kinds: [Change.Kind]
  private(set) var shownKinds = Set(Change.Kind.allCases)
  /// What listed changes have to hold; empty for anything.
  private(set) var filter = ""
  package private(set) var rows: [Int32] = []
  package var selected = 0
  var top = 0
  /// The first line on the screen of what is below the list, or in its stead.
  var scrolled = 0
  package var page = Page.list
  var prompt: Prompt?
  var search = ""
  /// The number that is typed before a key.
  var count: Int?
  /// Said on the last line until a key is pressed.
  var message = ""
  var size = (rows: 24, columns: 80)

  /// - Complexity: O(*n*) for *n* changes.
  package init(_ result: RecordedResult) throws(PatchError) {
    self.result = result
    var reader = result.makeReader()
    var kinds: [Change.Kind] = []
    kinds.reserveCapacity(result.count)
    for number in 0..<result.count { kinds.append(try reader.change(number).kind) }
    self.kinds = kinds
    self.reader = reader
    list()
  }

  var total: Int { kinds.count }

  mutating func change(at place: Int) -> ViewedChange? {
    guard rows.indices.contains(place) else { return nil }
    return recorded(Int(rows[place]))
  }

  /// Every change was read once, so that none is missing.
  private mutating func recorded(_ number: Int) -> ViewedChange? {
    (try? reader.change(number)).map(ViewedChange.init)
  }

  package mutating func resize(rows: Int, columns: Int) {
    size = (max(rows, 1), max(columns, 1))
    select(selected)
  }

  /// Shows changes of one kind alone, or all of them again.
  mutating func toggle(_ kind: Change.Kind?) {
    let all = Set(Change.Kind.allCases)
    shownKinds = kind.map { shownKinds == [$0] ? all : [$0] } ?? all
    list()
  }

  /// Shows changes that hold a text alone; all, where it is empty.
  mutating func filter(by text: String) {
    filter = text
    list()
  }

  /// Finds what is listed; the selected change stays it, or the next one is.
  private mutating func list() {
    let number = rows.indices.contains(selected) ? rows[selected] : 0
    rows = listed()
    select(rows.firstIndex { $0 >= number } ?? rows.count - 1)
  }

  private mutating func listed() -> [Int32] {
    let pattern = ViewPattern(filter)
    var numbers: [Int32] = []
    for number in kinds.indices where shownKinds.contains(kinds[number]) {
      if let pattern {
        guard let change = recorded(number), pattern.matches(change) else { continue }
      }
      numbers.append(Int32(truncatingIfNeeded: number))
    }
    return numbers
  }

  mutating func select(_ place: Int) {
    let before = selected
    selected = max(0, min(place, rows.count - 1))
    if selected != before { scrolled = 0 }
    let height = max(listHeight, 1)
    top = min(top, selected, max(rows.count - height, 0))
    if selected >= top + height { top = selected - height + 1 }
  }

  /// Selects the next change that holds what was searched for, round the end; says where there is none.
  mutating func find(forward: Bool) {
    guard let pattern = ViewPattern(search) else {
      message = "nothing was searched for yet; / does it"
      return
    }
    for step in 1...max(rows.count, 1) {
      let place = selected + (forward ? step : -step)
      let round = (place % max(rows.count, 1) + rows.count) % max(rows.count, 1)
      guard let change = change(at: round), pattern.matches(change) else { continue }
      if round != place { message = forward ? "from the beginning again" : "from the end again" }
      return select(round)
    }
    message = "'\(search)' is in none of these changes"
  }

  var listHeight: Int {
    let room = size.rows - 2
    return page == .list && room >= 12 ? max(5, room * 2 / 5) : page == .list ? room : 0
  }

  var lowerHeight: Int {
    let room = size.rows - 2
    switch page {
    case .list: return room >= 12 ? room - listHeight - 1 : 0
    case .change, .help: return room
    }
  }
}

extension ChangeView {
  /// What stands below the list, or in its stead, whole.
  mutating func lowerLines(width: Int, isColored: Bool = false) -> [ViewLine] {
    if page == .help { return Self.helpLines.map { ViewLine("  " + DisplayText($0).text(within: width - 2)) } }
    guard let change = change(at: selected) else { return [] }
    let items = change.items
    let widest = items.map { DisplayText($0.name).width }.max() ?? 0
    let label = min(widest, max(width / 4, 8))
    return [head(of: change, width: width), ViewLine()]
      + items.flatMap { lines(of: $0, label: label, width: width, isColored: isColored) }
  }

  private func head(of change: ViewedChange, width: Int) -> ViewLine {
    var line = ViewLine(" \(change.kind.mark) \(change.kind.rawValue)", change.kind.role)
    let words = [
      change.change.isMoved && change.kind != .moved ? "moved" : nil, change.places, change.sections,
    ].compactMap { $0 }.joined(separator: " · ")
    let room = width - line.width - 2
    line.add("  " + change.key.text(within: max(room - DisplayText(words).width - 3, 8)), .bold)
    if line.width + 3 < width { line.add("   " + DisplayText(words).text(within: width - line.width - 3), .dim) }
    return line
  }

  /// A value: on one line where it fits, else below its name, old and new each whole.
  private func lines(of item: ViewedChange.Item, label: Int, width: Int, isColored: Bool) -> [ViewLine] {
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
      Self.wrapped($0, marks[1], .inserted, behind: old == nil ? first : Self.indent(first), width: width)
    }
    return (old ?? []) + (new ?? [])
  }

  /// A whole value behind the name of its column, on as many lines as it takes.
  private static func wrapped(_ value: Field, _ mark: String, _ role: Palette.Role, behind first: ViewLine, width: Int)
    -> [ViewLine]
  {
    let lines = DisplayText(value).lines(of: max(width - first.width - mark.count, 1))
    return lines.enumerated().map { row, text in
      var line = row == 0 ? first : indent(first)
      line.add(row == 0 ? mark : String(repeating: " ", count: mark.count), role)
      line.add(text, role)
      return line
    }
  }

  private static func indent(_ line: ViewLine) -> ViewLine {
    var blanks = ViewLine()
    blanks.fill(to: line.width)
    return blanks
  }

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

extension ChangeView {
  private static let widestKey = 28

  private mutating func listLines(isColored: Bool) -> [ViewLine] {
    let places = top..<min(top + listHeight, rows.count)
    let changes = places.compactMap { change(at: $0) }
    let limit = min(Self.widestKey, max(size.columns / 4, 6))
    let keyWidth = changes.map { min($0.key.width, limit) }.max() ?? 0
    return zip(places, changes).map { place, change in
      var line = ViewLine(place == selected ? "▌" : " ", place == selected ? .heading : .plain)
      line.add("\(change.kind.mark) ", change.kind.role)
      line.add(change.key.text(within: keyWidth), place == selected ? .bold : .plain)
      line.fill(to: 3 + keyWidth + 2)
      add(change, to: &line, isColored: isColored)
      return line
    }
  }

  /// As much of what differs as fits behind the key.
  private func add(_ change: ViewedChange, to line: inout ViewLine, isColored: Bool) {
    var items = change.items[...]
    if change.change.isMoved, let places = change.places {
      add(places + (items.isEmpty ? "" : ", "), .moved, to: &line)
    }
    while let item = items.first {
      // The last columns say how many more there are.
      let room = size.columns - line.width - (items.count > 1 ? 8 : 0)
      guard room >= 16 else { break }
      items.removeFirst()
      add(item, to: &line, within: room, isColored: isColored)
      if !items.isEmpty { line.add(", ", .dim) }
    }
    if !items.isEmpty { add("+\(Grouped.number(items.count))", .dim, to: &line) }
  }

  private func add(_ text: String, _ role: Palette.Role, to line: inout ViewLine) {
    let room = size.columns - line.width
    if room > 0 { line.add(DisplayText(text).text(within: room), role) }
  }

  private func add(_ item: ViewedChange.Item, to line: inout ViewLine, within room: Int, isColored: Bool) {
    let name = DisplayText(item.name).text(within: min(max(room / 3, 8), 32))
    let start = line.width
    line.add("\(name): ", .dim)
    let left = room - (line.width - start)
    switch (item.old, item.new) {
    case (let old?, let new?): line.add(old, new, within: left - 3, isColored: isColored)
    case (let old?, nil): line.add(DisplayText(old).text(within: min(left, 24)), .deleted)
    case (nil, let new?): line.add(DisplayText(new).text(within: min(left, 24)), .inserted)
    case (nil, nil): line.add(item.isMoved ? "moved" : "", .moved)
    }
  }
}

extension ChangeView {
  /// The whole screen as a terminal takes it: every line from the first on, none too long.
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

  mutating func lines(isColored: Bool) -> [ViewLine] {
    guard size.rows >= 4, size.columns >= 20 else {
      return [ViewLine(DisplayText("too small").text(within: size.columns))]
    }
    var lines = [titleLine]
    var list = listLines(isColored: isColored)
    if page == .list, rows.isEmpty { list = [ViewLine("  no change is listed", .dim)] }
    lines += list + blanks(listHeight - list.count)
    if page == .list, lowerHeight > 0 { lines.append(ViewLine(String(repeating: "─", count: size.columns), .dim)) }
    let lower = lowerLines(width: size.columns, isColored: isColored).dropFirst(scrolled).prefix(lowerHeight)
    return lines + lower + blanks(lowerHeight - lower.count) + [lastLine]
  }

  private func blanks(_ count: Int) -> [ViewLine] { Array(repeating: ViewLine(), count: max(0, count)) }

  private var titleLine: ViewLine {
    let totals = result.totals
    let words = [
      (totals.updated, "updated", Palette.Role.updated), (totals.deleted, "deleted", .deleted),
      (totals.inserted, "inserted", .inserted), (totals.moved, "moved", .moved),
    ].filter { $0.0 > 0 }
    let width = words.reduce(0) { $0 + DisplayText("  \(Grouped.number($1.0)) \($1.1)").width }
    let title = "\(result.paths.source) → \(result.paths.target)"
    var line = ViewLine(" " + DisplayText(title).text(within: max(size.columns - width - 2, 12)), .bold)
    guard line.width + width < size.columns else { return line }
    line.fill(to: size.columns - width - 1)
    for (count, word, role) in words { line.add("  \(Grouped.number(count)) \(word)", role) }
    return line
  }

  /// What is typed or said, else what is listed; where it stands; how to get help.
  private var lastLine: ViewLine {
    if let prompt {
      let text = DisplayText("\(prompt.purpose.rawValue)\(prompt.text)")
      return ViewLine(text.text(within: size.columns - 1, from: max(0, text.width - size.columns + 1)))
    }
    let place = count.map(String.init) ?? place
    var line = ViewLine(" ")
    let room = size.columns - DisplayText(place).width - 4
    line.add(
      DisplayText(message.isEmpty ? listing : message).text(within: max(room, 1)), message.isEmpty ? .dim : .bold)
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
