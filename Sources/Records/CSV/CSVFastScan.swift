import CScan
import Platform

/// Finds the records of a part of a text 64 bytes at a time, and hashes their keys on the way.
///
/// **The idea.** Three masks tell for each byte of a block whether it is a quote, a delimiter or a line end. A running
/// exclusive-or over the quotes says what lies inside of them; line ends outside end records. Nothing is branched on
/// but the line ends that are left.
///
/// **The invariants.** The scan only reports what it is sure of: on a quote in the middle of a cell, another number of
/// cells, a byte order mark, a NUL byte, text that is not UTF-8, or an end that it cannot see, it gives up on the whole
/// part, whose records then count as not found; ``CSVCarefulScan`` reads the part again, and what that says holds. A
/// batch of blocks has at most one record a byte: so much room is made before it is walked, and nothing is written
/// behind it.
///
/// **What must be changed together.** What counts as unusual here, in `CScanCSV.c`, which makes the masks, and in
/// ``CSVPlan/isFast``, which refuses dialects that masks cannot express; the hash of a key here and in the careful scan
/// (both by ``CSVKeyCells``). `CSVAgreementTests` holds the two scans against each other, and so does the fuzzer.
///
/// **The source.** G. Langdale and D. Lemire, "Parsing gigabytes of JSON per second", VLDB Journal 28, 2019
/// ([doi:10.1007/s00778-019-00578-5](https://doi.org/10.1007/s00778-019-00578-5)), for the masks of quotes.
struct CSVFastScan {
  private static let batch = 64
  /// How many blocks are looked at first where one record is wanted.
  private static let smallBatch = 2
  private let plan: CSVPlan
  private let text: BytesView
  private let base: UnsafePointer<UInt8>
  private let sight: Int
  private let isWhole: Bool
  private let keys: CSVKeyCells

  /// - Parameter sight: how far the scan may look; behind it the text counts as unknown.
  init?(plan: CSVPlan, sight: Int) {
    guard plan.isFast, let base = plan.text.unsafeStart else { return nil }
    self.plan = plan
    text = plan.text
    self.base = base
    self.sight = min(sight, plan.text.count)
    isWhole = sight >= plan.text.count
    keys = CSVKeyCells(plan: plan)
  }

  /// Finds the records that start between the chunk's start and `limit`.
  ///
  /// - Returns: `false` if the careful scan has to do it; the chunk then is as good as reset.
  func run(_ chunk: CSVChunk, to limit: Int) -> Bool {
    withBuffers { run(chunk, to: limit, first: Self.batch, $0) }
  }

  /// Does the same beside a known text, whose records are taken over where both are equal.
  func run(_ chunk: CSVChunk, to limit: Int, beside walk: inout LockstepWalk) -> Bool {
    withBuffers { buffers in
      while chunk.end < limit {
        let count = chunk.records.count
        if let equal = walk.equalRecords(from: chunk.end, to: limit, as: count), let distance = walk.distance {
          chunk.records.append(equal, of: walk.index, hashes: walk.hashes, distance: distance)
          chunk.end = walk.index.starts[equal.upperBound] - distance
        } else if walk.isLost {
          return run(chunk, to: limit, first: Self.batch, buffers)
        } else {
          guard run(chunk, to: chunk.end + 1, first: Self.smallBatch, buffers) else { return false }
          if chunk.records.count > count, let hash = chunk.records.hashes?[count] { walk.align(to: hash) }
        }
      }
      return true
    }
  }

  private typealias Buffers = (blocks: UnsafeMutablePointer<lunadiff_csv_block>, borders: UnsafeMutablePointer<Int>)

  private func withBuffers(_ body: (Buffers) -> Bool) -> Bool {
    withUnsafeTemporaryAllocation(of: lunadiff_csv_block.self, capacity: Self.batch) { blocks in
      withUnsafeTemporaryAllocation(of: Int.self, capacity: keys.depth + 1) { borders in
        guard let blocks = blocks.baseAddress, let borders = borders.baseAddress else { return false }
        return body((blocks, borders))
      }
    }
  }

  /// Finds the records from the chunk's end on, at `first` in so many blocks at once.
  private func run(_ chunk: CSVChunk, to wanted: Int, first: Int, _ buffers: Buffers) -> Bool {
    let limit = min(wanted, sight)
    let blocks = buffers.blocks
    var at = chunk.end
    var state = lunadiff_csv_start(
      base + at, base + sight, plan.dialect.delimiter, plan.dialect.quote ?? UInt8(ascii: "\""),
      plan.dialect.quote == nil ? 0 : 1)
    var walk = Walk(
      start: at, limit: limit, keyCells: keys.depth, borders: buffers.borders, count: chunk.records.count)
    var lines = at
    var isSpread = false
    var batch = first
    while at < sight {
      let count = min(batch, (sight - at + 63) >> 6)
      batch = min(batch * 2, Self.batch)
      guard lunadiff_csv_scan(base + at, count, &state, blocks) != 0 else { return false }
      let first = walk.count
      walk.open(chunk.records, room: Self.batch * 64)
      let isFine = visit(UnsafeBufferPointer(start: blocks, count: count), at: at, &walk)
      chunk.records.setCount(walk.count)
      guard isFine else { return false }
      let end = min(walk.start, sight)
      isSpread = isSpread || state.has_inner != 0 || walk.hasBlankLines
      if isSpread { chunk.records.countLines(from: first, lines..<end, in: text) }
      // The record at hand may be the one with line ends inside.
      isSpread = state.has_inner != 0 || isSpread && walk.count == first
      walk.hasBlankLines = false
      lines = end
      if walk.start >= limit { break }
      at += count * 64
    }
    return finish(chunk, walk, isOpen: state.in_quotes != 0)
  }

