import Testing

@testable import lunadiff_cli

@Suite struct ProgressLineTests {
  @Test("it says what is done and for how long")
  func plain() {
    let text = ProgressLine.text(
      "comparing", elapsed: .milliseconds(3210), width: 80)
    #expect(text == "comparing  3.2 s")
  }

  @Test("it stays within the terminal's width")
  func width() {
    let text = ProgressLine.text("a long label", elapsed: .seconds(1), width: 20)
    #expect(text.count == 19)
  }
}
