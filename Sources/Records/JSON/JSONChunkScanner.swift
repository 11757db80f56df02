import Platform

/// Reads a run of entries in one pass: checks them, and finds records, columns and key hashes.
struct JSONChunkScanner: ~Copyable {
  typealias Position = JSONScanner.Position

  let scanner: JSONScanner
  let plan: JSONPlan
  private let hashes: Bool
  private var columns: JSONColumns
  private var elementColumns: JSONColumns
  private var chunk = JSONChunk(first: 0, stop: 0)
  private let text: BytesView
  /// Of JSON Lines: where there are blank lines.
  private var blankLines = LineShifts()
  /// The way beside a known text, as long as it leads somewhere.
  private(set) var walk: LockstepWalk?
  /// Whether what was read, and not taken over, has a CR.
  private var hasReturn = false

  init(_ text: BytesView, _ plan: JSONPlan, _ walk: LockstepWalk? = nil) {
    self.text = text
    self.walk = walk
    scanner = JSONScanner(text, oneLine: plan.frame == .lines)
    self.plan = plan
    hashes = !plan.key.isEmpty
    columns = JSONColumns(scanner, key: plan.key, isKeyed: plan.shape.isObject, elements: plan.elements)
    elementColumns = JSONColumns(scanner, key: plan.key, isKeyed: false, elements: nil)
  }

  /// Reads the entries that begin in `start..<limit`; `start` is where the first one is expected.
  mutating func scan(from start: Int, limit: Int) -> JSONChunk {
    var p = scanner.start + start
    if plan.frame == .lines { p = scanner.skipSpaceAndLines(p) }
    chunk.first = p - scanner.start
    let end = scanner.start + limit
    do throws(JSONFault) {
      if plan.frame == .lines, p == scanner.end { chunk.isEnd = true }
      // At the end of the text the entry that is missing makes the fault.
      while !chunk.isEnd, p < end || p == scanner.end {
        if let behind = equalEntries(p, to: limit) {
          p = behind
          continue
        }
        let start = p
        if plan.elements == nil { chunk.reading = chunk.entries.starts.count }
        p = try entry(p)
        if let hash = chunk.entries.hashes.last { walk?.align(to: hash) }
        p = try separator(p)
        if walk != nil {
          hasReturn = hasReturn || text[part: start - scanner.start..<p - scanner.start].contains(Ascii.carriageReturn)
        }
      }
    } catch { chunk.fault = error }
    chunk.stop = p - scanner.start
    chunk.entries.lineShifts = lineShifts()
    chunk.entries.take(columns)
    chunk.entries.equalRuns = walk?.runs ?? []
    chunk.elements.take(elementColumns)
    return chunk
  }

  /// Takes over the entries at a position that a known text has, too.
  ///
  /// - Returns: where the one behind them begins; `nil` if there is none.
  @inline(__always) private mutating func equalEntries(_ position: Position, to limit: Int) -> Position? {
    guard walk?.isLost == false else { return nil }
    return takeEqualEntries(position - scanner.start, to: limit)
  }

  @inline(never) private mutating func takeEqualEntries(_ start: Int, to limit: Int) -> Position? {
    let count = chunk.entries.starts.count
    guard let equal = walk?.equalRecords(from: start, to: limit, as: count), let distance = walk?.distance,
      let index = walk?.index, let hashes = walk?.hashes
    else { return nil }
    let starts = index.starts
    chunk.entries.starts.append(contentsOf: equal.lazy.map { starts[$0] - distance })
    chunk.entries.hashes += hashes[equal]
    if index.hasLineShifts, let shifts = index.lineShifts {
      blankLines.append(shifts, of: equal.lowerBound + 1...equal.upperBound, as: count + 1)
    }
    return scanner.start + index.starts[equal.upperBound] - distance
  }

  /// A CR alone ends a line, too: where there is one, lines are counted.
  private func lineShifts() -> LineShifts? {
    guard plan.frame == .lines else { return nil }
    let range = chunk.first..<chunk.stop
    guard walk == nil ? text[part: range].contains(Ascii.carriageReturn) : hasReturn else { return blankLines }
    var shifts = LineShifts()
    chunk.entries.starts.withUnsafeBufferPointer { shifts.count($0, in: text, range) }
    return shifts
  }

  @inline(__always) private mutating func entry(_ position: Position) throws(JSONFault) -> Position {
    columns.beginRecord()
    let end: Position
    switch plan.shape {
    case .objects: end = try objectEntry(position)
    case .values: end = try plainEntry(position)
    case .keyed: end = try objectEntry(try namedValue(position))
    case .pairs: end = try scanner.value(try namedValue(position))
    }
    chunk.entries.starts.append(position - scanner.start)
    if hashes { chunk.entries.hashes.append(columns.keyHash()) }
    return end
  }

