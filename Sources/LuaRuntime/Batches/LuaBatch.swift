import CLuaBridge
import Platform

/// The results of many calls of one function, in memory that is used again and again.
///
/// A call's results lie one after another as bytes: equal bytes are equal results (a float of
/// integral value counts as that integer), so that they can be hashed and compared as they are.
package final class LuaBatch {
  fileprivate var buffer = lb_buffer()
  fileprivate var ends: [Int] = []
  /// The calls that ended well: after an error, the index of the one that did not.
  ///
  /// At least one without an error, but fewer than asked for where the results are large.
  package fileprivate(set) var count = 0

  package init() {}

  deinit { lb_buffer_free(&buffer) }

  /// One call's results as bytes, valid until the batch is used again.
  package func bytes(_ index: Int) -> BytesView {
    let start = index == 0 ? 0 : ends[index - 1]
    return BytesView(start: buffer.bytes, count: buffer.count)[part: start..<ends[index]]
  }

  /// One call's results, to be read one after another.
  package func results(_ index: Int) -> LuaReader { LuaReader(bytes(index), isBatch: true) }

  /// The first result where it is a boolean.
  package func boolean(_ index: Int) -> Bool? {
    switch bytes(index).first.map({ lb_kind(UInt32($0)) }) {
    case LB_FALSE: false
    case LB_TRUE: true
    default: nil
    }
  }

  fileprivate func prepare(_ calls: Int) {
    buffer.count = 0
    count = 0
    if ends.count < calls { ends = [Int](repeating: 0, count: calls) }
  }
}

extension LuaState {
  /// Calls `function` once for each group of `arity` arguments, inside one protected call.
  ///
  /// Every call has the limits to itself. Nothing is allocated but what scripts allocate and what the results need.
  /// Results of a mebibyte and more end a batch early: `batch.count` says how many calls were made.
  ///
  /// - Parameter maxResults: how many results of a call to keep; -1 is all.
  /// - Throws: the error of the first call that fails; `batch.count` is its index, and the results before it are kept.
  package func call(
    _ function: LuaFunction, arguments: [LuaField], arity: Int, maxResults: Int = -1, into batch: LuaBatch
  ) throws(LuaError) {
    let calls = arity > 0 ? arguments.count / arity : 0
    try releaseDropped()
    batch.prepare(calls)
    try arguments.withUnsafeBufferPointer { (arguments) throws(LuaError) in
      let request = lb_batch(
        function: function.index, arguments: arguments.baseAddress, arity: arity, count: calls,
        max_results: Int32(truncatingIfNeeded: maxResults), done: 0)
      try run(request, into: batch) { lb_call_batch(core, &$0, &batch.buffer, $1) }
    }
  }

  /// Calls `function(record)` for each row of a range, inside one protected call.
  ///
  /// Results of a mebibyte and more end it early: `batch.count` says how many calls were made.
  package func call(
    _ function: LuaFunction, dataSet: Int32, rows: Range<Int>, into batch: LuaBatch
  ) throws(LuaError) {
    try releaseDropped()
    batch.prepare(rows.count)
    let request = lb_batch(
      function: function.index, arguments: nil, arity: 1, count: rows.count, max_results: -1, done: 0)
    try run(request, into: batch) { lb_call_rows(core, &$0, dataSet, Int64(rows.lowerBound), &batch.buffer, $1) }
  }

  private func run(
    _ request: lb_batch, into batch: LuaBatch, _ call: (inout lb_batch, UnsafeMutablePointer<Int>?) -> lb_status
  ) throws(LuaError) {
    var request = request
    let status = batch.ends.withUnsafeMutableBufferPointer { call(&request, $0.baseAddress) }
    batch.count = request.done
    guard status == LB_OK else { throw lastError() }
  }
}
