import Synchronization

/// Work that is divided among threads, with results in order.
package enum Parallel {
  /// The fewest items that are worth a range, or a thread, of their own.
  package static let grain = 4096
  /// The most items of a range: work can be cancelled between two ranges.
  private static let most = 1 << 17

  /// Splits `0..<count` into ranges, works on them on several threads, and gives the results in the ranges' order.
  ///
  /// There are some more ranges than threads, so that none waits long for the last. Where several ranges fail, the
  /// error of the first is thrown, so that the message does not depend on which thread was faster.
  @inlinable package static func map<Result: Sendable>(
    count: Int, workers: Int, grain: Int = grain, _ body: @Sendable (Range<Int>) throws -> Result
  ) throws -> [Result] {
    // What makes one range alone is made where it is asked for, since most work of small inputs is that.
    let parts = parts(of: count, workers, grain)
    return parts > 1 ? try map(count: count, parts: parts, workers, body) : [try body(0..<count)]
  }

  package static func parts(of count: Int, _ workers: Int, _ grain: Int) -> Int {
    let threads = Workers.threads(limit: workers)
    let wanted = max(threads > 1 ? threads * 8 : 1, count / most)
    return max(1, min(wanted, count / grain))
  }

  @usableFromInline static func map<Result: Sendable>(
    count: Int, parts: Int, _ workers: Int, _ body: @Sendable (Range<Int>) throws -> Result
  ) throws -> [Result] {
    let threads = Workers.threads(limit: workers)
    let slots = Mutex([Swift.Result<Result, any Error>?](repeating: nil, count: parts))
    Workers.run(count: parts, limit: threads) { part in
      let range = (count * part / parts)..<(count * (part + 1) / parts)
      let result = Swift.Result { try body(range) }
      slots.withLock { $0[part] = result }
    }
    return try slots.withLock { try $0.compactMap { try $0?.get() } }
  }

  /// Does two things with some items, at once if they are worth a thread; the first one may use more of them.
  @inlinable package static func both<First: Sendable, Second: Sendable>(
    count: Int, workers: Int, _ first: @Sendable () throws -> First, _ second: @Sendable () -> Second
  ) throws -> (First, Second) {
    guard count >= grain, Workers.threads(limit: workers) > 1 else { return (try first(), second()) }
    return try atOnce(first, second)
  }

  @usableFromInline static func atOnce<First: Sendable, Second: Sendable>(
    _ first: @Sendable () throws -> First, _ second: @Sendable () -> Second
  ) throws -> (First, Second) {
    let results = Mutex<(Swift.Result<First, any Error>?, Second?)>((nil, nil))
    Workers.run(count: 2, limit: 2) { part in
      if part == 0 {
        let result = Swift.Result { try first() }
        results.withLock { $0.0 = result }
      } else {
        let result = second()
        results.withLock { $0.1 = result }
      }
    }
    return try results.withLock { results in (try results.0?.get() ?? first(), results.1 ?? second()) }
  }
}
