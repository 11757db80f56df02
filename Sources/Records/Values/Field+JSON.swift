import Platform

extension Field {
  /// Reads a text that is one JSON value with nothing but white space around it.
  ///
  /// The field refers to the text. `nil` if the text is anything else.
  package init?(json text: BytesView) {
    let scanner = JSONScanner(text)
    let start = scanner.skipSpaceAndLines(scanner.start)
    guard let (field, end) = try? scanner.field(start),
      scanner.skipSpaceAndLines(end) == scanner.end
    else { return nil }
    self = field
  }

  /// The elements of an array, each in the one spelling that all values equal to it share.
  ///
  /// Empty for anything but an array.
  package var canonicalElements: [[UInt8]] {
    guard kind == .array else { return [] }
    let tree = JSONTree(bytes)
    guard !tree.nodes.isEmpty else { return [] }
    return tree.children(of: 0).map { JSONCanonical.bytes(of: tree.bytes(of: $0)) }
  }

  /// The value as JSON on one line, for people to read: without white space, with the fewest escapes.
  package var compactSpelling: [UInt8] {
    switch kind {
    case .number: Array(bytes)
    case .object, .array: JSONCanonical.compact(bytes)
    default: canonicalSpelling
    }
  }

  /// The one spelling as JSON that all values equal to this one share; of what is absent, nothing.
  package var canonicalSpelling: [UInt8] {
    switch kind {
    case .absent: return []
    case .null: return Array("null".utf8)
    case .true: return Array("true".utf8)
    case .false: return Array("false".utf8)
    case .number, .object, .array:
      return JSONCanonical.bytes(of: bytes)
    case .text, .escapedText:
      var spelling: [UInt8] = []
      _ = withText { JSONWriter.appendString($0, to: &spelling) }
      return spelling
    }
  }
}
