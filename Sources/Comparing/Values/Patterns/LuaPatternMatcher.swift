import CLuaPattern
import Platform
import Records

/// One search after another for a pattern in a text, with a budget of steps for all of them.
struct LuaPatternMatcher {
  private var matcher = lp_matcher()
  private let subject: UnsafePointer<CChar>

  /// Calls `body` with a matcher.
  ///
  /// - Parameters:
  ///   - budget: How many steps there are; `nil` for what the text is worth.
  ///   - patience: After how many steps failures begin to be remembered.
  static func with<R>(
    _ pattern: LuaPattern, in text: BytesView, budget: Int? = nil, patience: Int? = nil,
    _ body: (inout LuaPatternMatcher) -> R
  ) -> R {
    pattern.withCompiled { compiled in
      withUnsafeTemporaryAllocation(of: lp_choice.self, capacity: compiled.pointee.count) { choices in
        // An empty text needs an address too: that of anything will do.
        let subject = text.unsafeStart.map { UnsafeRawPointer($0) } ?? UnsafeRawPointer(compiled)
        var matcher = LuaPatternMatcher(compiled, choices, subject, text.count, budget, patience)
        defer { lp_matcher_finish(&matcher.matcher) }
        return body(&matcher)
      }
    }
  }

  private init(
    _ pattern: UnsafePointer<lp_pattern>, _ choices: UnsafeMutableBufferPointer<lp_choice>, _ subject: UnsafeRawPointer,
    _ count: Int, _ budget: Int?, _ patience: Int?
  ) {
    self.subject = subject.assumingMemoryBound(to: CChar.self)
    let steps = budget ?? LuaPattern.steps(forLength: count)
    lp_matcher_start(&matcher, pattern, choices.baseAddress, self.subject, count, steps)
    let patience = patience ?? LuaPattern.stepsWithoutMemory(forLength: count)
    matcher.patience = patience < steps ? steps - patience : .min
  }

  /// Whether the budget is used up, so that "no match" means nothing.
  var hasGivenUp: Bool { matcher.stopped }

  var steps: Int { matcher.fuel }

  /// Pays for work that is done for a match.
  mutating func spend(_ count: Int) { matcher.fuel -= count }

  /// Finds the first match at or behind an offset that does not end at another one.
  mutating func findMatch(from start: Int = 0, refusing end: Int = -1) -> Bool {
    lp_matcher_search(&matcher, subject + start, end < 0 ? nil : subject + end) != nil
  }

  /// A part of the text: at 0 the whole match, then what the captures hold; a position is an empty range.
  subscript(capture: Int) -> Range<Int> {
    let part = withUnsafePointer(to: matcher) { matcher in
      capture == 0
        ? lp_part(from: matcher.pointee.start, to: matcher.pointee.behind)
        : lp_matcher_capture(matcher, Int32(truncatingIfNeeded: capture - 1))
    }
    return part.from - subject..<part.to - subject
  }
}
