/// Reads JSON sources.
enum JSONReader {
  /// Indexes every record of a source; hashes the key columns if given.
  static func table(
    of source: ByteSource, hashing key: [String]?
  ) throws(RecordError) -> RecordTable {
    var locator = JSONLocator(source, key: (key ?? []).map { Array($0.utf8) })
    let collection = try locator.locate()
    var merged = JSONMerge(source.options)
    let end: Int
    if let first = collection.first {
      end = try read(&merged, source, collection, first: first, locator)
    } else {
      end = try emptyEnd(of: collection, source)
    }
    try locator.finish(from: end)
    merged.finish(at: lastEntryEnd(collection, end))
    do {
      return try JSONTables(source, collection.plan, merged, key: key).table()
    } catch {
      throw locator.pointing(error, from: collection.start)
    }
  }

  /// Reads all entries, and gives where they end.
  private static func read(
    _ merged: inout JSONMerge, _ source: ByteSource, _ collection: JSONCollection, first: Int,
    _ locator: JSONLocator
  ) throws(RecordError) -> Int {
    var runs = JSONRuns(source, collection, first: first)
    var end = first
    while let chunks = try runs.next() {
      try check(chunks, behind: merged, source, collection, locator)
      merged.add(chunks)
      end = chunks.last?.stop ?? end
    }
    return end
  }

  /// The end of a collection without entries.
  private static func emptyEnd(
    of collection: JSONCollection, _ source: ByteSource
  ) throws(RecordError) -> Int {
    guard collection.plan.frame != .lines else { return source.text.count }
    let scanner = JSONScanner(source.text)
    return try source.json { () throws(JSONFault) in
      try scanner.value(scanner.start + collection.start) - scanner.start
    }
  }

  /// The last entry ends where the collection does, but for its closing bracket.
  private static func lastEntryEnd(_ collection: JSONCollection, _ end: Int) -> Int {
    collection.plan.frame == .lines ? end : end - 1
  }

  /// Throws what stopped the runs that come next, if anything did.
  private static func check(
    _ chunks: [JSONChunk], behind merged: JSONMerge, _ source: ByteSource,
    _ collection: JSONCollection, _ locator: JSONLocator
  ) throws(RecordError) {
    let isInSections = collection.plan.elements != nil
    var count = isInSections ? merged.elements.index.count : merged.entries.index.count
    var shape = merged.elements.shape
    for chunk in chunks {
      if let first = chunk.elements.starts.first, let expected = shape,
        expected != chunk.elements.shape
      {
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
    for fault: JSONFault, record: Int?, _ source: ByteSource, _ collection: JSONCollection,
    _ locator: JSONLocator
  ) -> RecordError {
    var error = source.error(.mistake(fault.mistake), at: fault.offset, record: record)
    guard fault.mistake.isValidJSON else { return error }
    let isMixed = fault.mistake == .valueAmongRecords && collection.plan.frame == .object
    if isMixed {
      let problem = JSONProblem.mixed(
        fault.mistake, collections: locator.collections(from: collection.start),
        mayBeLines: source.mayBeLines)
      error = source.error(problem, at: fault.offset, record: record)
    }
    return source.preferringMistakes(error)
  }
}
