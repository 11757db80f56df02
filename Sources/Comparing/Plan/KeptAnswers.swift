import Platform
import Records
import Synchronization

/// What functions of the rules have answered about records, so that a report, or another rule, does not ask them again.
///
/// All workers of a comparison share it. Answers stand in blocks, each of one column and some consecutive records:
/// threads work on different ranges, and seldom wait for each other. What there is no room for is asked again.
final class KeptAnswers: Sendable {
  private struct Place: Hashable {
    let column: Int
    let block: Int
  }

  private struct Block {
    /// Where each record's answer stands in the bytes; empty for none.
    var spans = [Range<UInt32>](repeating: 0..<0, count: KeptAnswers.blockSize)
    var bytes: [UInt8] = []

    mutating func append(_ kind: UInt8, _ value: BytesView, at record: Int) {
      let start = UInt32(truncatingIfNeeded: bytes.count)
      bytes.append(kind)
      bytes.append(contentsOf: value)
      spans[record] = start..<UInt32(truncatingIfNeeded: bytes.count)
    }
  }

  private final class Shard: Sendable { let blocks = Mutex<[Place: Block]>([:]) }

  private static let blockSize = 1 << 10
  private let shards = (0..<64).map { _ in Shard() }
  private let inside = Mutex<[Pair: [InsideAnswer]]>([:])
  private let room: Atomic<Int>

  /// Makes room for so many bytes.
  init(room: Int) { self.room = Atomic(room) }

  /// Whether there is room for so many bytes more.
  private func take(_ size: Int) -> Bool { room.subtract(size, ordering: .relaxed).newValue >= 0 }

  private func place(_ column: Int, _ record: Int) -> (Shard, Place) {
    let block = record / Self.blockSize
    return (shards[(block + 7 * column) % shards.count], Place(column: column, block: block))
  }

  // MARK: Normalized values

  /// Stands for a value that its normalizers left as it was; no kind of field.
  private static let unchanged: UInt8 = 0xFF

  /// Leaves in a buffer, which holds the value as it stands, what its normalizers made of it.
  ///
  /// - Returns: `false` where that is not known.
  func load(_ column: Int, _ record: Int, into buffer: FieldBuffer) -> Bool {
    let (shard, place) = place(column, record)
    return shard.blocks.withLock { blocks in
      guard let block = blocks[place] else { return false }
      let span = block.spans[record % Self.blockSize]
      guard !span.isEmpty else { return false }
      block.bytes.withBytes { bytes in
        let answer = bytes[part: Int(span.lowerBound)..<Int(span.upperBound)]
        if let kind = Field.Kind(rawValue: answer[0]) { buffer.set(kind, answer[part: 1...]) }
      }
      return true
    }
  }

  /// Keeps what normalizers made of a value, if there is room.
  func keep(_ field: Field, of raw: Field, _ column: Int, _ record: Int) {
    let isUnchanged = field.kind == raw.kind && field.bytes.isSame(as: raw.bytes)
    let kind = isUnchanged ? Self.unchanged : field.kind.rawValue
    let bytes = isUnchanged ? BytesView() : field.bytes
    let (shard, place) = place(column, record)
    shard.blocks.withLock { blocks in
      let isNew = blocks[place] == nil
      let size = isNew ? Self.blockSize * MemoryLayout<Range<UInt32>>.stride : 0
      guard take(size + 1 + bytes.count) else { return }
      blocks[place, default: Block()].append(kind, bytes, at: record % Self.blockSize)
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
