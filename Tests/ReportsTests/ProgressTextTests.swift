import Testing

@testable import Reports

@Suite struct ProgressTextTests {
  @Test("without a fraction it says what is done and for how long")
  func unknown() {
    let text = ProgressText("comparing").line(elapsed: .milliseconds(3210), width: 80)
    #expect(text == "comparing  3.2 s")
  }

  @Test(
    "what a narrow terminal has no room for is left out, the bar first",
    arguments: [
      (79, "a.csv and b.csv  ████████████░░░░░░░░░░░░░░░░░░  40 %  4.0 s, about 6 s left"),
      (60, "a.csv and b.csv  █████░░░░░░░░░  40 %  4.0 s, about 6 s left"),
      (48, "a.csv and b.csv  40 %  4.0 s, about 6 s left"),
      (42, "a.csv and b.…  40 %  4.0 s, about 6 s left"),
      (40, "a.csv and b.csv  ██████░░░░░░░░░░░  40 %"),
      (20, "a.csv and b.c…  40 %"),
      (9, "a.csv an…"),
    ])
  func widths(width: Int, line: String) {
    let text = ProgressText("a.csv and b.csv", fraction: 0.4)
    #expect(text.line(elapsed: .seconds(4), width: width) == line)
  }

  @Test("it is never wider than the terminal, whatever the label", arguments: 1...120)
  func bounds(width: Int) {
    for label in ["", "x", "comparing old.csv and new.csv", "比較する 新旧データ", "a\u{1B}[2J\nb"] {
      for fraction in [nil, 0, 0.017, 0.5, 0.999, 1] {
        let text = ProgressText(label, fraction: fraction).line(elapsed: .seconds(75), width: width)
        #expect(DisplayText(text).width <= width, "\(text)")
        #expect(!text.unicodeScalars.contains { $0.value < 32 })
      }
    }
  }

  @Test(
    "the time left is said once there is something to go by",
    arguments: [
      (0.0, 1, "0 %  1.0 s"), (0.02, 1, "2 %  1.0 s"), (0.5, 1, "50 %  1.0 s, about 1 s left"),
      (0.25, 61, "25 %  1 min 1 s, about 3 min 3 s left"), (1, 2, "100 %  2.0 s"),
    ])
  func times(fraction: Double, seconds: Int, end: String) {
    let text = ProgressText("x", fraction: fraction).line(elapsed: .seconds(seconds), width: 200)
    #expect(text.hasSuffix("░  " + end) || text.hasSuffix("█  " + end))
  }
}
