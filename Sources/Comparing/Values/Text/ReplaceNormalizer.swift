import Platform
import Records

/// Every match of a pattern is replaced: `luna.text.replace("[$,%s]", "")` leaves `1234.50` of `$ 1,234.50`.
///
/// Patterns and replacements are those of Lua's `string.gsub`: `%1` to `%9` in a replacement stand
/// for captures, `%0` for the whole match, `%%` for a percent sign. A text whose matches take more
/// than 50,000,000 steps and 100 for each of its bytes, or whose result is 64 times longer and more
/// than a mebibyte, or 64 MiB longer, is an error; all normalizers of a value together may take and make
/// no more. Not idempotent as a rule. A number counts as its text; other values stay.
package struct ReplaceNormalizer: Normalizer {
  private enum Part: Sendable {
    case bytes([UInt8])
    case capture(Int)
  }

  private let pattern: LuaPattern
  private let replacement: Text
  private let parts: [Part]

  /// Makes a normalizer from a pattern and what replaces its matches.
  ///
  /// - Throws: ``OptionError`` if either is malformed.
  package init(_ pattern: Text, with replacement: Text) throws(OptionError) {
    self.pattern = try LuaPattern(pattern, function: "text.replace")
    self.replacement = replacement
    guard let parts = ReplaceNormalizer.parts(replacement, captures: self.pattern.captureCount) else {
      throw OptionError("text.replace", .malformedReplacement(replacement.string))
    }
    self.parts = parts
  }

  package var summary: String { "replace '\(pattern.spelling)' by '\(replacement.string.excerpt)'" }

  private static func parts(_ replacement: Text, captures: Int) -> [Part]? {
    var parts: [Part] = []
    var literal: [UInt8] = []
    var bytes = replacement.utf8.makeIterator()
    while let byte = bytes.next() {
      guard byte == UInt8(ascii: "%") else {
        literal.append(byte)
        continue
      }
      guard let mark = bytes.next() else { return nil }
      if mark == UInt8(ascii: "%") {
        literal.append(mark)
      } else {
        // Without captures, %1 is the whole match.
        guard mark.isDigit, Int(mark & 0x0F) <= max(captures, 1) else { return nil }
        parts += [.bytes(literal), .capture(captures == 0 ? 0 : Int(mark & 0x0F))]
        literal = []
      }
    }
    return parts + [.bytes(literal)]
  }

  /// A text on which the pattern takes too long counts as one that it fits: to rewrite it is an error.
  package func fits(_ value: Field) -> Bool {
    value.withText { text in LuaPatternMatcher.with(pattern, in: text) { $0.findMatch() || $0.hasGivenUp } } ?? false
  }

  package func normalize(_ buffer: FieldBuffer) throws(MatchingError) {
    try buffer.asText { () throws(MatchingError) in try replace(buffer) }
  }

  private func replace(_ buffer: FieldBuffer) throws(MatchingError) {
    let text = buffer.bytes
    let budget = LuaPattern.steps(forLength: buffer.originalCount) - buffer.matchingSteps
    let result = LuaPatternMatcher.with(pattern, in: text, budget: budget) { matcher in
      defer { buffer.matchingSteps += budget - matcher.steps }
      return replaced(text, of: buffer.originalCount, &matcher)
    }
    if let text = try result.get() { buffer.set(.text, text) }
  }

  /// How long the result for a text of some length may be.
  private static func limit(forLength length: Int) -> Int {
    min((1 << 20) + 64 * length, length + MatchingError.mostGrowth)
  }

  /// The text with its matches replaced; `nil` if there are none.
  ///
  /// - Parameter length: How long it was before any normalizer.
  private func replaced(_ text: BytesView, of length: Int, _ matcher: inout LuaPatternMatcher) -> Result<
    [UInt8]?, MatchingError
  > {
    let limit = Self.limit(forLength: length)
    var output: [UInt8] = []
    var last = -1
    while matcher.findMatch(from: max(0, last), refusing: last) {
      let match = matcher[0]
      output.append(contentsOf: text[part: max(0, last)..<match.lowerBound])
      append(to: &output, text, matcher, limit: limit)
      matcher.spend(parts.count)
      last = match.upperBound
      guard output.count <= limit else { return .failure(.tooLong(pattern, length: length)) }
      if pattern.isAnchored { break }
    }
    guard !matcher.hasGivenUp else { return .failure(.tooManySteps(pattern, length: length)) }
    guard last >= 0 else { return .success(nil) }
    output.append(contentsOf: text[part: last..<text.count])
    return .success(output)
  }

  private func append(to output: inout [UInt8], _ text: BytesView, _ matcher: LuaPatternMatcher, limit: Int) {
    for part in parts where output.count <= limit {
      switch part {
      case .bytes(let bytes): output += bytes
      case .capture(let capture) where pattern.isPosition(capture):
        output += String(matcher[capture].lowerBound + 1).utf8
      case .capture(let capture): output.append(contentsOf: text[part: matcher[capture]])
      }
    }
  }
}
