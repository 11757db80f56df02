import RecordDiff
import Records

/// Tables for a pull request's comment, never larger than such a comment may be.
struct MarkdownReport {
  let comparison: Comparison
  let options: ReportOptions
  let out: OutputBuffer
  private let reader: ChangeReader

  /// GitHub takes 65,536 characters; bytes are counted here, and something is left for the text around.
  private static let budget = 60_000
  private static let usualLimit = 500

  init(_ comparison: Comparison, _ options: ReportOptions, _ out: OutputBuffer) {
    self.comparison = comparison
    self.options = options
    self.out = out
    reader = ChangeReader(comparison)
  }

  /// Writes the whole report.
  func write() throws {
    appendHeading()
    for kind in Change.Kind.allCases {
      append("Sections \(kind.rawValue)", names: comparison.sectionWords(changed: kind))
    }
    append("Columns removed", names: comparison.columnChanges.deleted)
    append("Columns added", names: comparison.columnChanges.inserted)
    appendStatistics()
    let kinds: [Change.Kind] = [.updated, .deleted, .inserted, .moved]
    let listings = kinds.map { kind in (kind, listing(of: kind)) }.filter { $0.1.matching > 0 }
    for (index, (kind, listing)) in listings.enumerated() {
      let left = max(0, Self.budget - out.count)
      append(kind, listing, budget: left / (listings.count - index), isOpen: index == 0)
    }
    appendNotes()
  }

  private func listing(of kind: Change.Kind) -> ChangeListing {
    let isShown = options.show.contains(kind)
    let limit = min(options.limit ?? Self.usualLimit, Self.usualLimit)
    return ChangeListing(comparison, limit: limit) { isShown && $0.kind == kind }
  }

  private func appendHeading() {
    let names = Side.allCases.map { side in
      MarkdownText.code(DisplayText(comparison.collections.tables[side].name).text(within: 120))
    }
    let title = options.title.map { MarkdownText.escaped(DisplayText($0).text(within: 200)) }
    out.append(text: "### \(title ?? "\(names[0]) → \(names[1])")\n\n")
    if title != nil { out.append(text: "\(names[0]) → \(names[1])\n\n") }
    let summary = comparison.summary
    let counts = [
      (summary.deleted, "deleted"), (summary.inserted, "inserted"), (summary.updated, "updated"),
      (summary.moved, "moved"),
    ]
    let changed = counts.filter { $0.0 > 0 }.map { "**\(Grouped.number($0.0)) \($0.1)**" }
    let same = comparison.hasRecords ? "**No differences**" : "**Nothing to compare**"
    let none = comparison.isSame ? same : "**No record differs**"
    out.append(text: changed.isEmpty ? none : changed.joined(separator: ", "))
    let records = Side.allCases.map { comparison.collections.tables[$0].count }
    out.append(text: ", \(Grouped.number(summary.unchanged)) unchanged · ")
    out.append(
      text: "\(Grouped.number(records[0])) → \(Grouped.count(records[1], "record", "records"))")
    if let elapsed = options.elapsed { out.append(text: " · \(Grouped.time(elapsed))") }
    out.append("\n")
    let rules = TermsText(comparison, options).parts
    guard !rules.isEmpty else { return }
    out.append(text: "\n\(rules.map(MarkdownText.escaped).joined(separator: " · "))\n")
  }

  private func append(_ title: String, names: [String]) {
    guard !names.isEmpty else { return }
    let shown = names.prefix(12).map { MarkdownText.code(DisplayText($0).text(within: 60)) }
    let more = names.count > 12 ? " and \(names.count - 12) more" : ""
    out.append(text: "\n\(title): \(shown.joined(separator: ", "))\(more)\n")
  }

  private func appendStatistics() {
    let statistics = ColumnStatistics.collect(reader)
    guard statistics.updated > 1 else { return }
    out.append("\n| Updated column | Records | Share | Typical difference |\n|:--|--:|--:|:--|\n")
    for column in statistics.columns.prefix(20) {
      let name = MarkdownText.code(DisplayText(reader.columns[column.number].name).text(within: 40))
      let median = column.numeric.median.map { DecimalText.describe($0, isDifference: true) }
      let share = Grouped.share(column.changed, of: statistics.updated)
      out.append(
        text: "| \(name) | \(Grouped.number(column.changed)) | \(share) | \(median ?? "") |\n")
    }
  }

