import Platform

/// One cell or member as it stands in the input: a kind and a span, unowned.
///
/// Valid while the table that it came from lives.
package struct Field {
  package enum Kind: UInt8, Sendable {
    case absent
    /// JSON's `null` or a null token.
    case null
    /// Text that stands in the input as it is.
    case text
    /// Text that needs decoding: escapes or doubled quotes.
    case escapedText
    case number
    case `true`
    case `false`
    case object
    case array

    @inlinable package var isText: Bool { self == .text || self == .escapedText }

    package var isNested: Bool { self == .object || self == .array }
  }

  package enum Escaping: Equatable, Sendable {
    case none
    /// A CSV cell from behind its opening quote.
    case quoted(EscapedText)
    /// A CSV cell without quotes.
    case unquoted(EscapedText)
    /// A JSON string between its quotes.
    case json
  }

  package let kind: Kind
  /// How `bytes` decode, if `kind` is `escapedText`.
  package let escaping: Escaping
  /// The raw span; of text: without its quotes.
  package let bytes: BytesView

  /// Whether there is nothing to read: the value is absent, null or empty.
  package var isVoid: Bool { kind == .absent || kind == .null || (kind == .text && bytes.isEmpty) }

  package var isAbsent: Bool { kind == .absent }

  package var isNested: Bool { kind.isNested }

  @inlinable package init(_ kind: Kind, _ bytes: BytesView = BytesView(), escaping: Escaping = .none) {
    self.kind = kind
    self.bytes = bytes
    self.escaping = escaping
  }

  @inlinable package static var absent: Field { Field(.absent) }

  /// Calls `body` with the decoded UTF-8 of text (lone surrogates as WTF-8); the span is valid during the call.
  ///
  /// - Returns: `nil` for anything but text.
  package func withText<R>(_ body: (BytesView) -> R) -> R? {
    switch kind {
    case .text: body(bytes)
    case .escapedText: decodedText.withBytes(body)
    default: nil
    }
  }

  private var decodedText: [UInt8] {
    switch escaping {
    case .none: Array(bytes)
    case .quoted(let text): text.decoded(bytes, isQuoted: true)
    case .unquoted(let text): text.decoded(bytes, isQuoted: false)
    case .json: JSONValues.decodedString(bytes)
    }
  }

  /// Exact equality of values: text by its characters, numbers by value, objects without the order of their members.
  ///
  /// The spelling does not matter.
  package func isEqual(to other: Field) -> Bool {
    if kind == other.kind && escaping == other.escaping && bytes.isSame(as: other.bytes) { return true }
    if kind.isText {
      if kind == .text && other.kind == .text { return false }
      return other.withText { theirs in withText { $0.isSame(as: theirs) } ?? false } ?? false
    }
    guard kind == other.kind else { return false }
    switch kind {
    case .number: return JSONValues.areEqualNumbers(bytes, other.bytes)
    case .object, .array: return JSONValues.areEqual(bytes, other.bytes)
    default: return true
    }
  }

  /// Adds the value to a hash; fields that are equal add the same.
  package func hash(into hasher: inout FieldHasher) {
    switch kind {
    case .text: hasher.combine(text: bytes)
    case .escapedText: decodedText.withBytes { hasher.combine(text: $0) }
    case .number: JSONValues.hashNumber(bytes, into: &hasher)
    case .object, .array: JSONValues.hash(bytes, into: &hasher)
    default: hasher.combine(tag: UInt64(kind.rawValue))
    }
  }

  package var value: Value {
    switch kind {
    case .absent: .absent
    case .null: .null
    case .text, .escapedText: .text(Text(utf8: withText { Array($0) } ?? []))
    case .number: .number(NumberText(utf8: Array(bytes)))
    case .true: .boolean(true)
    case .false: .boolean(false)
    case .object: .object(JSONText(utf8: Array(bytes)))
    case .array: .array(JSONText(utf8: Array(bytes)))
    }
  }
}

extension Field {
  /// Reads a text that is one JSON value with nothing but white space around it.
  ///
  /// The field refers to the text. `nil` if the text is anything else.
  package init?(json text: BytesView) {
    let scanner = JSONScanner(text)
    let found = scanner.checked { scanner throws(JSONFault) in
      try scanner.field(scanner.skipSpaceAndLines(scanner.start))
    }
    guard let (field, end) = found, scanner.skipSpaceAndLines(end) == scanner.end else { return nil }
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
    case .number, .object, .array: return JSONCanonical.bytes(of: bytes)
    case .text, .escapedText:
      var spelling: [UInt8] = []
      _ = withText { JSONWriter.appendString($0, to: &spelling) }
      return spelling
    }
  }
}
