/// Finds the collection in a source, and what kind of collection it is.
struct JSONLocator {
  private typealias Position = JSONScanner.Position

  private let source: ByteSource
  private let key: [[UInt8]]
  private let scanner: JSONScanner
  /// What is around the collection.
  private var descent: JSONDescent

  init(_ source: ByteSource, key: [[UInt8]]) {
    self.source = source
    self.key = key
    scanner = JSONScanner(source.text)
    descent = JSONDescent(scanner)
  }

  /// The collection that the options name.
  mutating func locate() throws(RecordError) -> JSONCollection {
    let p = scanner.skipSpaceAndLines(scanner.start)
    if source.format == .jsonl { return try lines(p) }
    guard p < scanner.end else { throw source.error(.mistake(.emptyDocument), at: 0) }
    let start = try follow(p)
    let (first, shape) = try source.json { () throws(JSONFault) in try begin(start) }
    guard let shape else { throw notRecords(start) }
    return collection(shape == .keyed ? .object : .array, shape, start, first)
  }

  private func lines(_ first: Position) throws(RecordError) -> JSONCollection {
    guard source.options.pointer == nil else {
      throw RecordError(.json(.pointerIntoLines), file: source.name)
    }
    let isEmpty = first == scanner.end
    let shape = isEmpty || first.pointee == Ascii.brace ? JSONShape.objects : .values
    return collection(.lines, shape, scanner.start, isEmpty ? nil : first)
  }

  private func collection(
    _ frame: JSONFrame, _ shape: JSONShape, _ start: Position, _ first: Position?
  ) -> JSONCollection {
    let elements = source.options.elements.map { Array($0.utf8) }
    let plan = JSONPlan(frame: frame, shape: shape, key: key, elements: elements)
    return JSONCollection(
      plan: plan, start: start - scanner.start, first: first.map { $0 - scanner.start })
  }

  /// Where the first entry of the container at `start` begins, and what the entries are, judging by it; no
  /// shape if this is no collection.
  private func begin(
    _ start: Position
  ) throws(JSONFault) -> (first: Position?, shape: JSONShape?) {
    guard start < scanner.end, start.pointee == Ascii.bracket || start.pointee == Ascii.brace
    else { return (nil, nil) }
    let isObject = start.pointee == Ascii.brace
    guard let first = try scanner.firstChild(start) else {
      return (nil, isObject ? .keyed : .objects)
    }
    let value = isObject ? try scanner.nameAndColon(first) : first
    let isRecord = value < scanner.end && value.pointee == Ascii.brace
    if isObject { return (first, isRecord ? .keyed : nil) }
    return (first, isRecord ? .objects : .values)
  }

  // MARK: - Pointers

  /// From the document at `position` to what the pointer names.
  private mutating func follow(_ position: Position) throws(RecordError) -> Position {
    guard let spelling = source.options.pointer else { return position }
    guard let pointer = JSONPointer(spelling.utf8) else {
      throw RecordError(.json(.badPointer(spelling)), file: source.name)
    }
    var p = position
    for token in pointer.tokens {
      let outcome = try source.json { () throws(JSONFault) in try descent.step(token, from: p) }
      switch outcome {
      case .found(let value): p = value
      case .missing(let names):
        let part = String(decoding: token, as: UTF8.self)
        let problem = JSONProblem.pointerNotFound(pointer: spelling, part: part, names: names)
        throw source.preferringMistakes(source.error(problem, at: p - scanner.start))
      }
    }
    return p
  }

  /// Reads on from behind the collection to the end of the document.
  func finish(from offset: Int) throws(RecordError) {
    guard source.format != .jsonl else { return }
    let ambiguous = try source.json { () throws(JSONFault) in
      let (end, ambiguous) = try descent.leave(from: scanner.start + offset)
      let p = scanner.skipSpaceAndLines(end)
      guard p == scanner.end else { throw scanner.fault(.extraContent, p) }
      return ambiguous
    }
    guard let ambiguous else { return }
    throw RecordError(
      .json(
        .ambiguousPointer(
          pointer: source.options.pointer ?? "", name: String(decoding: ambiguous, as: UTF8.self))),
      file: source.name)
  }

  // MARK: - What is no collection

  private func notRecords(_ start: Position) -> RecordError {
    let problem = JSONProblem.notRecords(
      found: JSONLocator.description(of: start < scanner.end ? start.pointee : 0),
      collections: collections(from: start - scanner.start),
      mayBeLines: source.mayBeLines)
    return source.preferringMistakes(source.error(problem, at: start - scanner.start))
  }

  private static func description(of byte: UInt8) -> String {
    switch byte {
    case Ascii.quote: "a string"
    case Ascii.brace: "an object whose members are no objects"
    case UInt8(ascii: "t"), UInt8(ascii: "f"): "a truth value"
    case UInt8(ascii: "n"): "null"
    default: "a number"
    }
  }

  /// An error about a column that the records at `start` lack, with pointers to those in the document that have it.
  func pointing(_ error: RecordError, from start: Int) -> RecordError {
    guard case .unknownColumn(let name, _) = error.kind else { return error }
    var error = error
    error.advice.collections = collections(from: start, having: Array(name.utf8))
    return error
  }

  /// Pointers to the first few collections in the object at `start`, to be shown as a hint: arrays, then objects of
  /// objects.
  ///
  /// - Parameter member: A member that their first record must have; `nil`: any collections.
  func collections(from start: Int, having member: [UInt8]? = nil) -> [String] {
    let tree = JSONTree(source.text[part: start...])
    guard !tree.nodes.isEmpty, source.text[start] == Ascii.brace else { return [] }
    var found: (arrays: [String], objects: [String]) = ([], [])
    var pending = [(node: 0, path: source.options.pointer ?? "", depth: 0)]
    while let (node, path, depth) = pending.popLast(), found.arrays.count < 4 {
      let kind = tree.kind(of: node)
      let isWanted = member.map { tree.hasFirst(of: node, having: $0) } ?? true
      if kind == .array, isWanted { found.arrays.append(path) }
      guard kind == .object else { continue }
      if depth > 0, isWanted, tree.holdsObjects(node) { found.objects.append(path) }
      guard depth < 3 else { continue }
      pending += tree.children(of: node).reversed().map {
        ($0, path + "/" + JSONPointer.escaped(tree.name(of: $0)), depth + 1)
      }
    }
    return Array((found.arrays + found.objects).prefix(4))
  }
}
