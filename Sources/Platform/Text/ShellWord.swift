extension String {
  /// The text as one word of a shell's command line, in quotes where it needs them.
  package var shellWord: String {
    guard isEmpty || utf8.first == UInt8(ascii: "~") || !utf8.allSatisfy(Self.isPlain) else { return self }
    let parts = split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: #"'\''"#) + "'"
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
