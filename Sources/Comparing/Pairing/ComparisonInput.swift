import Platform
import Records
import Synchronization

/// What is compared with what: both tables, which of their records in which order, and the bound plan.
package struct ComparisonInput: Sendable {
  package let tables: Sides<RecordTable>
  package let plan: ResolvedPlan
  package var orders: Sides<RecordOrder>
  package let workers: WorkerPool
  /// What the records were before they became groups; `nil` where they are as they were read.
  var groups: GroupedRecords?

  package init(source: RecordTable, target: RecordTable, plan: ResolvedPlan) {
    self.init(source: source, target: target, plan: plan, kept: nil)
  }

  private init(source: RecordTable, target: RecordTable, plan: ResolvedPlan, kept: Sides<KeptAnswers>?) {
    tables = Sides(source: source, target: target)
    self.plan = plan
    orders = Sides(source: RecordOrder(all: source.count), target: RecordOrder(all: target.count))
    workers = WorkerPool(tables: tables, plan: plan, kept: kept)
  }

  var readTables: Sides<RecordTable> { groups?.tables ?? tables }

  func maskedColumns(_ side: Side) -> Set<Int> { plan.maskedColumns(side, of: tables[side]) }

  /// Works on consecutive ranges on several threads, each with a worker; the results in the ranges' order.
  package func map<Result: Sendable>(count: Int, _ body: @Sendable (Range<Int>, ComparisonWorker) throws -> Result)
    throws -> [Result]
  {
    try Parallel.map(count: count, workers: plan.run.workers) { range in
      try plan.run.meter?.check()
      return try workers.withWorker { try body(range, $0) }
    }
  }

  /// The same, where what comes of each range is a list: all of it in the ranges' order.
  func flatMap<Element: Sendable>(count: Int, _ body: @Sendable (Range<Int>, ComparisonWorker) throws -> [Element])
    throws -> [Element]
  { Array(try map(count: count, body).joined()) }

  /// Does something with the records in their order, which sections change.
  ///
  /// If rules fail, they are asked again in the order of the files: the first error does not depend on sections.
  func inFileOrderIfFailing<R>(_ body: (ComparisonInput) throws -> R) throws -> R {
    do { return try body(self) } catch {
      guard plan.rules.namesSections else { throw error }
      var input = self
      input.orders = Sides { side in
        let order = orders[side]
        return RecordOrder((0..<order.count).map { Int32(truncatingIfNeeded: order[$0]) }.sorted())
      }
      _ = try body(input)
      throw error
    }
  }

  /// Compares pairs in the order of the old file, so that rules fail for its first record, whatever the order of the
  /// pairs is.
  ///
  /// - Parameter isPair: Whether a pair, given by its offsets, is to be compared.
  /// - Throws: What rules throw.
  func compare(
    inFileOrder pairs: [(source: Int32, target: Int32)],
    where isPair: @Sendable (_ source: Int, _ target: Int, ComparisonWorker) throws -> Bool
  ) throws {
    let orders = orders
    let sorted = pairs.sorted { orders.source[Int($0.source)] < orders.source[Int($1.source)] }
    _ = try map(count: sorted.count) { range, worker in
      var columns: [Int32] = []
      for pair in sorted[range] {
        try plan.run.meter?.check()
        let (source, target) = (orders.source[Int(pair.source)], orders.target[Int(pair.target)])
        let areSame = try plan.hasCommonLayout && worker.haveEqualContents((.source, source), (.target, target))
        guard !areSame, try isPair(Int(pair.source), Int(pair.target), worker) else { continue }
        _ = try worker.appendDifferences(source: source, target: target, to: &columns)
      }
    }
  }

  /// Fills an array on several threads, each with a worker.
  ///
  /// - Parameter body: Appends the elements of a range to its part of the array, which has room for as many.
  package func fill<Element: BitwiseCopyable & Sendable>(
    count: Int, _ body: @Sendable (Range<Int>, inout OutputSpan<Element>, ComparisonWorker) throws -> Void
  ) throws -> [Element] {
    try [Element](unsafeUninitializedCapacity: count) { buffer, filled in
      // Each range is in the hands of one thread.
      nonisolated(unsafe) let all = buffer
      Memory.preferLargePages(all.baseAddress, count * MemoryLayout<Element>.stride)
      _ = try map(count: count) { range, worker in
        let room = UnsafeMutableBufferPointer(rebasing: all[range])
        var part = OutputSpan(buffer: room, initializedCount: 0)
        try body(range, &part, worker)
        let count = part.finalize(for: room)
        precondition(count == range.count, "elements are missing")
      }
      filled = count
    }
  }
}

