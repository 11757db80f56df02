import Analysis
import Comparing
import Platform
import Records

/// Which records a report of ages lists.
struct BlameListing {
  let result: ChainResult<Blame>
  /// In the order of the export.
  let records: [Blame.Record]
  /// A page with more would be of no use to a browser.
  static let mostOfPage = 2000

  /// - Parameter most: So many at most, those that changed last.
  init(_ result: ChainResult<Blame>, most: Int?) {
    self.result = result
    let all = result.content.records
    guard let most, all.count > most else {
      records = all
      return
    }
    let newest = all.map { result.content.newest(of: $0.number) }
    let latest = all.indices.sorted { (newest[$1], $0) < (newest[$0], $1) }
    records = latest.prefix(most).sorted().map { all[$0] }
  }

  var blame: Blame { result.content }
  var name: String { result.exports.last?.name ?? blame.table.name }
  var hidden: Int { result.content.records.count - records.count }

  /// How many cells are as old as each export.
  var cellCounts: [Int] {
    var counts = [Int](repeating: 0, count: result.exports.count)
    for record in result.content.records {
      for age in blame.ages[record.number] where age >= 0 { counts[Int(age)] += 1 }
    }
    return counts
  }
}

struct BlameText {
  private let listing: BlameListing
  private let labels: ChainLabels
  private let palette: Palette
  private let out: OutputBuffer
  private static let widest = 40

  init(_ listing: BlameListing, _ options: ReportOptions, _ out: OutputBuffer) {
    self.listing = listing
    labels = ChainLabels(listing.result)
    palette = Palette(isOn: options.color)
    self.out = out
  }

  func write() throws {
    let table = listing.blame.table
    let records = Grouped.count(listing.blame.records.count, "record", "records")
    palette.paint(.bold, out, "\(records) of \(DisplayText(listing.name).text(within: 80))")
    palette.paintLine(.dim, out, " in \(labels.summary)\(listing.result.keyWords)")
    let rules = listing.result.ruleWords
    if !rules.isEmpty { palette.paintLine(.dim, out, DisplayText(rules).text(within: 400)) }
    if listing.hidden > 0 {
      palette.paintLine(.dim, out, "the \(Grouped.number(listing.records.count)) that changed last are listed")
    }
    let keys = listing.records.map(shownKey)
    let widths = (label: labels.width, key: min(keys.map { DisplayText($0).width }.max() ?? 0, 40))
    var cursor = table.makeCursor()
    for (record, key) in zip(listing.records, keys) {
      append(record, key, widths, &cursor)
      try out.checkpoint()
    }
  }

  /// Writes a line: `2026-11-20  42  stock: 4 · 2026-11-17 price: 12.50 · ^2026-11-01 the rest`.
  private func append(
    _ record: Blame.Record, _ key: String, _ widths: (label: Int, key: Int), _ cursor: inout FieldCursor
  ) {
    let groups = groups(of: record)
    let label = groups.first.map { labels.texts[$0.age] } ?? ""
    palette.paint(.heading, out, label)
    out.append(text: String(repeating: " ", count: widths.label - DisplayText(label).width + 2))
    out.append(text: key)
    out.append(text: String(repeating: " ", count: max(0, widths.key - DisplayText(key).width) + 2))
    for (number, group) in groups.enumerated() {
      if number > 0 { palette.paint(.dim, out, " · \(labels.texts[group.age]) ") }
      if number == groups.count - 1 {
        out.append(groups.count == 1 ? "all" : "the rest")
      } else {
        append(group.columns, of: record, &cursor)
      }
    }
    out.append("\n")
  }

  private func append(_ columns: [Int], of record: Blame.Record, _ cursor: inout FieldCursor) {
    let table = listing.blame.table
    for (number, column) in columns.enumerated() {
      palette.paint(.dim, out, (number == 0 ? "" : ", ") + DisplayText(table.columns[column]).text(within: 40) + ": ")
      _ = out.append(shown: cursor.field(record.number, column), within: Self.widest)
    }
  }

  /// The columns of a record by the ages of their cells, the newest ones first.
  private func groups(of record: Blame.Record) -> [(age: Int, columns: [Int])] {
    let ages = listing.blame.ages[record.number]
    var columns: [Int: [Int]] = [:]
    for (column, age) in ages.enumerated() where age >= 0 { columns[Int(age), default: []].append(column) }
    return columns.map { (age: $0.key, columns: $0.value) }.sorted { $0.age > $1.age }
  }

  private func shownKey(_ record: Blame.Record) -> String {
    guard !record.key.isEmpty else { return "record \(record.number + 1)" }
    return record.key.map { LifeText.shown($0) }.joined(separator: ", ")
  }
}

struct BlameJSON {
  private let listing: BlameListing
  private let out: OutputBuffer

  init(_ listing: BlameListing, _ out: OutputBuffer) { (self.listing, self.out) = (listing, out) }

  func write() throws {
    let json = JSONEmitter(out)
    let names = SpelledNames(listing.blame.table.columns)
    var cursor = listing.blame.table.makeCursor()
    try json.object(.lines) {
      json.member("lunadiff", 1)
      json.members(of: listing.result)
      json.member("hidden", listing.hidden == 0 ? nil : listing.hidden)
      try json.member("blame") {
        try json.list(listing.records, .lines) { record in
          write(record, names, &cursor, json)
          try out.checkpoint()
        }
      }
    }
    out.append("\n")
  }

  private func write(
    _ record: Blame.Record, _ names: SpelledNames, _ cursor: inout FieldCursor, _ json: JSONEmitter
  ) {
    let ages = listing.blame.ages[record.number]
    json.object {
      json.member("key") { json.list(record.key) { json.value($0) } }
      json.member("record", record.number)
      json.member("since", Int(listing.blame.ages.arrivals[record.number]))
      json.object("cells") {
        for (column, age) in ages.enumerated() {
          let field = cursor.field(record.number, column)
          guard field.kind != .absent else { continue }
          json.member { names.append(column, to: $0) }
          json.object {
            json.member("value", field)
            json.member("since", age < 0 ? nil : Int(age))
          }
        }
      }
    }
  }
}
