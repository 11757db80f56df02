import Platform
import RecordDiff
import Records

/// How much memory a comparison may take, and where goes what does not fit.
package struct MemoryUse: Sendable {
  /// How many bytes the process may have in memory, with what it has of mapped files; `nil`: what the machine or the container
  /// has, where mapped files do not count, for the system takes these out as it likes.
  package var limit: Int?
  /// Where goes what does not fit.
  package var folder: SpillFolder

  /// As much as the machine or the container has.
  package init(limit: Int? = nil, folder: SpillFolder = SpillFolder()) {
    self.limit = limit
    self.folder = folder
  }

  /// How many bytes may be used.
  var size: Int { limit ?? AvailableMemory.size / 10 * 8 }

  /// How a text that is read, inflated or converted is held.
  var spilling: Spilling {
    Spilling(folder: folder, heldText: limit.map { $0 / 16 } ?? AvailableMemory.size / 4)
  }

  // MARK: What is needed

  /// What the program itself takes.
  private static let program = 16 << 20

  /// Whether a comparison that holds everything takes more.
  func isExceeded(by inputs: Sides<RecordInput>, _ plan: ComparisonPlan) -> Bool {
    let texts = Side.allCases.reduce(0) { total, side in
      total + (limit == nil ? inputs[side].heldSize : inputs[side].textSize)
    }
    let records = Side.allCases.reduce(0) { $0 + inputs[$1].estimatedCount }
    return Self.program + texts + Self.held(records, plan) > size
  }

  /// About how many bytes are held of so many records.
  private static func held(_ records: Int, _ plan: ComparisonPlan) -> Int {
    var size = 40
    if case .script = plan.identity { size += 56 }
    if plan.filter != nil || plan.section != nil { size += 16 }
    return records * size
  }

  /// Refuses what has to be held in memory and does not fit.
  func checkCanSpill(_ collections: ComparisonInput) throws(LunaDiffError) {
    let plan = collections.plan.rules
    let (what, advice): (String, Hint)
    if plan.section != nil {
      (what, advice) = ("sections", "leave them out")
    } else if !plan.passes.isEmpty {
      (what, advice) = ("an identity in passes", "\(.key) names one that has a single pass")
    } else if collections.searchesKey {
      (what, advice) = ("the search for a key", "\(.key) names the key")
    } else {
      return
    }
    let records = Side.allCases.reduce(0) { $0 + collections.tables[$1].count }
    let needed = Self.program + Self.held(records, plan)
    guard needed > size else { return }
    throw LunaDiffError(
      "\(what) would take about \(ByteSize.rounded(needed)) of memory, and \(allowed)",
      hint: "\(advice), or allow more with \(Setting("memory"))")
  }

  private var allowed: String {
    limit.map { "\(Setting("memory")) allows \(ByteSize.rounded($0))" }
      ?? "there are \(ByteSize.rounded(size))"
  }
}
