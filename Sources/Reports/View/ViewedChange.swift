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
    /// Whether it only stands in another place.
    var isMoved = false
    /// Whether its whole record came or went.
    var isWhole = false
    /// Whether it does not differ, and stands there to be read.
    var isContext = false

    /// A value that is the same on both sides under the rules.
    package init(context name: String, _ old: Field, _ new: Field) {
      (self.name, self.old, self.new) = (name, old, new)
      isContext = true
    }

    fileprivate init(name: String, old: Field?, new: Field?, isMoved: Bool = false, isWhole: Bool = false) {
      (self.name, self.old, self.new, self.isMoved, self.isWhole) = (name, old, new, isMoved, isWhole)
    }
  }

  let change: RecordedResult.Change
  let acceptance: ViewedAcceptance

  init(_ change: RecordedResult.Change, _ acceptance: ViewedAcceptance) {
    (self.change, self.acceptance) = (change, acceptance)
  }

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
    case (let old?, let new?) where change.isMoved || old != new: return "record \(old) → \(new)"
    case (let place?, _), (_, let place?): return "record \(place)"
    case (nil, nil): return nil
    }
  }

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
      Item(
        name: member.name + Self.path(path["path"].withText { String(decoding: $0, as: UTF8.self) } ?? ""),
        old: present(path["old"]), new: present(path["new"]),
        isMoved: path["kind"].withText { $0.elementsEqual("moved".utf8) } ?? false)
    }
  }

  private static func present(_ field: Field) -> Field? { field.kind == .absent ? nil : field }

  /// A JSON pointer as a path below a column: `/qty/0` is `.qty[0]`.
  static func path(_ pointer: String) -> String {
    pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { part in
      part.allSatisfy(\.isNumber) && !part.isEmpty
        ? "[\(part)]" : "." + part.replacing("~1", with: "/").replacing("~0", with: "~")
    }.joined()
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
    if change.isMoved, let places { add(places + (items.isEmpty ? "" : ", "), .moved) }
    while let item = items.first {
      // The last columns say how many more there are.
      let room = width - line.width - (items.count > 1 ? 8 : 0)
      guard room >= 16 else { break }
      items.removeFirst()
      item.add(to: &line, within: room, isColored: isColored)
      if !items.isEmpty { line.add(", ", .dim) }
    }
    if !items.isEmpty { add("+\(Grouped.number(items.count))", .dim) }
    line.cut(to: width)
    return line
  }
}

extension ViewedChange.Item {
  fileprivate func add(to line: inout ViewLine, within room: Int, isColored: Bool) {
    let name = DisplayText(name).text(within: min(max(room / 3, 8), 32))
    let start = line.width
    line.add("\(name): ", .dim)
    let left = room - (line.width - start)
    switch (old, new) {
    case (let old?, let new?): line.add(old, new, within: left - 3, isColored: isColored)
    case (let old?, nil): line.add((isWhole ? "" : "- ") + DisplayText(old).text(within: min(left, 24)), .deleted)
    case (nil, let new?): line.add((isWhole ? "" : "+ ") + DisplayText(new).text(within: min(left, 24)), .inserted)
    case (nil, nil): line.add(isMoved ? "moved" : "", .moved)
    }
  }
}
