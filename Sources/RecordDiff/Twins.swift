import Records
import StagedDiff

/// Which records are the same, byte for byte, on both sides: whatever a rule computes of one holds for the other.
package struct Twins: Sendable {
  /// For each offset of the target that of a source record with the same bytes, or −1.
  package let sources: [Int32]

  /// Finds twins; `nil` where equal bytes do not mean equal records.
  ///
  /// Neighbours are compared first. Only where the sides are not in about the same order are bytes hashed.
  ///
  /// - Complexity: O(*b*) for *b* bytes of records, on several threads.
  init?(_ collections: Collections) throws {
    guard collections.plan.hasCommonLayout else { return nil }
    sources = try Self.neighbours(collections) ?? Self.hashed(collections)
  }

  private static func neighbours(_ collections: Collections) -> [Int32]? {
    let (tables, orders) = (collections.tables, collections.orders)
    let threads = Workers.threads(limit: collections.plan.plan.workers)
    return tables.source.withSpans { sources in
      tables.target.withSpans { targets in
        Pairing.neighbours(
          (orders.source.count, orders.target.count), threads: threads,
          concurrently: { Workers.run(count: $0, limit: threads, $1) },
          areIdentical: { source, target in
            sources[orders.source[source]].isSame(as: targets[orders.target[target]])
          })
      }
    }
  }

  private static func hashed(_ collections: Collections) throws -> [Int32] {
    let threads = Workers.threads(limit: collections.plan.plan.workers)
    let hashes = try Sides { try byteHashes(collections, $0) }
    let pairing = hashes.source.withUnsafeBufferPointer { source in
      hashes.target.withUnsafeBufferPointer { target in
        Pairing(trusting: source, and: target, threads: threads) {
          Workers.run(count: $0, limit: threads, $1)
        }
      }
    }
    let (tables, orders) = (collections.tables, collections.orders)
    return try collections.fill(count: pairing.targetCount) { range, twins, _ in
      tables.source.withSpans { sources in
        tables.target.withSpans { targets in
          for (place, target) in range.enumerated() {
            let source = pairing.targetToSource[target]
            let isTwin =
              source >= 0
              && sources[orders.source[Int(source)]].isSame(as: targets[orders.target[target]])
            twins.initializeElement(at: place, to: isTwin ? source : -1)
          }
        }
      }
    }
  }

  private static func byteHashes(_ collections: Collections, _ side: Side) throws -> [UInt64] {
    let order = collections.orders[side]
    let table = collections.tables[side]
    return try collections.fill(count: order.count) { range, hashes, _ in
      table.withSpans { spans in
        for (place, offset) in range.enumerated() {
          hashes.initializeElement(at: place, to: FieldHasher.hash(of: spans[order[offset]]))
        }
      }
    }
  }
}
