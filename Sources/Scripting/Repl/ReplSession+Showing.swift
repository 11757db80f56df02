import Comparing
import Probing
import Records
import Reports
import Requests
import Rules

extension ReplSession {
  /// How reports look here.
  var reportOptions: ReportOptions {
    var options = ReportOptions()
    options.width = width
    options.color = isColored
    options.limit = ChangeLimits(each: settings.limit)
    return options
  }

  /// What there is at the beginning: each side's name, size and columns.
  package var greeting: String {
    guard let tables = try? tables() else { return "" }
    return Side.allCases.compactMap { side in
      tables[side].map { "\(side.globalName): \(headline($0))\n" }
    }.joined()
  }

  /// Shows what a chunk returned; statements that return nothing say nothing.
  func show(_ values: [DriverValue], isExpression: Bool) {
    if values.isEmpty { return }
    let words = values.map(inline)
    guard words.contains(where: { $0 == nil }) else {
      return say(.text(words.compactMap { $0 }.joined(separator: "  ") + "\n"))
    }
    for value in values { show(value) }
  }

  private func show(_ value: DriverValue) {
    switch value {
    case .records(let table):
      say(.text(headline(table) + "\n"))
      show(0..<table.count, of: table)
    case .record(let table, let record):
      say(.text(Listing.record(record, of: table, reportOptions)))
    case .changes(let comparison): try? show(comparison, reportOptions)
    case .someChanges(let comparison, let places):
      say(.text(Listing.changes(places.prefix(settings.limit), of: comparison, reportOptions)))
      sayRemaining(places.count - settings.limit)
      if places.isEmpty { say(.text("no changes\n")) }
    default: say(.text((inline(value) ?? ReplTable(width: width).text(value)) + "\n"))
    }
  }

  /// The value where it fits among others on a line.
  private func inline(_ value: DriverValue) -> String? {
    switch value {
    case .plain, .text: ReplTable.word(value)
    case .table: ReplTable(width: width).line(value)
    case .records, .record, .changes, .someChanges: nil
    }
  }

  /// Some records of a table, and how many more there are.
  func show(_ records: Range<Int>, of table: RecordTable) {
    guard !records.isEmpty else { return say(.text("no records\n")) }
    let shown = records.prefix(max(settings.limit, 1))
    say(.text(Listing.records(shown.startIndex..<shown.endIndex, of: table, reportOptions)))
    sayRemaining(records.count - shown.count)
  }

  private func sayRemaining(_ count: Int) {
    if count > 0 { say(.text("… and \(count) more\n")) }
  }

  func showColumns(_ tables: Sides<RecordTable?>) {
    say(.text(Listing.columns(tables.source, tables.target, reportOptions)))
  }

  /// The text report of a comparison.
  func show(_ comparison: Comparison, _ options: ReportOptions) throws {
    var bytes: [UInt8] = []
    try write(comparison, as: .text, options: options, to: &bytes)
    say(.text(String(decoding: bytes, as: UTF8.self)))
  }

  private func headline(_ table: RecordTable) -> String {
    let records = table.count == 1 ? "1 record" : "\(table.count) records"
    let columns = table.columns.map { Listing.visible($0) }.joined(separator: ", ")
    let name = Listing.visible(table.name)
    let words = "\(records) of \(name): \(columns)"
    return words.count <= max(width - 5, 20)
      ? words : "\(records) of \(name), \(table.columns.count) columns"
  }

  /// How well keys identify the records.
  func probe(_ keys: [String]) throws {
    let tables = try tables()
    guard let old = tables.source ?? tables.target else {
      throw LunaDiffError("there are no records\n  hint: old = luna.load \"old.csv\"")
    }
    let new = tables.source == nil ? nil : tables.target
    var plan = try plan()
    plan.identity = .record
    let candidates = keys.map { KeyCandidate(columns: ReplWords.columns($0)) }
    let report = try KeyProbe(source: old, target: new, plan: plan)
      .report(on: candidates, searching: keys.isEmpty ? SearchLimits() : nil)
    var bytes: [UInt8] = []
    try write(report, as: .text, options: reportOptions, to: &bytes)
    say(.text(String(decoding: bytes, as: UTF8.self)))
  }
}
