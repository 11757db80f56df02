import Records

/// The identities of both sides: a hash per offset, and a way to confirm that two are the same.
package struct IdentityIndex: Sendable {
  /// Where an identity's value is found.
  private enum Source {
    /// In the records' fields, after their normalizers.
    case fields
    /// In stores, because a script computed it.
    case stored(Sides<KeyStore>)
  }

  package let hashes: Sides<[UInt64]>
  private let source: Source
  private let plan: BoundPlan

  /// Finds or computes every identity.
  ///
  /// - Throws: `ComparisonError` where a key column has no value, or what a script throws.
  /// - Complexity: O(*n* + *m*), on several threads.
  package init(_ collections: Collections) throws {
    plan = collections.plan
    if case .script(let function) = plan.plan.identity {
      let stores = try Sides { try Self.scripted(collections, $0, function) }
      source = .stored(stores)
      hashes = Sides { stores[$0].hashes }
    } else {
      source = .fields
      hashes = try Sides { try Self.hashed(collections, $0) }
    }
  }

  /// Whether two offsets have the same identity; exact.
  package func areIdentical(
    _ first: (side: Side, offset: Int), _ second: (side: Side, offset: Int),
    _ worker: ComparisonWorker
  ) throws -> Bool {
    switch source {
    case .stored(let stores):
      return stores[first.side].withKey(first.offset) { mine in
        stores[second.side].withKey(second.offset) { mine.isSame(as: $0) }
      }
    case .fields:
      return try worker.haveEqualKeys(first, second)
    }
  }

  /// The identity's parts, to be shown.
  package func values(_ side: Side, _ offset: Int, _ worker: ComparisonWorker) throws -> [Value] {
    switch source {
    case .stored(let stores): return stores[side].withKey(offset, KeyBuffer.values)
    case .fields: return try worker.keyValues(side, offset)
    }
  }

  private static func scripted(_ collections: Collections, _ side: Side, _ function: Int) throws
    -> KeyStore
  {
    let order = collections.orders[side]
    let chunks = try Parallel.map(count: order.count, workers: collections.workers) { range in
      let worker = try ComparisonWorker(collections)
      var chunk = KeyStore.Chunk(capacity: range.count)
      var key = KeyBuffer()
      for offset in range {
        key.clear()
        try worker.evaluator?.appendIdentity(
          of: order[offset], in: side, function: function, to: &key)
        chunk.append(key)
      }
      return chunk
    }
    return KeyStore(chunks: chunks)
  }

  private static func hashed(_ collections: Collections, _ side: Side) throws -> [UInt64] {
    if let hashes = try readHashes(collections, side) { return hashes }
    let chunks = try Parallel.map(
      count: collections.orders[side].count, workers: collections.workers
    ) { range in
      let worker = try ComparisonWorker(collections)
      return try range.map { try worker.keyHash(side, $0) }
    }
    return Array(chunks.joined())
  }

  /// The hashes that were computed while the input was read, where they are the identities'.
  private static func readHashes(_ collections: Collections, _ side: Side) throws -> [UInt64]? {
    let table = collections.tables[side]
    let plan = collections.plan
    guard plan.hasRawKey, table.identityHashes.count == table.count,
      collections.orders[side].isFileOrder
    else { return nil }
    guard case .columns = plan.plan.identity, table.mayLackFields else {
      return table.identityHashes
    }
    guard plan.key.count == 1 else { return nil }
    let worker = try ComparisonWorker(collections)
    let missing = [Field(.absent), Field(.null)].map { field in
      var hasher = FieldHasher()
      field.hash(into: &hasher)
      return hasher.value
    }
    for (record, hash) in table.identityHashes.enumerated() where missing.contains(hash) {
      _ = try worker.keyHash(side, record)
    }
    return table.identityHashes
  }
}
