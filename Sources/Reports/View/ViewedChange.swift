import Comparing
import Patching
import Records

/// A recorded change as the viewer shows it; its values are spans of the result.
package struct ViewedChange {
  /// A value that differs, came or went: of a column, or of a path inside one.
  package struct Item {
    let name: String
    /// `nil` where there was none.
    let old: Field?
    let new: Field?
    /// From where to where it moved, if it only stands in another place.
    var places: String?
    /// Whether its whole record came or went.
    var isWhole = false
    /// Whether it does not differ, and stands there to be read.
    var isContext = false
  }

  let change: RecordedResult.Change
  let acceptance: ViewedAcceptance

  var kind: Change.Kind { change.kind }

  var key: DisplayText { DisplayText(joining: change.key.elements.map { DisplayText($0) }) }

  var items: [Item] {
    switch kind {
    case .deleted: change.record.members.map { Item(name: $0.name, old: $0.value, new: nil, isWhole: true) }
    case .inserted: change.record.members.map { Item(name: $0.name, old: nil, new: $0.value, isWhole: true) }
    case .updated: change.fields.members.flatMap(Self.items)
    case .moved: []
    }
  }

  /// Where the record was and is, in words; `nil` where that says nothing.
  var places: String? {
    let numbers = [change.source, change.target].map { $0.map { Grouped.number($0 + 1) } }
    switch (numbers[0], numbers[1]) {
    case (let old?, let new?) where old != new: return "record \(old) → \(new)"
    case (let place?, _), (_, let place?): return (isPastOthers ? Change.Kind.pastOthers : "") + "record \(place)"
    case (nil, nil): return nil
    }
  }

  /// Whether it moved and has the number that it had.
  var isPastOthers: Bool { change.isMoved && change.source == change.target && change.fromSection.kind == .absent }

  /// The records that the groups of a change consist of, numbered from 1, in words; `nil` where records are no groups.
  var groups: String? {
    let records = change.groupRecords
    let lists = [records.source, records.target].compactMap(\.self).map { list in
      let named = list.prefix(20).map { Grouped.number($0 + 1) }.joined(separator: ", ")
      return list.count > 20 ? "\(named), …" : named
    }
    guard let first = lists.first else { return nil }
    return "\(Grouping.records): " + (lists.allSatisfy { $0 == first } ? first : lists.joined(separator: " → "))
  }

  /// The sections that the record is in and comes from, in words; `nil` without sections.
  var sections: String? {
    guard change.section.kind != .absent else { return nil }
    let names = [change.fromSection, change.section].filter { $0.kind != .absent }
    return "§ " + names.map { DisplayText($0).text(within: 60) }.joined(separator: " → ")
  }

  /// What differs in a column: what is inside its values, where that was recorded.
  private static func items(_ member: Field.Member) -> [Item] {
    let paths = member.value["paths"].elements
    guard !paths.isEmpty else {
      return [Item(name: member.name, old: present(member.value["old"]), new: present(member.value["new"]))]
    }
    return paths.map { path in
      let pointer = text(path["path"])
      guard text(path["kind"]) == "moved" else {
        return Item(
          name: member.name + Self.path(pointer), old: present(path["old"]), new: present(path["new"]))
      }
      return moved(pointer, from: text(path["from"]), in: member)
    }
  }

  /// An element of a list that moved: by the name of the list, with its value and its places.
  private static func moved(_ pointer: String, from: String, in member: Field.Member) -> Item {
    func place(_ pointer: String) -> String { "[\(pointer.split(separator: "/").last ?? "")]" }
    let list = pointer.prefix(upTo: pointer.lastIndex(of: "/") ?? pointer.endIndex)
    let value = JSONPointer(pointer.utf8)?.tokens.reduce(member.value["new"]) { part, token in
      guard part.kind == .array else { return part[String(decoding: token, as: UTF8.self)] }
      let (place, elements) = (JSONPointer.index(token) ?? -1, part.elements)
      return elements.indices.contains(place) ? elements[place] : .absent
    }
    let places = places(from: place(from), to: place(pointer))
    return Item(name: member.name + path(String(list)), old: nil, new: value.flatMap(present), places: places)
  }

  /// Where an element of a list was and is, in words: where others around it changed, at the same place.
  package static func places(from old: String, to new: String) -> String {
    old == new ? "among others, still at \(new)" : "from \(old) to \(new)"
  }

  private static func text(_ field: Field) -> String { field.withText { String(decoding: $0, as: UTF8.self) } ?? "" }

  private static func present(_ field: Field) -> Field? { field.kind == .absent ? nil : field }

  /// A JSON pointer as a path below a column: `/qty/0` is `.qty[0]`.
  static func path(_ pointer: String) -> String {
    pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { part in
      part.allSatisfy(\.isNumber) && !part.isEmpty
        ? "[\(part)]" : "." + part.replacing("~1", with: "/").replacing("~0", with: "~")
    }.joined()
  }
}

extension ViewedChange.Item {
  /// A value that is the same on both sides under the rules, or that of a column that one side alone has.
  package init(context name: String, _ old: Field?, _ new: Field?) {
    self.init(name: name, old: old, new: new, isContext: true)
  }
}

