/// The runs of a collection put together, one after the other.
struct JSONMerge {
  struct Records {
    let index: RecordIndex
    fileprivate(set) var columns = JSONNameTable()
    /// For each column a place where its name stands, with its quotes and colon.
    fileprivate(set) var tokens: [Range<Int>] = []
    fileprivate(set) var repeats = JSONRepeats()
    fileprivate(set) var shape: JSONShape?
    /// Where the last record ends, if that is kept.
    fileprivate var end = 0

    fileprivate mutating func add(_ run: JSONChunk.Records) {
      index.append(starts: run.starts, ends: run.ends, hashes: run.hashes, run.lineShifts)
      shape = shape ?? run.shape
      end = run.ends.last ?? end
      repeats.add(run.repeats)
      for (name, token) in zip(run.columns.names, run.tokens) { if columns.insert(name).isNew { tokens.append(token) } }
    }
  }

  private(set) var entries: Records
  private(set) var elements: Records
  private(set) var sectionStarts: [Int] = []

  /// - Parameter options: Say whether there are elements, and whether places go to the temporary folder.
  init(_ options: ReadOptions) {
    entries = Records(index: RecordIndex(hasEnds: false, options))
    elements = Records(index: RecordIndex(hasEnds: true, options.elements == nil ? nil : options))
  }

  mutating func add(_ chunks: [JSONChunk]) {
    func count(_ part: KeyPath<JSONChunk, JSONChunk.Records>) -> Int {
      chunks.reduce(0) { $0 + $1[keyPath: part].starts.count }
    }
    let hasHashes = chunks.contains { !$0.entries.hashes.isEmpty || !$0.elements.hashes.isEmpty }
    entries.index.reserve(entries.index.count + count(\.entries), hasHashes: hasHashes)
    elements.index.reserve(elements.index.count + count(\.elements), hasHashes: hasHashes)
    for chunk in chunks {
      sectionStarts += chunk.sectionStarts.map { $0 + elements.index.count }
      entries.add(chunk.entries)
      elements.add(chunk.elements)
    }
  }

  /// All runs were added; the last entry ends at or before `end`.
  mutating func finish(at end: Int) {
    entries.index.finish(at: end)
    elements.index.finish(at: elements.end)
    sectionStarts.append(elements.index.count)
  }
}
