import Platform
import Testing

/// Words of a command line that is to be typed.
@Suite struct ShellWordTests {
  @Test(
    "are what a shell takes for the text",
    arguments: ["a b", "it's", "", "~x", "ä", "a\nb", "tab\tand 'quotes' and \\", "\u{1}7\u{7F}é\r\n"])
  func shell(text: String) throws {
    let result = try Subprocess("bash", ["-c", "printf %s " + text.shellWord]).run(limit: 100)
    #expect(String(decoding: result.output, as: UTF8.self) == text)
  }

  @Test("have no line end or other control character in them", arguments: ["a\nb", "\u{1B}[1m", "a\r\n"])
  func controls(text: String) {
    #expect(text.shellWord.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
  }
}
