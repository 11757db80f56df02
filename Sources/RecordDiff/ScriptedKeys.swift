import Records
import StagedDiff

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
  init(_ collections: Collections, function: Int) throws {
    let places = try Self.twins(collections)
    let own = places.indices.filter { places[$0] < 0 }
    let order = collections.orders.target
    let stores = Sides(
      source: try Self.compute(collections, collections.orders.source, .source, function),
      target: try Self.compute(
        collections, RecordOrder(own.map { Int32(truncatingIfNeeded: order[$0]) }), .target,
        function))
    var next: Int32 = 0
    targetPlaces = places.map { place in
      guard place < 0 else { return place }
      next += 1
      return -next
    }
    self.stores = stores
    let known = stores.source.hashes
    let computed = stores.target.hashes
    hashes = Sides(
      source: known,
      target: targetPlaces.map { $0 < 0 ? computed[Int(-1 - $0)] : known[Int($0)] })
  }

  /// Lets the bytes of an identity be read.
  func withKey<R>(
    _ side: Side, _ offset: Int, _ body: (UnsafeRawBufferPointer) throws -> R
  ) rethrows -> R {
    guard side == .target else { return try stores.source.withKey(offset, body) }
    let place = Int(targetPlaces[offset])
    return place < 0
      ? try stores.target.withKey(-1 - place, body) : try stores.source.withKey(place, body)
  }

  private static func compute(
    _ collections: Collections, _ order: RecordOrder, _ side: Side, _ function: Int
  ) throws -> KeyStore {
    let chunks = try collections.map(count: order.count) { range, worker in
      var chunk = KeyStore.Chunk(capacity: range.count)
      try worker.evaluator()?.identities(of: range, order, in: side, function: function) {
        chunk.append($0)
      }
      return chunk
    }
    return KeyStore(chunks: chunks)
  }

  /// For each offset of the target that of a source record with the same bytes, or −1.
  private static func twins(_ collections: Collections) throws -> [Int32] {
    guard collections.plan.hasCommonLayout else {
      return [Int32](repeating: -1, count: collections.orders.target.count)
    }
    let hashes = try Sides { try byteHashes(collections, $0) }
    let pairing = hashes.source.withUnsafeBufferPointer { source in
      hashes.target.withUnsafeBufferPointer { target in
        Pairing(sourceHashes: source, targetHashes: target) { _, _ in true }
      }
    }
    let orders = collections.orders
    let tables = collections.tables
    let parts = try collections.map(count: pairing.targetCount) { range, _ in
      tables.source.withSpans { sources in
        tables.target.withSpans { targets in
          range.map { target -> Int32 in
            let source = pairing.targetToSource[target]
            guard source >= 0 else { return -1 }
            let bytes = sources[orders.source[Int(source)]]
            return bytes.isSame(as: targets[orders.target[target]]) ? source : -1
          }
        }
      }
    }
    return Array(parts.joined())
  }

  private static func byteHashes(_ collections: Collections, _ side: Side) throws -> [UInt64] {
    let order = collections.orders[side]
    let table = collections.tables[side]
    let parts = try collections.map(count: order.count) { range, _ in
      table.withSpans { spans in range.map { FieldHasher.hash(of: spans[order[$0]]) } }
    }
    return Array(parts.joined())
  }
}
