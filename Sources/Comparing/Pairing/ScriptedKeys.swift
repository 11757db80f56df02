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
  init(_ collections: ComparisonInput, function: Int, twins: IdenticalRecords?) throws {
    let count = collections.orders.target.count
    var places = twins?.sources ?? [Int32](repeating: -1, count: count)
    let order = collections.orders.target
    var own: [Int32] = []
    for offset in places.indices where places[offset] < 0 {
      own.append(Int32(truncatingIfNeeded: order[offset]))
      places[offset] = -Int32(truncatingIfNeeded: own.count)
    }
    let meter = collections.plan.run.meter
    meter?.begin(.identifying, of: collections.orders.source.count + own.count)
    let stores = Sides(
      source: try Self.compute(collections, collections.orders.source, .source, function),
      target: try Self.compute(collections, RecordOrder(own), .target, function))
    self.stores = stores
    let (targetPlaces, known, computed) = (places, stores.source.hashes, stores.target.hashes)
    self.targetPlaces = targetPlaces
    hashes = Sides(
      source: known,
      target: try collections.fill(count: count) { range, hashes, _ in
        for offset in range {
          let key = Int(targetPlaces[offset])
          hashes.append(key < 0 ? computed[-1 - key] : known[key])
        }
      })
  }

  /// Lets the bytes of an identity be read.
  func withKey<R>(
    _ side: Side, _ offset: Int, _ body: (BytesView) throws -> R
  ) rethrows -> R {
    guard side == .target else { return try stores.source.withKey(offset, body) }
    let place = Int(targetPlaces[offset])
    return place < 0
      ? try stores.target.withKey(-1 - place, body) : try stores.source.withKey(place, body)
  }

  private static let counted = 256
  /// How many bytes all identities of a side may have beside those that its input's size allows.
  private static let usualSize = 256 << 20

  private static func compute(
    _ collections: ComparisonInput, _ order: RecordOrder, _ side: Side, _ function: Int
  ) throws -> KeyStore {
    let table = collections.tables[side]
    let limit = usualSize + 16 * table.textSize
    let size = Mutex(0)
    let chunks = try collections.map(count: order.count) { range, worker in
      let meter = collections.plan.run.meter
      let type = collections.plan.rules.keyAs
      var chunk = KeyStore.Chunk(capacity: range.count)
      var told = 0
      try worker.evaluator()?.identities(of: range, order, in: side, function: function) {
        chunk.append(type.map($0.typed) ?? $0)
        // One by one the threads would wait for each other.
        if chunk.hashes.count % Self.counted == 0 { meter?.advance(by: Self.counted) }
        guard chunk.size - told >= KeyBuffer.longest else { return }
        let added = chunk.size - told
        told = chunk.size
        let total = size.withLock {
          $0 += added; return $0
        }
        guard total <= limit else {
          throw ComparisonError(
            .identitiesTooLong(limit: limit), table: table,
            record: order[range.lowerBound + chunk.hashes.count - 1])
        }
      }
      return chunk
    }
    return KeyStore(chunks: chunks)
  }
}
