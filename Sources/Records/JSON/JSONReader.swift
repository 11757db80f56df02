/// Reads JSON and JSON Lines as a table.
enum JSONReader {
  /// Indexes every record of a source; hashes the key columns if given.
  static func table(of source: ByteSource, hashing key: [String]?, beside known: RecordTable? = nil)
    throws(RecordError) -> RecordTable
  {
    var locator = JSONLocator(source, key: (key ?? []).map { Array($0.utf8) })
    let collection = try locator.locate()
    let lockstep = lockstep(source, collection.plan, hashing: key, beside: known)
    var merged = JSONMerge(source.options, lockstep)
    let end: Int
    if let first = collection.first {
      let runs = JSONRuns(source, collection, first: first, lockstep)
      end = try read(&merged, runs, source, collection, first: first, locator)
    } else {
      end = try emptyEnd(of: collection, source)
    }
    try locator.finish(from: end)
    merged.finish(at: lastEntryEnd(collection, end))
    var source = source
    if merged.entries.areUnlike { source.notes += wrapping(source, collection, locator) }
    do { return try JSONTables(source, collection.plan, merged, key: key).table() } catch {
      throw locator.pointing(error, from: collection.start)
    }
  }

  /// A note where records are the wrapping of lists of records, as in `{"meta": {}, "data": {"items": […]}}`.
  private static func wrapping(_ source: ByteSource, _ collection: JSONCollection, _ locator: JSONLocator)
    -> [ReadNote]
  {
    guard collection.plan.frame == .object, collection.plan.elements == nil, source.text.count <= longestWrapping else {
      return []
    }
    let lists = locator.lists(from: collection.start)
    return lists.isEmpty ? [] : [ReadNote(.wrappedLists(lists))]
  }

  /// Larger documents are not looked through for a note's sake.
  private static let longestWrapping = 1 << 26

  private static func lockstep(
    _ source: ByteSource, _ plan: JSONPlan, hashing key: [String]?, beside known: RecordTable?
  )
    -> Lockstep?
  {
    guard let known, let layout = known.layout as? JSONLayout, layout.shape == plan.shape, plan.elements == nil,
      known.format.isLines == source.format.isLines
    else { return nil }
    return Lockstep(source, beside: known, hashing: key, hasEnds: false)
  }

  private static func read(
    _ merged: inout JSONMerge, _ runs: JSONRuns, _ source: ByteSource, _ collection: JSONCollection, first: Int,
    _ locator: JSONLocator
  ) throws(RecordError) -> Int {
    var runs = runs
    var end = first
    while let chunks = try runs.next() {
      try check(chunks, behind: merged, source, collection, locator)
      end = chunks.last?.stop ?? end
      merged.add(chunks, upTo: Double(end) / Double(source.text.count)) { runs.reading($0) }
    }
    return end
  }

  /// The end of a collection without entries.
  private static func emptyEnd(of collection: JSONCollection, _ source: ByteSource) throws(RecordError) -> Int {
    guard collection.plan.frame != .lines else { return source.text.count }
    let scanner = JSONScanner(source.text)
    return try source.json { () throws(JSONFault) in try scanner.value(scanner.start + collection.start) - scanner.start
    }
  }

  /// The last entry ends where the collection does, but for its closing bracket.
  private static func lastEntryEnd(_ collection: JSONCollection, _ end: Int) -> Int {
    collection.plan.frame == .lines ? end : end - 1
  }

  private static func check(
    _ chunks: [JSONChunk], behind merged: JSONMerge, _ source: ByteSource, _ collection: JSONCollection,
    _ locator: JSONLocator
  ) throws(RecordError) {
    let isInSections = collection.plan.elements != nil
    var count = isInSections ? merged.elements.index.count : merged.entries.index.count
    var shape = merged.elements.shape
    for chunk in chunks {
      if let first = chunk.elements.starts.first, let expected = shape, expected != chunk.elements.shape {
        let mistake: JSONMistake = expected == .objects ? .valueAmongRecords : .recordAmongValues
        throw source.preferringMistakes(source.error(.mistake(mistake), at: first, record: count))
      }
      shape = shape ?? chunk.elements.shape
      if let fault = chunk.fault {
        let record = chunk.reading.map { count + $0 }
        throw error(for: fault, record: record, source, collection, locator)
      }
      count += isInSections ? chunk.elements.starts.count : chunk.entries.starts.count
    }
  }

