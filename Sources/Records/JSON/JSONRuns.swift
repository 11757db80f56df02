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
  private let first: Int
  private let limit: Int

  init(_ source: ByteSource, _ collection: JSONCollection, first: Int) {
    self.source = source
    self.collection = collection
    self.first = first
    limit = source.options.workers == 0 ? Workers.available : source.options.workers
  }

  /// All runs of the collection, in order; the last one has its end or a fault.
  ///
  /// - Throws: That nobody wants the records any more.
  func read() throws(RecordError) -> [JSONChunk] {
    let starts = self.starts
    let done = Mutex<[Int: JSONChunk]>([:])
    let source = source
    let plan = collection.plan
    Workers.run(count: starts.count, limit: limit) { run in
      guard source.options.meter?.isCancelled != true else { return }
      let end = run + 1 < starts.count ? starts[run + 1] : Int.max
      let chunk = JSONRuns.scan(source, plan, starts[run]..<end)
      source.options.meter?.advance(by: min(end, source.text.count) - starts[run])
      MappedPagesLimit.keep()
      done.withLock { $0[run] = chunk }
    }
    if source.options.meter?.isCancelled == true {
      throw RecordError(.cancelled, file: source.name)
    }
    return chain(done.withLock { $0 }, starts)
  }

  private static func scan(
    _ source: ByteSource, _ plan: JSONPlan, _ range: Range<Int>
  ) -> JSONChunk {
    let text = source.text
    var scanner = JSONChunkScanner(text, plan)
    return scanner.scan(from: range.lowerBound, limit: min(range.upperBound, text.count))
  }

  /// Keeps the runs that begin where the one before stopped, and reads anew what lies between them.
  private func chain(_ runs: [Int: JSONChunk], _ starts: [Int]) -> [JSONChunk] {
    var chunks: [JSONChunk] = []
    var run = 0
    var position = runs[0]?.first ?? first
    while true {
      while run < starts.count, let chunk = runs[run], chunk.first < position { run += 1 }
      let chunk: JSONChunk
      if run < starts.count, let next = runs[run], next.first == position {
        chunk = next
        run += 1
      } else {
        let end = run < starts.count ? starts[run] : source.text.count
        chunk = JSONRuns.scan(source, collection.plan, position..<max(end, position + 1))
      }
      chunks.append(chunk)
      position = chunk.stop
      if chunk.isEnd || chunk.fault != nil { return chunks }
    }
  }

  // MARK: - Cuts

  private static let defaultSize = 1 << 20

  /// Where the runs begin.
  private var starts: [Int] {
    let count = source.text.count
    let size = max(1, source.options.chunkSize ?? JSONRuns.defaultSize)
    let options = source.options
    // With a meter also on one thread: its count, and an end that is asked for, come between runs.
    let isSplit =
      collection.plan.frame == .lines || limit > 1 || options.chunkSize != nil
      || options.meter != nil
    guard isSplit, count - first > size else { return [first] }
    let pattern = collection.plan.frame == .lines ? nil : self.pattern
    if collection.plan.frame != .lines, pattern == nil { return [first] }
    var starts = [first]
    var nominal = first + size
    while nominal < count {
      guard let cut = cut(from: nominal, pattern), cut < count else { break }
      starts.append(cut)
      nominal = max(nominal, cut) + size
    }
    return starts
  }

  /// The first place from `nominal` on where an entry may begin.
  private func cut(from nominal: Int, _ pattern: Pattern?) -> Int? {
    let text = source.text
    guard let pattern else {
      return JSONRuns.find([Ascii.lineFeed], in: text, from: nominal - 1).map { $0 + 1 }
    }
    return JSONRuns.find(pattern.bytes, in: text, from: nominal).map { $0 + pattern.entry }
  }

  /// What stands around the place between two entries.
  private struct Pattern {
    let bytes: [UInt8]
    /// Where in it the second entry begins.
    let entry: Int
  }

  /// The bytes from the end of the first entry to the beginning of the second one, with the name of its
  /// first member if both records begin with the same one.
  private var pattern: Pattern? {
    let text = source.text
    let scanner = JSONScanner(text.assumingMemoryBound(to: UInt8.self))
    let isObject = collection.plan.frame == .object
    let start = scanner.start + first
    do throws(JSONFault) {
      let value = isObject ? try scanner.nameAndColon(start) : start
      let end = try scanner.value(value)
      guard let second = try scanner.next(end, isObject: isObject).entry, second < scanner.end
      else { return nil }
      var stop = second + 1
      if collection.plan.shape == .objects, let name = try scanner.firstChild(start) {
        let length = try scanner.nameAndColon(name) - start
        let isSame = scanner.end - second >= length && memcmp(start, second, length) == 0
        if isSame { stop = second + length }
      }
      let from = collection.plan.shape == .values ? end : JSONRuns.closing(before: end, value)
      return Pattern(
        bytes: Array(UnsafeBufferPointer(start: from, count: stop - from)), entry: second - from)
    } catch {
      return nil
    }
  }

  /// Where the closing brackets and braces begin that end at `end`.
  private static func closing(
    before end: JSONScanner.Position, _ start: JSONScanner.Position
  ) -> JSONScanner.Position {
    var p = end
    while p > start,
      p[-1] <= Ascii.space || p[-1] == Ascii.closingBrace
        || p[-1] == Ascii.closingBracket
    { p -= 1 }
    return p
  }

  private static func find(
    _ pattern: [UInt8], in text: UnsafeRawBufferPointer, from offset: Int
  ) -> Int? {
    var at = offset
    while at + pattern.count <= text.count, let base = text.baseAddress {
      guard let hit = memchr(base + at, Int32(pattern[0]), text.count - at) else { return nil }
      at = UnsafeRawPointer(hit) - base
      guard at + pattern.count <= text.count else { return nil }
      if UnsafeRawBufferPointer(rebasing: text[at..<at + pattern.count]).elementsEqual(pattern) {
        return at
      }
      at += 1
    }
    return nil
  }
}
