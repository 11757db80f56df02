import CScan
import Platform

/// How the bytes of a JSON record become fields.
///
/// A record is an object, a plain value, or a member of an object of objects with its name. Members are
/// found by comparing with the spelling of the column that is next in order, and by a table otherwise. Of
/// members that repeat a name, the last one is the field.
final class JSONLayout: RecordLayout {
  let columns: [String]
  let shape: JSONShape
  let source: ByteSource
  let index: RecordIndex
  let paths = JSONPaths()
  /// The members' names; those of the records are all columns but the elements.
  private let names: JSONNameTable
  /// For each name the records among which are all that have it; of one file's.
  private let spans: [[ClosedRange<Int>]]
  /// For each name its column; -1 for the elements.
  private let columnOfName: [Int]
  /// Whether a record may have a name more than once.
  private let repeatsNames: Bool
  /// For each name bytes of the input where it stands with quotes and colon; empty: do not compare.
  private let tokens: [BytesView]

  init(_ source: ByteSource, _ records: JSONMerge.Records, shape: JSONShape, elements: [UInt8]? = nil) {
    self.source = source
    self.shape = shape
    names = records.columns
    spans = records.spans
    tokens = records.tokens.map { source.text[part: $0] }
    index = records.index
    repeatsNames = records.repeats.firstOffset != nil
    let all = names.names
    let own = Self.columns(all, shape) { all[$0] == elements }
    columns = index.count == 0 && names.count == 0 ? [] : own.names
    columnOfName = own.places
  }

  /// The layout of several parts' records as one, columns in order of first appearance over all parts; the caller fills
  /// `more`, the columns behind those of the records.
  init(joining parts: [JSONLayout], _ source: ByteSource, _ index: RecordIndex, more: [String]) {
    self.source = source
    self.index = index
    shape = parts.first { $0.index.count > 0 }?.shape ?? .objects
    var names = JSONNameTable()
    var tokens: [BytesView] = []
    var elements: Set<Int> = []
    for part in parts {
      for (number, name) in part.names.names.enumerated() {
        let (place, isNew) = name.withBytes { names.insert($0) }
        if part.columnOfName[number] < 0 { elements.insert(place) }
        if isNew { tokens.append(part.tokens[number]) }
      }
    }
    self.names = names
    self.tokens = tokens
    spans = []
    repeatsNames = parts.contains { $0.repeatsNames }
    let own = Self.columns(names.names, shape) { elements.contains($0) }
    columns = index.count == 0 ? [] : own.names + more
    columnOfName = own.places
  }

  /// The columns that the members' names make, and for each name its column, or −1 for the elements.
  private static func columns(_ names: [[UInt8]], _ shape: JSONShape, isElements: (Int) -> Bool) -> (
    names: [String], places: [Int]
  ) {
    var columns: [String] = []
    if shape.isObject { columns.append(JSONShape.keyColumn) }
    if shape == .values || shape == .pairs { columns.append(JSONShape.valueColumn) }
    var places: [Int] = []
    for (number, name) in names.enumerated() {
      places.append(isElements(number) ? -1 : columns.count)
      if !isElements(number) { columns.append(String(decoding: name, as: UTF8.self)) }
    }
    return (columns, places)
  }

  var namesWithSpans: [(name: [UInt8], spans: [ClosedRange<Int>])] { Array(zip(names.names, spans)) }

  var border: RecordTerminator { .json }

  /// From how many columns on it pays to keep account of those that a record has.
  private static let wide = 64

  var isSparse: Bool { columns.count > Self.wide }

  func split(_ record: BytesView, into split: inout SplitRecord, upTo count: Int) {
    split.clear(columns: columns.count, isSparse: isSparse)
    guard record.count > 0, !columns.isEmpty else { return }
    let scanner = JSONScanner(record)
    // The bytes were checked when they were indexed. If the file has changed under them since, what cannot
    // be read is absent.
    try? self.split(scanner, into: &split, upTo: count)
  }

