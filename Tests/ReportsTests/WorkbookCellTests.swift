import Records
import Testing

@testable import Reports

/// Which texts are numbers of a workbook.
@Suite struct WorkbookCellTests {
  @Test(
    "a number is what keeps its digits and is shown as it stands",
    arguments: [
      ("0", 0), ("7", 0), ("-7", 0), ("12.50", 2), ("0.5", 1), ("-0.5", 1), ("123456789012345", 0),
      ("-123456789012345", 0), ("0.00000000000001", 14), ("0.0", 1), ("1234567.12345678", 8),
    ] as [(String, Int)])
  func numbers(text: String, decimals: Int) {
    Array(text.utf8).withBytes { #expect(WorkbookSheet.decimals(of: $0) == decimals) }
  }

  @Test(
    "all else is text",
    arguments: [
      "", "-", ".", "-.", "+1", "1e5", "1.", ".5", "007", "00", "00.5", "-0", "-0.00", "1,000", "1 ", " 1", "1.2.3",
      "0x1",
      "1234567890123456", "12345678.12345678", "0.0000000000000001", "\u{0661}", "1\u{0}",
    ])
  func texts(text: String) {
    Array(text.utf8).withBytes { #expect(WorkbookSheet.decimals(of: $0) == nil) }
  }
}
