import Platform
import Synchronization

/// Finds every record of delimited text, in parts that are worked on at once and put together in order.
///
/// A worker guesses where the first record of its part starts. A part counts only if the one before it
/// ended there; else it is read again from the right place. So the result is that of reading from front
/// to back, whatever the number of workers and the size of the parts.
final class CSVIndexer: Sendable {
  private let plan: CSVPlan
  private let lockstep: Lockstep?
  private let border: CSVBorder
  private let chunkSize: Int
  private let chunks: Int
  private let workers: Int
  private let progress: Mutex<Progress>

  private struct Progress: Sendable {
    let index: RecordIndex
    var tally = CSVTally()
    var equalRuns: EqualRuns?
    var end: Int
    var next = 0
    var waiting: [Int: CSVChunk] = [:]
    var pool: [CSVChunk] = []
    var failure: CSVChunk.Failure?

    /// Where a chunk's records are going to be, about.
    func memory(ofChunk number: Int) -> [Range<UInt>] {
      guard next > 0 else { return [] }
      let size = index.count / next
      return index.memory(of: number * size..<(number + 1) * size)
    }
  }

  /// - Parameter lockstep: Says where records are that a known text has, too.
  init(plan: CSVPlan, _ lockstep: Lockstep? = nil) {
    self.plan = plan
    self.lockstep = lockstep
    border = CSVBorder(plan: plan)
    let options = plan.source.options
    let size = plan.text.count - plan.bodyStart
    chunkSize = max(1, options.chunkSize ?? (1 << 20))
    chunks = max(1, (size + chunkSize - 1) / chunkSize)
    workers = Workers.threads(limit: options.workers)
    let index = RecordIndex(hasEnds: plan.needsEnds, options)
    let equalRuns = lockstep.map { EqualRuns(with: $0.known) }
    progress = Mutex(Progress(index: index, equalRuns: equalRuns, end: plan.bodyStart))
  }

  func run() throws(RecordError) -> (RecordIndex, CSVTally, EqualRuns?) {
    Workers.run(count: chunks, limit: workers) { self.work(on: $0) }
    try plan.source.options.checkWanted(plan.source.name)
    let (index, tally, equalRuns, failure) = progress.withLock { progress in
      progress.index.finish(at: progress.end)
      return (progress.index, progress.tally, progress.equalRuns, progress.failure)
    }
    if let failure { throw CSVAdvice(plan).error(failure) }
    try index.checkSpilled(plan.source.name)
    if tally.skipped.total > 0, index.hasOnlyBlanks { throw CSVAdvice(plan).nothingLeft(of: tally.skipped.total) }
    return (index, tally, equalRuns)
  }

  private func work(on number: Int) {
    let (chunk, memory) = progress.withLock { progress in
      (
        progress.failure == nil && !isCancelled ? progress.pool.popLast() ?? CSVChunk(plan: plan) : nil,
        progress.memory(ofChunk: number)
      )
    }
    guard let chunk else { return }
    read(chunk, number, from: guess(startOf: number))
    for part in memory { Memory.makeReady(part) }
    plan.source.options.meter?.advance(by: chunkSize)
    MappedPagesLimit.keep()
    progress.withLock { progress in
      progress.waiting[number] = chunk
      while progress.failure == nil, let chunk = progress.waiting.removeValue(forKey: progress.next) {
        add(chunk, to: &progress)
      }
    }
  }

  private var isCancelled: Bool { plan.source.options.meter?.isCancelled ?? false }

  private func guess(startOf number: Int) -> Int {
    guard number > 0 else { return plan.bodyStart }
    return border.guess(from: begin(of: number), to: begin(of: number + 1))
  }

  private func begin(of number: Int) -> Int { plan.bodyStart + number * chunkSize }

