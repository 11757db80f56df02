import Platform
import StagedDiff

/// The paired records whose content is not equal, in target order, with the columns that differ.
struct Differences: Sendable {
  /// Offsets in the target, ascending.
  private(set) var targets: [Int32] = []
  private var columns: [Int32] = []
  private var ends: [Int] = []

  init() {}

  init(_ found: [(target: Int32, columns: ArraySlice<Int32>)]) {
    for (target, differing) in found {
      targets.append(target)
      columns += differing
      ends.append(columns.count)
    }
  }

  /// Whether a pair was found that equal hashes alone had made.
  private(set) var hasFalsePair = false

  /// The numbers of the compared columns that differ in the updated record at an index in `targets`.
  func columns(at index: Int) -> ArraySlice<Int32> { columns[(index == 0 ? 0 : ends[index - 1])..<ends[index]] }

  var cellCount: Int { columns.count }

  /// The index of a target offset in `targets`.
  ///
  /// - Complexity: O(log *n*).
  func index(of target: Int32) -> Int? {
    let index = targets.partitioningIndex { $0 >= target }
    return index < targets.count && targets[index] == target ? index : nil
  }

  /// The index of a target offset in `targets`, which is looked for at an index and behind it first.
  ///
  /// - Complexity: O(1) for whoever goes through the differences in their order; O(log *n*) otherwise.
  func index(of target: Int32, near index: Int) -> Int? {
    for near in index..<min(index + 2, targets.count) where targets[near] == target { return near }
    return self.index(of: target)
  }

  /// Compares the content of all pairs, on several threads; also confirms that they are pairs.
  ///
  /// Records of equal bytes are equal and have one identity: no rule is asked, and nothing is split.
  ///
  /// - Throws: What a script throws.
  /// - Complexity: O(*b*) for *b* bytes of paired records, and the rules' own cost for those that differ.
  init(_ input: ComparisonInput, _ pairing: Pairing, _ identities: IdentityIndex) throws {
    input.plan.run.meter?.begin(.comparing, of: pairing.targetCount)
    // Where all pairs are of equal bytes nobody need look at any; a script's state is made for each comparison.
    if input.plan.hasCommonLayout, input.plan.run.scripts == nil,
      identities.identicalRecords?.sources == pairing.targetToSource
    {
      return
    }
    do {
      let parts = try input.map(count: pairing.targetCount) { range, worker in
        var part = Differences()
        try part.compare(range, input, pairing, identities, worker)
        return part
      }
      for part in parts { append(part) }
    } catch {
      let pairs = pairing.targetToSource.enumerated().filter { $1 >= 0 }.map {
        (source: $1, target: Int32(truncatingIfNeeded: $0))
      }
      try input.compare(inFileOrder: pairs) { source, target, worker in
        try identities.areIdentical((.source, source), (.target, target), worker)
      }
      throw error
    }
  }

  /// Compares the content of pairs that are known, on several threads.
  ///
  /// - Throws: What a script throws.
  init(_ input: ComparisonInput, of pairs: [(source: Int32, target: Int32)]) throws {
    let orders = input.orders
    // In the order of the old file, so that rules fail for its first record.
    let sorted = pairs.sorted { orders.source[Int($0.source)] < orders.source[Int($1.source)] }
    let parts = try input.map(count: sorted.count) { range, worker in
      var part = Differences()
      for pair in sorted[range] {
        let (source, target) = (orders.source[Int(pair.source)], orders.target[Int(pair.target)])
        let areSame = try input.plan.hasCommonLayout && worker.haveEqualContents((.source, source), (.target, target))
        if areSame { continue }
        try part.compare(source, target, at: pair.target, worker)
      }
      return part
    }
    for part in parts { append(part) }
    self = joined(with: Differences())
  }

  func joined(with others: Differences) -> Differences {
    let all = [self, others].flatMap { differences in
      differences.targets.indices.map { (target: differences.targets[$0], columns: differences.columns(at: $0)) }
    }
    return Differences(all.sorted { $0.target < $1.target })
  }

