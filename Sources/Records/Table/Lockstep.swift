import Platform
import Synchronization

/// Reads a text beside a table that is known: where both have the same bytes, the table says where the records are.
///
/// **The idea.** Two exports of one table are mostly the same. So only one of them is read byte by byte. The other one
/// is compared with it: a run of equal bytes has the same records with the same keys, moved by some bytes, and only
/// what is between such runs is read. After a difference the way back is found by the key's hash, first in a few
/// records, then in many. Where it is not found, as in a text in another order, the text is read as if it were alone.
///
/// **The invariants.** What is derived is what reading would have found:
/// - A run begins where a record begins on both sides, and a record is taken from it only if the byte behind the
///   record's surroundings is equal, too. What a reader says of a record depends on no other byte.
/// - Only a table of which the index says everything is read beside (``RecordTable/referenceKey``): no record was
///   padded or left out, none repeats a name, the lines are counted. Both texts have the same dialect and columns, or
///   the same frame of JSON, and the same key.
/// - Of JSON the columns are what its records name, in order of their first names. What is derived names none, so a
///   chunk counts only if all names that its records may have were read before it (`JSONMerge.lacks`).
/// - Where a walk begins and what it misses changes the time that it takes, and never what is found.
///
/// **What must be changed together.** What a reader finds of a record, beside its place, its hash and its lines, has to
/// be derived, or be a reason against it in ``RecordTable/referenceKey``. `LockstepTests` holds both ways of reading
/// against each other.
final class Lockstep: Sendable {
  let known: RecordTable
  let text: BytesView
  /// How many bytes farther on the known text is, as the last walk found it.
  private let distance: Atomic<Int>
  /// How many walks in a row led nowhere.
  private let failures = Atomic(0)

  /// - Returns: `nil` where the known table does not say all that has to be found.
  init?(_ source: ByteSource, beside known: RecordTable?, hashing key: [String]?, hasEnds: Bool) {
    guard let known, let key, known.referenceKey == key, (known.index.ends != nil) == hasEnds,
      known.index.placedHashes.count == known.count, known.count > 1
    else { return nil }
    self.known = known
    text = source.text
    distance = Atomic(.min)
  }

  /// A walk from a place on; `nil` where it would lead nowhere, as it seems.
  func walk(from place: Int, chunk: Int) -> LockstepWalk? {
    guard failures.load(ordering: .relaxed) < 2 || chunk.isMultiple(of: 8) else { return nil }
    return LockstepWalk(self, next: expectedRecord(at: place))
  }

  /// The known record that probably comes at a place.
  private func expectedRecord(at place: Int) -> Int {
    let distance = distance.load(ordering: .relaxed)
    let size = known.source.text.count
    let share = Double(place) / Double(max(1, text.count))
    let expected = distance == .min ? Int(share * Double(size)) : place + distance
    let starts = known.index.starts
    return min((0..<known.count).partitioningIndex { starts[$0] >= expected }, known.count - 1)
  }

  /// Keeps what a walk has found out for those after it.
  func learn(from walk: LockstepWalk, records: Int) {
    if let found = walk.distance { distance.store(found, ordering: .relaxed) }
    if walk.derivedCount * 8 < records {
      failures.add(1, ordering: .relaxed)
    } else {
      failures.store(0, ordering: .relaxed)
    }
  }
}

/// The way through one chunk of a text beside the known one.
struct LockstepWalk {
  let index: RecordIndex
  /// Those of the known records.
  let hashes: RecordIndex.Hashes
  private let known: BytesView
  private let text: BytesView
  /// The known record that is expected next.
  private var next: Int
  private(set) var runs: [EqualRuns.Run] = []
  private(set) var derivedCount = 0
  /// How many bytes farther on the known text is than this one.
  private(set) var distance: Int?
  /// How many records in a row were not found; one at the start, where the place is a guess.
  private var misses = 1
  /// How many records may be read one by one before that is given up; what is derived adds to it.
  private var credit = 128

  private static let mostCredit = 4096
  private static let mostMisses = 32
  /// How far behind the chunk's end the end of its last record is looked for.
  private static let overlap = 4096

  init(_ lockstep: Lockstep, next: Int) {
    index = lockstep.known.index
    hashes = index.placedHashes
    known = lockstep.known.source.text
    text = lockstep.text
    self.next = next
  }

  /// Whether it is cheaper to read on alone.
  var isLost: Bool { credit <= 0 || misses > Self.mostMisses }

  /// The known records that come at a place of this text, byte for byte, as far as they begin before `limit`.
  ///
  /// - Parameter number: That of the first of them, in the chunk.
  /// - Returns: `nil` if there is none.
  mutating func equalRecords(from place: Int, to limit: Int, as number: Int) -> Range<Int>? {
    let start = index.starts[next]
    let length = text[part: place...].commonPrefix(
      with: known[part: start...], upTo: limit - place + Self.overlap)
    let border = start + limit - place
    var end = lastRecord(before: start + length)
    if index.starts[end] >= border { end = min(end, lastRecord(before: border) + 1) }
    // The last known record has none behind it that would show its end.
    end = min(end, index.count - 1)
    guard end > next else { return nil }
    let records = next..<end
    runs.append(EqualRuns.Run(target: number, source: next, count: records.count))
    derivedCount += records.count
    distance = start - place
    misses = 0
    credit = min(credit + 2 * records.count, Self.mostCredit)
    next = end
    return records
  }

