import Platform

/// Where the values directly inside an object or a list stand, in offsets from its first byte.
package struct JSONParts {
  package struct Part {
    /// Where its name begins, with its quotes; of an element, where it begins itself.
    package let start: Int
    /// Where its name ends; of an element, where it begins.
    package let nameEnd: Int
    package let value: Range<Int>
  }

  package let isObject: Bool
  package private(set) var parts: [Part] = []

  /// Reads an object or a list; `nil` for anything else.
  package init?(_ container: BytesView) {
    guard let first = container.first, first == Ascii.brace || first == Ascii.bracket else { return nil }
    isObject = first == Ascii.brace
    let scanner = JSONScanner(container)
    guard (try? read(scanner)) != nil else { return nil }
  }

  private mutating func read(_ scanner: JSONScanner) throws(JSONFault) {
    var next = try scanner.firstChild(scanner.start)
    while let start = next {
      let nameEnd = isObject ? try scanner.name(start).end : start
      let value = isObject ? try scanner.colon(nameEnd) : start
      let end = try scanner.value(value)
      add(start, nameEnd, value, end, scanner)
      next = try scanner.next(end, isObject: isObject).entry
    }
  }

  private mutating func add(
    _ start: JSONScanner.Position, _ nameEnd: JSONScanner.Position, _ value: JSONScanner.Position,
    _ end: JSONScanner.Position, _ scanner: JSONScanner
  ) {
    parts.append(
      Part(
        start: start - scanner.start, nameEnd: nameEnd - scanner.start,
        value: value - scanner.start..<end - scanner.start))
  }

  /// Reads the values of JSON Lines as the elements of a list; `nil` for what is none.
  package init?(lines: BytesView) {
    let scanner = JSONScanner(lines, oneLine: true)
    guard let parts = scanner.checked({ scanner throws(JSONFault) in try JSONParts(lines: scanner) }) else {
      return nil
    }
    self = parts
  }

  init(lines: JSONScanner) throws(JSONFault) {
    isObject = false
    var p = lines.skipSpaceAndLines(lines.start)
    while p < lines.end {
      let end = try lines.value(p)
      add(p, p, p, end, lines)
      let next = lines.skipSpaceAndLines(end)
      let gap = BytesView(start: end, count: next - end)
      guard next == lines.end || gap.contains(Ascii.lineFeed) else { throw lines.fault(.extraContent, next) }
      p = next
    }
  }
}
