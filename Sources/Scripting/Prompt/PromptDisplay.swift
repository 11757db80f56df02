import Comparing
import Records
import Reports

/// Shows values at a prompt.
struct PromptDisplay {
  /// Of these, width and colours count.
  let options: ReportOptions
  let limit: Int
  let say: (ReplOutput) -> Void

  private var width: Int { options.width ?? 80 }

  /// Shows what a chunk returned; statements that return nothing say nothing.
  func show(_ values: [DriverValue]) throws {
    if values.isEmpty { return }
    let words = values.map(inline)
    guard words.contains(where: { $0 == nil }) else {
      return say(.text(words.compactMap { $0 }.joined(separator: "  ") + "\n"))
    }
    for value in values { try show(value) }
  }

  private func show(_ value: DriverValue) throws {
    switch value {
    case .records(let table):
      say(.text(headline(table) + "\n"))
      show(0..<table.count, of: table)
    case .record(let table, let record): say(.text(Listing.record(record, of: table, options)))
    case .changes(let comparison): try show(comparison)
    case .someChanges(let comparison, let places):
      say(.text(try Listing.changes(places.prefix(limit), of: comparison, options)))
      sayRemaining(places.count - limit)
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

  func show(_ records: Range<Int>, of table: RecordTable) {
    guard !records.isEmpty else { return say(.text("no records\n")) }
    let shown = records.prefix(max(limit, 1))
    say(.text(Listing.records(shown.startIndex..<shown.endIndex, of: table, options)))
    sayRemaining(records.count - shown.count)
  }

  private func sayRemaining(_ count: Int) { if count > 0 { say(.text("… and \(count) more\n")) } }

  func show(_ comparison: Comparison) throws {
    say(.text(String(decoding: try comparison.report(as: .text, options), as: UTF8.self)))
  }

  /// The name of a table, its size, and its columns if there is room.
  func headline(_ table: RecordTable) -> String {
    let records = table.count == 1 ? "1 record" : "\(table.count) records"
    let columns = table.columns.map { Listing.visible($0) }.joined(separator: ", ")
    let name = Listing.visible(table.name)
    let words = "\(records) of \(name): \(columns)"
    return words.count <= max(width - 5, 20) ? words : "\(records) of \(name), \(table.columns.count) columns"
  }
}
