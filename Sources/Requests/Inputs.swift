import Platform
import Comparing
import Records
import Rules
import Synchronization

package struct Inputs {
  private let inputs: Sides<RecordInput>
  private let isParallel: Bool
  package var formats: Sides<InputFormat> { Sides { inputs[$0].format } }

  /// From how many bytes on both inputs together are worth a thread: it takes as long to start as so much to read.
  private static let threadedSize = 128 << 10

  package init(_ request: DiffRequest, _ rules: RuleSet) throws {
    try self.init(Sides(source: request.old, target: request.new), request.options, rules)
  }

  package init(_ paths: Sides<String>, _ options: ComparisonOptions, _ rules: RuleSet) throws {
    let sizes = Sides { options.sizes[$0] ?? FileSize.inflated(paths[$0]) }
    if Side.allCases.allSatisfy({ sizes[$0] == nil && InputName.isStandardInput(paths[$0]) }) {
      throw LunaDiffError("standard input cannot be both OLD and NEW")
    }
    let opening = RequestOpening(options, rules)
    try self.init(sizes: sizes, isSerial: options.debugger != nil) { try opening.open(paths[$0], as: $0) }
    let opened = inputs
    try opening.checkUse(of: Side.allCases.map { ($0, opened[$0]) })
  }

  /// Opens both inputs, at once unless they are small or `isSerial`; `sizes` are their bytes, about.
  package init(sizes: Sides<Int?>, isSerial: Bool = false, open: @Sendable (Side) throws -> RecordInput) throws {
    let isSmall =
      if let source = sizes.source, let target = sizes.target { source + target < Self.threadedSize } else { false }
    isParallel = !isSmall && !isSerial
    inputs = try onSides(inParallel: isParallel, open)
  }

  private init(_ inputs: Sides<RecordInput>, _ isParallel: Bool) {
    (self.inputs, self.isParallel) = (inputs, isParallel)
  }

  /// Indexes both inputs, at the same time, without looking at keys.
  package func tables() throws -> Sides<RecordTable> {
    let inputs = self.inputs
    return try onSides(inParallel: isParallel) { try inputs[$0].table() }
  }

  /// The same with hashes of the identities that a plan gives them, or is guessed to.
  package func tables(for plan: ComparisonPlan) throws -> Sides<RecordTable> {
    let guess = plan.run.guessedKey.map { Sides<[String]?>(source: $0, target: $0) }
    return try tables(hashing: guess ?? plan.hashedColumns(headers: Sides { inputs[$0].header }))
  }

  /// The same for a plan; where a key is searched for, with the hashes of what it probably is.
  package func tables(searchedUnder plan: inout ComparisonPlan) throws -> Sides<RecordTable> {
    plan.run.guessedKey = guessedKey(for: plan)
    return try tables(hashing: Sides(source: plan.run.guessedKey, target: plan.run.guessedKey))
  }

  private func tables(hashing keys: Sides<[String]?>) throws -> Sides<RecordTable> {
    let inputs = self.inputs
    if !isParallel, keys.source == keys.target, inputs.target.isTwin(of: inputs.source) {
      let source = try inputs.source.table(hashing: keys.source)
      return Sides(source: source, target: inputs.target.table(like: source))
    }
    guard keys.source != nil, inputs.source.leads(inputs.target) else {
      return try onSides(inParallel: isParallel) { try inputs[$0].table(hashing: keys[$0]) }
    }
    let source = try inputs.source.table(hashing: keys.source)
    return Sides(source: source, target: try inputs.target.table(hashing: keys.target, beside: source))
  }

  package func compare(_ plan: ComparisonPlan, _ memory: MemoryUse? = nil) throws -> Comparison {
    var inputs = self.inputs
    var plan = memory?.sharing(plan) ?? plan
    if let memory, memory.isExceeded(by: inputs, plan) {
      guard let room = memory.roomForPages(of: inputs, plan) else { return try compare(plan, spilling: memory) }
      inputs = try limiting(MappedPagesLimit(room), spillsPlaces: false)
    }
    let size = Side.allCases.reduce(0) { $0 + inputs[$1].textSize }
    plan.run.meter?.plan(plan.shares)
    plan.run.meter?.begin(.reading, of: size)
    if let guess = guessedKey(for: plan) { plan.run.guessedKey = guess }
    let tables = try Inputs(inputs, isParallel).tables(for: plan)
    let comparison = try Comparison(source: tables.source, target: tables.target, plan: plan)
    try comparison.checkSomethingCompared()
    return comparison
  }

  /// What a search will probably find to be the key, so that one input can be read beside the other: the key of the
  /// first records.
  ///
  /// - Returns: `nil` where that is not worth its time, or where no key is searched for.
  private func guessedKey(for plan: ComparisonPlan) -> [String]? {
    guard plan.mayGuessKey, inputs.source.leads(inputs.target) else { return nil }
    var plan = plan
    (plan.run.meter, plan.run.workers) = (nil, 1)
    do {
      // A sample may end inside of a record, and then is none.
      guard let source = try inputs.source.sample(ofBytes: Self.sampleSize)?.table(),
        let target = try inputs.target.sample(ofBytes: Self.sampleSize)?.table(),
        case .found(let columns, _) = try Comparison(source: source, target: target, plan: plan).key
      else { return nil }
      return columns
    } catch { return nil }
  }

  private static let sampleSize = 256 << 10
}

extension Inputs {
  /// Compares both inputs with most of what is known of their records in the temporary folder.
  private func compare(_ plan: ComparisonPlan, spilling use: MemoryUse) throws -> Comparison {
    let memory = SpillingMemory(use.size, in: use.folder)
    let pages = MappedPagesLimit(memory.mappedPages)
    plan.run.meter?.plan(plan.sharesOfSpilling)
    plan.run.meter?.begin(.reading, of: Side.allCases.reduce(0) { $0 + inputs[$1].textSize })
    var plan = plan
    plan.run.guessedKey = guessedKey(for: plan)
    let tables = try Inputs(limiting(pages, spillsPlaces: true), true).tables(for: plan)
    return try use.compare(spilling: tables, plan, memory)
  }

  private func limiting(_ pages: MappedPagesLimit, spillsPlaces: Bool) throws -> Sides<RecordInput> {
    try Sides { try inputs[$0].limiting(pages, spillsPlaces: spillsPlaces) }
  }
}

/// Does one thing for each side; where both fail, the source's error is thrown.
package func onSides<Result: Sendable>(inParallel: Bool = true, _ body: @Sendable (Side) throws -> Result) throws
  -> Sides<Result>
{
  guard inParallel else { return try Sides(body) }
  let results = Mutex<[Side: Swift.Result<Result, any Error>]>([:])
  Workers.run(count: 2, limit: 2) { number in
    let side = number == 0 ? Side.source : .target
    let result = Swift.Result { try body(side) }
    results.withLock { $0[side] = result }
  }
  return try Sides { side in
    guard let result = results.withLock({ $0[side] }) else { throw LunaDiffError("interrupted") }
    return try result.get()
  }
}

/// How large an input will be in memory, as far as its file says it.
package enum FileSize {
  /// About how many bytes a file has once it is inflated; `nil` if it is no regular file.
  ///
  /// Exports shrink to about a sixth; what a compressed file really holds is known only when it has been read.
  package static func inflated(_ path: String) -> Int? {
    guard path != "-" else { return nil }
    let isCompressed = FileEnding.packing(of: path) != nil
    return FilePath.size(of: path).map { $0 * (isCompressed ? 6 : 1) }
  }
}
