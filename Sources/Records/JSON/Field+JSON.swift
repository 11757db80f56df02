extension Field {
  /// Reads a text that is one JSON value with nothing but white space around it.
  ///
  /// The field refers to the text. `nil` if the text is anything else.
  package init?(json text: UnsafeRawBufferPointer) {
    let scanner = JSONScanner(text.assumingMemoryBound(to: UInt8.self))
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
    let tree = JSONTree(bytes.assumingMemoryBound(to: UInt8.self))
    guard !tree.nodes.isEmpty else { return [] }
    return tree.children(of: 0).map { JSONCanonical.bytes(of: tree.bytes(of: $0)) }
  }
}
