/// One attempt after another to match a pattern in a text, with a budget of steps for all of them.
struct LuaPatternMatcher {
  /// Captures as ranges of the text: at 0 the whole match, then the pattern's own; a position is an
  /// empty range.
  typealias Captures = UnsafeMutableBufferPointer<Range<Int>>

  private let items: UnsafeBufferPointer<LuaPattern.Item>
  private let isAnchored: Bool
  private let text: Span
  private let captures: Captures
  private let firstIndependent: Int
  private var steps: Int
  /// How many steps are left when failures begin to be remembered.
  private let stepsWithMemory: Int
  private var memory: FailureMemory?

  /// Calls `body` with a matcher and the captures that it fills.
  ///
  /// - Parameter patience: After how many steps failures begin to be remembered.
  static func with<R>(
    _ pattern: LuaPattern, in text: Span, patience: Int? = nil,
    _ body: (inout LuaPatternMatcher, Captures) -> R
  ) -> R {
    withUnsafeTemporaryAllocation(of: Range<Int>.self, capacity: pattern.captureCount + 1) {
      captures in
      captures.initialize(repeating: 0..<0)
      return pattern.items.withUnsafeBufferPointer { items in
        var matcher = LuaPatternMatcher(pattern, items, text, captures, patience)
        defer { matcher.memory?.release() }
        return body(&matcher, captures)
      }
    }
  }

  private init(
    _ pattern: LuaPattern, _ items: UnsafeBufferPointer<LuaPattern.Item>, _ text: Span,
    _ captures: Captures, _ patience: Int?
  ) {
    self.items = items
    self.text = text
    self.captures = captures
    isAnchored = pattern.isAnchored
    firstIndependent = pattern.firstIndependent
    steps = LuaPattern.steps(forLength: text.count)
    let patience = patience ?? LuaPattern.stepsWithoutMemory(forLength: text.count)
    stepsWithMemory = steps - patience
  }

  /// Whether the budget is used up, so that "no match" means nothing.
  var hasGivenUp: Bool { steps <= 0 }

  /// The first match at or behind an offset; its captures are filled in.
  mutating func firstMatch(from start: Int = 0) -> Bool {
    var start = start
    repeat {
      if matches(at: start) { return true }
      start += 1
    } while start <= text.count && !isAnchored && !hasGivenUp
    return false
  }

  /// Whether the pattern matches right here; its captures are filled in.
  mutating func matches(at start: Int) -> Bool {
    guard let end = match(0, start) else { return false }
    captures[0] = start..<end
    return true
  }

  /// Where the items from this one on end, if they match here.
  private mutating func match(_ first: Int, _ start: Int) -> Int? {
    var (item, offset) = (first, start)
    while item < items.count {
      steps -= 1
      guard steps > 0 else { return nil }
      switch items[item] {
      case .character(let set, .once):
        guard offset < text.count, set.contains(text[offset]) else { return nil }
        offset += 1
      case .character(let set, let quantity):
        return expand(set, quantity, item, offset)
      case .open(let capture): return open(capture, offset..<Int.max, item, offset)
      case .position(let capture): return open(capture, offset..<offset, item, offset)
      case .close(let capture): return close(capture, item, offset)
      case .repetition, .balance, .frontier, .end:
        guard let end = matchPlain(items[item], offset) else { return nil }
        offset = end
      }
      item += 1
    }
    return offset
  }

  /// Where an item ends that can match in one way only.
  private mutating func matchPlain(_ item: LuaPattern.Item, _ offset: Int) -> Int? {
    switch item {
    case .repetition(let capture): repetition(of: captures[capture], offset)
    case .balance(let first, let last): balance(first, last, offset)
    case .frontier(let set): isFrontier(set, offset) ? offset : nil
    default: offset == text.count ? offset : nil
    }
  }

  private mutating func expand(
    _ set: ByteSet, _ quantity: LuaPattern.Quantity, _ item: Int, _ start: Int
  ) -> Int? {
    if hasFailed(item, start) { return nil }
    switch quantity {
    case .least: return expandLeast(set, item, start)
    case .most: return expandMost(set, item, start)
    case .once, .optional:
      if start < text.count, set.contains(text[start]), let found = match(item + 1, start + 1) {
        return found
      }
      if let found = match(item + 1, start) { return found }
      remember(item, start...start)
      return nil
    }
  }

  private mutating func expandMost(_ set: ByteSet, _ item: Int, _ start: Int) -> Int? {
    var end = start
    // Where as many as there are have failed from a later start, they do from this one.
    while end < text.count, set.contains(text[end]), !hasFailed(item, end + 1) { end += 1 }
    steps -= (end - start) >> 3
    let last = end
    while end >= start {
      if let found = match(item + 1, end) { return found }
      guard steps > 0 else { return nil }
      end -= 1
    }
    remember(item, start...last)
    return nil
  }

  private mutating func expandLeast(_ set: ByteSet, _ item: Int, _ start: Int) -> Int? {
    var end = start
    while true {
      if let found = match(item + 1, end) { return found }
      steps -= 1
      guard steps > 0 else { return nil }
      guard end < text.count, set.contains(text[end]), !hasFailed(item, end + 1) else { break }
      end += 1
    }
    remember(item, start...end)
    return nil
  }

  /// Whether an item is known to match at no length from here on.
  @inline(__always) private func hasFailed(_ item: Int, _ offset: Int) -> Bool {
    guard let memory, item >= firstIndependent else { return false }
    return memory.contains(item, offset)
  }

  private mutating func remember(_ item: Int, _ offsets: ClosedRange<Int>) {
    guard steps <= stepsWithMemory, steps > 0, item >= firstIndependent else { return }
    if memory == nil { memory = FailureMemory(items: items.count, length: text.count) }
    memory?.insert(item, offsets)
  }

  private mutating func open(
    _ capture: Int, _ range: Range<Int>, _ item: Int, _ offset: Int
  ) -> Int? {
    captures[capture] = range
    return match(item + 1, offset)
  }

  private mutating func close(_ capture: Int, _ item: Int, _ offset: Int) -> Int? {
    let unfinished = captures[capture]
    captures[capture] = unfinished.lowerBound..<offset
    if let found = match(item + 1, offset) { return found }
    captures[capture] = unfinished
    return nil
  }

  private mutating func repetition(of capture: Range<Int>, _ offset: Int) -> Int? {
    let end = offset + capture.count
    steps -= capture.count >> 3
    guard end <= text.count, text[part: offset..<end].isSame(as: text[part: capture]) else {
      return nil
    }
    return end
  }

  private mutating func balance(_ first: UInt8, _ last: UInt8, _ start: Int) -> Int? {
    guard start < text.count, text[start] == first else { return nil }
    var (depth, offset) = (1, start + 1)
    while offset < text.count, steps > 0 {
      steps -= 1
      if text[offset] == last {
        depth -= 1
        if depth == 0 { return offset + 1 }
      } else if text[offset] == first {
        depth += 1
      }
      offset += 1
    }
    return nil
  }

  private func isFrontier(_ set: ByteSet, _ offset: Int) -> Bool {
    let before = offset == 0 ? 0 : text[offset - 1]
    let behind = offset == text.count ? 0 : text[offset]
    return !set.contains(before) && set.contains(behind)
  }
}
