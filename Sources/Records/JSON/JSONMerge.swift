/// The runs of a collection put together, one after the other.
struct JSONMerge {
  struct Records {
    let index: RecordIndex
    fileprivate(set) var columns = JSONNameTable()
    /// For each column a place where its name stands, with its quotes and colon.
    fileprivate(set) var tokens: [Range<Int>] = []
    /// For each column the records among which are all that have it, in order and with gaps.
    fileprivate(set) var spans: [[ClosedRange<Int>]] = []
    fileprivate(set) var repeats = JSONRepeats()
    fileprivate(set) var shape: JSONShape?
    /// Where the last record ends, if that is kept.
    fileprivate var end = 0

    /// Whether there are few records, and no two of them have a member in common.
    var areUnlike: Bool {
      (1...8).contains(index.count) && spans.allSatisfy { $0.count == 1 && $0[0].count == 1 }
    }

    /// From how many records on a gap is kept in the spans of a column.
    private static let leastGap = 4096

    fileprivate mutating func declare(_ members: [String]) {
      for name in members where columns.insert(Array(name.utf8)).isNew {
        tokens.append(0..<0)
        spans.append([])
      }
    }

    fileprivate mutating func add(_ run: JSONChunk.Records) {
      let behind = index.count
      index.append(starts: run.starts, ends: run.ends, hashes: run.hashes, run.lineShifts)
      shape = shape ?? run.shape
      end = run.ends.last ?? end
      repeats.add(run.repeats)
      for (number, name) in run.columns.names.enumerated() {
        let (column, isNew) = columns.insert(name)
        if isNew {
          tokens.append(run.tokens[number])
          spans.append([])
        } else if tokens[column].isEmpty {
          tokens[column] = run.tokens[number]
        }
        addSpan(run.spans[number].lowerBound + behind...run.spans[number].upperBound + behind, of: column)
      }
    }

    private mutating func addSpan(_ span: ClosedRange<Int>, of column: Int) {
      if let last = spans[column].last, span.lowerBound - last.upperBound < Self.leastGap {
        spans[column][spans[column].count - 1] = last.lowerBound...span.upperBound
      } else {
        spans[column].append(span)
      }
    }
  }

  private(set) var entries: Records
  private(set) var elements: Records
  private(set) var sectionStarts: [Int] = []
  private(set) var equalRuns: EqualRuns?
  /// The columns of a known text that no record has shown yet: names, and where those records are that have them.
  private var unseen: [(name: [UInt8], spans: [ClosedRange<Int>])] = []

  /// - Parameter options: Say whether there are elements, and whether places go to the temporary folder.
  init(_ options: ReadOptions, _ lockstep: Lockstep? = nil) {
    equalRuns = lockstep.map { EqualRuns(with: $0.known) }
    unseen = (lockstep?.known.layout as? JSONLayout)?.namesWithSpans ?? []
    entries = Records(index: RecordIndex(hasEnds: false, options))
    elements = Records(index: RecordIndex(hasEnds: true, options.elements == nil ? nil : options))
    entries.declare(options.members)
  }

  /// Whether records of the next chunk that were not read may be the first to have a column.
  private mutating func lacks(_ chunk: JSONChunk) -> Bool {
    let runs = chunk.entries.equalRuns
    guard let first = runs.map(\.source).min(), let end = runs.map({ $0.source + $0.count }).max() else { return false }
    unseen.removeAll { $0.name.withBytes { entries.columns.index(of: $0) } != nil }
    return unseen.contains { column in
      let index = column.spans.partitioningIndex { $0.upperBound >= Int(first) }
      return index < column.spans.count && column.spans[index].lowerBound < Int(end)
    }
  }

  /// Adds chunks, with which a share of the text is read; `reading` reads one of records of a known text, where they
  /// may be the first to have a column.
  mutating func add(_ chunks: [JSONChunk], upTo share: Double, reading: (JSONChunk) -> JSONChunk) {
    let hasHashes = chunks.contains { !$0.entries.hashes.isEmpty || !$0.elements.hashes.isEmpty }
    func reserve(_ index: RecordIndex, _ part: KeyPath<JSONChunk, JSONChunk.Records>) {
      let count = index.count + chunks.reduce(0) { $0 + $1[keyPath: part].starts.count }
      // About as many as there will be.
      let all = share > 0 && share < 1 ? Int(Double(count) * min(1.0625 / share, 16)) : count
      index.reserve(all, hasHashes: hasHashes)
    }
    reserve(entries.index, \.entries)
    reserve(elements.index, \.elements)
    for chunk in chunks {
      let chunk = lacks(chunk) ? reading(chunk) : chunk
      sectionStarts += chunk.sectionStarts.map { $0 + elements.index.count }
      equalRuns?.append(chunk.entries.equalRuns, behind: entries.index.count)
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
