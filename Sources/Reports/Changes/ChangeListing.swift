import Comparing
import Platform
import Records

/// Which changes a report lists, in which order: those of the kinds to show, of each up to its limit.
struct ChangeListing {
  enum Order {
    /// As programs read them: the order of the result.
    case ofResult
    /// As people read them: by kind, what is updated first; within a kind the order of the result.
    case byKind
  }

  typealias Count = (kind: Change.Kind, count: Int)

  let comparison: Comparison
  let listed: Int
  /// The places of the listed changes, in groups one behind the other: one for each kind, or a single one.
  private let groups: [[Int32]]
  /// How many changes of each kind to show there are, in the order of ``Change/Kind/reading``.
  private let counts: [Int]
  private let limits: [Int]
  /// Which kinds are shown, by their ranks: asked for each change, a set would have to hash.
  private let kinds: [Bool]
  /// What is said instead of a list of records that only moved.
  let countedMoves: String?

  private static let mostMoves = 20

  /// A record that is updated and moved is of both kinds; without `countedMoves` records that only moved are listed.
  init(_ comparison: Comparison, _ options: ReportOptions, order: Order = .ofResult, countedMoves: String? = nil) {
    self.comparison = comparison
    self.countedMoves = countedMoves
    kinds = Change.Kind.reading.map(options.show.contains)
    limits = Change.Kind.reading.map { max(0, options.limit[$0] ?? .max) }
    var counts = [0, 0, 0, 0]
    var groups: [[Int32]] = order == .byKind ? [[], [], [], []] : [[]]
    for place in 0..<comparison.changeCount {
      let entry = comparison.entry(at: place)
      guard let kind = Self.kind(of: entry, among: kinds), kind != .moved || countedMoves == nil,
        options.listsAccepted || !comparison.isAccepted(entry)
      else { continue }
      counts[kind.rank] += 1
      guard counts[kind.rank] <= limits[kind.rank] else { continue }
      groups[order == .byKind ? kind.rank : 0].append(Int32(truncatingIfNeeded: place))
    }
    self.counts = counts
    self.groups = groups
    listed = groups.reduce(0) { $0 + $1.count }
  }

  /// The changes for a report that people read: by kind, unless ``SectionGroups`` orders them.
  init(forPeople comparison: Comparison, _ options: ReportOptions, countedMoves: String? = nil) {
    self.init(comparison, options, order: comparison.hasSections ? .ofResult : .byKind, countedMoves: countedMoves)
  }

  /// How many records only moved, and what lists them; `nil` where they are few, or kinds or a limit were asked for.
  static func countedMoves(_ comparison: Comparison, _ options: ReportOptions) -> String? {
    guard let hint = options.countsMoves, options.show.count == Change.Kind.allCases.count,
      options.limit[.moved] == nil, comparison.summary.moved > mostMoves
    else { return nil }
    let count = (0..<comparison.changeCount).count { comparison.entry(at: $0).kind == .moved }
    guard count > mostMoves else { return nil }
    let more = count < comparison.summary.moved ? "more " : ""
    return "\(Grouped.number(count)) \(more)records moved" + (hint == "" ? "" : "; \(hint)")
  }

  /// The kind that a change is listed under; `nil` for one that is not to be shown.
  private static func kind(of entry: ChangeEntry, among kinds: [Bool]) -> Change.Kind? {
    kinds[entry.kind.rank] ? entry.kind : entry.isMoved && kinds[Change.Kind.moved.rank] ? .moved : nil
  }

  func kind(of entry: ChangeEntry) -> Change.Kind { Self.kind(of: entry, among: kinds) ?? entry.kind }

  var matching: Int { counts.reduce(0, +) }

  func matching(_ kind: Change.Kind) -> Int { counts[kind.rank] }

  /// How many changes of the kinds to show are left out, for each kind of which some are.
  var remaining: [Count] {
    Change.Kind.reading.map { ($0, counts[$0.rank] - min(counts[$0.rank], limits[$0.rank])) }.filter { $0.count > 0 }
  }

  var places: [Int32] { groups.count == 1 ? groups[0] : Array(groups.joined()) }

  func forEach(_ body: (Int, ChangeEntry) throws -> Void) rethrows {
    for group in groups { for place in group { try body(Int(place), comparison.entry(at: Int(place))) } }
  }
}

extension Change.Kind {
  /// The kinds in the order in which people read about them: what is updated tells most.
  static let reading: [Change.Kind] = [.updated, .deleted, .inserted, .moved]

  /// What is said before the number of a record that moved and still has it.
  static let pastOthers = "moved past others, still "

  /// The kind's place in ``reading``.
  var rank: Int {
    switch self {
    case .updated: 0
    case .deleted: 1
    case .inserted: 2
    case .moved: 3
    }
  }
}

extension ChangeListing {
  /// Writes a change to a buffer, given how many come before it.
  typealias Writer = (_ ordinal: Int, ChangeEntry) throws -> Void

  /// Changes that a thread writes at a time.
  private static let pieceSize = 1024

  /// Buffers and what writes to them; each is used by one thread at a time.
  private struct Lanes: @unchecked Sendable {
    let buffers: [OutputBuffer]
    let writers: [Writer]
  }

  /// Writes the listed changes in their order, many of them on every core at once; the bytes are the same whatever the
  /// number of threads; `makeWriter` is called for each buffer.
  ///
  /// - Complexity: Memory is bounded by some thousand changes.
  func write(to out: OutputBuffer, _ makeWriter: (OutputBuffer) -> Writer) throws {
    let threads = Workers.threads(limit: comparison.plan.run.workers)
    guard threads > 1, listed >= 2 * Self.pieceSize else { return try writeInTurn(to: out, makeWriter(out)) }
    let buffers = (0..<threads * 4).map { _ in OutputBuffer() }
    let lanes = Lanes(buffers: buffers, writers: buffers.map(makeWriter))
    let places = places
    for start in stride(from: 0, to: places.count, by: buffers.count * Self.pieceSize) {
      try writeAtOnce(places, from: start, lanes, threads)
      for buffer in buffers {
        buffer.withBytes { out.append($0) }
        buffer.truncate(to: 0)
        try out.checkpoint()
      }
    }
  }

  private func writeInTurn(to out: OutputBuffer, _ writer: Writer) throws {
    var ordinal = 0
    try forEach { _, entry in
      try writer(ordinal, entry)
      ordinal += 1
      try out.checkpoint()
    }
  }

  private func writeAtOnce(_ places: [Int32], from start: Int, _ lanes: Lanes, _ threads: Int) throws {
    let comparison = comparison
    _ = try Parallel.map(count: lanes.buffers.count, workers: threads, grain: 1) { range in
      for lane in range {
        let first = min(start + lane * Self.pieceSize, places.count)
        let end = min(first + Self.pieceSize, places.count)
        try comparison.forEachEntry(at: places[first..<end], lanes.writers[lane])
      }
    }
  }
}
