import Platform
import Synchronization

/// Reads a collection in runs, on every core.
///
/// Lines can be cut anywhere. In an array nothing tells from afar whether a place is inside a string or a
/// nested array; so the cuts are guesses, places that look like the one between the first two records. A
/// guess holds if the run before it, whose start is known to be right, arrives exactly there: from then on
/// both readings are the same. Otherwise what was read from the guess is thrown away, and the run before it
/// goes on. So the result is that of one run over the whole, whatever the guesses and the workers.
struct JSONRuns {
  private let source: ByteSource
  private let collection: JSONCollection
  private let lockstep: Lockstep?
  private let limit: Int
  /// What stands between two entries, where it is not a line end.
  private let pattern: Pattern?
  /// Where the runs are taken to begin, as far as they were cut.
  private(set) var starts: [Int]
  /// Where the next cut is looked for; `nil` where there is no other.
  private var nominal: Int?
  private let size: Int
  /// The run that is read next, and where the one before it stopped.
  private var run = 0
  private var position: Int
  private var isDone = false

  /// - Parameter lockstep: Says where entries are that a known text has, too.
  init(_ source: ByteSource, _ collection: JSONCollection, first: Int, _ lockstep: Lockstep? = nil) {
    self.source = source
    self.collection = collection
    self.lockstep = lockstep
    limit = source.options.workers == 0 ? Workers.available : source.options.workers
    position = first
    starts = [first]
    let isLines = collection.plan.frame == .lines
    let options = source.options
    // With a meter also on one thread: its count, and an end that is asked for, come between runs.
    let isSplit = isLines || limit > 1 || options.chunkSize != nil || options.meter != nil
    size = max(1, options.chunkSize ?? Self.size(for: source, collection.plan, from: first))
    let isLong = isSplit && source.text.count - first > size
    pattern = isLong && !isLines ? Self.pattern(in: source.text, collection.plan, from: first) : nil
    nominal = isLong && (isLines || pattern != nil) ? first + size : nil
  }

  /// How many bytes make a run: more of long records, since each run has to see all of their names for a first time.
  private static func size(for source: ByteSource, _ plan: JSONPlan, from first: Int) -> Int {
    let least = 1 << 20
    guard source.options.spilling?.pages == nil else { return least }
    let scanner = JSONScanner(source.text)
    let end = scanner.checked { scanner throws(JSONFault) in
      let start = scanner.start + first
      return try scanner.value(plan.frame == .object ? scanner.nameAndColon(start) : start) - scanner.start
    }
    return max(least, min(recordsOfRun * ((end ?? first) - first), 8 * least))
  }

  /// How many records like the first one a run has at least, unless they are very long.
  private static let recordsOfRun = 256

  /// How many runs are held at once: all of them, unless memory is short.
  ///
  /// Every cut brings pages of the file into memory, so that no more are made than there are runs to be read.
  private var most: Int { source.options.spilling?.pages == nil ? .max : 8 * limit }

  /// The runs that come next, in order; the last one of all has the end of the collection or a fault.
  ///
  /// - Returns: `nil` behind the last one.
  /// - Throws: `RecordError` of kind `cancelled` where the work was cancelled.
  mutating func next() throws(RecordError) -> [JSONChunk]? {
    guard !isDone else { return nil }
    cut(upTo: most)
    let wanted = run..<run + min(most, starts.count - run)
    let done = Mutex<[Int: JSONChunk]>([:])
    let (source, plan, starts, lockstep) = (source, collection.plan, starts, lockstep)
    Workers.run(count: wanted.count, limit: limit) { number in
      guard source.options.meter?.isCancelled != true else { return }
      let run = wanted.lowerBound + number
      let end = run + 1 < starts.count ? starts[run + 1] : Int.max
      // The first run is read, so that the names of its columns are known where they are looked for.
      let walk = run == 0 ? nil : lockstep?.walk(from: starts[run], chunk: run)
      let chunk = JSONRuns.scan(source, plan, starts[run]..<end, lockstep, walk)
      source.options.meter?.advance(by: min(end, source.text.count) - starts[run])
      MappedPagesLimit.keep()
      done.withLock { $0[run] = chunk }
    }
    try source.options.checkWanted(source.name)
    return chain(done.withLock { $0 }, upTo: wanted.upperBound)
  }

