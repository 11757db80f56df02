import Comparing
import Platform
import Records

/// Records, columns and changes as tables for a person at a prompt; of the options, width and colours count.
package enum Listing {
  package static func records(_ records: Range<Int>, of table: RecordTable, _ options: ReportOptions) -> String {
    guard records.count != 1 else { return record(records.lowerBound, of: table, options) }
    var grid = ValueGrid(titles: ["#"] + table.columns)
    for record in records { grid.add([number(record + 1)] + table.columns.indices.map { table.value(record, $0) }) }
    return text { grid.write(options, to: $0) }
  }

  package static func record(_ record: Int, of table: RecordTable, _ options: ReportOptions) -> String {
    var lines = TextTable(columns: [.left, .left])
    let names = table.columns.map { DisplayText($0).text(within: 32) }
    let widest = names.map { DisplayText($0).width }.max() ?? 0
    let room = max((options.width ?? 400) - widest - 3, 16)
    for (column, name) in names.enumerated() {
      let value = table.value(record, column).withField { DisplayText($0).text(within: room) }
      lines.add([name, value])
    }
    return (lines.lines + [""]).joined(separator: "\n")
  }

  /// What each side has under every column's name, with the first value that is not empty.
  package static func columns(_ old: RecordTable?, _ new: RecordTable?, _ options: ReportOptions) -> String {
    var names = old?.columns ?? []
    names += new?.columns.namesMissing(in: names) ?? []
    var grid = ValueGrid(titles: ["column"] + (old == nil ? [] : ["old"]) + (new == nil ? [] : ["new"]))
    for name in names {
      let examples = [old, new].compactMap { $0 }.map { table in
        table.columnIndex(of: name).map { example(of: $0, in: table) }
      }
      grid.add([.text(Text(name))] + examples)
    }
    return text { grid.write(options, to: $0) }
  }

  package static func changes(_ places: some Sequence<Int>, of comparison: Comparison, _ options: ReportOptions) throws
    -> String
  {
    var options = options
    options.groups = false
    return try text { out in
      let report = try TextReport(comparison, options, out)
      for place in places { try report.append(comparison.entry(at: place)) }
    }
  }

  package static func visible(_ text: String, within width: Int = .max) -> String {
    DisplayText(text).text(within: width)
  }

  private static let looked = 1000

  private static func example(of column: Int, in table: RecordTable) -> Value {
    let found = (0..<min(table.count, looked)).lazy.map { table.value($0, column) }.first {
      $0 != .absent && $0 != .null && $0 != .text("")
    }
    return found ?? .text("")
  }

  private static func number(_ number: Int) -> Value { .number(NumberText(utf8: Array(String(number).utf8))) }

  private static func text(_ write: (OutputBuffer) throws -> Void) rethrows -> String {
    let out = OutputBuffer()
    try write(out)
    return out.withBytes { String(decoding: $0, as: UTF8.self) }
  }
}