  /// The error for a fault; where entries are of two kinds, with pointers to other collections.
  private static func error(
    for fault: JSONFault, record: Int?, _ source: ByteSource, _ collection: JSONCollection, _ locator: JSONLocator
  ) -> RecordError {
    var error = source.error(.mistake(fault.mistake), at: fault.offset, record: record)
    guard fault.mistake.isValidJSON else { return error }
    let isMixed = fault.mistake == .valueAmongRecords && collection.plan.frame == .object
    if isMixed {
      let problem = JSONProblem.mixed(
        fault.mistake, collections: locator.collections(from: collection.start), mayBeLines: source.mayBeLines)
      error = source.error(problem, at: fault.offset, record: record)
    }
    return source.preferringMistakes(error)
  }
}

extension ByteSource {
  func error(_ problem: JSONProblem, at offset: Int, record: Int? = nil) -> RecordError {
    RecordError(.json(problem), in: self, at: min(offset, text.count), record: record)
  }

  func json<R>(_ body: () throws(JSONFault) -> R) throws(RecordError) -> R {
    do { return try body() } catch { throw self.error(.mistake(error.mistake), at: error.offset) }
  }

  /// Whether the document, taken for one without being told, is a single line, as one record of JSON Lines is.
  var mayBeLines: Bool {
    guard options.format == nil else { return false }
    let scanner = JSONScanner(text)
    let first = scanner.skipSpaceAndLines(scanner.start)
    guard first < scanner.end, first.pointee == Ascii.brace,
      let lineEnd = text[(first - scanner.start)...].firstIndex(of: Ascii.lineFeed)
    else { return first < scanner.end && first.pointee == Ascii.brace }
    return scanner.skipSpaceAndLines(scanner.start + lineEnd) == scanner.end
  }

  /// The error, unless the document is not even JSON, which then is the error.
  ///
  /// Only then may a message say "valid JSON, not records".
  func preferringMistakes(_ error: RecordError) -> RecordError {
    guard format.isDocument else { return error }
    let scanner = JSONScanner(text)
    do throws(JSONFault) {
      let p = try scanner.value(scanner.skipSpaceAndLines(scanner.start))
      let end = scanner.skipSpaceAndLines(p)
      guard end == scanner.end else { throw scanner.fault(.extraContent, end) }
      return error
    } catch { return self.error(.mistake(error.mistake), at: error.offset) }
  }
}

struct JSONTables {
  private let source: ByteSource
  private let plan: JSONPlan
  private let merged: JSONMerge
  private let key: [String]?

  init(_ source: ByteSource, _ plan: JSONPlan, _ merged: JSONMerge, key: [String]?) {
    self.source = source
    self.plan = plan
    self.merged = merged
    self.key = key
  }

  /// The table of the records; that of the sections with it, if there are any.
  func table() throws(RecordError) -> RecordTable {
    guard let name = source.options.elements else {
      let layout = JSONLayout(source, merged.entries, shape: plan.shape)
      return try table(merged.entries, layout, isRequired: true)
    }
    let hasElements = merged.entries.columns.names.contains(Array(name.utf8))
    if merged.entries.index.count > 0, !hasElements { throw RecordError(.json(.noElements(name)), file: source.name) }
    let outer = JSONLayout(source, merged.entries, shape: plan.shape, elements: plan.elements)
    let inner = JSONLayout(source, merged.elements, shape: merged.elements.shape ?? .objects)
    let sections = try table(merged.entries, outer, isRequired: false)
    return try table(merged.elements, inner, isRequired: true, sections: sections)
  }

