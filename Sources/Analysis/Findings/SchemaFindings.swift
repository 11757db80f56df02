import Comparing
import Records

/// What is told of columns that are others now to a program that gives them types.
struct SchemaFindings {
  private let schema: SchemaChanges
  private let plan: ComparisonPlan

  init(_ comparison: Comparison) { (schema, plan) = (comparison.schema ?? SchemaChanges(), comparison.plan) }

  /// - Parameter others: What is known already of values of another JSON type, and of members that came or went.
  func findings(beside others: [Finding]) -> [Finding] {
    let columns = schema.columns.filter { change in isNews(change) && !others.contains { says($0, change) } }
      .map(finding)
    guard !schema.reordered.isEmpty else { return columns }
    return [Finding(.reordered, schema.reordered, changes: schema.reordered.count, of: schema.commonCount)] + columns
  }

  /// Whether it may surprise: nobody is told of a column that rules read in a way of its own, or of a few gaps less.
  private func isNews(_ change: SchemaChange) -> Bool {
    guard plan.steps(for: change.column).isEmpty else { return false }
    let counts = change.counts
    return switch change.kind {
    case .filled: counts.source.empty >= Finding.fewest
    case .nullable: isMany(counts.target.empty, of: counts.target.records)
    // A comparator reads values of another type, or finds them different.
    case .retyped:
      !plan.isRuled(change.column) && (areMany(change.types.more, counts) || areMany(change.types.fewer, counts))
    case .inserted: isMany(counts.target.filled, of: counts.target.records)
    case .deleted: isMany(counts.source.filled, of: counts.source.records)
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
    case .filled: change.kind == .filled && other.columns == [change.path]
    case .emptied: change.kind == .nullable && other.columns == [change.path]
    case .renamed(let new, _):
      change.kind == .inserted && change.path == new
        || change.kind == .deleted && other.columns.first == RuleNames(plan, .source).ownName(of: change.path)
    case .members(let paths, let kind): change.kind.rawValue == kind.rawValue && paths.contains(change.path)
    default: false
    }
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
