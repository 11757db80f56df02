extension String {
  /// The text as one word of a shell's command line, in quotes where it needs them.
  package var shellWord: String {
    // A message shows a sign in place of a hidden character, and a shell would take the sign.
    if unicodeScalars.contains(where: Self.isHidden) { return "$'" + unicodeScalars.map(Self.escaped).joined() + "'" }
    guard isEmpty || utf8.first == UInt8(ascii: "~") || !utf8.allSatisfy(Self.isPlain) else { return self }
    let parts = split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: #"'\''"#) + "'"
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool { !Glyph(scalar).sign.isEmpty }

  /// A character within `$'…'`.
  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": #"\n"#
    case "\t": #"\t"#
    case "'", "\\": "\\\(scalar)"
    case _ where isHidden(scalar):
      (EscapedByte.byte(of: scalar).map { [$0] } ?? Array(String(scalar).utf8)).map { "\\" + octal($0) }.joined()
    default: String(scalar)
    }
  }

  /// Three digits, so that none that follows is taken for one of them.
  private static func octal(_ byte: UInt8) -> Substring { String(Int(byte) + 0o1000, radix: 8).dropFirst() }

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
