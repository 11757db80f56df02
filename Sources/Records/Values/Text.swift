/// Text as UTF-8 bytes, so that what is not valid Unicode (a lone surrogate of JSON) is kept too.
package struct Text: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The bytes: UTF-8, or WTF-8 where the input had lone surrogates.
  package var utf8: [UInt8]

  package init(utf8: [UInt8]) { self.utf8 = utf8 }

  package init(_ string: String) { utf8 = Array(string.utf8) }

  package init(stringLiteral value: String) { self.init(value) }

  package func hash(into hasher: inout Hasher) { hasher.combine(HashSecrets.process.hash(of: utf8)) }

  /// The text as a string; lone surrogates become U+FFFD.
  package var string: String { String(decoding: utf8, as: UTF8.self) }
}
