import Platform
import Testing

/// Words of a command line that is to be typed.
@Suite struct ShellWordTests {
  @Test(
    "are what a shell takes for the text",
    arguments: [
      "a b", "it's", "", "~x", "ä", "a\nb", "tab\tand 'quotes' and \\", "\u{1}7\u{7F}é\r\n", "a\u{202E}b", "\u{2028}7",
      "\u{A0}", "\u{E000}",
    ])
  func shell(text: String) throws {
    let result = try Subprocess("bash", ["-c", "printf %s " + text.shellWord]).run(limit: 100)
    #expect(String(decoding: result.output, as: UTF8.self) == text)
  }

  @Test(
    "have no control character and no hidden one in them",
    arguments: ["a\nb", "\u{1B}[1m", "a\r\n", "a\u{202E}\u{2028}b"])
  func controls(text: String) {
    #expect(VisibleText.line(text.shellWord) == text.shellWord)
  }
}
