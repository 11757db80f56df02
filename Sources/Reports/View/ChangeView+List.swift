extension ChangeView {
  /// The widest that keys are in the list.
  private static let widestKey = 28

  /// The lines of the list that are on the screen.
  mutating func listLines(isColored: Bool) -> [ViewLine] {
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

  private func add(
    _ item: ViewedChange.Item, to line: inout ViewLine, within room: Int, isColored: Bool
  ) {
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
