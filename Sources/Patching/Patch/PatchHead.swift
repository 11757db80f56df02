import Comparing
import Records

/// The parts of a recorded result beside its changes.
struct PatchHead {
  private let input: String
  private let introduction: Field
  private let summary: Field

  /// - Parameters:
  ///   - introduction: The object that has the inputs and the columns.
  ///   - summary: The object that has the totals.
  init(introduction: Field, summary: Field, input: String) throws(PatchError) {
    self.input = input
    self.introduction = introduction
    self.summary = summary
    guard introduction["lunadiff"].kind != .absent else {
      throw PatchError(.notAResult("it has no member \"lunadiff\""), input: input)
    }
    guard introduction["lunadiff"].offset == 1 else {
      throw PatchError(.notAResult("its version is not 1"), input: input)
    }
  }

  /// The columns whose values are masked in the result.
  var masked: [String] {
    introduction["rules"][ComparisonPlan.maskRule].elements.compactMap(\.plainText)
  }

  /// The name of an input; empty where the result does not say it.
  func path(_ side: String) -> String { introduction[side]["path"].plainText ?? "" }

  /// The number of an input's records.
  func records(_ side: String) throws(PatchError) -> Int {
    guard let count = introduction[side]["records"].offset else { throw missing("\(side).records") }
    return count
  }

  /// The columns of both inputs, of the old one and of the new one alone.
  func columns() throws(PatchError) -> (common: [String], deleted: [String], inserted: [String]) {
    let columns = introduction["columns"]
    guard columns.kind == .object else { throw missing("columns") }
    func names(_ name: String) -> [String] { columns[name].elements.compactMap(\.plainText) }
    return (names("common"), names("deleted"), names("inserted"))
  }

  /// The numbers of changes by kind.
  func totals() throws(PatchError) -> Summary {
    guard summary.kind == .object else { throw missing("summary") }
    var totals = Summary()
    totals.deleted = summary["deleted"].offset ?? 0
    totals.inserted = summary["inserted"].offset ?? 0
    totals.updated = summary["updated"].offset ?? 0
    totals.moved = summary["moved"].offset ?? 0
    totals.unchanged = summary["unchanged"].offset ?? 0
    return totals
  }

  /// Whether the result has sections.
  var isSectioned: Bool { summary["sections"].kind != .absent }

  private func missing(_ name: String) -> PatchError {
    PatchError(.notAResult("it has no member \"\(name)\""), input: input)
  }
}
