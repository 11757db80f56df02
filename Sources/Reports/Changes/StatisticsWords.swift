import Analysis

extension ColumnStatistics.Column {
  /// The paths that a report for people lists, with their records; behind them how many more there are.
  func pathRows(below column: String) -> [(name: String, records: Int?)] {
    guard let paths else { return [] }
    let shown = paths.paths.prefix(12)
    let more = paths.paths.count - shown.count + paths.more
    return shown.map { ($0.path.text(below: column), $0.records) }
      + (more > 0 ? [("+\(Grouped.count(more, "path", "paths"))", nil)] : [])
  }

  /// How many changes are only ones of spelling, in words; `nil` if none is.
  var respelledWords: String? {
    respelled > 0 ? Grouped.count(respelled, "equal number", "equal numbers") + ", spelled otherwise" : nil
  }
}

extension Subgroup {
  /// What reports for people say, as in `98.0 % of updated records have country = DE (12.0 % of all)`.
  func sentence(of totals: Totals, marking: (String) -> String = { $0 }) -> String {
    let name = marking(DisplayText(column).text(within: 40))
    let value = marking(value.withField { DisplayText($0).text(within: 40) })
    let shares = (updated: Grouped.share(updated, of: totals.updated), all: Grouped.share(paired, of: totals.paired))
    return "\(shares.updated) of updated records have \(name) = \(value) (\(shares.all) of all)"
  }
}
