import Platform
import Records

/// A text is put before others or behind them, `luna.text.prefix("C-")`, or taken away where it stands there,
/// `luna.text.strip("C-", " EUR")`.
///
/// A number is taken as it is spelled, and a null, an absent value, an object or a list stays as it is. Taking away is
/// idempotent only where what is left does not begin or end so again.
package struct EndsNormalizer: Normalizer {
  package enum Action: Sendable { case add, strip }

  private let action: Action
  private let prefix, suffix: Text

  /// Makes a normalizer of what stands at the ends of texts.
  ///
  /// - Throws: ``OptionError`` if there is nothing to do at either end.
  package init(_ action: Action, prefix: Text = Text(""), suffix: Text = Text("")) throws(OptionError) {
    guard !prefix.utf8.isEmpty || !suffix.utf8.isEmpty else {
      throw OptionError(
        action == .strip ? "text.strip" : prefix.utf8.isEmpty ? "text.suffix" : "text.prefix", .nothingGiven("letter"))
    }
    (self.action, self.prefix, self.suffix) = (action, prefix, suffix)
  }

  package var summary: String {
    let front = prefix.utf8.isEmpty ? [] : ["'\(prefix.string.excerpt)' in front"]
    let ends = front + (suffix.utf8.isEmpty ? [] : ["'\(suffix.string.excerpt)' behind"])
    return (action == .add ? "" : "without ") + ends.joined(separator: " and ")
  }

  package func fits(_ value: Field) -> Bool {
    guard action == .strip else { return true }
    return value.withTextOrNumber { text in part(of: text).count < text.count } ?? false
  }

  package func normalize(_ buffer: FieldBuffer) {
    buffer.asText {
      switch action {
      case .add: buffer.set(.text, prefix.utf8 + Array(buffer.bytes) + suffix.utf8)
      case .strip: buffer.keep(part(of: buffer.bytes))
      }
    }
  }

  /// What is left of a text: a prefix and a suffix that overlap are not both taken.
  private func part(of text: BytesView) -> Range<Int> {
    let (front, behind) = (prefix.utf8.count, suffix.utf8.count)
    var part = 0..<text.count
    if front <= part.count, prefix.utf8.withBytes({ text[part: 0..<front].isSame(as: $0) }) {
      part = front..<part.upperBound
    }
    if behind <= part.count,
      suffix.utf8.withBytes({ text[part: part.upperBound - behind..<part.upperBound].isSame(as: $0) })
    {
      part = part.lowerBound..<part.upperBound - behind
    }
    return part
  }
}

/// Only the first characters of a text, `luna.text.prefix(7)` keeps the month of `2024-01-31`, or the last ones,
/// `luna.text.suffix(4)`.
///
/// A character is a Unicode scalar here: a letter whose accents are written apart counts as several. Idempotent.
package struct PartNormalizer: Normalizer {
  package enum End: String, Sendable { case first, last }

  private let count: Int
  private let end: End

  /// Makes a normalizer that keeps some characters.
  ///
  /// - Throws: ``OptionError`` for a count below 1.
  package init(_ end: End, _ count: Int) throws(OptionError) {
    guard count >= 1 else { throw OptionError(end == .first ? "text.prefix" : "text.suffix", .notACount(count)) }
    (self.count, self.end) = (count, end)
  }

  package var summary: String { "the \(end.rawValue) \(count) characters" }

  package func normalize(_ buffer: FieldBuffer) {
    guard buffer.bytes.count > count else { return }
    buffer.asText { cut(buffer) }
  }

  private func cut(_ buffer: FieldBuffer) {
    let bytes = buffer.bytes
    switch end {
    case .first:
      var reader = ScalarReader(bytes)
      var left = count
      while left > 0, reader.next() != nil { left -= 1 }
      buffer.keep(0..<reader.offset)
    case .last:
      var start = bytes.count
      for _ in 0..<count where start > 0 { start -= ScalarReader.step(in: bytes, endingAt: start).count }
      buffer.keep(start..<bytes.count)
    }
  }
}
