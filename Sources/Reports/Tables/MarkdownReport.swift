import Analysis
import Comparing
import Records

/// Tables for a pull request's comment, never larger than such a comment may be.
struct MarkdownReport {
  let comparison: Comparison
  let options: ReportOptions
  let out: OutputBuffer
  let reader: ChangeReader
  let context: ContextColumns

  /// GitHub takes 65,536 characters; bytes are counted here, and something is left for the text around.
  private static let budget = 60_000
  private static let usualLimit = 500

  func write() throws {
    appendHeading()
    for kind in Change.Kind.allCases {
      append("Sections \(kind.rawValue)", names: comparison.sectionWords(changed: kind))
    }
    append("Columns removed", names: comparison.columnChanges.deleted)
    append("Columns added", names: comparison.columnChanges.inserted)
    let left = options.remarkableFindings.count - Finding.mostTold
    for finding in options.remarkableFindings.prefix(Finding.mostTold) {
      let trial = finding.trial(options.commands).map { ": \(MarkdownText.code($0))" } ?? ""
      out.append(text: "\n- \(MarkdownText.escaped(finding.text))\(trial)")
    }
    if left > 0 { out.append(text: "\n- and \(Grouped.count(left, "more finding", "more findings"))") }
    if !options.remarkableFindings.isEmpty { out.append("\n") }
    try appendStatistics()
    let listing = listing
    let kinds = Change.Kind.reading.filter { listing.matching($0) > 0 }
    for (index, kind) in kinds.enumerated() {
      let left = max(0, Self.budget - out.count)
      try append(kind, listing, budget: left / (kinds.count - index), isOpen: index == 0)
    }
    if let moves = listing.countedMoves { out.append(text: "\n\(MarkdownText.escaped(moves))\n") }
    appendNotes()
  }

  /// No more of each kind than a comment can hold.
  private var listing: ChangeListing {
    var own = options
    for kind in Change.Kind.allCases {
      own.limit.named[kind] = min(options.limit[kind] ?? Self.usualLimit, Self.usualLimit)
    }
    return ChangeListing(comparison, own, order: .byKind, countedMoves: ChangeListing.countedMoves(comparison, options))
  }

