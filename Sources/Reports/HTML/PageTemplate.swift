/// The page's frame, cut at its places for data.
enum PageTemplate {
  /// A part of the page.
  enum Part {
    case text([UInt8])
    case title, style, data, script
  }

  /// The parts in order.
  static let parts: [Part] = {
    let places: [[UInt8]: Part] = [
      Array("title".utf8): .title, Array("style".utf8): .style, Array("data".utf8): .data,
      Array("script".utf8): .script,
    ]
    var parts: [Part] = []
    var rest = PackageResources.page_html[...]
    while let open = brace(UInt8(ascii: "{"), in: rest) {
      let inner = rest[(open + 2)...]
      guard let close = brace(UInt8(ascii: "}"), in: inner) else { break }
      parts.append(.text(Array(rest[..<open])))
      if let part = places[Array(inner[..<close])] { parts.append(part) }
      rest = rest[(close + 2)...]
    }
    return parts + [.text(Array(rest))]
  }()

  /// The place of two equal braces.
  private static func brace(_ brace: UInt8, in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.dropLast().first { bytes[$0] == brace && bytes[$0 + 1] == brace }
  }
}
