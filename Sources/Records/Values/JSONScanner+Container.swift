import CScan

extension JSONScanner {
  /// Behind the array or object that opens at `position`.
  ///
  /// - Complexity: O(bytes) time, and one bit of memory a level.
  @inline(__always) func container(_ position: Position, inside levels: Int = 0) throws(JSONFault) -> Position {
    if levels + Int(LUNADIFF_JSON_LEVELS) <= JSONScanner.maximumDepth,
      let end = lunadiff_json_container(position, end, oneLine)
    {
      return end
    }
    return try carefulContainer(position, inside: levels)
  }

  /// The same, of containers at any depth, and with the first fault in them.
  @inline(never) private func carefulContainer(_ position: Position, inside levels: Int) throws(JSONFault) -> Position {
    var nesting = Nesting(limit: JSONScanner.maximumDepth - levels)
    var p = position
    while true {
      p = try open(p, &nesting)
      // Here a value or a whole container has just ended; leave those that end with it.
      while true {
        guard nesting.depth > 0 else { return p }
        let next = try separator(p, isObject: nesting.isObject)
        if let value = next.value {
          p = value
          break
        }
        p = next.position
        nesting.leave()
      }
    }
  }

  /// From the first byte of a value to behind the first complete value in it: opens containers until a
  /// scalar or an empty container has been read.
  private func open(_ position: Position, _ nesting: inout Nesting) throws(JSONFault) -> Position {
    var p = position
    while true {
      guard p < end else { throw fault(.expectedValue, p) }
      let isObject = p.pointee == Ascii.brace
      guard isObject || p.pointee == Ascii.bracket else { return try leaf(p) }
      guard nesting.depth < nesting.limit else { throw fault(.tooDeep, p) }
      p = try skipSpace(p + 1)
      if p < end, p.pointee == (isObject ? Ascii.closingBrace : Ascii.closingBracket) { return p + 1 }
      nesting.enter(isObject: isObject)
      if isObject { p = try nameAndColon(p) }
    }
  }

  @inline(__always) private func leaf(_ position: Position) throws(JSONFault) -> Position {
    if position.pointee == Ascii.quote { return try string(position).end }
    return try scalar(position)
  }

  /// What follows a value: the next one of its container, or the container's end.
  @inline(__always) private func separator(_ position: Position, isObject: Bool) throws(JSONFault) -> (
    value: Position?, position: Position
  ) {
    let next = try self.next(position, isObject: isObject)
    guard isObject, let entry = next.entry else { return (next.entry, next.position) }
    return (try nameAndColon(entry), entry)
  }

  /// What follows an element or a member: where the next one begins, or the container's end.
  ///
  /// - Returns: the next entry, nil if there is none; and it, or the position behind the container.
  @inline(__always) func next(_ position: Position, isObject: Bool) throws(JSONFault) -> (
    entry: Position?, position: Position
  ) {
    let p = try skipSpace(position)
    let closing = isObject ? Ascii.closingBrace : Ascii.closingBracket
    if p < end, p.pointee == closing { return (nil, p + 1) }
    guard p < end, p.pointee == Ascii.comma else {
      throw fault(isObject ? .expectedCommaOrBrace : .expectedCommaOrBracket, p)
    }
    let next = try skipSpace(p + 1)
    if next < end, next.pointee == closing { throw fault(.trailingComma, p) }
    return (next, next)
  }

  /// Where the first element or member begins, if a container with any opens at `position`.
  func firstChild(_ position: Position) throws(JSONFault) -> Position? {
    guard position < end, position.pointee == Ascii.brace || position.pointee == Ascii.bracket else { return nil }
    let p = try skipSpace(position + 1)
    // The closing bracket's code is two above the opening one's, for both kinds.
    if p < end, p.pointee == position.pointee + 2 { return nil }
    return p
  }

  /// From the opening quote of a member's name to the first byte of its value.
  @inline(__always) func nameAndColon(_ position: Position) throws(JSONFault) -> Position {
    let name = try self.name(position)
    return try colon(name.end)
  }

  /// Behind the member name at `position`.
  @inline(__always) func name(_ position: Position) throws(JSONFault) -> (end: Position, hasEscape: Bool) {
    guard position < end, position.pointee == Ascii.quote else { throw fault(.expectedName, position) }
    return try string(position)
  }

  /// From behind a member's name to the first byte of its value.
  @inline(__always) func colon(_ position: Position) throws(JSONFault) -> Position {
    let p = try skipSpace(position)
    guard p < end, p.pointee == Ascii.colon else { throw fault(.expectedColon, p) }
    return try skipSpace(p + 1)
  }
}

/// Which of the containers around a place are objects: one bit a level.
private struct Nesting {
  let limit: Int
  private(set) var depth = 0
  private var inner: UInt64 = 0
  private var outer: [UInt64] = []

  init(limit: Int) { self.limit = limit }

  var isObject: Bool { inner & 1 == 1 }

  mutating func enter(isObject: Bool) {
    if depth & 63 == 0, depth > 0 {
      outer.append(inner)
      inner = 0
    }
    inner = inner << 1 | (isObject ? 1 : 0)
    depth += 1
  }

  mutating func leave() {
    inner >>= 1
    depth -= 1
    if depth & 63 == 0, let word = outer.popLast() { inner = word }
  }
}
