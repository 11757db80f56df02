import Comparing
import Platform
import Records

/// A JSON document that operations are applied to, one after another.
///
/// What no operation touches keeps its bytes. Only what pointers lead through is taken apart.
struct EditedDocument {
  typealias Misfit = DocumentPatchError.Misfit

  private var root: EditedValue
  private let arena = ByteArena()
  /// How many bytes copies may make; a few operations could double a document again and again.
  private var room: Int

  init(_ document: JSONDocument, room: Int) {
    self.room = room
    if let lines = document.lines {
      root = .open(EditedContainer(lines, document.text, .lines, arena))
    } else {
      root = .spelled(document.text)
    }
  }

  private var lines: EditedContainer? {
    guard case .open(let container) = root, container.kind == .lines else { return nil }
    return container
  }

  func spelled() throws(Misfit) -> [UInt8] {
    let spelling = root.spelling
    let isReadable = spelling.withBytes { bytes in
      lines == nil ? Field(json: bytes) != nil : JSONParts(lines: bytes) != nil
    }
    guard isReadable else { throw .tooDeep }
    return spelling
  }

  mutating func add(_ value: Field, at path: [[UInt8]]) throws(Misfit) {
    try add(.spelled(arena.keep(value.compactSpelling)), at: path)
  }

  mutating func remove(_ path: [[UInt8]]) throws(Misfit) { _ = try take(path) }

  mutating func replace(_ path: [[UInt8]], by value: Field) throws(Misfit) {
    let new = EditedValue.spelled(arena.keep(value.compactSpelling))
    guard let name = path.last else { return try replaceRoot(new) }
    let container = try container(at: path.dropLast())
    _ = try part(name, of: container)
    try set(new, name, in: container)
  }

  mutating func move(_ from: [[UInt8]], to path: [[UInt8]]) throws(Misfit) {
    guard from != path else { return _ = try value(at: from) }
    guard !path.starts(with: from) else { throw .movesIntoItself }
    // Spelled again, so that nothing is open but what a pointer leads through.
    try add(.spelled(try kept(try take(from))), at: path)
  }

  mutating func copy(_ from: [[UInt8]], to path: [[UInt8]]) throws(Misfit) {
    let bytes = try kept(try value(at: from))
    try charge(bytes.count)
    try add(.spelled(bytes), at: path)
  }

  mutating func test(_ path: [[UInt8]], is wanted: Field) throws(Misfit) {
    let found = try value(at: path).valueSpelling
    if let misfit = found.withBytes({ Self.misfit(of: $0, wanted: wanted) }) { throw misfit }
  }

  private static func misfit(of found: BytesView, wanted: Field) -> Misfit? {
    guard let found = Field(json: found) else { return .tooDeep }
    return found.isEqual(to: wanted) ? nil : .otherValue(wanted: wanted.excerpt, found: found.excerpt)
  }

  private mutating func kept(_ value: EditedValue) throws(Misfit) -> BytesView {
    if case .spelled(let bytes) = value { return bytes }
    let spelling = value.valueSpelling
    try charge(spelling.count)
    return arena.keep(spelling)
  }

  private mutating func charge(_ bytes: Int) throws(Misfit) {
    room -= bytes
    guard room >= 0 else { throw .tooLarge }
  }

  private mutating func add(_ value: EditedValue, at path: [[UInt8]]) throws(Misfit) {
    guard let name = path.last else { return try replaceRoot(value) }
    let container = try container(at: path.dropLast())
    if container.kind == .object {
      container[name] = value
    } else {
      let isEnd = name == [UInt8(ascii: "-")]
      let place = try isEnd ? container.count : place(name, in: container, upTo: container.count)
      container.insert(value, at: place)
    }
  }

  private mutating func take(_ path: [[UInt8]]) throws(Misfit) -> EditedValue {
    guard let name = path.last else { throw .removesAll }
    let container = try container(at: path.dropLast())
    let value = try part(name, of: container)
    guard container.kind != .object else {
      container[name] = nil
      return value
    }
    return container.remove(at: try place(name, in: container, upTo: container.count - 1))
  }

  private mutating func value(at path: [[UInt8]]) throws(Misfit) -> EditedValue {
    guard let name = path.last else { return root }
    return try part(name, of: container(at: path.dropLast()))
  }

  /// Puts another value in place of the whole document; of JSON Lines its elements are the lines.
  private mutating func replaceRoot(_ value: EditedValue) throws(Misfit) {
    guard let lines else { return root = value }
    guard let list = Field(json: try kept(value)), list.kind == .array else { throw .linesAreAList }
    while lines.count > 0 { _ = lines.remove(at: lines.count - 1) }
    for element in list.elements { lines.insert(.spelled(arena.keep(element.compactSpelling)), at: lines.count) }
  }

  /// The container that a path leads to; what it leads through is opened.
  private mutating func container(at path: ArraySlice<[UInt8]>) throws(Misfit) -> EditedContainer {
    guard path.count < JSONScanner.maximumDepth else { throw .tooDeep }
    guard var container = root.opened(arena) else { throw .noContainer }
    root = .open(container)
    for name in path {
      guard let inner = try part(name, of: container).opened(arena) else { throw .noContainer }
      try set(.open(inner), name, in: container)
      container = inner
    }
    return container
  }

  private func set(_ value: EditedValue, _ name: [UInt8], in container: EditedContainer) throws(Misfit) {
    if container.kind == .object {
      container[name] = value
    } else {
      container[try place(name, in: container, upTo: container.count - 1)] = value
    }
  }

  private func part(_ name: [UInt8], of container: EditedContainer) throws(Misfit) -> EditedValue {
    guard container.kind == .object else { return container[try place(name, in: container, upTo: container.count - 1)] }
    guard let value = container[name] else { throw .noMember(String(decoding: name, as: UTF8.self).excerpt) }
    return value
  }

  private func place(_ token: [UInt8], in list: EditedContainer, upTo last: Int) throws(Misfit) -> Int {
    guard let place = JSONPointer.index(token) else { throw .noIndex(String(decoding: token, as: UTF8.self).excerpt) }
    guard place <= last else { throw .noElement(place, count: list.count) }
    return place
  }
}

extension Field {
  /// The value as JSON on one line; of a long one its beginning.
  fileprivate var excerpt: String { String(decoding: compactSpelling, as: UTF8.self).excerpt }
}
