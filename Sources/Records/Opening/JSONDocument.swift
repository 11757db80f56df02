import Platform

/// A whole text of JSON, checked to be one: a value, or JSON Lines.
///
/// It is valid as long as the input that it was made of.
package struct JSONDocument {
  /// The text without a byte order mark; for one value, without the white space around it.
  package let text: BytesView
  /// Where the text stands in the whole text of the input.
  package let range: Range<Int>
  /// The values, where the text is JSON Lines.
  package let lines: JSONParts?
}

extension RecordInput {
  package func jsonDocument() throws(RecordError) -> JSONDocument {
    try source.storage.reading(name) { () throws(RecordError) in
      try source.json { () throws(JSONFault) in try format.isLines ? jsonLines() : jsonValue() }
    }
  }

  private func jsonLines() throws(JSONFault) -> JSONDocument {
    let scanner = JSONScanner(text, oneLine: true)
    return JSONDocument(
      text: text, range: source.start..<source.start + text.count, lines: try JSONParts(lines: scanner))
  }

  private func jsonValue() throws(JSONFault) -> JSONDocument {
    let scanner = JSONScanner(text)
    let first = scanner.skipSpaceAndLines(scanner.start)
    guard first < scanner.end else { throw scanner.fault(.emptyDocument, first) }
    let end = try scanner.value(first)
    let rest = scanner.skipSpaceAndLines(end)
    guard rest == scanner.end else { throw scanner.fault(.extraContent, rest) }
    let value = first - scanner.start..<end - scanner.start
    return JSONDocument(
      text: text[part: value], range: source.start + value.lowerBound..<source.start + value.upperBound, lines: nil)
  }
}