  /// The last of the records from ``next`` on that begins before a place of the known text.
  private func lastRecord(before place: Int) -> Int {
    var step = 1
    var low = next
    while low + step < index.count, index.starts[low + step] < place {
      low += step
      step *= 2
    }
    let high = min(low + step, index.count)
    return (low + 1..<max(low + 1, high)).partitioningIndex { index.starts[$0] >= place } - 1
  }

  /// Takes note of a record that was read, to find the known one that comes behind it.
  mutating func align(to hash: UInt64) {
    guard !isLost else { return }
    credit -= 1
    guard let record = find(hash) else {
      misses += 1
      return
    }
    misses = 0
    next = min(record + 1, index.count - 1)
  }

  private func find(_ hash: UInt64) -> Int? {
    if hashes[next] == hash { return next }
    let (back, ahead) =
      switch misses {
      case 1: (256, 256)
      case 4: (1 << 14, 1 << 14)
      default: (0, 64)
      }
    return find(hash, in: next..<next + ahead) ?? find(hash, in: next - back..<next)
  }

  private func find(_ hash: UInt64, in records: Range<Int>) -> Int? {
    hashes[records.clamped(to: 0..<index.count)].firstIndex(of: hash)
  }
}

/// Runs of records that are the same in two tables, byte for byte.
package struct EqualRuns: Sendable {
  struct Run: Sendable {
    /// The numbers of the first records.
    var target: Int32
    let source: Int32
    let count: Int32

    init(target: Int, source: Int, count: Int) {
      self.target = Int32(truncatingIfNeeded: target)
      self.source = Int32(truncatingIfNeeded: source)
      self.count = Int32(truncatingIfNeeded: count)
    }
  }

  private let index: RecordIndex
  private var runs: [Run] = []
  package var count: Int { runs.count }
  package static let bytesPerRun = MemoryLayout<Run>.stride

  package init(with known: RecordTable) { index = known.index }

  /// Adds a run behind all others.
  package mutating func append(_ targets: Range<Int>, distance: Int) {
    runs.append(Run(target: targets.lowerBound, source: targets.lowerBound + distance, count: targets.count))
  }

  /// Adds those of a chunk that so many records come before.
  mutating func append(_ more: [Run], behind records: Int) {
    for var run in more {
      run.target += Int32(truncatingIfNeeded: records)
      runs.append(run)
    }
  }

  func areWith(_ table: RecordTable) -> Bool { index === table.index }

  /// The target records around one of which the source records are known alike, by one distance or not at all.
  ///
  /// - Parameter hint: Where that is looked for first: at first 0, then what the last call has left there.
  /// - Returns: `distance` is what leads from a target record to its source record; `nil`: none is known.
  /// - Complexity: O(log *n*) for *n* runs; O(1) a little behind the record that was asked for last.
  package func stretch(around record: Int, _ hint: inout Int) -> (targets: Range<Int>, distance: Int?) {
    let next = firstRun(behind: record, hint)
    hint = next
    let end = next < runs.count ? Int(runs[next].target) : .max
    guard next > 0 else { return (0..<end, nil) }
    let run = runs[next - 1]
    let runEnd = Int(run.target) + Int(run.count)
    guard record < runEnd else { return (runEnd..<end, nil) }
    return (Int(run.target)..<runEnd, Int(run.source) - Int(run.target))
  }

  /// Calls `body` with each run of target records, and the distance to the source records that they are like.
  package func forEach(_ body: (Range<Int>, Int) -> Void) {
    for run in runs {
      let start = Int(run.target)
      body(start..<start + Int(run.count), Int(run.source) - start)
    }
  }

  private func firstRun(behind record: Int, _ hint: Int) -> Int {
    if hint == 0 || Int(runs[hint - 1].target) <= record {
      for next in hint..<min(hint + 4, runs.count) where Int(runs[next].target) > record { return next }
    }
    return runs.partitioningIndex { Int($0.target) > record }
  }
}

extension RecordTable {
  /// The runs of records that were found to be the same as a source's while this table was read; `nil`: none are known.
  package func equalRuns(with source: RecordTable) -> EqualRuns? {
    equalRuns.flatMap { $0.areWith(source) ? $0 : nil }
  }

  /// The table of another text of the same bytes, which is read alike.
  func twin(_ source: ByteSource) -> RecordTable {
    var runs = EqualRuns(with: self)
    if count > 0 { runs.append([EqualRuns.Run(target: 0, source: 0, count: count)], behind: 0) }
    return RecordTable(
      source: source, index: index, layout: layout, notes: source.notes + notes.dropFirst(self.source.notes.count),
      referenceKey: referenceKey, equalRuns: runs, twinOf: self)
  }
}
