import Comparing
import Platform
import Records

/// An object or a list that is being edited, with what stands between its parts; what does not change keeps its bytes.
final class EditedContainer {
  struct Entry {
    /// What stood between the value before it and this one; `nil` for the first one and for new ones.
    var gap: BytesView?
    /// A member's name in quotes and what leads to its value; empty for an element.
    let name: BytesView
    var value: EditedValue
  }

  enum Kind {
    case object, list
    /// JSON Lines: a list without brackets.
    case lines
  }

  let kind: Kind
  let separator: BytesView
  private let opening: BytesView
  private let closing: BytesView
  private let colon: BytesView
  /// The elements of a list; empty for an object.
  private var list: ChunkedList<Entry>
  /// The members of an object, `nil` for those that are gone; and where each name is, the last one of it.
  private var members: [Entry?] = []
  private var indexByName: [[UInt8]: Int] = [:]
  /// For a member whose name stands in front of it as well, where that is.
  private var earlierIndices: [Int: Int] = [:]
  private let arena: ByteArena

  /// Opens an object or a list.
  ///
  /// - Returns: `nil` for any other value.
  convenience init?(_ bytes: BytesView, _ arena: ByteArena) {
    guard let parts = JSONParts(bytes) else { return nil }
    self.init(parts, bytes, parts.isObject ? .object : .list, arena)
  }

  init(_ parts: JSONParts, _ bytes: BytesView, _ kind: Kind, _ arena: ByteArena) {
    self.kind = kind
    self.arena = arena
    let all = parts.parts
    func piece(_ range: Range<Int>) -> BytesView { bytes[part: range] }
    func gap(_ index: Int) -> BytesView { piece(all[index - 1].value.upperBound..<all[index].start) }
    let bracket = kind == .lines ? 0 : 1
    let end = bytes.count - bracket
    opening = piece(bracket..<(all.first?.start ?? end))
    closing = piece((all.last?.value.upperBound ?? end)..<end)
    if all.count > 1 {
      separator = gap(1)
    } else {
      let comma = kind == .lines ? [0x0A] : [UInt8(ascii: ",")]
      separator = arena.keep(all.isEmpty ? comma : comma + Array(opening))
    }
    colon = all.first.map { piece($0.nameEnd..<$0.value.lowerBound) } ?? arena.keep(":".utf8)
    let entries = all.enumerated().map { index, part in
      Entry(
        gap: index == 0 ? nil : gap(index), name: piece(part.start..<part.value.lowerBound),
        value: .spelled(piece(part.value)))
    }
    list = ChunkedList(kind == .object ? [] : entries)
    guard kind == .object else { return }
    members = entries
    for (index, part) in all.enumerated() {
      let quoted = piece(part.start..<part.nameEnd)
      earlierIndices[index] = indexByName.updateValue(index, forKey: Self.text(ofQuoted: quoted))
    }
  }

  private static func text(ofQuoted name: BytesView) -> [UInt8] {
    var text: [UInt8] = []
    let content = BytesView(rebasing: name.dropFirst().dropLast())
    JSONString.decode(content, into: &text)
    return text
  }

  var entries: [Entry] { kind == .object ? members.compactMap { $0 } : list.elements }

  func appendStart(isEmpty: Bool, to output: inout [UInt8]) {
    if kind != .lines { output.append(UInt8(ascii: kind == .object ? "{" : "[")) }
    if !isEmpty { output += opening }
  }

  func appendEnd(isEmpty: Bool, to output: inout [UInt8]) {
    if !isEmpty { output += closing }
    if kind != .lines { output.append(UInt8(ascii: kind == .object ? "}" : "]")) }
  }

  var count: Int { list.count }

  subscript(index: Int) -> EditedValue {
    get { list[index].value }
    set { list[index].value = newValue }
  }

  func insert(_ value: EditedValue, at index: Int) {
    list.insert(Entry(gap: nil, name: BytesView(start: nil, count: 0), value: value), at: index)
  }

  func remove(at index: Int) -> EditedValue { list.remove(at: index).value }

  enum Element {
    case kept(Int)
    case new(EditedValue)
  }

  func arrange(_ elements: [Element]) {
    let entries = list.elements
    list = ChunkedList(
      elements.map { element in
        switch element {
        case .kept(let index): entries[index]
        case .new(let value): Entry(gap: nil, name: BytesView(start: nil, count: 0), value: value)
        }
      })
  }

  /// The value of the member of a name, of several the last one's; `nil` takes all of them out.
  subscript(name: [UInt8]) -> EditedValue? {
    get { indexByName[name].flatMap { members[$0]?.value } }
    set {
      guard let newValue else { return remove(name) }
      if let index = indexByName[name] {
        members[index]?.value = newValue
      } else {
        indexByName[name] = members.count
        var spelled: [UInt8] = []
        JSONWriter.appendString(name, to: &spelled)
        members.append(Entry(gap: nil, name: arena.keep(spelled + colon), value: newValue))
      }
    }
  }

  private func remove(_ name: [UInt8]) {
    var next = indexByName.removeValue(forKey: name)
    while let index = next {
      members[index] = nil
      next = earlierIndices[index]
    }
  }
}
