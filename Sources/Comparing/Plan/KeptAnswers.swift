import Platform
import Records
import Synchronization

/// What functions of the rules have answered about records, so that a report, or another rule, does not ask them again.
///
/// All workers of a comparison share it. Answers stand in blocks, each of one column and some consecutive records: threads
/// work on different ranges, and seldom wait for each other. What there is no room for is asked again.
final class KeptAnswers: Sendable {
  private struct Place: Hashable {
    let column: Int
    let block: Int
  }

  private struct Block {
    /// Where each record's answer stands in the bytes; empty for none.
    var spans = [Range<UInt32>](repeating: 0..<0, count: KeptAnswers.blockSize)
    var bytes: [UInt8] = []

    mutating func append(_ answer: [UInt8], at record: Int) {
      let start = UInt32(truncatingIfNeeded: bytes.count)
      bytes += answer
      spans[record] = start..<start + UInt32(truncatingIfNeeded: answer.count)
    }
  }

  private final class Shard: Sendable {
    let blocks = Mutex<[Place: Block]>([:])
  }

  private static let blockSize = 1 << 10
  private let shards = (0..<64).map { _ in Shard() }
  private let inside = Mutex<[Pair: [InsideAnswer]]>([:])
  private let room: Atomic<Int>

  /// Makes room for so many bytes.
  init(room: Int) { self.room = Atomic(room) }

  /// The answer about a record's column; `nil` where there is none.
  private func answer(_ column: Int, _ record: Int) -> [UInt8]? {
    let (shard, place) = place(column, record)
    return shard.blocks.withLock { blocks in
      guard let block = blocks[place] else { return nil }
      let span = block.spans[record % Self.blockSize]
      return span.isEmpty ? nil : Array(block.bytes[Int(span.lowerBound)..<Int(span.upperBound)])
    }
  }

  /// Keeps an answer of at least one byte, if there is room.
  private func keep(_ answer: [UInt8], _ column: Int, _ record: Int) {
    let (shard, place) = place(column, record)
    shard.blocks.withLock { blocks in
      let isNew = blocks[place] == nil
      let size = answer.count + (isNew ? Self.blockSize * MemoryLayout<Range<UInt32>>.stride : 0)
      guard take(size) else { return }
      blocks[place, default: Block()].append(answer, at: record % Self.blockSize)
    }
  }

  /// Whether there is room for so many bytes more.
  private func take(_ size: Int) -> Bool {
    room.subtract(size, ordering: .relaxed).newValue >= 0
  }

  private func place(_ column: Int, _ record: Int) -> (Shard, Place) {
    let block = record / Self.blockSize
    return (shards[(block + 7 * column) % shards.count], Place(column: column, block: block))
  }
}

// MARK: Normalized values

extension KeptAnswers {
  /// Stands for a value that its normalizers left as it was; no kind of field.
  private static let unchanged: UInt8 = 0xFF

  /// Leaves in a buffer, which holds the value as it stands, what its normalizers made of it.
  ///
  /// - Returns: `false` where that is not known.
  func load(_ column: Int, _ record: Int, into buffer: FieldBuffer) -> Bool {
    guard let answer = answer(column, record) else { return false }
    guard let kind = Field.Kind(rawValue: answer[0]) else { return true }
    answer.withBytes { buffer.set(kind, $0[part: 1...]) }
    return true
  }

  /// Keeps what normalizers made of a value.
  func keep(_ field: Field, of raw: Field, _ column: Int, _ record: Int) {
    let isUnchanged = field.kind == raw.kind && field.bytes.isSame(as: raw.bytes)
    keep(
      isUnchanged ? [Self.unchanged] : [field.kind.rawValue] + Array(field.bytes), column, record)
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

  /// How much memory answers take, about.
  fileprivate static func size(of answers: [InsideAnswer]) -> Int {
    answers.reduce(64) { $0 + MemoryLayout<InsideAnswer>.stride + $1.size }
  }
}

extension KeptAnswers {
  /// A column of two records.
  struct Pair: Hashable {
    let column: Int
    let source: Int
    let target: Int
  }

  /// All answers about what is inside two values, in the order in which they were asked for.
  func answers(about pair: Pair) -> [InsideAnswer]? { inside.withLock { $0[pair] } }

  /// Keeps them, if there is room.
  func keep(_ answers: [InsideAnswer], about pair: Pair) {
    guard take(InsideAnswer.size(of: answers)) else { return }
    inside.withLock { $0[pair] = answers }
  }
}

/// Asks a script what is inside two paired records' values; what it was asked before in the same order, it is not asked again.
final class PairScripts: NestedScripts {
  private let evaluator: any RuleEvaluator
  private let source: Int
  private let target: Int
  private var known: ArraySlice<InsideAnswer>
  /// What it has answered anew.
  private(set) var answers: [InsideAnswer] = []

  init(
    _ evaluator: any RuleEvaluator, source: Int, target: Int, known: [InsideAnswer]? = nil
  ) {
    (self.evaluator, self.source, self.target) = (evaluator, source, target)
    self.known = (known ?? [])[...]
  }

  func areEqual(_ old: Field, _ new: Field, function: Int, path: String) throws -> Bool {
    if case .verdict(let verdict)? = known.popFirst() { return verdict }
    let verdict = try evaluator.areEqual(
      old, new, function: function, column: path, source: source, target: target)
    answers.append(.verdict(verdict))
    return verdict
  }

  func normalize(_ buffer: FieldBuffer, function: Int, path: String, in side: Side) throws {
    if case .value(let kind, let bytes)? = known.popFirst() { return buffer.set(kind, bytes) }
    try evaluator.normalize(
      buffer, function: function, column: path, record: record(side), in: side)
    answers.append(.value(buffer.kind, Array(buffer.bytes)))
  }

  func identity(
    of element: Field, at place: Int, function: Int, path: String, in side: Side
  ) throws -> [UInt8] {
    if case .identity(let bytes)? = known.popFirst() { return bytes }
    let bytes = try evaluator.identity(
      of: element, at: place, of: path, function: function, record: record(side), in: side)
    answers.append(.identity(bytes))
    return bytes
  }

  private func record(_ side: Side) -> Int { side == .source ? source : target }
}
