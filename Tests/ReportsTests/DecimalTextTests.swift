import Testing

@testable import Reports

@Suite("Numbers in statistics")
struct DecimalTextTests {
  @Test(
    "are decimals of a few digits, whatever their size",
    arguments: [
      (0.2, "+0.2"), (-1.279430956735439e-07, "-0.000000127943"), (0.0000005, "+0.0000005"),
      (1234.5678, "+1234.57"), (-1_234_567_890, "-1234567890"), (0, "0"),
    ])
  func describe(number: Double, text: String) {
    #expect(DecimalText.describe(number, isDifference: true) == text)
  }
}