  private func read(_ chunk: CSVChunk, _ number: Int, from start: Int, isSure: Bool = false) {
    let limit = min(begin(of: number + 1), plan.text.count)
    let sight = isSure || number == 0 ? plan.text.count : limit + chunkSize + (1 << 16)
    chunk.reset(start: start)
    guard start < limit else { return }
    if let fast = CSVFastScan(plan: plan, sight: sight), run(fast, chunk, number, to: limit) { return }
    chunk.reset(start: start)
    CSVCarefulScan(plan: plan, sight: sight).run(chunk, to: limit)
  }

  private func run(_ fast: CSVFastScan, _ chunk: CSVChunk, _ number: Int, to limit: Int) -> Bool {
    guard let lockstep, var walk = lockstep.walk(from: chunk.start, chunk: number) else {
      return fast.run(chunk, to: limit)
    }
    let isDone = fast.run(chunk, to: limit, beside: &walk)
    chunk.equalRuns = walk.runs
    lockstep.learn(from: walk, records: chunk.records.count)
    return isDone
  }

  /// Adds the next part, read again if it did not start where the one before ended.
  private func add(_ chunk: CSVChunk, to progress: inout Progress) {
    if chunk.start != progress.end || chunk.isOverrun { read(chunk, progress.next, from: progress.end, isSure: true) }
    if progress.next == 1 { progress.index.reserve(estimate(progress.index.count), hasHashes: plan.key != nil) }
    if let failure = chunk.failure {
      progress.failure = CSVChunk.Failure(
        kind: failure.kind, byte: failure.byte, record: progress.index.count + failure.record)
    }
    progress.equalRuns?.append(chunk.equalRuns, behind: progress.index.count)
    progress.index.append(chunk.records)
    progress.tally.add(chunk.tally)
    progress.end = chunk.end
    progress.next += 1
    progress.pool.append(chunk)
  }

  /// How many records there may be, by those of the first part.
  private func estimate(_ first: Int) -> Int { first * chunks + first * chunks / 16 }
}

/// Guesses where records start in the middle of a text; a wrong guess costs time, never correctness.
struct CSVBorder: Sendable {
  private static let sight = 1 << 16
  private let text: BytesView
  private let dialect: CSVDialect

  init(plan: CSVPlan) {
    text = plan.text
    dialect = plan.dialect
  }

  /// The most likely first place between records at or behind a place; `limit` if none comes before.
  func guess(from place: Int, to limit: Int) -> Int {
    guard place > 0 else { return place }
    let near = text[part: 0..<min(limit, text.count)]
    var isInside = isProbablyInside(place)
    var (at, end) = (place - 1, -1)
    while true {
      if !isInside, end < at { end = lineEnd(in: near, from: at) }
      let sight = isInside ? near : near[part: 0..<end]
      guard let quote = dialect.quote, let next = sight.firstIndex(of: quote, from: min(max(at, place), sight.count))
      else { return min(sight.count + 1, near.count) }
      isInside.toggle()
      at = next + 1
    }
  }

  /// The last byte of the next line end; how much text there is, if there is none.
  private func lineEnd(in near: BytesView, from at: Int) -> Int {
    if let terminator = dialect.terminator { return near.firstIndex(of: terminator, from: at) ?? near.count }
    let feed = near.firstIndex(of: 0x0A, from: at) ?? near.count
    guard let carriage = near[part: 0..<feed].firstIndex(of: 0x0D, from: at) else { return feed }
    return carriage + 1 == feed ? feed : carriage
  }

  /// Whether a place seems to be inside quotes, judging by what stands around the next quotes.
  private func isProbablyInside(_ place: Int) -> Bool {
    guard let quote = dialect.quote else { return false }
    var isInside = false
    var from = place
    let near = text[part: 0..<min(place + Self.sight, text.count)]
    while from < near.count, let at = near.firstIndex(of: quote, from: from) {
      from = at + 1
      let mayOpen = at == 0 || isBorder(text[at - 1])
      let mayClose = at + 1 >= text.count || isBorder(text[at + 1])
      if mayOpen != mayClose { return mayClose != isInside }
      isInside.toggle()
    }
    return false
  }

  private func isBorder(_ byte: UInt8) -> Bool { byte == dialect.delimiter || dialect.ends(byte) }
}
