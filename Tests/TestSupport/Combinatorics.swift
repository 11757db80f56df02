/// Calls a closure with every sequence of up to `maximumLength` of the given symbols, the empty
/// one first.
public func forEachSequence<Symbol>(
  of symbols: [Symbol], upTo maximumLength: Int, _ body: ([Symbol]) throws -> Void
) rethrows {
  func extend(_ prefix: [Symbol], _ remaining: Int) throws {
    try body(prefix)
    guard remaining > 0 else { return }
    for symbol in symbols { try extend(prefix + [symbol], remaining - 1) }
  }
  try extend([], maximumLength)
}

/// Every sequence of up to `maximumLength` of the given symbols, the empty one first.
public func sequences<Symbol>(of symbols: [Symbol], upTo maximumLength: Int) -> [[Symbol]] {
  var all: [[Symbol]] = []
  forEachSequence(of: symbols, upTo: maximumLength) { all.append($0) }
  return all
}
