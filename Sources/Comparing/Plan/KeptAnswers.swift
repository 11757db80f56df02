import Platform
import Records
import Synchronization

/// What functions of the rules have answered about records, so that a report, or another rule, does not ask them again.
///
/// Of records that are compared, only the answers about those that differ are kept: nobody asks about the others again.
///
/// All workers of a comparison share it. Answers stand in blocks, each of one column and some consecutive records:
/// threads work on different ranges, and seldom wait for each other. What there is no room for is asked again.
final class KeptAnswers: Sendable {
  private struct Place: Hashable {
    let column: Int
    let block: Int
  }

  /// Answers by record, ascending: a block holds few of a thousand where only records that differ are kept.
  private struct Block {
    private var answers: [(record: UInt32, bytes: Range<UInt32>)] = []
    private var bytes: [UInt8] = []

    static var stride: Int { MemoryLayout<(record: UInt32, bytes: Range<UInt32>)>.stride }

    mutating func insert(_ answer: BytesView, _ record: Int) {
      let start = UInt32(truncatingIfNeeded: bytes.count)
      bytes.append(contentsOf: answer)
      let range = start..<UInt32(truncatingIfNeeded: bytes.count)
      answers.insert((UInt32(truncatingIfNeeded: record), range), at: index(of: record))
    }

    func load(_ record: Int, into buffer: FieldBuffer) -> Bool {
      let index = index(of: record)
      guard index < answers.count, answers[index].record == record else { return false }
      let range = answers[index].bytes
      bytes.withBytes { HeldAnswers.load($0[part: Int(range.lowerBound)..<Int(range.upperBound)], into: buffer) }
      return true
    }

    /// The index of the first answer about this record or a later one.
    private func index(of record: Int) -> Int {
      if let last = answers.last, last.record < record { return answers.count }
      return answers.partitioningIndex { $0.record >= record }
    }
  }

  private final class Shard: Sendable { let blocks = Mutex<[Place: Block]>([:]) }

  private static let blockSize = 1 << 10
  private let shards = (0..<64).map { _ in Shard() }
  private let inside = Mutex<[Pair: [InsideAnswer]]>([:])
  private let room: Atomic<Int>
  private let answeredEarlier = Atomic(false)

  init(room: Int) { self.room = Atomic(room) }

  private func take(_ size: Int) -> Bool { room.subtract(size, ordering: .relaxed).newValue >= 0 }

  private func place(_ column: Int, _ record: Int) -> (Shard, Place) {
    let block = record / Self.blockSize
    return (shards[(block + 7 * column) % shards.count], Place(column: column, block: block))
  }

  // MARK: Normalized values

  /// Whether functions have answered about records before these were compared, as for a filter.
  var hasEarlierAnswers: Bool { answeredEarlier.load(ordering: .relaxed) }

  /// Leaves in a buffer, which holds the value as it stands, what its normalizers made of it.
  ///
  /// - Returns: `false` where that is not known.
  func load(_ column: Int, _ record: Int, into buffer: FieldBuffer) -> Bool {
    let (shard, position) = place(column, record)
    return shard.blocks.withLock { $0[position]?.load(record, into: buffer) ?? false }
  }

  /// Keeps answers as far as there is room.
  ///
  /// - Parameter isCompared: Whether they were given when their records were compared, so that no later comparison
  ///   needs them.
  func keep(_ answers: HeldAnswers, isCompared: Bool) {
    if !isCompared { answeredEarlier.store(true, ordering: .relaxed) }
    answers.forEach { keep($0, $1, $2) }
  }

  private func keep(_ answer: BytesView, _ column: Int, _ record: Int) {
    let (shard, position) = place(column, record)
    guard take(Block.stride + answer.count) else { return }
    shard.blocks.withLock { $0[position, default: Block()].insert(answer, record) }
  }
}

/// What normalizers have made of a few values, one after the other.
///
/// The answers about a record that is being compared wait here: a report asks again only where two records differ.
struct HeldAnswers {
  /// Stands for a value that its normalizers left as it was; no kind of field.
  private static let unchanged: UInt8 = 0xFF

  private var answers: [(column: Int, record: Int, end: Int)] = []
  private var bytes: [UInt8] = []

  mutating func append(_ field: Field, of raw: Field, _ column: Int, _ record: Int) {
    if field.kind == raw.kind && field.bytes.isSame(as: raw.bytes) {
      bytes.append(Self.unchanged)
    } else {
      bytes.append(field.kind.rawValue)
      bytes.append(contentsOf: field.bytes)
    }
    answers.append((column, record, bytes.count))
  }

  mutating func removeAll() {
    answers.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }

  func load(_ column: Int, _ record: Int, into buffer: FieldBuffer) -> Bool {
    var isKnown = false
    forEach { answer, ofColumn, ofRecord in
      guard ofColumn == column, ofRecord == record else { return }
      Self.load(answer, into: buffer)
      isKnown = true
    }
    return isKnown
  }

  fileprivate static func load(_ answer: BytesView, into buffer: FieldBuffer) {
    if let kind = Field.Kind(rawValue: answer[0]) { buffer.set(kind, answer[part: 1...]) }
  }

  fileprivate func forEach(_ body: (_ answer: BytesView, _ column: Int, _ record: Int) -> Void) {
    var start = 0
    bytes.withBytes { bytes in
      for answer in answers {
        body(bytes[part: start..<answer.end], answer.column, answer.record)
        start = answer.end
      }
    }
  }
}

// MARK: Inside of values

/// One answer about what is inside two values.
enum InsideAnswer: Sendable {
  case verdict(Bool)
  case value(Field.Kind, [UInt8])
  case identity([UInt8])

  private var size: Int {
    switch self {
    case .verdict: 0
    case .value(_, let bytes), .identity(let bytes): bytes.count
    }
  }

  fileprivate static func size(of answers: [InsideAnswer]) -> Int {
    answers.reduce(64) { $0 + MemoryLayout<InsideAnswer>.stride + $1.size }
  }
}

extension KeptAnswers {
  struct Pair: Hashable {
    let column: Int
    let source: Int
    let target: Int
  }

  /// All answers about what is inside two values, in the order in which they were asked for.
  func answers(about pair: Pair) -> [InsideAnswer]? { inside.withLock { $0[pair] } }

  func keep(_ answers: [InsideAnswer], about pair: Pair) {
    guard take(InsideAnswer.size(of: answers)) else { return }
    inside.withLock { $0[pair] = answers }
  }
}
