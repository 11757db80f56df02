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
    /// Why the records of the selected change are what they are.
    case reasons
    /// What explains many changes at once, to be chosen from.
    case findings
    /// The rules that may hide the selected change, to be chosen from.
    case proposals
    /// What of the selected change may be accepted as it is, to be chosen from.
    case acceptable
  }

  private(set) var result: RecordedResult
  private var reader: RecordedResult.Reader
  /// The numbers of the changes in the order of the text report, and their kinds.
  private var order: [Int32]
  private var kinds: [Change.Kind]
  /// What can be asked where the inputs are at hand.
  package var reviewer: (any ChangeReviewer)?
  private(set) var shownKinds = Set(Change.Kind.allCases)
  /// What listed changes have to hold; empty for anything.
  private(set) var filter = ""
  /// What listed changes have in common.
  private(set) var finding: ViewedFinding?
  /// Whether changes that are accepted are left out.
  private(set) var hidesAccepted = false
  /// How many changes the result says are accepted.
  private var recordedAcceptances: Int
  /// Why differences are accepted, until something else is said.
  package var reason = ""
  /// What is accepted once it is said why.
  var waiting: ViewedDifferences?
  package private(set) var rows: [Int32] = []
  package var selected = 0
  var top = 0
  /// The first line on the screen of what is below the list, or in its stead.
  var scrolled = 0
  package var page = Page.list
  /// The page to which reasons lead back.
  var pageBehind = Page.list
  /// The page to which help leads back.
  var pageBehindHelp = Page.list
  var prompt: Prompt?
  var search = ""
  /// The number that is typed before a key.
  var count: Int?
  /// Said on the last line until a key is pressed.
  package var message = ""
  /// Whether a key was pressed.
  var hasBegun = false
  var size = (rows: 24, columns: 80)
  /// What a page in place of the list shows.
  var answer = ViewAnswer()
  /// The findings to which their rules lead back.
  var findingsBehind: ViewAnswer?
  /// The findings that are chosen from.
  var listable: [ViewedFinding] = []

  /// - Complexity: O(*n*) for *n* changes.
  package init(_ result: RecordedResult) throws(PatchError) {
    self.result = result
    reader = result.makeReader()
    (order, kinds, recordedAcceptances) = try Self.inOrder(result)
    list()
    message = columnWords ?? ""
  }

  /// The columns that one side alone has, which no change shows.
  var columnWords: String? {
    let names = [("removed", result.deleted), ("added", result.inserted)].filter { !$0.1.isEmpty }
    return names.isEmpty ? nil : names.map { "columns \($0): \($1.listed(within: 200))" }.joined(separator: "; ")
  }

  /// The changes by kind as people read about them, unless sections have an order of their own.
  private static func inOrder(_ result: RecordedResult) throws(PatchError) -> (
    order: [Int32], kinds: [Change.Kind], accepted: Int
  ) {
    var reader = result.makeReader()
    var groups = Change.Kind.reading.map { _ in [Int32]() }
    var kinds: [Change.Kind] = []
    var accepted = 0
    kinds.reserveCapacity(result.count)
    for number in 0..<result.count {
      let change = try reader.change(number)
      kinds.append(change.kind)
      if change.isAccepted { accepted += 1 }
      groups[change.kind.rank].append(Int32(truncatingIfNeeded: number))
    }
    guard !result.isSectioned else { return (kinds.indices.map { Int32($0) }, kinds, accepted) }
    let order = Array(groups.joined())
    return (order, order.map { kinds[Int($0)] }, accepted)
  }

  /// Shows another result of the same inputs: of what is listed what is left, or all where nothing is.
  ///
  /// The selected change stays it, or the next one is that is left.
  mutating func replace(_ result: RecordedResult) throws(PatchError) {
    var before = self
    (order, kinds, recordedAcceptances) = try Self.inOrder(result)
    self.result = result
    reader = result.makeReader()
    finding = finding?.ofWhatIsLeft
    rows = listed()
    if rows.isEmpty, finding != nil {
      finding = nil
      rows = listed()
    }
    select(nearest(to: &before))
  }

  /// The place of the change that was selected before, or of the next one that is listed now, or the last before it.
  private mutating func nearest(to before: inout ChangeView) -> Int {
    var places = Sides { _ in [Int: Int]() }
    for (place, number) in rows.enumerated() {
      guard let change = read(Int(number)) else { continue }
      if let record = change.source { places.source[record] = place }
      if let record = change.target { places.target[record] = place }
    }
    let first = before.rows.indices.contains(before.selected) ? Int(before.rows[before.selected]) : 0
    for number in Array(first..<before.total) + (0..<min(first, before.total)).reversed() {
      guard let change = before.read(number) else { continue }
      let known = change.target.flatMap { places.target[$0] } ?? change.source.flatMap { places.source[$0] }
      if let known { return known }
    }
    return 0
  }

  /// Lists what is to be listed now; the selection stays where it is as far as there are changes.
  mutating func relist() {
    let place = selected
    rows = listed()
    select(place)
  }

  var total: Int { kinds.count }

  mutating func change(at place: Int) -> ViewedChange? {
    guard rows.indices.contains(place) else { return nil }
    return recorded(Int(rows[place]))
  }

  /// The number of a listed change in the result.
  func number(at place: Int) -> Int? { rows.indices.contains(place) ? Int(order[Int(rows[place])]) : nil }

  /// Every change was read once, so that none is missing.
  private mutating func recorded(_ number: Int) -> ViewedChange? {
    read(number).map { change in
      let recorded = ViewedAcceptance(isWhole: change.isAccepted)
      return ViewedChange(change, reviewer?.acceptance(of: Int(order[number])) ?? recorded)
    }
  }

  private mutating func read(_ number: Int) -> RecordedResult.Change? { try? reader.change(Int(order[number])) }

  private var acceptedCount: Int { reviewer?.acceptedCount ?? recordedAcceptances }

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

  /// Shows changes alone that have something in common; all, without it.
  mutating func filter(by finding: ViewedFinding?) {
    self.finding = finding
    list()
  }

  /// Shows changes alone that are not accepted, or all of them again.
  mutating func toggleAccepted() {
    hidesAccepted.toggle()
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
      if pattern != nil || finding != nil || hidesAccepted {
        guard let change = recorded(number), pattern?.matches(change) ?? true, finding?.covers(change.change) ?? true,
          !(hidesAccepted && change.acceptance.isWhole)
        else { continue }
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

  var listHeight: Int {
    let room = size.rows - 2
    return page == .list && room >= 12 ? max(5, room * 2 / 5) : page == .list ? room : 0
  }

  var lowerHeight: Int {
    let room = size.rows - 2
    switch page {
    case .list: return room >= 12 ? room - listHeight - 1 : 0
    case .change, .help, .reasons, .findings, .proposals, .acceptable: return room
    }
  }
}

extension ChangeView {
  /// What stands below the list, or in its stead, whole.
  mutating func lowerLines(width: Int, isColored: Bool = false) -> [ViewLine] {
    switch page {
    case .help: return helpLines(width: width)
    case .reasons, .findings, .proposals, .acceptable: return answer.lines(width: width)
    case .list, .change: break
    }
    guard let change = change(at: selected) else { return [] }
    let items = change.items + (reviewer?.context(of: change.change) ?? [])
    let widest = items.map { DisplayText($0.name).width }.max() ?? 0
    let label = min(widest, max(2 * width / 5, 8))
    return [head(of: change, width: width), ViewLine()]
      + items.flatMap { lines(of: $0, label: label, width: width, isColored: isColored) }
  }

  private func head(of change: ViewedChange, width: Int) -> ViewLine {
    var line = ViewLine(" \(change.kind.mark) \(change.kind.rawValue)", change.kind.role)
    let words = [
      change.change.isMoved && change.kind != .moved && !change.isPastOthers ? "moved" : nil, change.places,
      change.sections,
      change.groups, change.acceptance.words,
    ].compactMap { $0 }.joined(separator: " · ")
    let room = width - line.width - 2
    line.add("  " + change.key.text(within: max(room - DisplayText(words).width - 3, 8)), .bold)
    if line.width + 3 < width { line.add("   " + DisplayText(words).text(within: width - line.width - 3), .dim) }
    return line
  }

  /// A value: on one line where it fits, else below its name, old and new each whole.
  private func lines(of item: ViewedChange.Item, label: Int, width: Int, isColored: Bool) -> [ViewLine] {
    var first = ViewLine("   " + DisplayText(item.name).ends(within: label, last: label / 2), .dim)
    first.fill(to: 3 + label + 2)
    let room = max(width - first.width, 1)
    if let places = item.places {
      first.add(moved: item.new, places, within: room)
      return [first]
    }
    switch (item.old, item.new) {
    case (let old?, let new?) where item.isContext:
      guard !old.bytes.elementsEqual(new.bytes) else {
        return ViewLine.wrapped(DisplayText.runs(old), "", .plain, behind: first, width: width)
      }
      let half = max((room - 3) / 2, 1)
      first.add("\(DisplayText(old).text(within: half)) ≈ \(DisplayText(new).text(within: half))")
      return [first]
    case (let old?, let new?) where DisplayText(old).width + DisplayText(new).width + 3 <= room:
      first.add(old, new, within: room - 3, isColored: isColored)
      return [first]
    default: break
    }
    let marks = item.isWhole ? ["", ""] : item.isContext ? ["only in old: ", "only in new: "] : ["- ", "+ "]
    let runs = Self.runs(of: item, isColored: isColored)
    let old = runs.old.map { ViewLine.wrapped($0, marks[0], .deleted, behind: first, width: width) }
    let new = runs.new.map {
      ViewLine.wrapped($0, marks[1], .inserted, behind: old == nil ? first : first.blank, width: width)
    }
    return (old ?? []) + (new ?? [])
  }

  /// Whole values, with what differs of them where colours can mark it.
  private static func runs(of item: ViewedChange.Item, isColored: Bool) -> (
    old: [DisplayText.Run]?, new: [DisplayText.Run]?
  ) {
    if isColored, let old = item.old, let new = item.new, max(old.bytes.count, new.bytes.count) <= DisplayText.limit {
      let pair = ValuePair(old, new, width: 1 << 20, isMarked: true)
      return (pair.old, pair.new)
    }
    return (item.old.map(DisplayText.runs), item.new.map(DisplayText.runs))
  }
}

extension ChangeView {
  private static let widestKey = 28

  private mutating func listLines(isColored: Bool) -> [ViewLine] {
    let places = top..<min(top + listHeight, rows.count)
    let changes = places.compactMap { change(at: $0) }
    let limit = min(Self.widestKey, max(size.columns / 4, 6))
    let keyWidth = changes.map { min($0.key.width, limit) }.max() ?? 0
    return zip(places, changes).map { place, change in
      change.line(keyWidth: keyWidth, width: size.columns, isSelected: place == selected, isColored: isColored)
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
    if page == .list, rows.isEmpty {
      list = [ViewLine(total > 0 ? "  no change is listed" : "  no record differs", .dim)]
    }
    lines += list + blanks(listHeight - list.count)
    if page == .list, lowerHeight > 0 { lines.append(ViewLine(String(repeating: "─", count: size.columns), .dim)) }
    let lower = lowerLines(width: size.columns, isColored: isColored).dropFirst(scrolled).prefix(lowerHeight)
    lines += lower + blanks(lowerHeight - lower.count)
    let last = lastLines.suffix(lines.count)
    return lines.dropLast(max(last.count, 1) - 1) + last
  }

  private func blanks(_ count: Int) -> [ViewLine] { Array(repeating: ViewLine(), count: max(0, count)) }

  /// A shorter title names nothing.
  private static let leastTitle = 5

  /// The counts, as many as there is room for, and before them what is left of the names of the inputs.
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
}
