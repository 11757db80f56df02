extension Field {
  package struct Member {
    package let name: String
    package let value: Field

    package init(name: String, value: Field) {
      self.name = name
      self.value = value
    }
  }

  /// The members of an object in their order, a repeated name as often as it occurs; none of anything else.
  ///
  /// The values are spans of this field's bytes.
  package var members: [Member] {
    guard kind == .object else { return [] }
    return JSONScanner(bytes).checkedMembers.map { Member(name: $0.name, value: $0.value) }
  }

  /// The elements of an array in their order; none of anything else.
  package var elements: [Field] {
    guard kind == .array else { return [] }
    var elements: [Field] = []
    JSONScanner(bytes).checked { scanner throws(JSONFault) in try scanner.forEachElement { elements.append($0) } }
    return elements
  }
}

/// A member of an object and where it stands, in offsets from the object's start.
struct PlacedMember {
  let name: String
  let value: Field
  let nameRange: Range<Int>
  let valueRange: Range<Int>
}

extension JSONScanner {
  /// The members of the object that the buffer begins with, as ``checked(_:)`` reads them.
  var checkedMembers: [PlacedMember] {
    var members: [PlacedMember] = []
    checked { scanner throws(JSONFault) in try scanner.forEachMember { members.append($0) } }
    return members
  }

  func forEachMember(_ body: (PlacedMember) -> Void) throws(JSONFault) { try forEachMember(ofObjectAt: start, body) }

  func forEachMember(ofObjectAt position: Position, _ body: (PlacedMember) -> Void) throws(JSONFault) {
    var entry = try firstChild(position)
    while let place = entry {
      let quoted = try name(place)
      let name = text(place, quoted.end, quoted.hasEscape).value
      let valueStart = try colon(quoted.end)
      let (value, valueEnd) = try field(valueStart)
      body(
        PlacedMember(
          name: name.text ?? "", value: value, nameRange: place - start..<quoted.end - start,
          valueRange: valueStart - start..<valueEnd - start))
      entry = try next(valueEnd, isObject: true).entry
    }
  }

  func forEachElement(_ body: (Field) -> Void) throws(JSONFault) {
    var entry = try firstChild(start)
    while let place = entry {
      let (element, end) = try field(place)
      body(element)
      entry = try next(end, isObject: false).entry
    }
  }
}

extension Value {
  fileprivate var text: String? {
    guard case .text(let text) = self else { return nil }
    return text.string
  }
}
