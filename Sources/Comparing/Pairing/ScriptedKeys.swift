import Platform
import Records
import Synchronization

/// The identities that a script computed, once for each record that is not the same, byte for byte, on the other side.
///
/// An identity depends on nothing but its record, so that most of the target's are known from the source's.
struct ScriptedKeys: Sendable {
  private let stores: Sides<KeyStore>
  /// For each offset of the target: the source's key at this offset, or, as −1 − *n*, the *n*th of its own.
  private let targetPlaces: [Int32]
  let hashes: Sides<[UInt64]>

  /// Asks the script for every identity that has to be asked for.
  ///
  /// - Throws: What the script throws.
  init(_ input: ComparisonInput, function: Int, identicalRecords: IdenticalRecords?) throws {
    let count = input.orders.target.count
    var positions = identicalRecords?.sources ?? [Int32](repeating: -1, count: count)
    let order = input.orders.target
    var own: [Int32] = []
    for offset in positions.indices where positions[offset] < 0 {
      own.append(Int32(truncatingIfNeeded: order[offset]))
      positions[offset] = -Int32(truncatingIfNeeded: own.count)
    }
    let meter = input.plan.run.meter
    meter?.begin(.identifying, of: input.orders.source.count + own.count)
    let stores = Sides(
      source: try Self.compute(input, input.orders.source, .source, function),
      target: try Self.compute(input, RecordOrder(own), .target, function))
    self.stores = stores
    let (targetPlaces, known, computed) = (positions, stores.source.hashes, stores.target.hashes)
    self.targetPlaces = targetPlaces
    hashes = Sides(
      source: known,
      target: try input.fill(count: count) { range, hashes, _ in
        for offset in range {
          let key = Int(targetPlaces[offset])
          hashes.append(key < 0 ? computed[-1 - key] : known[key])
        }
      })
  }

  /// Lets the bytes of an identity be read.
  func withKey<R>(_ side: Side, _ offset: Int, _ body: (BytesView) throws -> R) rethrows -> R {
    guard side == .target else { return try stores.source.withKey(offset, body) }
    let position = Int(targetPlaces[offset])
    return position < 0 ? try stores.target.withKey(-1 - position, body) : try stores.source.withKey(position, body)
  }

  private static let counted = 256
  /// How many bytes all identities of a side may have beside those that its input's size allows.
  private static let usualSize = 256 << 20

  private static func compute(_ input: ComparisonInput, _ order: RecordOrder, _ side: Side, _ function: Int)
    throws -> KeyStore
  {
    let table = input.tables[side]
    let limit = usualSize + 16 * table.textSize
    let size = Mutex(0)
    let chunks = try input.map(count: order.count) { range, worker in
      let meter = input.plan.run.meter
      let rules = input.plan.rules
      var chunk = KeyStore.Chunk(capacity: range.count)
      var reported = 0
      try worker.evaluator()?.identities(of: range, order, in: side, function: function) {
        chunk.append(rules.typed($0))
        // One by one the threads would wait for each other.
        if chunk.hashes.count % Self.counted == 0 { meter?.advance(by: Self.counted) }
        guard chunk.size - reported >= KeyBuffer.longest else { return }
        let added = chunk.size - reported
        reported = chunk.size
        let total = size.withLock {
          $0 += added;
          return $0
        }
        guard total <= limit else {
          throw ComparisonError(
            .identitiesTooLong(limit: limit), table: table, record: order[range.lowerBound + chunk.hashes.count - 1])
        }
      }
      return chunk
    }
    return KeyStore(chunks: chunks)
  }
}

/// The identities of one side that had to be computed: their bytes, kept so that equal hashes can be confirmed.
///
/// Workers fill one chunk each, so that nothing is copied together afterwards.
package struct KeyStore: Sendable {
  package struct Chunk: Sendable {
    fileprivate var bytes: [UInt8] = []
    fileprivate var ends: [Int] = []
    package private(set) var hashes: [UInt64] = []
    var size: Int { bytes.count }

    package init(capacity: Int) {
      ends.reserveCapacity(capacity)
      hashes.reserveCapacity(capacity)
      bytes.reserveCapacity(capacity * 24)
    }

    package mutating func append(_ key: KeyBuffer) {
      bytes.append(contentsOf: key.bytes)
      ends.append(bytes.count)
      hashes.append(key.hash)
    }
  }

  private let chunks: [Chunk]
  private let starts: [Int]

  package init(chunks: [Chunk]) {
    self.chunks = chunks
    var starts: [Int] = []
    var next = 0
    for chunk in chunks {
      starts.append(next)
      next += chunk.ends.count
    }
    self.starts = starts
  }

  package var hashes: [UInt64] {
    if chunks.count == 1 { return chunks[0].hashes }
    var hashes: [UInt64] = []
    hashes.reserveCapacity(chunks.reduce(0) { $0 + $1.hashes.count })
    for chunk in chunks { hashes += chunk.hashes }
    return hashes
  }

  /// Lets the bytes of an identity be read.
  package func withKey<R>(_ offset: Int, _ body: (BytesView) throws -> R) rethrows -> R {
    let index = (starts.firstIndex { $0 > offset } ?? starts.count) - 1
    let chunk = chunks[index]
    let position = offset - starts[index]
    let start = position == 0 ? 0 : chunk.ends[position - 1]
    return try chunk.bytes.withBytes { try body($0[part: start..<chunk.ends[position]]) }
  }
}
