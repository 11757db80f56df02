import Platform
import Records

/// The records that became groups before they were compared, and of which of them each group consists.
package final class GroupedRecords: Sendable {
  /// The collections as they were read.
  package let tables: Sides<RecordTable>
  /// The rules as they were given, which the records were read by.
  package let plan: ComparisonPlan
  /// `nil` for a side whose records were compared as they are.
  package let members: Sides<GroupMembers?>
  /// How many records the filter has kept on each side; `nil` without one.
  let kept: Sides<Int?>

  init(tables: Sides<RecordTable>, plan: ComparisonPlan, members: Sides<GroupMembers?>, kept: Sides<Int?>) {
    (self.tables, self.plan, self.members, self.kept) = (tables, plan, members, kept)
  }
}

/// Readers of both collections, with who runs the functions of the rules.
final class GroupReaders {
  let sides: Sides<RecordReader>
  let evaluator: (any RuleEvaluator)?

  init(_ tables: Sides<RecordTable>, _ plan: ComparisonPlan) throws {
    sides = Sides { RecordReader(table: tables[$0], side: $0, plan: plan) }
    evaluator = try plan.run.scripts?.makeEvaluator(readers: sides)
    for side in Side.allCases { sides[side].evaluator = evaluator }
  }

  // They do not keep it alive.
  deinit { for side in Side.allCases { sides[side].evaluator = nil } }
}

/// What becomes of the records of a side.
struct GroupedSide: Sendable {
  let table: RecordTable
  let members: GroupMembers?
  /// The records that the filter keeps.
  let order: RecordOrder

  init(_ side: Side, _ tables: Sides<RecordTable>, _ plan: ComparisonPlan, _ rule: GroupRule) throws {
    let all = RecordOrder(all: tables[side].count)
    guard plan.filter != nil || rule.sides[side] != nil else {
      (table, members, order) = (tables[side], nil, all)
      return
    }
    let readers = try GroupReaders(tables, plan)
    let (reader, evaluator) = (readers.sides[side], readers.evaluator)
    order = try Self.kept(all, plan.filter, reader, evaluator, plan)
    guard let grouping = rule.sides[side] else {
      (table, members) = (tables[side], nil)
      return
    }
    let grouped = try Self.kept(order, grouping.filter, reader, evaluator, plan)
    let maker = try GroupMaker(grouping, reader, evaluator, plan)
    (table, members) = try maker.make(grouped, hashing: plan.hashedColumns(ofGroups: rule))
    withExtendedLifetime(readers) {}
  }

  private static func kept(
    _ order: RecordOrder, _ filter: ComparisonPlan.Filter?, _ reader: RecordReader, _ evaluator: (any RuleEvaluator)?,
    _ plan: ComparisonPlan
  ) throws -> RecordOrder {
    var kept: [Int32] = []
    switch filter {
    case nil: return order
    case .condition(let condition):
      let placed = PlacedCondition(condition) { reader.place(ofOptional: $0) }
      for offset in 0..<order.count where try placed.holds(of: order[offset], in: reader) {
        kept.append(Int32(truncatingIfNeeded: order[offset]))
      }
    case .script(let function):
      for start in stride(from: 0, to: order.count, by: 512) {
        try plan.run.meter?.check()
        let range = start..<min(start + 512, order.count)
        let inclusions = try evaluator?.inclusions(of: range, order, in: reader.side, function: function) ?? []
        for (offset, isKept) in zip(range, inclusions) where isKept {
          kept.append(Int32(truncatingIfNeeded: order[offset]))
        }
      }
    }
    return RecordOrder(kept)
  }
}