  private mutating func compare(
    _ range: Range<Int>, _ input: ComparisonInput, _ pairing: Pairing, _ identities: IdentityIndex,
    _ worker: ComparisonWorker
  ) throws {
    let (orders, partners, meter) = (input.orders, pairing.targetToSource, input.plan.run.meter)
    // In blocks, so that what was found unequal is still at hand when it is split.
    for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.blockSize) {
      let block = start..<min(start + Self.blockSize, range.upperBound)
      for target in Self.unequal(block, input, pairing, identities.identicalRecords?.sources) {
        try meter?.check()
        let source = Int(partners[target])
        guard try identities.areIdentical((.source, source), (.target, target), worker) else {
          hasFalsePair = true
          return
        }
        try compare(orders.source[source], orders.target[target], at: Int32(truncatingIfNeeded: target), worker)
      }
      meter?.advance(by: block.count)
    }
  }

  /// Compares the content of one pair, by the records' numbers.
  ///
  /// - Parameter target: The offset in the target.
  mutating func compare(_ source: Int, _ targetRecord: Int, at target: Int32, _ worker: ComparisonWorker) throws {
    guard try worker.appendDifferences(source: source, target: targetRecord, to: &columns) else { return }
    targets.append(target)
    ends.append(columns.count)
  }

  /// Whether two records that hashes alone have paired are a pair whose contents are to be compared.
  mutating func confirms(_ source: Int, _ target: Int, _ worker: ComparisonWorker) throws -> Bool {
    if try worker.haveEqualContents((.source, source), (.target, target)) { return false }
    if try worker.haveEqualKeys((.source, source), (.target, target)) { return true }
    hasFalsePair = true
    return false
  }

  private static let blockSize = 256
  /// How many records ahead memory is asked for.
  private static let lookahead = 12

  /// The target offsets of a range that are paired and whose bytes do not say that they are equal.
  private static func unequal(
    _ range: Range<Int>, _ input: ComparisonInput, _ pairing: Pairing, _ identicalPartners: [Int32]?
  ) -> [Int] {
    guard input.plan.hasCommonLayout else { return range.filter { pairing.targetToSource[$0] >= 0 } }
    let orders = input.orders
    let partners = pairing.targetToSource
    let left =
      if let identicalPartners {
        range.filter { partners[$0] >= 0 && partners[$0] != identicalPartners[$0] }
      } else {
        notKnown(range, input, partners)
      }
    return input.tables.source.withRecordBytes { sources in
      input.tables.target.withRecordBytes { targets in
        left.indices.compactMap { index in
          let (target, later) = (left[index], left[min(index + Self.lookahead, left.count - 1)])
          targets.prefetch(orders.target[later])
          sources.prefetch(orders.source[Int(partners[later])])
          let isSame = sources[orders.source[Int(partners[target])]].isSame(as: targets[orders.target[target]])
          return isSame ? nil : target
        }
      }
    }
  }

  /// The target offsets of a range that are paired and were not found to have equal bytes while they were read.
  private static func notKnown(_ range: Range<Int>, _ input: ComparisonInput, _ partners: [Int32]) -> [Int] {
    let (orders, runs) = (input.orders, input.tables.target.equalRuns(with: input.tables.source))
    guard let runs else { return range.filter { partners[$0] >= 0 } }
    var stretch = (targets: 0..<0, distance: Int?.none)
    var hint = 0
    return range.filter { target in
      let (source, record) = (Int(partners[target]), orders.target[target])
      guard source >= 0 else { return false }
      if !stretch.targets.contains(record) { stretch = runs.stretch(around: record, &hint) }
      return stretch.distance.map { record + $0 != orders.source[source] } ?? true
    }
  }

  mutating func append(_ part: Differences) {
    let before = columns.count
    targets += part.targets
    columns += part.columns
    ends += part.ends.map { $0 + before }
    hasFalsePair = hasFalsePair || part.hasFalsePair
  }
}
