/// Looks at a delimited text that does not read well for the option that would help.
struct CSVAdvice {
  private let plan: CSVPlan

  init(_ plan: CSVPlan) { self.plan = plan }

  func error(_ failure: CSVChunk.Failure) -> RecordError {
    var error = RecordError(failure.kind, in: plan.source, at: failure.byte, record: failure.record)
    guard case .ragged = failure.kind else { return advised(error) }
    error.advice.skipsSpace = fitsWithoutSpace(recordAt: lineStart(of: failure.byte))
    error.advice.escapesUnquoted = fits(recordAt: lineStart(of: failure.byte)) { dialect in
      guard dialect.escape != nil, !dialect.escapesUnquoted else { return false }
      dialect.escapesUnquoted = true
      return true
    }
    error.advice.escapes = fitsWithEscape(recordAt: lineStart(of: failure.byte))
    error.advice.titles = titles
    error.advice.footer = footer(at: lineStart(of: failure.byte))
    return advised(error)
  }

  func nothingLeft(of count: Int) -> RecordError {
    var error = RecordError(
      .nothingLeft(skipped: count, expected: plan.columns, by: plan.source.options.width), file: plan.source.name)
    error.advice.titles = titles
    return advised(error)
  }

  private func advised(_ error: RecordError) -> RecordError {
    var error = error
    if plan.isSniffed { error.advice.delimiter = plan.dialect.delimiter }
    return error
  }

  var titles: CSVTitles? { CSVTitles(above: plan.source, from: plan.layout.start, plan.dialect) }

  /// How many lines there are from a record on; `nil` unless it and all after it, at most five, do not fit the columns,
  /// and some record comes before it.
  func footer(at place: Int) -> Int? {
    let scanner = CSVScanner(text: plan.text, dialect: plan.dialect)
    guard scanner.recordStart(from: plan.bodyStart) < place else { return nil }
    var at = place
    for _ in 0..<5 where at < plan.text.count {
      let record = scanner.record(at: at)
      guard record.cells != plan.columns else { return nil }
      at = scanner.recordStart(from: record.end)
    }
    guard at == plan.text.count, let last = plan.text.last else { return nil }
    return LineIndex.lineEnds(in: plan.text, place..<at) + (plan.dialect.ends(last) ? 0 : 1)
  }

  /// Whether a record fits the columns, with its quotes in place, once blanks before cells are left out.
  func fitsWithoutSpace(recordAt place: Int) -> Bool {
    fits(recordAt: place) { dialect in
      guard !dialect.skipsSpace else { return false }
      dialect.skipsSpace = true
      return true
    }
  }

  /// Whether a record fits the columns, with its quotes in place, if a backslash is the escape.
  func fitsWithEscape(recordAt place: Int) -> Bool {
    fits(recordAt: place) { dialect in
      guard dialect.escape == nil else { return false }
      dialect.escape = UInt8(ascii: "\\")
      return true
    }
  }

  /// Whether a record fits the columns in another dialect, which `change` makes; `false` where that says nothing new.
  private func fits(recordAt place: Int, _ change: (inout CSVDialect) -> Bool) -> Bool {
    var dialect = plan.dialect
    guard change(&dialect) else { return false }
    let record = CSVScanner(text: plan.text, dialect: dialect).record(at: place)
    return record.cells == plan.columns && record.strays == 0 && record.unterminated == nil
  }

  private func lineStart(of place: Int) -> Int {
    var at = place
    while at > 0 && plan.text[at - 1] != 0x0A && plan.text[at - 1] != 0x0D { at -= 1 }
    return at
  }
}
