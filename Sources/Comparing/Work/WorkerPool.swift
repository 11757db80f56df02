import Records
import Synchronization

/// Workers that wait for the next thread that needs one, so that scripts are loaded once a thread and not once a task.
///
/// Unchecked: a worker is no `Sendable`, but it is in the hands of one thread at a time, which the lock sees to.
package final class WorkerPool: @unchecked Sendable {
  private let tables: Sides<RecordTable>
  private let plan: ResolvedPlan
  private let kept: Sides<KeptAnswers>?
  private let lock = Mutex(())
  private var idle: [ComparisonWorker] = []

  package init(tables: Sides<RecordTable>, plan: ResolvedPlan) {
    self.tables = tables
    self.plan = plan
    let rules = plan.rules
    let asksAgain =
      rules.hasScriptedNormalizers || plan.compared.contains(where: \.inside.hasScripts)
    kept = asksAgain ? Sides { _ in KeptAnswers(room: rules.run.room / 2) } : nil
  }

  /// Lends a worker to the calling thread.
  package func withWorker<R>(_ body: (ComparisonWorker) throws -> R) rethrows -> R {
    let worker = take()
    defer { put(back: worker) }
    return try body(worker)
  }

  /// Lends a worker until it is put back.
  package func take() -> ComparisonWorker {
    lock.withLock { _ in idle.popLast() }
      ?? ComparisonWorker(tables: tables, plan: plan, kept: kept)
  }

  /// How the rules have fared, as long as no worker is at work.
  var tally: RuleTally {
    lock.withLock { _ in
      idle.reduce(into: RuleTally()) { $0.add($1.tally) }
    }
  }

  /// Takes a worker back.
  package func put(back worker: ComparisonWorker) { lock.withLock { _ in idle.append(worker) } }
}
