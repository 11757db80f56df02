import Comparing
import Records

/// What is told of columns that are others now to a program that gives them types.
struct SchemaFindings {
  private let schema: SchemaChanges
  private let plan: ComparisonPlan
  /// What asks single values; `nil` where too little differs for that.
  private let search: FindingSearch?

  init(_ comparison: Comparison, _ search: FindingSearch? = nil) {
    (schema, plan, self.search) = (comparison.schema ?? SchemaChanges(), comparison.plan, search)
  }

  /// - Parameter others: What is known already of values of another JSON type, and of members that came or went.
  func findings(beside others: [Finding]) throws -> [Finding] {
    let columns = try schema.columns.filter { change in
      try isNews(change) && !others.contains { says($0, change) }
    }.map(finding)
    guard !schema.reordered.isEmpty else { return columns }
    return [Finding(.reordered, schema.reordered, changes: schema.reordered.count, of: schema.commonCount)] + columns
  }

  /// Whether it may surprise: nobody is told of a column that rules read in a way of its own, or of a few gaps less.
  private func isNews(_ change: SchemaChange) throws -> Bool {
    guard plan.steps(for: change.column).isEmpty else { return false }
    let counts = change.counts
    return switch change.kind {
    case .filled: try counts.source.empty >= Finding.fewest && tellsGaps(change, .source)
    case .nullable: try isMany(counts.target.empty, of: counts.target.records) && tellsGaps(change, .target)
    // A comparator reads values of another type, or finds them different.
    case .retyped:
      try !plan.isRuled(change.column) && !hasCodes(change)
        && (areMany(change.types.more, counts) || areMany(change.types.fewer, counts))
    case .inserted: isMany(counts.target.filled, of: counts.target.records)
    case .deleted: isMany(counts.source.filled, of: counts.source.records)
    }
  }

  /// Whether what compares a column, if that is a comparator, tells a gap of a side from what the other side has: to
  /// some a word for null is the same.
  private func tellsGaps(_ change: SchemaChange, _ side: Side) throws -> Bool {
    guard plan.isRuled(change.column) else { return true }
    guard let search, let number = search.columns.firstIndex(where: { $0.name == change.path }) else { return false }
    return try search.sample.pairs.contains { pair in
      guard pair.differing.contains(Int32(number)) else { return false }
      let cell = try search.cell(Int32(number), pair)
      return side == .source ? cell.old.isVoid : cell.new.isVoid
    }
  }

  private static let mostCoded = 100

  /// Whether what reads as numbers on one side are codes or telephone numbers, by the zeros that some begin with.
  private func hasCodes(_ change: SchemaChange) throws -> Bool {
    let side: Side = change.types.more == .number ? .target : .source
    guard change.types.more == .number || change.types.fewer == .number, let search,
      let place = search.worker.readers[side].columnIndex(of: change.path)
    else { return false }
    let order = search.comparison.orders[side]
    return try stride(from: 0, to: order.count, by: order.count / Self.mostCoded + 1).contains { offset in
      let text = try search.worker.readers[side].field(order[offset], place).value.description.utf8.prefix(2)
      return text.count > 1 && text.first == UInt8(ascii: "0") && text.last?.isDigit == true
    }
  }

  /// Whether more values than an odd one among many came to be of a type, or are of it no longer.
  private func areMany(_ type: ValueType, _ counts: Sides<TypeCounts>) -> Bool {
    let all = Sides { max(1, counts[$0].filled) }
    let most = max(all.source, all.target)
    let shares = Sides { side in Double(counts[side][type]) / Double(all[side]) }
    return isMany(Int((abs(shares.target - shares.source) * Double(most)).rounded()), of: most)
  }

  /// Whether so many values are more than an odd one among many.
  private func isMany(_ count: Int, of all: Int) -> Bool { count >= Finding.fewest || 20 * count >= all }

  private func says(_ other: Finding, _ change: SchemaChange) -> Bool {
    switch other.cause {
    case .shifted: other.isOfAllColumns && (change.kind == .retyped || change.kind == .nullable)
    case .retyped: change.kind == .retyped && other.columns == [change.path]
    // All values are the same but for how they are written, and so read as something else, or mean nothing.
    case .noise, .affixed: other.columns == [change.path] && other.changes == other.total && isOfSpelling(change, other)
    case .filled: change.kind == .filled && other.columns == [change.path]
    case .emptied: change.kind == .nullable && other.columns == [change.path]
    case .renamed, .coded:
      change.kind == .inserted && change.path == other.newName
        || change.kind == .deleted && other.columns.first == RuleNames(plan, .source).ownName(of: change.path)
    case .members(let paths, let kind): change.kind.rawValue == kind.rawValue && paths.contains(change.path)
    default: false
    }
  }

  private func isOfSpelling(_ change: SchemaChange, _ other: Finding) -> Bool {
    guard change.kind != .retyped, case .noise(let noises) = other.cause else { return change.kind == .retyped }
    return noises.contains(.nothing)
  }

  private func finding(_ change: SchemaChange) -> Finding {
    let counts = change.counts
    let (changes, total) =
      switch change.kind {
      case .retyped: (counts.target[change.types.more], counts.target.filled)
      case .nullable: (counts.target.empty, counts.target.records)
      case .inserted: (counts.target.filled, counts.target.records)
      case .filled: (counts.source.empty, counts.source.records)
      case .deleted: (counts.source.filled, counts.source.records)
      }
    return Finding(.schema(change), [change.path], changes: changes, of: total)
  }
}