  @inline(__always) private mutating func objectEntry(_ position: Position) throws(JSONFault) -> Position {
    guard position < scanner.end, position.pointee == Ascii.brace else {
      _ = try scanner.value(position)
      throw scanner.fault(.valueAmongRecords, position)
    }
    guard plan.elements == nil else { return try section(position) }
    return try columns.readObject(position).position
  }

  private mutating func plainEntry(_ position: Position) throws(JSONFault) -> Position {
    let (field, end) = try scanner.field(position)
    guard field.kind != .object else { throw scanner.fault(.recordAmongValues, position) }
    columns.setKey(field)
    return end
  }

  /// Reads the name of a record up to its value.
  private mutating func namedValue(_ position: Position) throws(JSONFault) -> Position {
    let name = try scanner.name(position)
    columns.setKey(scanner.text(position, name.end, name.hasEscape))
    return try scanner.colon(name.end)
  }

  /// From behind an entry to the first byte of the next one.
  @inline(__always) private mutating func separator(_ position: Position) throws(JSONFault) -> Position {
    if plan.frame == .lines {
      if position < scanner.end, position.pointee == Ascii.lineFeed {
        let next = position + 1
        if next < scanner.end, next.pointee > Ascii.space { return next }
      }
      return try lineEnd(position)
    }
    return try comma(position)
  }

  @inline(never) private mutating func lineEnd(_ position: Position) throws(JSONFault) -> Position {
    var p = position
    while p < scanner.end, p.pointee == Ascii.space || p.pointee == Ascii.tab || p.pointee == Ascii.carriageReturn {
      p += 1
    }
    guard p == scanner.end || p.pointee == Ascii.lineFeed else { throw scanner.fault(.extraOnLine, p) }
    let next = scanner.skipSpaceAndLines(p)
    chunk.isEnd = next == scanner.end
    if next - p > 1 {
      let gap = p - scanner.start..<next - scanner.start
      blankLines.add(LineIndex.lineEnds(in: text, gap) - 1, from: chunk.entries.starts.count)
    }
    return next
  }

  @inline(__always) private mutating func comma(_ position: Position) throws(JSONFault) -> Position {
    let next = try scanner.next(position, isObject: plan.frame == .object)
    chunk.isEnd = next.entry == nil
    return next.position
  }

  private mutating func section(_ position: Position) throws(JSONFault) -> Position {
    chunk.sectionStarts.append(chunk.elements.starts.count)
    var seen = false
    var (p, isElements) = try columns.readObject(position)
    while isElements {
      guard !seen else { throw scanner.fault(.repeatedElements, p) }
      seen = true
      p = try elements(p)
      (p, isElements) = try columns.readObject(p, goesOn: true)
    }
    return p
  }

  /// Reads the array of a section's records; `null` is an empty one.
  private mutating func elements(_ position: Position) throws(JSONFault) -> Position {
    guard position < scanner.end, position.pointee == Ascii.bracket else {
      let (field, end) = try scanner.field(position)
      guard field.kind == .null else { throw scanner.fault(.elementsNotArray, position) }
      return end
    }
    guard var p = try scanner.firstChild(position) else { return try scanner.value(position) }
    while true {
      let start = p
      chunk.reading = chunk.elements.starts.count
      p = try element(p)
      chunk.elements.starts.append(start - scanner.start)
      chunk.elements.ends.append(p - scanner.start)
      if hashes { chunk.elements.hashes.append(elementColumns.keyHash()) }
      let next = try scanner.next(p, isObject: false)
      guard let element = next.entry else {
        chunk.reading = nil
        return next.position
      }
      p = element
    }
  }

  private mutating func element(_ position: Position) throws(JSONFault) -> Position {
    elementColumns.beginRecord()
    let isObject = position < scanner.end && position.pointee == Ascii.brace
    let shape = chunk.elements.shape ?? (isObject ? .objects : .values)
    chunk.elements.shape = shape
    if isObject, shape == .objects { return try elementColumns.readObject(position).position }
    let (field, end) = try scanner.field(position)
    if isObject { throw scanner.fault(.recordAmongValues, position) }
    if shape == .objects { throw scanner.fault(.valueAmongRecords, position) }
    elementColumns.setKey(field)
    return end
  }
}

extension JSONChunk.Records {
  mutating func take(_ columns: borrowing JSONColumns) {
    self.columns = columns.names
    tokens = columns.tokens
    repeats = columns.repeats
    spans = columns.spans
  }
}