  /// Takes the last record, if the text ends without a line end.
  private func finish(_ chunk: CSVChunk, _ end: Walk, isOpen: Bool) -> Bool {
    var walk = end
    if walk.start < walk.limit {
      guard !isOpen, isWhole else { return false }
      walk.open(chunk.records, room: 1)
      guard record(endingAt: sight, &walk) else { return false }
      chunk.records.setCount(walk.count)
      walk.start = sight
    }
    chunk.end = min(walk.start, sight)
    return true
  }

  struct Walk {
    /// Where the record at hand starts.
    var start: Int
    /// Where no record is to start any more.
    let limit: Int
    /// How many cells of the record at hand have ended.
    var cells = 0
    /// How many ends of cells to note in each record.
    let keyCells: Int
    /// Where the record's first cells end.
    let borders: UnsafeMutablePointer<Int>
    var hasBlankLines = false
    var count: Int
    private(set) var starts: UnsafeMutablePointer<Int>?
    private(set) var ends: UnsafeMutablePointer<Int>?
    private(set) var hashes: UnsafeMutablePointer<UInt64>?

    mutating func open(_ records: RecordOffsets, room: Int) {
      records.makeRoom(room)
      starts = records.starts
      ends = records.ends
      hashes = records.hashes
    }

    @inline(__always) mutating func keep(end: Int, hash: UInt64) {
      starts?[count] = start
      ends?[count] = end
      hashes?[count] = hash
      count += 1
    }
  }

  /// Walks through the ends of cells and records in some blocks.
  ///
  /// - Returns: `false` for a record with the wrong number of cells.
  @inline(__always) private func visit(
    _ blocks: UnsafeBufferPointer<lunadiff_csv_block>, at place: Int, _ walk: inout Walk
  ) -> Bool {
    var base = place
    for block in blocks {
      guard block.delimiters | block.ends != 0 else {
        base += 64
        continue
      }
      var delimiters = block.delimiters
      var ends = block.ends
      while true {
        let lowest = ends & (0 &- ends)
        let before = delimiters & (lowest &- 1)
        note(before, at: base, &walk)
        guard lowest != 0 else { break }
        let end = base + lowest.trailingZeroBitCount
        guard end < sight || isWhole, record(endingAt: min(end, sight), &walk) else { return false }
        walk.start = end + 1
        walk.cells = 0
        guard walk.start < walk.limit else { return true }
        delimiters ^= before
        ends ^= lowest
      }
      base += 64
    }
    return true
  }

  @inline(__always) private func note(_ delimiters: UInt64, at base: Int, _ walk: inout Walk) {
    var noted = walk.cells
    var rest = delimiters
    while noted < walk.keyCells && rest != 0 {
      walk.borders[noted] = base + rest.trailingZeroBitCount
      rest &= rest - 1
      noted += 1
    }
    walk.cells += delimiters.nonzeroBitCount
  }

  @inline(__always) private func record(endingAt place: Int, _ walk: inout Walk) -> Bool {
    var end = place
    if end > walk.start && text[end - 1] == 0x0D { end -= 1 }
    if walk.cells + 1 != plan.columns {
      walk.hasBlankLines = true
      return walk.cells == 0 && end == walk.start
    }
    // Where a record begins with a byte order mark, the careful scan counts it.
    if text[walk.start] == 0xEF, text[walk.start...].starts(with: CSVTally.mark) { return false }
    walk.borders[walk.cells < walk.keyCells ? walk.cells : walk.keyCells] = end
    walk.keep(end: end, hash: keys.hash(recordAt: walk.start, walk.borders))
    return true
  }
}

/// Hashes the key cells of records whose cells' ends are known.
struct CSVKeyCells {
  private let text: BytesView
  private let columns: [Int]
  private let layout: CSVLayout
  private let quote: Int
  private let hasNulls: Bool
  private let secrets = HashSecrets.process
  let depth: Int

  init(plan: CSVPlan) {
    text = plan.text
    columns = plan.key ?? []
    layout = plan.layout
    quote = plan.dialect.quote.map(Int.init) ?? -1
    hasNulls = !plan.layout.nullTokens.isEmpty
    depth = (columns.max() ?? -1) + 1
  }

  /// The hash of a record's key, whose first `depth` cells end at `borders`.
  @inline(__always) func hash(recordAt start: Int, _ borders: UnsafeMutablePointer<Int>) -> UInt64 {
    var hasher = FieldHasher(secrets)
    for column in columns {
      let from = column == 0 ? start : borders[column - 1] + 1
      let to = borders[column]
      if hasNulls || (from < to && Int(text[from]) == quote) {
        addUnusual(from..<to, to: &hasher)
      } else {
        hasher.combine(hash: secrets.hash(of: text[part: from..<to]))
      }
    }
    return hasher.value
  }

  /// Hashes a cell that has quotes or may be null.
  private func addUnusual(_ cell: Range<Int>, to hasher: inout FieldHasher) {
    let record = text[part: cell]
    let scanner = CSVScanner(text: record, dialect: layout.dialect)
    layout.field(scanner.cell(at: 0), in: record).hash(into: &hasher)
  }
}
