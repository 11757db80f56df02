import Comparing
import Records

/// Which of the faults that were planted in data the rules have noticed.
package struct FaultReport: Sendable, Equatable {
  /// How many were planted and judged, and how many of these a comparison says anything of, or fails for.
  package struct Rate: Sendable, Equatable {
    package internal(set) var planted = 0
    package internal(set) var detected = 0

    package init(planted: Int = 0, detected: Int = 0) { (self.planted, self.detected) = (planted, detected) }

    package var share: Double { planted == 0 ? 1 : Double(detected) / Double(planted) }

    mutating func add(_ other: Rate) {
      planted += other.planted
      detected += other.detected
    }

    /// The 95 % interval of the share that all such faults would have.
    ///
    /// Wilson's score interval (E. B. Wilson 1927, doi:10.1080/01621459.1927.10502953).
    package var interval: ClosedRange<Double> {
      guard planted > 0 else { return 0...1 }
      let (count, z) = (Double(planted), 1.959963984540054)
      let middle = (share + z * z / (2 * count)) / (1 + z * z / count)
      let half =
        z / (1 + z * z / count) * (share * (1 - share) / count + z * z / (4 * count * count)).squareRoot()
      let (low, high) = (detected == 0 ? 0 : max(0, middle - half), detected == planted ? 1 : min(1, middle + half))
      return low...max(low, high)
    }
  }

  /// A fault that no rule notices.
  package struct Example: Sendable, Equatable {
    /// As messages name the record of the new input.
    package let place: String
    /// The value as it is, and with the fault; `nil` for faults of records, and where the column is masked.
    package let values: Sides<Value>?
  }

  /// The faults of one class in one column, or of records.
  package struct Cell: Sendable, Equatable {
    package let fault: FaultClass
    package let column: String?
    package fileprivate(set) var rate = Rate()
    /// The rules that its values go through: what passes, passes by them.
    package let rule: String
    package fileprivate(set) var examples: [Example] = []
  }

  package let seed: Int
  /// The new input's name, and its records.
  package let input: String
  package let records: Int
  /// How many of them differ as it is, so that nothing was planted there.
  package let differing: Int
  /// Columns that rules leave out, so that nothing was planted there, each with the rule.
  package private(set) var omitted: [(column: String, rule: String)]
  package private(set) var cells: [Cell]
  /// How many met other faults of the same text time and again, so that nothing can be said of them.
  package internal(set) var tangled = 0

  package static func == (one: FaultReport, other: FaultReport) -> Bool {
    one.seed == other.seed && one.cells == other.cells && one.differing == other.differing
      && one.tangled == other.tangled
  }

  package var classes: [(fault: FaultClass, rate: Rate)] {
    FaultClass.allCases.compactMap { fault in
      var rate = Rate()
      for cell in cells where cell.fault == fault { rate.add(cell.rate) }
      return rate.planted > 0 ? (fault, rate) : nil
    }
  }

  package var total: Rate { cells.reduce(into: Rate()) { $0.add($1.rate) } }

  private static let mostExamples = 3

  /// Counts a fault that was judged, with what passes as an example.
  mutating func count(_ fault: PlantedFault, passing example: Example?) {
    cells[fault.cell].rate.planted += 1
    guard let example else { return cells[fault.cell].rate.detected += 1 }
    if cells[fault.cell].examples.count < Self.mostExamples { cells[fault.cell].examples.append(example) }
  }
}

extension FaultReport {
  /// Which faults there can be, none of which has been planted.
  init(
    _ comparison: Comparison, _ choice: FaultChoice, _ readers: [RuleReader], same: Int, mostColumns: Int
  ) throws {
    let (table, plan) = (comparison.comparedTables.target, comparison.plan)
    // Records that the filter leaves out do not differ.
    let records = comparison.orders.target.count
    self.init(
      seed: choice.seed, input: table.name, records: records, differing: records - same, omitted: [], cells: [])
    try comparison.withWorker { worker in
      let rules = FaultRules(comparison, RuleWords(comparison, worker), readers)
      for name in table.columns.prefix(mostColumns) {
        if let reason = rules.omission(of: name) {
          omitted.append((name, reason))
        } else {
          let rule = rules.rule(of: name)
          cells += choice.classes.filter { !$0.isOfRecords }.map { Cell(fault: $0, column: name, rule: rule) }
        }
      }
    }
    omitted += table.columns.dropFirst(mostColumns).map { ($0, "beyond \(mostColumns) columns") }
    let order = plan.moves == .none ? "ignore_order" : "what tells their places"
    cells += choice.classes.filter(\.isOfRecords).map { fault in
      Cell(fault: fault, column: nil, rule: fault == .swapped ? order : "filter, identity and equal")
    }
  }
}

/// A rule that looks at records, and the columns that it looks at, compared or not.
package struct RuleReader {
  let rule: String
  let columns: [String]

  package init(_ rule: String, _ columns: [String]) { (self.rule, self.columns) = (rule, columns) }
}

/// Which rules a column's values go through, in words.
private struct FaultRules {
  private let words: RuleWords
  private let reasons: [ColumnName: ContentFindings.OmittedColumn.Reason]
  private let compared: [ColumnName: ResolvedPlan.Column]
  private let key: Set<ColumnName>
  /// For each column the rules that look at it besides, as at what another column is made of.
  private var readers: [ColumnName: [String]] = [:]

  init(_ comparison: Comparison, _ words: RuleWords, _ others: [RuleReader]) {
    let plan = comparison.resolvedPlan
    self.words = words
    reasons = Dictionary(words.omittedColumns.map { (ColumnName($0.name), $0.reason) }) { first, _ in first }
    compared = Dictionary(comparison.comparedColumns.map { (ColumnName($0.name), $0) }) { first, _ in first }
    key = Set(named: plan.key.map(\.name))
    let made = (plan.compared + plan.key).map(\.name).filter(plan.rules.isDerived).map {
      RuleReader("columns.\($0)", [$0])
    }
    let section = plan.section.map { [RuleReader("section", [$0.name])] } ?? []
    for reader in made + section + others {
      let origins = reader.columns.flatMap { plan.rules.origins(of: $0, in: .target) ?? [] }
      for column in Set(origins) where readers[column]?.contains(reader.rule) != true {
        readers[column, default: []].append(reader.rule)
      }
    }
  }

  /// By which rule nothing that befalls a column can be noticed; `nil` where something can.
  func omission(of column: String) -> String? {
    guard !key.contains(column), readers[ColumnName(column)] == nil else { return nil }
    return switch reasons[ColumnName(column)] {
    case .ignored?: "ignore"
    case .notAmongOnly?: "only"
    case .onOneSide?: "a column of one input alone"
    case .byPath?: "compared by paths"
    case .key?, nil: nil
    }
  }

  func rule(of column: String) -> String {
    let steps = words.steps(column)
    let normalized = steps.isEmpty ? [] : ["normalize: \(steps.joined(separator: ", "))"]
    let name = ColumnName(column)
    let judged = compared[name].map { ["equal: \(words.judge($0))"] } ?? (key.contains(name) ? ["the key"] : [])
    let others = judged.isEmpty ? [readers[name, default: []].joined(separator: ", ")] : []
    return (normalized + judged + others).joined(separator: "; ")
  }
}
