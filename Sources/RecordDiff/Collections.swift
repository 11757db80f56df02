import Records

/// What is compared with what: both tables, which of their records in which order, and the bound plan.
package struct Collections: Sendable {
  package let tables: Sides<RecordTable>
  package let plan: BoundPlan
  package var orders: Sides<RecordOrder>

  /// Whether equal bytes of two records mean equal fields: both inputs have one layout.
  package let hasCommonLayout: Bool

  package var workers: Int { plan.plan.workers }

  package init(source: RecordTable, target: RecordTable, plan: BoundPlan) {
    tables = Sides(source: source, target: target)
    self.plan = plan
    orders = Sides(source: RecordOrder(all: source.count), target: RecordOrder(all: target.count))
    hasCommonLayout = source.hasSameLayout(as: target) && plan.plan.renames.isEmpty
  }
}
