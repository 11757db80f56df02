/// Lines above the header that name no columns, such as the titles of a report.
struct CSVTitles: Sendable, Equatable {
  /// How many lines to leave out, those included that are left out already.
  let lines: Int
  /// The byte that begins every one of these lines, where comments in other formats begin so.
  let comment: UInt8?
}
