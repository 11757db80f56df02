import Platform
import Records

/// What is compared with what: both tables, which of their records in which order, and the bound plan.
package struct ComparisonInput: Sendable {
  package let tables: Sides<RecordTable>
  package let plan: ResolvedPlan
  package var orders: Sides<RecordOrder>
  package let workers: WorkerPool

  package init(source: RecordTable, target: RecordTable, plan: ResolvedPlan) {
    tables = Sides(source: source, target: target)
    self.plan = plan
    orders = Sides(source: RecordOrder(all: source.count), target: RecordOrder(all: target.count))
    workers = WorkerPool(tables: tables, plan: plan)
  }

  /// The columns of a side whose values no output shows.
  func maskedColumns(_ side: Side) -> Set<Int> { plan.maskedColumns(side, of: tables[side]) }

  /// Works on consecutive ranges on several threads, each with a worker; the results in the ranges' order.
  package func map<Result: Sendable>(
    count: Int, _ body: @Sendable (Range<Int>, ComparisonWorker) throws -> Result
  ) throws -> [Result] {
    try Parallel.map(count: count, workers: plan.run.workers) { range in
      try plan.run.meter?.check()
      return try workers.withWorker { worker in
        try worker.prepare()
        return try body(range, worker)
      }
    }
  }

  /// The same, where what comes of each range is a list: all of it in the ranges' order.
  func flatMap<Element: Sendable>(
    count: Int, _ body: @Sendable (Range<Int>, ComparisonWorker) throws -> [Element]
  ) throws -> [Element] {
    Array(try map(count: count, body).joined())
  }

  /// Fills an array on several threads, each with a worker.
  ///
  /// - Parameter body: Appends the elements of a range to its part of the array, which has room for as many.
  package func fill<Element: BitwiseCopyable & Sendable>(
    count: Int,
    _ body: @Sendable (Range<Int>, inout OutputSpan<Element>, ComparisonWorker) throws -> Void
  ) throws -> [Element] {
    try [Element](unsafeUninitializedCapacity: count) { buffer, filled in
      // Each range is in the hands of one thread.
      nonisolated(unsafe) let all = buffer
      Memory.preferLargePages(all.baseAddress, count * MemoryLayout<Element>.stride)
      _ = try map(count: count) { range, worker in
        let room = UnsafeMutableBufferPointer(rebasing: all[range])
        var part = OutputSpan(buffer: room, initializedCount: 0)
        try body(range, &part, worker)
        let count = part.finalize(for: room)
        precondition(count == range.count, "elements are missing")
      }
      filled = count
    }
  }
}