  private func append(_ kind: Change.Kind, _ listing: ChangeListing, budget: Int, isOpen: Bool) {
    let title = kind.rawValue.prefix(1).uppercased() + kind.rawValue.dropFirst()
    out.append(text: isOpen ? "\n<details open>" : "\n<details>")
    out.append(text: "<summary>\(title) (\(Grouped.number(listing.matching)))</summary>\n\n")
    out.append(kind == .updated ? "| Key | Column | Old | New |\n|:--|:--|:--|:--|\n" : "")
    out.append(kind == .moved ? "| Key | From | To |\n|:--|:--|:--|\n" : "")
    out.append(kind == .deleted || kind == .inserted ? "| Key | Record |\n|:--|:--|\n" : "")
    let end = out.count + max(0, budget - 400)
    var written = 0
    listing.forEach { _, entry in
      let before = out.count
      guard before < end else { return }
      append(entry)
      if out.count > end { out.truncate(to: before) } else { written += 1 }
    }
    let more = listing.matching - written
    if more > 0 { out.append(text: "\n… and \(Grouped.number(more)) more\n") }
    out.append("\n</details>\n")
  }

  private func appendNotes() {
    for words in comparison.duplicateWords {
      out.append("\nDuplicates: ")
      out.append(text: MarkdownText.escaped(words))
      out.append("\n")
    }
    for note in comparison.terms.notes {
      let message = MarkdownText.escaped(DisplayText(note.message).text(within: 400))
      out.append(text: "\n\(note.isWarning ? "Warning" : "Note"): \(message)\n")
    }
  }
}

extension MarkdownReport {
  private func append(_ entry: ChangeEntry) {
    let key = keyText(entry)
    switch entry.kind {
    case .updated: appendUpdated(entry, key)
    case .moved: out.append(text: "| \(key) | \(places(entry)) |\n")
    case .deleted: out.append(text: "| \(key) | \(recordText(entry, .source)) |\n")
    case .inserted: out.append(text: "| \(key) | \(recordText(entry, .target)) |\n")
    }
  }

  private func appendUpdated(_ entry: ChangeEntry, _ key: String) {
    var lead = key
    reader.forEachDifference(of: entry) { column, old, new in
      let name = MarkdownText.code(DisplayText(reader.columns[column].name).text(within: 40))
      let values = [old, new].map { MarkdownText.code($0, limit: 80) }
      out.append(text: "| \(lead) | \(name) | \(values[0]) | \(values[1]) |\n")
      lead = ""
    }
    if entry.isMoved { out.append(text: "| \(lead) | *moved* | \(places(entry)) |\n") }
  }

  private func keyText(_ entry: ChangeEntry) -> String {
    var key =
      comparison.hasKey ? MarkdownText.code(reader.displayKey(of: entry).text(within: 60)) : ""
    if let section = reader.sections(of: entry)?.own {
      key = "§ \(MarkdownText.escaped(reader.displayName(of: section))) \(key)"
    }
    return key
  }

  private func places(_ entry: ChangeEntry) -> String {
    if let from = reader.sections(of: entry)?.from, let own = reader.sections(of: entry)?.own {
      let names = [from, own].map { MarkdownText.escaped(reader.displayName(of: $0)) }
      return "§ \(names[0]) | § \(names[1])"
    }
    let numbers = Side.allCases.map { Grouped.number(reader.record(of: entry, $0) + 1) }
    return "record \(numbers[0]) | record \(numbers[1])"
  }

  private func recordText(_ entry: ChangeEntry, _ side: Side) -> String {
    let names = comparison.collections.tables[side].columns
    let keys = Set(reader.rawKeyColumns?.compactMap { $0.places[side] } ?? [])
    var parts: [String] = []
    var count = 0
    reader.forEachField(side, reader.record(of: entry, side)) { column, field in
      guard !field.isVoid, !keys.contains(column) else { return }
      count += 1
      guard count <= 8 else { return }
      let name = MarkdownText.escaped(DisplayText(names[column]).text(within: 40))
      parts.append("\(name) \(MarkdownText.code(field, limit: 60))")
    }
    return parts.joined(separator: ", ") + (count > 8 ? ", +\(count - 8)" : "")
  }
}
