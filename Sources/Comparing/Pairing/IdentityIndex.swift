import Platform
import Records
import Synchronization

/// The identities of both sides: a hash per offset, and a way to confirm that two are the same.
package struct IdentityIndex: Sendable {
  private enum Source {
    /// In the records' fields, after their normalizers.
    case fields
    /// Kept, because a script computed it.
    case stored(ScriptedKeys)
    /// Computed again wherever they are wanted, because a script does that as fast as they could be kept.
    case computed(function: Int)
  }

  package internal(set) var hashes: Sides<[UInt64]>
  /// Which records are known to be the same; `nil` if that was not looked for.
  package private(set) var identicalRecords: IdenticalRecords?
  private let source: Source
  private let input: ComparisonInput

  /// Finds or computes every identity.
  ///
  /// - Throws: `ComparisonError` where a key column has no value, or what a script throws.
  /// - Complexity: O(*n* + *m*), on several threads.
  ///
  /// - Parameter identicalRecords: Which records are known to be the same, where that has been looked for.
  package init(_ input: ComparisonInput, identicalRecords known: IdenticalRecords? = nil) throws {
    self.input = input
    if case .script(let function) = input.plan.rules.identity {
      identicalRecords = try known ?? IdenticalRecords(input)
      if let computed = try Self.computed(input, function, identicalRecords) {
        source = .computed(function: function)
        hashes = computed
        return
      }
      let keys = try ScriptedKeys(input, function: function, identicalRecords: identicalRecords)
      source = .stored(keys)
      hashes = keys.hashes
      return
    }
    source = .fields
    let read = try Sides { try Self.readHashes(input, $0) }
    if let source = read.source, let target = read.target {
      identicalRecords = known
      hashes = Sides(source: source, target: target)
    } else {
      let identicalRecords = try known ?? IdenticalRecords(input)
      self.identicalRecords = identicalRecords
      let source = try read.source ?? Self.hashed(input, .source)
      hashes = Sides(
        source: source, target: try read.target ?? Self.hashed(input, identicalRecords: identicalRecords, source))
    }
  }

  /// The identities without a hash: they are read, or computed again, wherever they are wanted.
  init(unhashed input: ComparisonInput) {
    self.input = input
    identicalRecords = nil
    hashes = Sides { _ in [] }
    if case .script(let function) = input.plan.rules.identity {
      source = .computed(function: function)
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
      try input.fill(count: hashes[side].count) { range, hashes, worker in
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

  /// The same identities with what reading the inputs has found of equal records, so that these are not confirmed.
  ///
  /// - Complexity: O(*m*).
  func knowingIdenticalRecords() -> IdentityIndex {
    var index = self
    index.identicalRecords = identicalRecords ?? IdenticalRecords(foundReading: input)
    return index
  }

  /// The same identities where one without a value in some part is like no other: its hash is its own.
  ///
  /// - Parameter areAllApart: Whether none is like another.
  /// - Complexity: O(*b*) for *b* bytes of identities, on several threads.
  func withGapsApart(areAllApart: Bool = false) throws -> IdentityIndex {
    var index = self
    let mayBeVoid = mayBeVoid
    index.hashes = try Sides { side in
      let known = hashes[side]
      return try input.fill(count: known.count) { range, hashes, worker in
        for offset in range {
          var isWhole = !areAllApart
          if isWhole, mayBeVoid(known[offset]) {
            try forEachPart(side, offset, worker) { isWhole = isWhole && !$0.isVoid }
          }
          var own = FieldHasher()
          own.combine(tag: UInt64(2 * offset + (side == .source ? 0 : 1)))
          hashes.append(isWhole ? known[offset] : own.value)
        }
      }
    }
    return index
  }

  /// The hashes of identities of one part that has no value.
  static let hollowHashes = [Field(.absent), Field(.null), Field(.text)].map { FieldHasher.hash(of: $0) }

  /// Whether an identity of one part may lack its value, by its hash.
  static func mayBeHollow(_ hash: UInt64) -> Bool {
    for hollow in hollowHashes where hollow == hash { return true }
    return false
  }

  /// Whether an identity of a hash may lack a part; of one column the hash tells.
  private var mayBeVoid: @Sendable (UInt64) -> Bool {
    guard case .fields = source, case .columns(let names) = input.plan.rules.identity, names.count == 1 else {
      return { _ in true }
    }
    return Self.mayBeHollow
  }

  package func areIdentical(
    _ first: (side: Side, offset: Int), _ second: (side: Side, offset: Int), _ worker: ComparisonWorker
  ) throws -> Bool {
    if first.side == .source, second.side == .target, let identicalRecords,
      Int(identicalRecords.sources[second.offset]) == first.offset
    {
      return true
    }
    switch source {
    case .stored(let keys):
      return keys.withKey(first.side, first.offset) { mine in
        keys.withKey(second.side, second.offset) { mine.isSame(as: $0) }
      }
    case .computed(let function):
      var keys: [[UInt8]] = []
      for (side, offset) in [first, second] {
        try withKey(side, offset, function, worker) { keys.append($0.bytes) }
      }
      return keys.count == 2 && keys[0] == keys[1]
    case .fields:
      try input.tables.source.checkIntact()
      try input.tables.target.checkIntact()
      let orders = input.orders
      return try worker.haveEqualKeys(
        (first.side, orders[first.side][first.offset]), (second.side, orders[second.side][second.offset]))
    }
  }

  /// The identity's parts, to be shown.
  package func values(_ side: Side, _ offset: Int, _ worker: ComparisonWorker) throws -> [Value] {
    switch source {
    case .stored(let keys): return keys.withKey(side, offset, KeyBuffer.values)
    case .computed(let function):
      var values: [Value] = []
      try withKey(side, offset, function, worker) { values = $0.values }
      return values
    case .fields: return try worker.keyValues(side, input.orders[side][offset])
    }
  }

  /// Calls `body` with each of the identity's parts, valid during the call.
  package func forEachPart(_ side: Side, _ offset: Int, _ worker: ComparisonWorker, _ body: (Field) -> Void) throws {
    try forEachNumberedPart(side, offset, worker) { body($1) }
  }

  /// Calls `body` with each of the identity's parts and its place in the identity.
  private func forEachNumberedPart(
    _ side: Side, _ offset: Int, _ worker: ComparisonWorker, _ body: (Int, Field) -> Void
  ) throws {
    switch source {
    case .stored(let keys):
      keys.withKey(side, offset) { KeyBuffer.forEachNumberedPart(of: $0, body) }
    case .computed(let function):
      try withKey(side, offset, function, worker) { key in
        key.bytes.withBytes { KeyBuffer.forEachNumberedPart(of: $0, body) }
      }
    case .fields: try worker.forEachKeyField(side, input.orders[side][offset], body)
    }
  }

  private func withKey(
    _ side: Side, _ offset: Int, _ function: Int, _ worker: ComparisonWorker, _ body: (KeyBuffer) -> Void
  ) throws {
    let (rules, order) = (input.plan.rules, input.orders[side])
    try worker.evaluator()?.identities(of: offset..<offset + 1, order, in: side, function: function) {
      body(rules.typed($0))
    }
  }

  /// The hashes of identities that a function computes without being slow; `nil` where it is, or turns out to be.
  private static func computed(_ input: ComparisonInput, _ function: Int, _ identical: IdenticalRecords?) throws
    -> Sides<[UInt64]>?
  {
    guard let scripts = input.plan.run.scripts, scripts.columns(of: function) != nil else { return nil }
    if scripts.returnsColumns(function), Side.allCases.allSatisfy({ hasHashesOfTexts(input, $0) }) {
      return Sides { input.tables[$0].identityHashes }
    }
    let slow = Atomic(0)
    let find = { (side: Side, partners: [Int32]?, known: [UInt64]) throws -> [UInt64] in
      let order = input.orders[side]
      return try input.flatMap(count: order.count) { range, worker in
        guard let evaluator = try worker.evaluator() else { return [] }
        let before = evaluator.slowAnswers
        defer { slow.add(evaluator.slowAnswers - before, ordering: .relaxed) }
        return try hashes(of: range, partners, known, evaluator, input.plan.rules, order, side, function)
      }
    }
    input.plan.run.meter?.begin(.identifying, of: input.orders.source.count + input.orders.target.count)
    let (source, target): ([UInt64], [UInt64])
    do {
      source = try find(.source, nil, [])
      target = try find(.target, identical?.sources, source)
    } catch {
      scripts.leaveToScripts()
      return nil
    }
    return slow.load(ordering: .relaxed) * 16 > source.count + target.count
      ? nil : Sides(source: source, target: target)
  }

  /// Whether the columns that a function reads were hashed while an input was read, and are texts that a function may
  /// return as they are.
  private static func hasHashesOfTexts(_ input: ComparisonInput, _ side: Side) -> Bool {
    let table = input.tables[side]
    return table.identityHashes.count == table.count && !table.mayLackFields && input.orders[side].isFileOrder
      // An identity is at most six times as long as the cells that it is made of, even if they are empty.
      && !table.mayHaveRecord(ofBytes: KeyBuffer.longest / 8)
  }

  /// The hashes of some offsets' identities; of those with a partner the partner's.
  private static func hashes(
    of range: Range<Int>, _ partners: [Int32]?, _ known: [UInt64], _ evaluator: any RuleEvaluator,
    _ rules: ComparisonPlan, _ order: RecordOrder, _ side: Side, _ function: Int
  ) throws -> [UInt64] {
    var hashes: [UInt64] = []
    hashes.reserveCapacity(range.count)
    let isTyped = rules.typesKey
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start
      while let partners, end < range.upperBound, partners[end] >= 0 {
        hashes.append(known[Int(partners[end])])
        end += 1
      }
      start = end
      while end < range.upperBound, partners.map({ $0[end] < 0 }) ?? true { end += 1 }
      if isTyped {
        try evaluator.identities(of: start..<end, order, in: side, function: function) {
          hashes.append(rules.typed($0).hash)
        }
      } else {
        try evaluator.identityHashes(of: start..<end, order, in: side, function: function, into: &hashes)
      }
      start = end
    }
    return hashes
  }

  private static func hashed(_ input: ComparisonInput, _ side: Side) throws -> [UInt64] {
    let order = input.orders[side]
    return try input.fill(count: order.count) { range, hashes, worker in
      try worker.keyHashes(side, range, order, into: &hashes)
    }
  }

  /// The target's hashes: records of the same bytes have one identity.
  private static func hashed(_ input: ComparisonInput, identicalRecords: IdenticalRecords?, _ source: [UInt64]) throws
    -> [UInt64]
  {
    guard let identicalPartners = identicalRecords?.sources else { return try hashed(input, .target) }
    let order = input.orders.target
    return try input.fill(count: order.count) { range, hashes, worker in
      for offset in range {
        let partner = Int(identicalPartners[offset])
        hashes.append(partner < 0 ? try worker.keyHash(.target, order[offset]) : source[partner])
      }
    }
  }

  /// The hashes that were computed while the input was read, where they are the identities'; of a record that may lack
  /// what it needs that is to be checked.
  static func placedHashes(_ input: ComparisonInput, _ side: Side) -> RecordIndex.Hashes? {
    let table = input.tables[side]
    let plan = input.plan
    guard plan.hasRawKey, table.placedHashes.count == table.count, input.orders[side].isFileOrder else { return nil }
    if let guess = plan.run.guessedKey {
      guard case .columns(let names) = plan.rules.identity, names == guess else { return nil }
    }
    return plan.key.count == 1 || !mayMissKeys(input, side) ? table.placedHashes : nil
  }

  /// Whether a key may lack a column, which is an error.
  private static func mayMissKeys(_ input: ComparisonInput, _ side: Side) -> Bool {
    guard case .columns = input.plan.rules.identity else { return false }
    return input.tables[side].mayLackFields && !input.plan.rules.permitsMissingKeys
  }

  /// The same as they are held, with every record checked.
  private static func readHashes(_ input: ComparisonInput, _ side: Side) throws -> [UInt64]? {
    let table = input.tables[side]
    guard placedHashes(input, side) != nil, table.identityHashes.count == table.count else { return nil }
    guard mayMissKeys(input, side) else { return table.identityHashes }
    let (absent, null) = (FieldHasher.hash(of: Field(.absent)), FieldHasher.hash(of: Field(.null)))
    _ = try input.map(count: table.count) { range, worker in
      let hashes = table.identityHashes.span
      for record in range where hashes[record] == absent || hashes[record] == null {
        _ = try worker.keyHash(side, record)
      }
    }
    return table.identityHashes
  }
}
