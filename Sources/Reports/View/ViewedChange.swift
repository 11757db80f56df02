import Comparing
import Patching
import Records

/// A recorded change as the viewer shows it; its values are spans of the result.
struct ViewedChange {
  /// A value that differs, came or went: of a column, or of a path inside one.
  struct Item {
    let name: String
    /// `nil` where there was none.
    let old: Field?
    let new: Field?
    /// Whether it only stands in another place.
    var isMoved = false
    /// Whether its whole record came or went.
    var isWhole = false
  }

  let change: RecordedResult.Change

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
