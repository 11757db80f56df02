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
    let status = arguments.withUnsafeBufferPointer { arguments in
      var request = lb_batch(
        function: function.index, arguments: arguments.baseAddress, arity: arity, count: calls,
        max_results: Int32(truncatingIfNeeded: maxResults), done: 0)
      let status = batch.ends.withUnsafeMutableBufferPointer { ends in
        lb_call_batch(core, &request, &batch.buffer, ends.baseAddress)
      }
      batch.count = request.done
      return status
    }
    guard status == LB_OK else { throw lastError() }
  }

  /// Calls `function(record)` for each row of a range, inside one protected call.
  ///
  /// Results of a mebibyte and more end it early: `batch.count` says how many calls were made.
  package func call(
    _ function: LuaFunction, dataSet: Int32, rows: Range<Int>, maxResults: Int = -1, into batch: LuaBatch
  ) throws(LuaError) {
    try releaseDropped()
    batch.prepare(rows.count)
    var request = lb_batch(
      function: function.index, arguments: nil, arity: 1, count: rows.count,
      max_results: Int32(truncatingIfNeeded: maxResults), done: 0)
    let status = batch.ends.withUnsafeMutableBufferPointer { ends in
      lb_call_rows(core, &request, dataSet, Int64(rows.lowerBound), &batch.buffer, ends.baseAddress)
    }
    batch.count = request.done
    guard status == LB_OK else { throw lastError() }
  }
}