  private static func scan(
    _ source: ByteSource, _ plan: JSONPlan, _ range: Range<Int>, _ lockstep: Lockstep? = nil,
    _ walk: LockstepWalk? = nil
  ) -> JSONChunk {
    let text = source.text
    var scanner = JSONChunkScanner(text, plan, walk)
    let chunk = scanner.scan(from: range.lowerBound, limit: min(range.upperBound, text.count))
    if let walk = scanner.walk { lockstep?.learn(from: walk, records: chunk.entries.starts.count) }
    return chunk
  }

  /// The same entries, all of them read.
  func reading(_ chunk: JSONChunk) -> JSONChunk {
    JSONRuns.scan(source, collection.plan, chunk.first..<max(chunk.stop, chunk.first + 1))
  }

  /// Keeps the runs that begin where the one before stopped, and reads anew what lies between them.
  private mutating func chain(_ runs: [Int: JSONChunk], upTo last: Int) -> [JSONChunk] {
    var chunks: [JSONChunk] = []
    if run == 0 { position = runs[0]?.first ?? position }
    while true {
      while run < last, let chunk = runs[run], chunk.first < position { run += 1 }
      let chunk: JSONChunk
      if run < last, let next = runs[run], next.first == position {
        chunk = next
        run += 1
      } else if run == last, last < starts.count {
        return chunks
      } else {
        let end = run < starts.count ? starts[run] : source.text.count
        chunk = JSONRuns.scan(source, collection.plan, position..<max(end, position + 1))
      }
      chunks.append(chunk)
      position = chunk.stop
      isDone = chunk.isEnd || chunk.fault != nil
      if isDone { return chunks }
    }
  }

  /// Cuts until there are more runs than a number from the next one on, or no others.
  private mutating func cut(upTo most: Int) {
    let count = source.text.count
    while let index = nominal, starts.count - run <= most {
      nominal = nil
      guard index < count, let cut = cut(from: index), cut < count else { return }
      starts.append(cut)
      nominal = max(index, cut) + size
    }
  }

  /// The first place from `nominal` on where an entry may begin.
  private func cut(from nominal: Int) -> Int? {
    let text = source.text
    guard let pattern else { return JSONRuns.find([Ascii.lineFeed], in: text, from: nominal - 1).map { $0 + 1 } }
    return JSONRuns.find(pattern.bytes, in: text, from: nominal).map { $0 + pattern.entry }
  }

  /// What stands around the place between two entries.
  private struct Pattern {
    let bytes: [UInt8]
    let entry: Int
  }

  /// The bytes from the end of the first entry to the beginning of the second one, with the name of its
  /// first member if both records begin with the same one.
  private static func pattern(in text: BytesView, _ plan: JSONPlan, from first: Int) -> Pattern? {
    let scanner = JSONScanner(text)
    let isObject = plan.frame == .object
    let start = scanner.start + first
    do throws(JSONFault) {
      let value = isObject ? try scanner.nameAndColon(start) : start
      let end = try scanner.value(value)
      guard let second = try scanner.next(end, isObject: isObject).entry, second < scanner.end else { return nil }
      var stop = second + 1
      if plan.shape == .objects, let name = try scanner.firstChild(start) {
        let length = try scanner.nameAndColon(name) - start
        let isSame = scanner.end - second >= length && memcmp(start, second, length) == 0
        if isSame { stop = second + length }
      }
      let from = plan.shape == .values ? end : JSONRuns.closing(before: end, value)
      return Pattern(bytes: Array(BytesView(start: from, count: stop - from)), entry: second - from)
    } catch { return nil }
  }

  /// Where the closing brackets and braces begin that end at `end`.
  private static func closing(before end: JSONScanner.Position, _ start: JSONScanner.Position) -> JSONScanner.Position {
    var p = end
    while p > start, p[-1] <= Ascii.space || p[-1] == Ascii.closingBrace || p[-1] == Ascii.closingBracket { p -= 1 }
    return p
  }

  private static func find(_ pattern: [UInt8], in text: BytesView, from offset: Int) -> Int? {
    pattern.withBytes { text.firstIndex(of: $0, from: offset) }
  }
}