// MARK: - In the list

extension ViewedChange {
  /// The line of the list: the kind, the key, and as much of what differs as fits behind it.
  func line(keyWidth: Int, width: Int, isSelected: Bool, isColored: Bool) -> ViewLine {
    var line = ViewLine(isSelected ? "▌" : " ", isSelected ? .heading : .plain)
    line.add("\(kind.mark) ", kind.role)
    line.add(key.text(within: keyWidth), isSelected ? .bold : .plain)
    line.fill(to: 3 + keyWidth + 2)
    func add(_ text: String, _ role: Palette.Role) {
      if line.width < width { line.add(DisplayText(text).text(within: width - line.width), role) }
    }
    if acceptance.isWhole {
      add("(accepted)", .dim)
      line.fill(to: min(line.width + 1, width))
    }
    var items = items[...]
    if change.isMoved, let places { add(places, .moved) }
    var gap = change.isMoved && places != nil && !items.isEmpty ? ", " : ""
    while let item = items.first {
      // The last columns say how many more there are.
      let room = width - line.width - gap.count - (items.count > 1 ? Self.more(items.count - 1).count + 2 : 0)
      guard room >= 16, gap.isEmpty || item.width <= room || room >= 40 else { break }
      items.removeFirst()
      line.add(gap, .dim)
      item.add(to: &line, within: room, isColored: isColored)
      gap = ", "
    }
    if !items.isEmpty { add("\(gap)\(Self.more(items.count))", .dim) }
    line.cut(to: width)
    return line
  }

  /// How many values that differ there are beside those that are shown.
  private static func more(_ count: Int) -> String { "+\(Grouped.count(count, "value", "values"))" }
}

extension ViewedChange.Item {
  /// How wide it is, whole.
  fileprivate var width: Int {
    let values = [old, new].compactMap(\.self).reduce(0) { $0 + DisplayText($1).width }
    return DisplayText(name).width + 2 + values + (places.map { $0.count + 10 } ?? 3)
  }

  fileprivate func add(to line: inout ViewLine, within room: Int, isColored: Bool) {
    let start = line.width
    // Where there is room for the values, the name has the rest; of a path the end tells more.
    let limit = width <= room ? room : min(max(room / 3, 8), 32)
    line.add("\(DisplayText(name).ends(within: limit, last: limit / 2)): ", .dim)
    let left = room - (line.width - start)
    if let places { return line.add(moved: new, places, within: left) }
    let widest = min(left, max(24, left / 3))
    switch (old, new) {
    case (let old?, let new?): line.add(old, new, within: left - 3, isColored: isColored)
    case (let old?, nil): line.add((isWhole ? "" : "- ") + DisplayText(old).text(within: widest), .deleted)
    case (nil, let new?): line.add((isWhole ? "" : "+ ") + DisplayText(new).text(within: widest), .inserted)
    case (nil, nil): break
    }
  }
}

// MARK: - Alone

extension ViewedChange {
  /// The title of the change: its kind, key and position.
  func head(width: Int) -> ViewLine {
    var line = ViewLine(" \(kind.mark) \(kind.rawValue)", kind.role)
    let words = [
      change.isMoved && kind != .moved && !isPastOthers ? "moved" : nil, places, sections, groups, acceptance.words,
    ].compactMap { $0 }.joined(separator: " · ")
    let room = width - line.width - 2
    line.add("  " + key.text(within: max(room - DisplayText(words).width - 3, 8)), .bold)
    if line.width + 3 < width { line.add("   " + DisplayText(words).text(within: width - line.width - 3), .dim) }
    return line
  }
}

extension ViewedChange.Item {
  /// A value: on one line where it fits, else below its name, old and new each whole.
  func lines(label: Int, width: Int, isColored: Bool) -> [ViewLine] {
    var first = ViewLine("   " + DisplayText(name).ends(within: label, last: label / 2), .dim)
    first.fill(to: 3 + label + 2)
    let room = max(width - first.width, 1)
    if let places {
      first.add(moved: new, places, within: room)
      return [first]
    }
    switch (old, new) {
    case (let old?, let new?) where isContext:
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
    let marks = isWhole ? ["", ""] : isContext ? ["only in old: ", "only in new: "] : ["- ", "+ "]
    let whole = runs(isColored: isColored)
    let oldLines = whole.old.map { ViewLine.wrapped($0, marks[0], .deleted, behind: first, width: width) }
    let newLines = whole.new.map {
      ViewLine.wrapped($0, marks[1], .inserted, behind: oldLines == nil ? first : first.blank, width: width)
    }
    return (oldLines ?? []) + (newLines ?? [])
  }

  /// Whole values, with what differs of them where colours can mark it.
  private func runs(isColored: Bool) -> (old: [DisplayText.Run]?, new: [DisplayText.Run]?) {
    if isColored, let old, let new, max(old.bytes.count, new.bytes.count) <= DisplayText.limit {
      let pair = ValuePair(old, new, width: 1 << 20, isMarked: true)
      return (pair.old, pair.new)
    }
    return (old.map(DisplayText.runs), new.map(DisplayText.runs))
  }
}