  private func split(_ scanner: JSONScanner, into split: inout SplitRecord, upTo count: Int) throws(JSONFault) {
    let isSparse = isSparse
    // How many of the columns that are asked for may still come. Of a name that is repeated the last one counts.
    var missing = repeatsNames ? .max : count
    var object = scanner.start
    switch shape {
    case .values:
      split.set(0, try scanner.field(scanner.start).field)
      return
    case .keyed, .pairs:
      let name = try scanner.name(scanner.start)
      let key = scanner.text(scanner.start, name.end, name.hasEscape)
      if isSparse { split.add(0, key) } else { split.set(0, key) }
      object = try scanner.colon(name.end)
      missing -= 1
      guard shape == .keyed else {
        split.set(1, try scanner.field(object).field)
        return
      }
    case .objects: break
    }
    var next = try scanner.firstChild(object)
    var name = -1
    while missing > 0, let p = next {
      let value = try member(p, &name, scanner)
      let (field, end) = try scanner.knownField(value)
      let column = name < 0 ? -1 : columnOfName[name]
      if column >= 0 { if isSparse { split.add(column, field) } else { split.set(column, field) } }
      if 0..<count ~= column { missing -= 1 }
      next = try scanner.next(end, isObject: true).entry
    }
  }

  func mayKnowDifferences(from other: any RecordLayout) -> Bool {
    guard let other = other as? JSONLayout else { return false }
    return [self, other].allSatisfy { $0.shape == .objects && !$0.repeatsNames }
  }

  /// A member that ends in bytes that both records begin with is the same in both.
  ///
  /// Where members end and all bytes behind them are the same, so are the members behind them: none repeats a name.
  func findDifferences(_ first: BytesView, _ second: BytesView, into columns: inout [Int32]) -> Bool {
    let same = first.commonPrefix(with: second, upTo: .max)
    let isKnown = JSONScanner(first).checked { scanner throws(JSONFault) in
      try findDifferences(scanner, JSONScanner(second), behind: same, into: &columns)
    }
    return isKnown ?? false
  }

  private func findDifferences(
    _ first: JSONScanner, _ second: JSONScanner, behind same: Int, into columns: inout [Int32]
  ) throws(JSONFault) -> Bool {
    var name = -1
    var entry = try first.firstChild(first.start)
    while let position = entry {
      let value = try member(position, &name, first)
      guard value - first.start <= same else { return false }
      let end = try first.value(value)
      if end - first.start >= same {
        let their = second.start + (value - first.start)
        return try findDifferences(first, value, second, their, name, into: &columns)
      }
      entry = try first.next(end, isObject: true).entry
    }
    return false
  }

  /// The same from two values of one name on.
  private func findDifferences(
    _ first: JSONScanner, _ value: JSONScanner.Position, _ second: JSONScanner, _ theirs: JSONScanner.Position,
    _ name: Int, into columns: inout [Int32]
  ) throws(JSONFault) -> Bool {
    var (value, theirs, name) = (value, theirs, name)
    while name >= 0 {
      let (old, new) = (try first.field(value), try second.field(theirs))
      let column = columnOfName[name]
      if column >= 0, !old.field.isEqual(to: new.field) { columns.append(Int32(truncatingIfNeeded: column)) }
      if first.rest(from: old.end).isSame(as: second.rest(from: new.end)) { return true }
      let next = (try first.next(old.end, isObject: true).entry, try second.next(new.end, isObject: true).entry)
      guard let mine = next.0, let other = next.1 else { return next.0 == next.1 }
      value = try member(mine, &name, first)
      let token = BytesView(start: mine, count: value - mine)
      let rest = second.rest(from: other)
      guard rest.count > token.count, rest[part: 0..<token.count].isSame(as: token) else { return false }
      theirs = other + token.count
    }
    return false
  }

  /// Reads the name at `position` and returns where its value begins.
  ///
  /// - Parameter name: on entry the name before; then this one, or -1 if it is not known.
  @inline(__always) private func member(_ position: JSONScanner.Position, _ name: inout Int, _ scanner: JSONScanner)
    throws(JSONFault) -> JSONScanner.Position
  {
    let guess = name + 1
    if guess < tokens.count {
      let token = tokens[guess]
      if !token.isEmpty, scanner.hasToken(token, at: position) {
        name = guess
        return position + token.count
      }
    }
    return try unexpectedMember(position, &name, scanner)
  }

  @inline(never) private func unexpectedMember(
    _ position: JSONScanner.Position, _ name: inout Int, _ scanner: JSONScanner
  ) throws(JSONFault) -> JSONScanner.Position {
    let quoted = try scanner.name(position)
    let content = BytesView(start: position + 1, count: quoted.end - position - 2)
    let found =
      quoted.hasEscape ? JSONName.decoded(content).withBytes { names.index(of: $0) } : names.index(of: content)
    name = found ?? -1
    return try scanner.colon(quoted.end)
  }
}
