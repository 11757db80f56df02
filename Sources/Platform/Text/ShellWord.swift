extension String {
  /// The text as one word of a shell's command line, in quotes where it needs them.
  package var shellWord: String {
    guard isEmpty || utf8.first == UInt8(ascii: "~") || !utf8.allSatisfy(Self.isPlain) else { return self }
    if utf8.contains(where: Self.isControl) { return "$'" + unicodeScalars.map(Self.escaped).joined() + "'" }
    let parts = split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: #"'\''"#) + "'"
  }

  private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

  /// A character within `$'…'`.
  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": #"\n"#
    case "\t": #"\t"#
    case "'", "\\": "\\\(scalar)"
    default: scalar.isASCII && isControl(UInt8(scalar.value)) ? "\\" + octal(scalar) : String(scalar)
    }
  }

  /// Three digits, so that none that follows is taken for one of them.
  private static func octal(_ scalar: Unicode.Scalar) -> Substring {
    String(scalar.value + 0o1000, radix: 8).dropFirst()
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
      true
    default: "_-./,:=@%+~".utf8.contains(byte)
    }
  }
}

extension [String] {
  /// The texts as a shell's command line.
  package var shellLine: String { map(\.shellWord).joined(separator: " ") }
}