extension ComparisonInput {
  /// What is compared under a plan: the records, or what its rules make of them.
  ///
  /// What is made of a column is made of its values after their normalizers, which groups do not go through again.
  ///
  /// - Throws: `ComparisonError` where the plan does not fit the tables, or what a script throws.
  init(grouping tables: Sides<RecordTable>, _ plan: ComparisonPlan) throws {
    guard let rule = plan.group else {
      self.init(source: tables.source, target: tables.target, plan: try plan.bound(to: tables))
      return
    }
    if case .nested = plan.section { throw ComparisonError(.groupedSections) }
    let sides = try hidingQuotes(plan.hasMask) {
      try Parallel.map(count: 2, workers: plan.run.workers, grain: 1) { range in
        try range.map { try GroupedSide($0 == 0 ? .source : .target, tables, plan, rule) }
      }.flatMap(\.self)
    }
    let made = Sides { sides[$0 == .source ? 0 : 1] }
    let grouped = Sides { made[$0].table }
    let bound = try ResolvedPlan(
      try plan.ofGroups(by: rule, grouped, of: tables), source: grouped.source, target: grouped.target)
    self.init(source: grouped.source, target: grouped.target, plan: bound)
    for side in Side.allCases where rule.sides[side] == nil { orders[side] = made[side].order }
    groups = GroupedRecords(
      tables: tables, plan: plan, members: Sides { made[$0].members },
      kept: Sides { plan.filter == nil ? nil : made[$0].order.count })
  }
}

extension ComparisonInput {
  /// The fingerprints of the identities of one side, in the order of its offsets.
  ///
  /// - Throws: `ComparisonError` where a key column has no value, or what a script throws.
  func fingerprints(_ side: Side, _ secrets: FingerprintSecrets, gapsApart: Bool = false) throws -> [Fingerprint] {
    let order = orders[side]
    return try flatMap(count: order.count) { range, worker in
      try fingerprints(side, range, of: order, secrets, worker, gapsApart: gapsApart)
    }
  }

  /// The fingerprints of the identities of some offsets, in order.
  ///
  /// - Parameter gapsApart: Whether an identity without a value in some part gets a fingerprint of its record's number,
  ///   since it pairs with none.
  /// - Throws: `ComparisonError` where a key column has no value, or what a script throws.
  func fingerprints(
    _ side: Side, _ range: Range<Int>, of order: RecordOrder, _ secrets: FingerprintSecrets, _ worker: ComparisonWorker,
    gapsApart: Bool = false
  ) throws -> [Fingerprint] {
    var prints: [Fingerprint] = []
    prints.reserveCapacity(range.count)
    func add(_ print: Fingerprint, isWhole: Bool) {
      let record = order[range.lowerBound + prints.count]
      prints.append(isWhole || !gapsApart ? print : secrets.print { $0(record, .absent) })
    }
    guard case .script(let function) = plan.rules.identity else {
      for offset in range {
        var isWhole = true
        let print = try secrets.print { add in
          try worker.forEachKeyField(side, order[offset]) { number, field in
            isWhole = isWhole && !field.isVoid
            add(number, field)
          }
        }
        add(print, isWhole: isWhole)
      }
      return prints
    }
    try worker.evaluator()?.identities(of: range, order, in: side, function: function) { key in
      var isWhole = true
      key.forEachPart { isWhole = isWhole && !$0.isVoid }
      add(secrets.print(of: plan.rules.typed(key)), isWhole: isWhole)
    }
    return prints
  }

  /// Says which records of a side have to meet, in every process with the same secrets.
  ///
  /// - Parameters:
  ///   - pass: The pass of the identity that pairs records, from 1.
  ///   - wantsSections: Whether to look at the sections.
  /// - Returns: For each record a number that all records have which it may pair with, or 0 for one that the filter
  ///   leaves out; and the sections that they name, each with the first record that does.
  /// - Throws: `ComparisonError` where a key column has no value, or what a script throws.
  /// - Complexity: O(*b*) for *b* bytes of the side, and the rules' own cost.
  package func identityNumbers(_ side: Side, _ secrets: FingerprintSecrets, pass: Int, wantsSections: Bool) throws
    -> (numbers: [UInt64], sections: [(record: Int, name: Value)])
  {
    var input = self
    input.orders[side.other] = RecordOrder(all: 0)
    try input.filter()
    let (order, passes) = (input.orders[side], plan.rules.passes)
    let named = wantsSections ? SectionNumbers(try input.sectionNames(side, of: order)) : SectionNumbers([])
    if pass > 1, let identity = passes[pass - 2].meeting {
      input = try input.identified(by: identity, permitsGaps: true)
    }
    var numbers = [UInt64](repeating: 0, count: tables[side].count)
    for (offset, print) in try input.fingerprints(side, secrets, gapsApart: !passes.isEmpty).enumerated() {
      numbers[order[offset]] = max(print.first, 1)
    }
    return (numbers, zip(named.firsts, named.names).map { (order[$0], $1) })
  }
}