  private func appendHeading() {
    let names = Side.allCases.map { side in
      MarkdownText.code(DisplayText(comparison.tables[side].name).text(within: 120))
    }
    let title = options.title.map { MarkdownText.escaped(DisplayText($0).text(within: 200)) }
    out.append(text: "### \(title ?? "\(names[0]) → \(names[1])")\n\n")
    if title != nil { out.append(text: "\(names[0]) → \(names[1])\n\n") }
    let summary = comparison.summary
    let changed = Change.Kind.reading.filter { summary[$0] > 0 }.map {
      "**\(Grouped.number(summary[$0])) \($0.rawValue)**"
    }
    let same = comparison.hasRecords ? "**No differences**" : "**Nothing to compare**"
    let none = comparison.isSame ? same : "**No record differs**"
    out.append(text: changed.isEmpty ? none : changed.joined(separator: ", "))
    out.append(text: ", \(Grouped.number(summary.unchanged)) unchanged · \(comparison.recordWords)")
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

  private func appendStatistics() throws {
    let statistics = try ColumnStatistics.collect(reader)
    guard statistics.updated > 1 else { return }
    out.append("\n| Updated column | Records | Share | Typical difference |\n|:--|--:|--:|:--|\n")
    for column in statistics.columns.prefix(20) {
      let name = MarkdownText.code(DisplayText(reader.columns[column.number].name).text(within: 40))
      let typical = column.numeric.outline?.median.signed ?? column.respelledWords ?? ""
      let share = Grouped.share(column.changed, of: statistics.updated)
      out.append(text: "| \(name) | \(Grouped.number(column.changed)) | \(share) | \(typical) |\n")
      for row in column.pathRows(below: reader.columns[column.number].name) {
        let name = DisplayText(row.name).text(within: 60)
        let share = row.records.map { Grouped.share($0, of: statistics.updated) } ?? ""
        out.append(text: "| \(row.records == nil ? name : MarkdownText.code(name)) | ")
        out.append(text: "\(row.records.map(Grouped.number) ?? "") | \(share) | |\n")
      }
    }
    if !statistics.subgroups.isEmpty { out.append("\n") }
    for subgroup in statistics.subgroups {
      let totals = Subgroup.Totals(comparison)
      out.append(text: "- \(subgroup.sentence(of: totals, marking: MarkdownText.code))\n")
    }
  }

  private func append(_ kind: Change.Kind, _ listing: ChangeListing, budget: Int, isOpen: Bool) throws {
    let title = kind.rawValue.prefix(1).uppercased() + kind.rawValue.dropFirst()
    out.append(text: isOpen ? "\n<details open>" : "\n<details>")
    let matching = listing.matching(kind)
    out.append(text: "<summary>\(title) (\(Grouped.number(matching)))</summary>\n\n")
    appendTableHead(kind)
    let end = out.count + max(0, budget - 400)
    var written = 0
    try listing.forEach { _, entry in
      let before = out.count
      guard before < end, listing.kind(of: entry) == kind else { return }
      try append(entry, as: kind)
      if out.count > end { out.truncate(to: before) } else { written += 1 }
    }
    let more = matching - written
    if more > 0 { out.append(text: "\n… and \(Grouped.number(more)) more\n") }
    out.append("\n</details>\n")
  }

  private func appendTableHead(_ kind: Change.Kind) {
    let names = context.columns.map { MarkdownText.code(DisplayText($0.name).text(within: 40)) }
    let titles =
      switch kind {
      case .updated: ["Key"] + names + ["Column", "Old", "New"]
      case .moved: ["Key"] + names + ["From", "To"]
      case .deleted, .inserted: ["Key", "Record"]
      }
    out.append(text: "| \(titles.joined(separator: " | ")) |\n|")
    out.append(text: String(repeating: ":--|", count: titles.count) + "\n")
  }

  private func appendNotes() {
    if let words = comparison.moveWords { out.append(text: "\nMoved: \(MarkdownText.escaped(words))\n") }
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
  private func append(_ entry: ChangeEntry, as kind: Change.Kind) throws {
    let key = try keyText(entry)
    switch kind {
    case .updated: try appendUpdated(entry, key + contextCells(entry))
    case .moved: out.append(text: "| \(key)\(contextCells(entry)) | \(places(entry)) |\n")
    case .deleted: out.append(text: "| \(key) | \(recordText(entry, .source)) |\n")
    case .inserted: out.append(text: "| \(key) | \(recordText(entry, .target)) |\n")
    }
  }

  private func contextCells(_ entry: ChangeEntry) -> String {
    context.columns.reduce(into: "") { cells, column in
      cells += " | \(MarkdownText.code(reader.value(of: column, entry), limit: 40))"
    }
  }

  private func appendUpdated(_ entry: ChangeEntry, _ lead: String) throws {
    var lead = lead
    let noLead = String(repeating: " | ", count: context.columns.count)
    func append(_ name: String, _ values: (String, String)) {
      let name = MarkdownText.code(DisplayText(name).text(within: 60))
      out.append(text: "| \(lead) | \(name) | \(values.0) | \(values.1) |\n")
      lead = noLead
    }
    try reader.forEachDifference(of: entry) { column, old, new in
      let name = reader.columns[column].name
      let changes = try reader.nestedChanges(of: entry, column: column) ?? []
      if changes.isEmpty { append(name, cells(old, new)) }
      for change in changes { append(change.path.text(below: name), cells(change)) }
    }
    if entry.isMoved { out.append(text: "| \(lead) | *moved* | \(places(entry)) |\n") }
  }

  private func cells(_ old: Field, _ new: Field) -> (String, String) {
    let pair = ValuePair(old, new, width: 160, isMarked: false).texts
    return (MarkdownText.code(old, as: pair.old), MarkdownText.code(new, as: pair.new))
  }

  /// The values of a path; of an element that moved, where it was and is.
  private func cells(_ change: NestedChange) -> (String, String) {
    guard change.kind != .moved else {
      let indices = [change.from, change.path].map { "*moved* `[\($0?.place ?? 0)]`" }
      return (indices[0], indices[1])
    }
    return cells(change.old ?? .absent, change.new ?? .absent)
  }

  private func keyText(_ entry: ChangeEntry) throws -> String {
    var key = comparison.hasKey ? MarkdownText.code(try reader.displayKey(of: entry).text(within: 60)) : ""
    if let section = comparison.sectionPlaces(of: entry)?.own {
      key = "§ \(MarkdownText.escaped(reader.displayName(of: section))) \(key)"
    }
    return comparison.isAccepted(entry) ? "\(key) *accepted*" : key
  }

  private func places(_ entry: ChangeEntry) -> String {
    if let from = comparison.sectionPlaces(of: entry)?.from, let own = comparison.sectionPlaces(of: entry)?.own {
      let names = [from, own].map { MarkdownText.escaped(reader.displayName(of: $0)) }
      return "§ \(names[0]) | § \(names[1])"
    }
    let numbers = Side.allCases.map { Grouped.number(reader.record(of: entry, $0) + 1) }
    return "record \(numbers[0]) | record \(numbers[1])"
  }

  private func recordText(_ entry: ChangeEntry, _ side: Side) -> String {
    let names = comparison.tables[side].columns
    let keys = Set(reader.rawKeyColumns?.compactMap { $0.places[side] } ?? [])
    var parts: [String] = []
    var count = 0
    func add(_ name: String, _ field: Field) {
      count += 1
      guard count <= 8 else { return }
      parts.append("\(MarkdownText.escaped(DisplayText(name).text(within: 40))) \(MarkdownText.code(field, limit: 60))")
    }
    reader.forEachField(side, reader.record(of: entry, side)) { column, field in
      if !field.isVoid, !keys.contains(column) { add(names[column], field) }
    }
    reader.forEachDerived(context, of: entry) { add(context.columns[$0].name, $1) }
    if count > 8 { parts.append("+\(count - 8)") }
    reader.forEachContext(context, of: entry) { number, field in
      parts.append("\(MarkdownText.escaped(context.columns[number].name)) \(MarkdownText.code(field, limit: 60))")
    }
    return parts.joined(separator: ", ")
  }
}
