import Platform
import Records

/// Texts are equal when a pattern finds the same in both: `luna.compare.pattern("^(%d+)%.(%d+)")`
/// compares versions without regard to what follows the second number.
///
/// The pattern is one of Lua's. What its captures hold is compared, or all that it matches if it
/// has none; a position capture `()` is compared as a position. JSON numbers are matched as
/// spelled. Where neither text matches they are equal only if they are the same; where just one
/// does, they are not. A match that takes more than 50,000,000 steps and 100 for each byte of the text
/// is an error; only patterns with `%1` and the like, or `%b` where thousands of brackets stay open, take as many.
package struct PatternComparator: Comparator {
  private let pattern: LuaPattern

  /// Makes a comparator.
  ///
  /// - Throws: ``OptionError`` if the pattern is malformed.
  package init(_ pattern: Text) throws(OptionError) {
    self.pattern = try LuaPattern(pattern, function: "compare.pattern")
  }

  package var summary: String { "by what the pattern '\(pattern.spelling)' finds" }

  package var weight: Int { pattern.isLinear ? 1 : 32 }

  package func fits(_ value: Field) -> Bool {
    value.withTextOrNumber { text in LuaPatternMatcher.with(pattern, in: text) { $0.findMatch() || $0.hasGivenUp } }
      ?? false
  }

  package func areEqual(_ old: Field, _ new: Field) throws(MatchingError) -> Bool {
    if old.isEqual(to: new) { return true }
    let verdict = old.withTextOrNumber { left in new.withTextOrNumber { findsSame(left, $0) } }
    return try (verdict ?? nil)?.get() ?? false
  }

  private func findsSame(_ left: BytesView, _ right: BytesView) -> Result<Bool, MatchingError> {
    LuaPatternMatcher.with(pattern, in: left) { mine in
      guard mine.findMatch() else { return failure(of: mine, left) }
      return LuaPatternMatcher.with(pattern, in: right) { theirs in
        guard theirs.findMatch() else { return failure(of: theirs, right) }
        return .success(areSame(left, mine, right, theirs))
      }
    }
  }

  private func failure(of matcher: LuaPatternMatcher, _ text: BytesView) -> Result<Bool, MatchingError> {
    matcher.hasGivenUp ? .failure(.tooManySteps(pattern, length: text.count)) : .success(false)
  }

  private func areSame(_ left: BytesView, _ mine: LuaPatternMatcher, _ right: BytesView, _ theirs: LuaPatternMatcher)
    -> Bool
  {
    (pattern.captureCount == 0 ? 0...0 : 1...pattern.captureCount).allSatisfy { capture in
      let (one, other) = (mine[capture], theirs[capture])
      if pattern.isPosition(capture) { return one.lowerBound == other.lowerBound }
      return left[part: one].isSame(as: right[part: other])
    }
  }
}
