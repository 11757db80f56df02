/// The records of all runs as one.
struct JSONMerge {
  private(set) var entries = JSONChunk.Records()
  private(set) var elements = JSONChunk.Records()
  private(set) var sectionStarts: [Int] = []

  /// Puts the runs together; the last entry ends at or before `end`.
  init(_ chunks: [JSONChunk], end: Int) {
    entries = JSONMerge.joined(chunks, \.entries)
    entries.starts.append(end)
    elements = JSONMerge.joined(chunks, \.elements)
    elements.starts.append(elements.ends.last ?? 0)
    elements.shape = chunks.lazy.compactMap(\.elements.shape).first
    var before = 0
    for chunk in chunks {
      sectionStarts += chunk.sectionStarts.map { $0 + before }
      before += chunk.elements.starts.count
    }
    sectionStarts.append(before)
  }

  private static func joined(
    _ chunks: [JSONChunk], _ part: KeyPath<JSONChunk, JSONChunk.Records>
  ) -> JSONChunk.Records {
    var all = JSONChunk.Records()
    let count = chunks.reduce(0) { $0 + $1[keyPath: part].starts.count }
    all.starts.reserveCapacity(count + 1)
    all.hashes.reserveCapacity(count)
    for chunk in chunks {
      let records = chunk[keyPath: part]
      all.starts += records.starts
      all.ends += records.ends
      all.hashes += records.hashes
      all.repeats.add(records.repeats)
      for (name, token) in zip(records.columns.names, records.tokens) {
        if all.columns.insert(name).isNew { all.tokens.append(token) }
      }
    }
    return all
  }
}