extension ComparisonInput {
  /// Whether rules fail for a record of the target by itself, or for it beside a record of the source of its identity.
  package func fails(target: Int, beside source: Int?) -> Bool {
    let secrets = FingerprintSecrets()
    do {
      try workers.withWorker { worker in
        guard try worker.includes(target, in: .target) else { return }
        let print = try fingerprints(.target, 0..<1, of: .only(target), secrets, worker)
        _ = try worker.sectionNames(.target, 0..<1, of: .only(target))
        guard let source, try fingerprints(.source, 0..<1, of: .only(source), secrets, worker) == print else { return }
        var differences: [Int32] = []
        _ = try worker.appendDifferences(source: source, target: target, to: &differences)
      }
      return false
    } catch { return true }
  }

  /// Leaves out the records that the filter does not keep.
  ///
  /// - Throws: What the script throws.
  package mutating func filter() throws {
    guard plan.rules.filter != nil else { return }
    plan.run.meter?.begin(.filtering, of: orders.source.count + orders.target.count)
    for side in Side.allCases {
      let kept = try kept(side)
      if kept.count < orders[side].count { orders[side] = RecordOrder(kept) }
    }
  }

  private func kept(_ side: Side) throws -> [Int32] {
    let order = orders[side]
    return try flatMap(count: order.count) { range, worker in try kept(side, range, of: order, worker) }
  }

  /// The records at some offsets that the filter keeps.
  ///
  /// - Throws: What the script throws.
  func kept(_ side: Side, _ range: Range<Int>, of order: RecordOrder, _ worker: ComparisonWorker) throws -> [Int32] {
    defer { plan.run.meter?.advance(by: range.count) }
    var kept: [Int32] = []
    // Between two parts the work can be cancelled.
    for start in stride(from: range.lowerBound, to: range.upperBound, by: 512) {
      let part = start..<min(start + 512, range.upperBound)
      try plan.run.meter?.check()
      let inclusions = try worker.inclusions(of: part, order, in: side)
      for (offset, isKept) in zip(part, inclusions) where isKept {
        kept.append(Int32(truncatingIfNeeded: order[offset]))
      }
    }
    return kept
  }

  /// The same records in the same order under another identity.
  ///
  /// - Parameters:
  ///   - permitsGaps: Whether a key column may be absent or null; as the plan says if it is not said.
  ///   - type: What the parts of the key are taken for; as the plan says if it is not said.
  package func identified(by identity: ComparisonPlan.Identity, permitsGaps: Bool? = nil, as type: KeyType? = nil)
    throws -> ComparisonInput
  {
    let bound = try plan.identified(
      by: Binding.Identity(identity: identity, permitsGaps: permitsGaps, type: type), tables)
    // Without types and paths, a column goes through the same normalizers under any key.
    let kept = type == nil && !plan.rules.typesKey && !plan.inside.mayNamePaths ? workers.kept : nil
    var input = ComparisonInput(source: tables.source, target: tables.target, plan: bound, kept: kept)
    input.orders = orders
    input.groups = groups
    return input
  }
}

/// Workers that wait for the next thread that needs one, so that scripts are loaded once a thread and not once a task.
///
/// Unchecked: a worker is no `Sendable`, but it is in the hands of one thread at a time, which the lock sees to.
package final class WorkerPool: @unchecked Sendable {
  private let tables: Sides<RecordTable>
  private let plan: ResolvedPlan
  fileprivate let kept: Sides<KeptAnswers>?
  private let lock = Mutex(())
  private var idle: [ComparisonWorker] = []

  /// - Parameter known: What functions have answered about the same columns before.
  init(tables: Sides<RecordTable>, plan: ResolvedPlan, kept known: Sides<KeptAnswers>?) {
    self.tables = tables
    self.plan = plan
    let rules = plan.rules
    let asksAgain = rules.hasSlowNormalizers || plan.compared.contains(where: \.inside.hasScripts)
    kept = !asksAgain ? nil : known ?? Sides { _ in KeptAnswers(room: rules.run.room / 2) }
  }

  /// Lends a worker that is prepared.
  package func withWorker<R>(_ body: (ComparisonWorker) throws -> R) throws -> R {
    let worker = take()
    defer { put(back: worker) }
    try worker.prepare()
    return try body(worker)
  }

  package func take() -> ComparisonWorker {
    lock.withLock { _ in idle.popLast() } ?? ComparisonWorker(tables: tables, plan: plan, kept: kept)
  }

  var tally: RuleTally { lock.withLock { _ in idle.reduce(into: RuleTally()) { $0.add($1.tally) } } }

  /// Lets go of the workers, so that others may use their scripts; who needs one from now on gets a new one.
  func rest() { lock.withLock { _ in idle.removeAll() } }

  package func put(back worker: ComparisonWorker) { lock.withLock { _ in idle.append(worker) } }
}
