import Comparing
import Records

/// Who decides about the values of columns, in words.
package struct RuleWords {
  private let plan: ResolvedPlan
  private let worker: ComparisonWorker

  init(_ plan: ResolvedPlan, _ worker: ComparisonWorker) {
    self.plan = plan
    self.worker = worker
  }

  /// - Parameter worker: Knows where the rules' functions were written.
  package init(_ comparison: Comparison, _ worker: ComparisonWorker) { self.init(comparison.resolvedPlan, worker) }

  /// Who compares the values of a column.
  ///
  /// - Parameter isNested: Whether they are JSON objects or arrays.
  package func judge(_ column: ResolvedPlan.Column, isNested: Bool = false) -> String {
    if case .script(let function) = plan.rules.equality { return words(function) }
    if column.comparesInside, !column.inside.isEmpty, isNested { return "by what is inside" }
    switch column.equality {
    case .native(let comparator): return comparator.summary
    case .script(let function): return words(function)
    }
  }

  package func steps(_ column: String) -> [String] {
    plan.rules.steps(for: column).map { step in
      let words =
        switch step {
        case .native(let normalizer, _): normalizer.summary
        case .script(let function, _): words(function)
        }
      return step.side.map { "\($0.ruleName): \(words)" } ?? words
    }
  }

  /// The columns that are not compared, in the order of the target, then those of one side.
  package var omittedColumns: [ContentFindings.OmittedColumn] {
    let compared = Set(named: plan.compared.map(\.name))
    let names = plan.columns.common.map(\.name) + plan.columns.deleted + plan.columns.inserted
    let onOneSide = Set(named: plan.columns.deleted + plan.columns.inserted)
    return names.filter { !compared.contains($0) }.map { name in
      .init(name: name, reason: reason(name, isOnOneSide: onOneSide.contains(name)))
    }
  }

  private func reason(_ name: String, isOnOneSide: Bool) -> ContentFindings.OmittedColumn.Reason {
    let rules = plan.given
    if Set(named: rules.ignored).contains(name) { return .ignored }
    if plan.rules.hasKey, Set(named: plan.key.map(\.name)).contains(name) { return .key }
    if let only = rules.only, !Set(named: only).contains(name) { return .notAmongOnly }
    return isOnOneSide ? .onOneSide : .byPath
  }

  /// As in `function at rules.lua:3`.
  private func words(_ function: Int) -> String {
    let place = (try? worker.evaluator())?.place(of: function)
    return place.map { "function at \($0)" } ?? "function"
  }
}
