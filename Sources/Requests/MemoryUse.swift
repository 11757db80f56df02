import Platform
import Comparing
import Records

/// How much memory a comparison may take, and where goes what does not fit.
package struct MemoryUse: Sendable {
  /// How many bytes the process may have in memory, with what it has of mapped files; `nil`: what the machine or the
  /// container has, where mapped files do not count, for the system takes these out as it likes.
  package var limit: Int?
  package var folder: SpillFolder

  package init(limit: Int? = nil, folder: SpillFolder = SpillFolder()) {
    self.limit = limit
    self.folder = folder
  }

  /// The least limit that is worth a name: below some 32M the program itself takes more.
  package static let least = 64 << 10

  var size: Int { limit ?? AvailableMemory.size / 10 * 8 }

  package var spilling: Spilling {
    Spilling(folder: folder, heldText: limit.map { $0 / 16 } ?? AvailableMemory.size / 4)
  }

  private static let program = 16 << 20

  func isExceeded(by inputs: Sides<RecordInput>, _ plan: ComparisonPlan) -> Bool {
    isExceeded(
      Side.allCases.reduce(0) { total, side in total + (limit == nil ? inputs[side].heldSize : inputs[side].textSize) },
      Side.allCases.reduce(0) { $0 + inputs[$1].estimatedCount }, plan)
  }

  /// How many bytes of mapped files may be in memory beside all that is to be held; `nil` where little is left for them,
  /// or they do not count.
  ///
  /// Records that are held are found again much faster than those of which only fingerprints are known.
  func roomForPages(of inputs: Sides<RecordInput>, _ plan: ComparisonPlan) -> Int? {
    let held = Side.allCases.reduce(0) { $0 + inputs[$1].heldSize }
    let records = Side.allCases.reduce(0) { $0 + inputs[$1].estimatedCount }
    let room = size - Self.program - held - Self.held(records, plan)
    return limit != nil && room >= SpillingMemory(size, in: folder).mappedPages ? room : nil
  }

  private func isExceeded(_ texts: Int, _ records: Int, _ plan: ComparisonPlan) -> Bool {
    Self.program + texts + Self.held(records, plan) > size
  }

  /// About how many bytes are held of so many records.
  private static func held(_ records: Int, _ plan: ComparisonPlan) -> Int {
    var size = 40
    if case .script = plan.identity { size += 56 }
    if plan.filter != nil || plan.section != nil { size += 16 }
    // Values taken apart, and blocks.
    for case .scored(let rule) in plan.passes { size += 100 * (rule.by.count + rule.blocks.count) }
    return records * size
  }

  /// A plan whose functions' answers are kept as far as there is room for them.
  func sharing(_ plan: ComparisonPlan) -> ComparisonPlan {
    var plan = plan
    if let limit { plan.run.room = min(plan.run.room, limit / 16) }
    return plan
  }

  /// Compares records that are there: where they are is held, and of what else is known of them what fits.
  package func compare(_ tables: Sides<RecordTable>, _ plan: ComparisonPlan) throws -> Comparison {
    let plan = sharing(plan)
    // Groups are held, whatever they are made of.
    if plan.group != nil { return try Self.compareHolding(tables, plan) }
    let texts = Side.allCases.reduce(0) { $0 + tables[$1].textSize }
    let records = Side.allCases.reduce(0) { $0 + tables[$1].count }
    if isExceeded(texts, records, plan) {
      let memory = SpillingMemory(size, in: folder)
      let pages = MappedPagesLimit(memory.mappedPages)
      return try withExtendedLifetime(pages) { try compare(spilling: tables, plan, memory) }
    }
    return try Self.compareHolding(tables, plan)
  }

  /// Compares with most of what is known of the records in the temporary folder.
  ///
  /// An identity in passes holds it all; only the inputs and the places of its records are in the folder.
  func compare(spilling tables: Sides<RecordTable>, _ plan: ComparisonPlan, _ memory: SpillingMemory) throws
    -> Comparison
  {
    if plan.group != nil { return try Self.compareHolding(tables, plan) }
    guard !plan.passes.isEmpty else { return try Comparison(spilling: ComparisonInput(tables, plan), memory) }
    let records = Side.allCases.reduce(0) { $0 + tables[$1].count }
    let needed = Self.program + Self.held(records, plan)
    guard needed <= size else {
      let allowed =
        limit.map { "\(Setting("memory")) allows \(ByteSize.rounded($0))" } ?? "there are \(ByteSize.rounded(size))"
      throw LunaDiffError(
        "an identity in passes would take about \(ByteSize.rounded(needed)) of memory, and \(allowed)",
        hint: "\(.key) names one that has a single pass, or allow more with \(Setting("memory"))")
    }
    return try Self.compareHolding(tables, plan)
  }

  private static func compareHolding(_ tables: Sides<RecordTable>, _ plan: ComparisonPlan) throws -> Comparison {
    let comparison = try Comparison(source: tables.source, target: tables.target, plan: plan)
    try comparison.checkSomethingCompared()
    return comparison
  }
}