  private func table(_ records: JSONMerge.Records, _ layout: JSONLayout, isRequired: Bool, sections: RecordTable? = nil)
    throws(RecordError) -> RecordTable
  {
    let columns = try keyColumns(layout, isRequired: isRequired)
    let index = layout.index
    let isRead = { (column: Int) in column < layout.columns.count && (plan.shape != .pairs || column == 0) }
    let areHashed = columns?.isEmpty == false && columns?.allSatisfy(isRead) ?? false
    if let columns, !areHashed, !index.isSpilled {
      index.replaceHashes(try hashes(layout, columns))
    } else if columns == nil || !areHashed, key != nil {
      index.replaceHashes([])
    }
    try index.checkSpilled(source.name)
    let isPlain =
      areHashed && plan.elements == nil && records.repeats.firstOffset == nil
      && (plan.frame != .lines || index.lineShifts != nil)
    return RecordTable(
      source: source, index: index, layout: layout, notes: source.notes + notes(records), sections: sections,
      sectionStarts: sections == nil ? [] : merged.sectionStarts,
      referenceKey: isPlain && merged.equalRuns == nil ? key : nil, equalRuns: merged.equalRuns)
  }

  /// The key's columns; nil without a key, and where sections do not have it.
  private func keyColumns(_ layout: JSONLayout, isRequired: Bool) throws(RecordError) -> [Int]? {
    guard let key else { return nil }
    let places = Dictionary(placesOf: layout.columns)
    var found: [Int] = []
    for name in key where layout.index.count > 0 {
      if let column = places[ColumnName(name)] ?? layout.derivedColumn(named: name) {
        found.append(column)
      } else if isRequired, !source.options.isPart, !leadsIntoColumn(name, layout) {
        throw RecordError(.unknownColumn(name: name, columns: layout.columns), file: source.name)
      } else {
        return nil
      }
    }
    return found
  }

  /// Whether a name is a path into a column, though no record has anything there: whoever compares says which paths
  /// there are.
  private func leadsIntoColumn(_ name: String, _ layout: JSONLayout) -> Bool {
    let bytes = Array(name.utf8)
    let columns = Set(layout.columns.map(ColumnName.init))
    return MemberPath.ends(in: bytes).contains { columns.contains(String(decoding: bytes[..<$0], as: UTF8.self)) }
  }

  /// The key's hashes where it has paths, which are known only when all columns are.
  private func hashes(_ layout: JSONLayout, _ columns: [Int]) throws(RecordError) -> [UInt64] {
    var (split, derived) = (SplitRecord(), SplitRecord())
    let own = layout.columns.count
    return try (0..<layout.index.count).map { record throws(RecordError) in
      try source.options.checkWanted(source.name)
      layout.split(layout.bytes(of: record), into: &split)
      layout.derive(from: split.fields, into: &derived)
      var hasher = FieldHasher()
      for column in columns { (column < own ? split.fields[column] : derived.fields[column - own]).hash(into: &hasher) }
      return hasher.value
    }
  }

  private func notes(_ records: JSONMerge.Records) -> [ReadNote] {
    guard let offset = records.repeats.firstOffset else { return [] }
    let count = records.repeats.records
    let line = LineIndex(source: source).line(at: offset)
    let subject = count == 1 ? "1 record repeats" : "\(count) records repeat"
    return [
      ReadNote(.other("\(subject) a member name, whose last value counts; the first on line \(line)", isWarning: true))
    ]
  }
}

struct JSONLocator {
  private typealias Position = JSONScanner.Position

  private let source: ByteSource
  private let key: [[UInt8]]
  private let scanner: JSONScanner
  private var descent: JSONDescent

  init(_ source: ByteSource, key: [[UInt8]]) {
    self.source = source
    self.key = key
    scanner = JSONScanner(source.text)
    descent = JSONDescent(scanner)
  }

  mutating func locate() throws(RecordError) -> JSONCollection {
    let p = scanner.skipSpaceAndLines(scanner.start)
    if source.format.isLines { return try lines(p) }
    guard p < scanner.end else { throw source.error(.mistake(.emptyDocument), at: 0) }
    let start = try follow(p)
    let (first, shape) = try source.json { () throws(JSONFault) in try begin(start) }
    guard let shape else { throw notRecords(start) }
    return collection(shape.isObject ? .object : .array, shape, start, first)
  }

  private func lines(_ first: Position) throws(RecordError) -> JSONCollection {
    guard source.options.pointer == nil else { throw RecordError(.json(.pointerIntoLines), file: source.name) }
    let isEmpty = first == scanner.end
    let shape = isEmpty || first.pointee == Ascii.brace ? JSONShape.objects : .values
    return collection(.lines, shape, scanner.start, isEmpty ? nil : first)
  }

