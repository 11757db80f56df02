/// What the end of a page of help says, as sections of a manual page.
struct ManualClosing {
  /// The section about the exit status.
  let exitStatus: [String]
  /// The section of examples.
  let examples: [String]

  /// Reads blocks with a heading in capitals and a colon, and indented lines below.
  init(_ closing: String) {
    let lines = closing.split(separator: "\n").map(String.init)
    exitStatus = Self.status(Self.block("EXIT STATUS:", of: lines))
    examples = Self.literal(Self.block("EXAMPLES:", of: lines))
  }

  private static func block(_ heading: String, of lines: [String]) -> [String] {
    guard let start = lines.firstIndex(of: heading) else { return [] }
    return lines[(start + 1)...].prefix { $0.hasPrefix("  ") }.map { String($0.dropFirst(2)) }
  }

  private static func literal(_ lines: [String]) -> [String] {
    guard !lines.isEmpty else { return [] }
    return [".Sh EXAMPLES", ".Bd -literal -offset indent"] + lines.map(ManualText.line) + [".Ed"]
  }

  private static func status(_ lines: [String]) -> [String] {
    guard !lines.isEmpty else { return [] }
    guard lines.allSatisfy({ $0.first?.isNumber == true }) else {
      return [".Sh EXIT STATUS"] + lines.flatMap(ManualText.lines)
    }
    let items = lines.flatMap { line -> [String] in
      [".It \(line.prefix { $0.isNumber })"]
        + ManualText.lines(line.drop { $0.isNumber || $0 == " " }.description)
    }
    return [".Sh EXIT STATUS", ".Bl -tag -width Ds"] + items + [".El"]
  }
}
