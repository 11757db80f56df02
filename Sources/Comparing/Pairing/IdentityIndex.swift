import Platform
import Records

/// The identities of both sides: a hash per offset, and a way to confirm that two are the same.
package struct IdentityIndex: Sendable {
  /// Where an identity's value is found.
  private enum Source {
    /// In the records' fields, after their normalizers.
    case fields
    /// Kept, because a script computed it.
    case stored(ScriptedKeys)
    /// Computed by a script, of which the fingerprints' second halves are kept; the first ones are the hashes.
    case printed(Sides<[UInt64]>, function: Int)
  }

  package internal(set) var hashes: Sides<[UInt64]>
  /// Which records are known to be the same; `nil` if that was not looked for.
  package let twins: IdenticalRecords?
  private let source: Source
  private let collections: ComparisonInput

  /// Finds or computes every identity.
  ///
  /// - Throws: `ComparisonError` where a key column has no value, or what a script throws.
  /// - Complexity: O(*n* + *m*), on several threads.
  ///
  /// - Parameter twins: Which records are known to be the same, where that has been looked for.
  package init(_ collections: ComparisonInput, twins known: IdenticalRecords? = nil) throws {
    self.collections = collections
    if case .script(let function) = collections.plan.rules.identity {
      twins = try known ?? IdenticalRecords(collections)
      let keys = try ScriptedKeys(collections, function: function, twins: twins)
      source = .stored(keys)
      hashes = keys.hashes
      return
    }
    source = .fields
    let read = try Sides { try Self.readHashes(collections, $0) }
    if let source = read.source, let target = read.target {
      twins = nil
      hashes = Sides(source: source, target: target)
    } else {
      let twins = try known ?? IdenticalRecords(collections)
      self.twins = twins
      let source = try read.source ?? Self.hashed(collections, .source)
      hashes = Sides(
        source: source,
        target: try read.target ?? Self.hashed(collections, twins: twins, source))
    }
  }

  /// Identities that are known by their fingerprints.
  package init(_ collections: ComparisonInput, prints: Sides<[Fingerprint]>) {
    self.collections = collections
    twins = nil
    hashes = Sides { prints[$0].map(\.first) }
    if case .script(let function) = collections.plan.rules.identity {
      source = .printed(Sides { prints[$0].map(\.second) }, function: function)
    } else {
      source = .fields
    }
  }

  /// The same identities with slower, keyed hashes, for inputs whose usual hashes collide.
  ///
  /// - Complexity: O(*b*) for *b* bytes of identities, but many times slower than the usual ones.
  package func hashedAnew() throws -> IdentityIndex {
    var index = self
    index.hashes = try Sides { side in
      try collections.fill(count: hashes[side].count) { range, hashes, worker in
        for offset in range {
          var hasher = Hasher()
          try forEachNumberedPart(side, offset, worker) { number, field in
            hasher.combine(number)
            hasher.combine(field.value)
          }
          hashes.append(UInt64(truncatingIfNeeded: hasher.finalize()))
        }
      }
    }
    return index
  }

  /// The same identities where one without a value in some part is like no other: its hash is its own.
  ///
  /// - Complexity: O(*b*) for *b* bytes of identities, on several threads.
  func withGapsApart() throws -> IdentityIndex {
    var index = self
    index.hashes = try Sides { side in
      let known = hashes[side]
      return try collections.fill(count: known.count) { range, hashes, worker in
        for offset in range {
          var isWhole = true
          try forEachPart(side, offset, worker) { isWhole = isWhole && !$0.isVoid }
          var own = FieldHasher()
          own.combine(tag: UInt64(2 * offset + (side == .source ? 0 : 1)))
          hashes.append(isWhole ? known[offset] : own.value)
        }
      }
    }
    return index
  }

  /// Whether two offsets have the same identity; exact.
  package func areIdentical(
    _ first: (side: Side, offset: Int), _ second: (side: Side, offset: Int),
    _ worker: ComparisonWorker
  ) throws -> Bool {
    switch source {
    case .stored(let keys):
      return keys.withKey(first.side, first.offset) { mine in
        keys.withKey(second.side, second.offset) { mine.isSame(as: $0) }
      }
    case .printed(let halves, _):
      return halves[first.side][first.offset] == halves[second.side][second.offset]
        && hashes[first.side][first.offset] == hashes[second.side][second.offset]
    case .fields:
      try collections.tables.source.checkIntact()
      try collections.tables.target.checkIntact()
      let orders = collections.orders
      return try worker.haveEqualKeys(
        (first.side, orders[first.side][first.offset]),
        (second.side, orders[second.side][second.offset]))
    }
  }

  /// The identity's parts, to be shown.
  package func values(_ side: Side, _ offset: Int, _ worker: ComparisonWorker) throws -> [Value] {
    switch source {
    case .stored(let keys): return keys.withKey(side, offset, KeyBuffer.values)
    case .printed(_, let function):
      var values: [Value] = []
      try withKey(side, offset, function, worker) { values = $0.values }
      return values
    case .fields: return try worker.keyValues(side, collections.orders[side][offset])
    }
  }

  /// Calls `body` with each of the identity's parts, valid during the call.
  package func forEachPart(
    _ side: Side, _ offset: Int, _ worker: ComparisonWorker, _ body: (Field) -> Void
  ) throws {
    try forEachNumberedPart(side, offset, worker) { body($1) }
  }

  /// Calls `body` with each of the identity's parts and its place in the identity.
  private func forEachNumberedPart(
    _ side: Side, _ offset: Int, _ worker: ComparisonWorker, _ body: (Int, Field) -> Void
  ) throws {
    switch source {
    case .stored(let keys):
      var number = 0
      keys.withKey(side, offset) { key in
        KeyBuffer.forEachPart(of: key) { field in
          body(number, field)
          number += 1
        }
      }
    case .printed(_, let function):
      var number = 0
      try withKey(side, offset, function, worker) { key in
        key.bytes.withBytes { bytes in
          KeyBuffer.forEachPart(of: bytes) { field in
            body(number, field)
            number += 1
          }
        }
      }
    case .fields: try worker.forEachKeyField(side, collections.orders[side][offset], body)
    }
  }

  /// Asks the script for the identity at an offset.
  private func withKey(
    _ side: Side, _ offset: Int, _ function: Int, _ worker: ComparisonWorker,
    _ body: (KeyBuffer) -> Void
  ) throws {
    let type = collections.plan.rules.keyAs
    let order = collections.orders[side]
    try worker.evaluator()?.identities(
      of: offset..<offset + 1, order, in: side, function: function
    ) { body(type.map($0.typed) ?? $0) }
  }

  private static func hashed(_ collections: ComparisonInput, _ side: Side) throws -> [UInt64] {
    let order = collections.orders[side]
    return try collections.fill(count: order.count) { range, hashes, worker in
      try worker.keyHashes(side, range, order, into: &hashes)
    }
  }

  /// The target's hashes: a twin's identity is its own.
  private static func hashed(
    _ collections: ComparisonInput, twins: IdenticalRecords?, _ source: [UInt64]
  ) throws -> [UInt64] {
    guard let twins = twins?.sources else { return try hashed(collections, .target) }
    let order = collections.orders.target
    return try collections.fill(count: order.count) { range, hashes, worker in
      for offset in range {
        let twin = Int(twins[offset])
        hashes.append(twin < 0 ? try worker.keyHash(.target, order[offset]) : source[twin])
      }
    }
  }

  /// The hashes that were computed while the input was read, where they are the identities'.
  private static func readHashes(_ collections: ComparisonInput, _ side: Side) throws -> [UInt64]? {
    let table = collections.tables[side]
    let plan = collections.plan
    guard plan.hasRawKey, table.identityHashes.count == table.count,
      collections.orders[side].isFileOrder
    else { return nil }
    guard case .columns = plan.rules.identity, table.mayLackFields, !plan.rules.permitsMissingKeys
    else {
      return table.identityHashes
    }
    guard plan.key.count == 1 else { return nil }
    let (absent, null) = (hash(of: .absent), hash(of: .null))
    _ = try collections.map(count: table.count) { range, worker in
      let hashes = table.identityHashes.span
      for record in range where hashes[record] == absent || hashes[record] == null {
        _ = try worker.keyHash(side, record)
      }
    }
    return table.identityHashes
  }

  private static func hash(of kind: Field.Kind) -> UInt64 {
    var hasher = FieldHasher()
    Field(kind).hash(into: &hasher)
    return hasher.value
  }
}