  private func collection(_ frame: JSONFrame, _ shape: JSONShape, _ start: Position, _ first: Position?)
    -> JSONCollection
  {
    let elements = source.options.elements.map { Array($0.utf8) }
    let plan = JSONPlan(frame: frame, shape: shape, key: key, elements: elements)
    return JSONCollection(plan: plan, start: start - scanner.start, first: first.map { $0 - scanner.start })
  }

  /// Where the first entry of the container at `start` begins, and of which shape entries are; none for no collection.
  private func begin(_ start: Position) throws(JSONFault) -> (first: Position?, shape: JSONShape?) {
    guard start < scanner.end, start.pointee == Ascii.bracket || start.pointee == Ascii.brace else { return (nil, nil) }
    let isObject = start.pointee == Ascii.brace
    guard let first = try scanner.firstChild(start) else { return (nil, isObject ? .keyed : .objects) }
    let value = isObject ? try scanner.nameAndColon(first) : first
    let isRecord = value < scanner.end && value.pointee == Ascii.brace
    if isObject { return (first, isRecord ? .keyed : try arePlain(from: first) ? .pairs : nil) }
    return (first, isRecord ? .objects : .values)
  }

  /// Whether no member of an object holds an object or a list; `false` for a line that may be a record of JSON Lines.
  private func arePlain(from first: Position) throws(JSONFault) -> Bool {
    guard !source.mayBeLines else { return false }
    var next: Position? = first
    while let position = next {
      let (field, end) = try scanner.field(try scanner.nameAndColon(position))
      guard !field.isNested else { return false }
      next = try scanner.next(end, isObject: true).entry
    }
    return true
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
    guard !source.format.isLines else { return }
    let ambiguous = try source.json { () throws(JSONFault) in
      let (end, ambiguous) = try descent.leave(from: scanner.start + offset)
      let p = scanner.skipSpaceAndLines(end)
      guard p == scanner.end else { throw scanner.fault(.extraContent, p) }
      return ambiguous
    }
    guard let ambiguous else { return }
    throw RecordError(
      .json(.ambiguousPointer(pointer: source.options.pointer ?? "", name: String(decoding: ambiguous, as: UTF8.self))),
      file: source.name)
  }

  // MARK: - What is no collection

  private func notRecords(_ start: Position) -> RecordError {
    let problem = JSONProblem.notRecords(
      found: JSONLocator.description(of: start < scanner.end ? start.pointee : 0),
      collections: collections(from: start - scanner.start), mayBeLines: source.mayBeLines)
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

  /// Pointers to the first few collections in the object at `start`, for a hint: those nearest to it first.
  ///
  /// - Parameter member: A member that their first record must have; `nil`: any collections.
  func collections(from start: Int, having member: [UInt8]? = nil) -> [String] {
    pointers(from: start) { tree, node, depth in
      (tree.kind(of: node) == .array || depth > 0 && tree.holdsObjects(node))
        && member.map { tree.hasFirst(of: node, having: $0) } ?? true
    }
  }

  /// Pointers to the first few arrays of objects in the object at `start`.
  func lists(from start: Int) -> [String] {
    pointers(from: start) { tree, node, _ in
      tree.kind(of: node) == .array && tree.nodes[node].end > node + 1 && tree.kind(of: node + 1) == .object
    }
  }

  private func pointers(from start: Int, where isWanted: (JSONTree, Int, _ depth: Int) -> Bool) -> [String] {
    let tree = JSONTree(source.text[part: start...])
    guard !tree.nodes.isEmpty, source.text[start] == Ascii.brace else { return [] }
    var found: [String] = []
    var level = [(node: 0, path: source.options.pointer ?? "")]
    for depth in 0...3 {
      found += level.filter { isWanted(tree, $0.node, depth) }.map(\.path)
      guard found.count < Self.mostPointers, depth < 3 else { break }
      level = level.filter { tree.kind(of: $0.node) == .object }.flatMap { node, path in
        tree.children(of: node).map { ($0, path + "/" + JSONPointer.escaped(tree.name(of: $0))) }
      }
    }
    return Array(found.prefix(Self.mostPointers))
  }

  private static let mostPointers = 4
}
