import RecordDiff
import Records

/// Every change, for a person at a terminal.
struct TextReport {
  let comparison: Comparison
  let options: ReportOptions
  let out: OutputBuffer
  let reader: ChangeReader
  let palette: Palette
  /// The columns that keys take, with what follows them.
  let indent: Int
  let labels: ColumnLabels
  /// Terminal columns left for what follows the key.
  let room: Int

  private static let widestKey = 28
  private static let sampledKeys = 400

  init(_ comparison: Comparison, _ options: ReportOptions, _ out: OutputBuffer) {
    self.comparison = comparison
    self.options = options
    self.out = out
    reader = ChangeReader(comparison)
    palette = Palette(isOn: options.color)
    indent = Self.indent(reader, options)
    room = max((options.width ?? 400) - indent, 24)
    labels = ColumnLabels(reader, room: room)
  }

  /// The same report to another buffer, for another thread.
  private init(_ report: TextReport, _ out: OutputBuffer) {
    comparison = report.comparison
    options = report.options
    self.out = out
    reader = ChangeReader(report.comparison)
    palette = report.palette
    indent = report.indent
    labels = report.labels
    room = report.room
  }

  /// Wide enough for the first keys, so that what follows them is aligned.
  private static func indent(_ reader: ChangeReader, _ options: ReportOptions) -> Int {
    guard reader.comparison.hasKey else { return 2 }
    var widest = 0
    var sample = options
    sample.limit = min(options.limit ?? sampledKeys, sampledKeys)
    ChangeListing(reader.comparison, sample).forEach { _, entry in
      let width = reader.displayKey(of: entry).width
      if width <= widestKey { widest = max(widest, width) }
    }
    return 2 + max(widest, 1) + 2
  }

  /// Writes the whole report.
  func write() throws {
    let footer = ReportFooter(comparison, options, out)
    footer.appendNames()
    out.append("\n")
    if try appendListedChanges() > 0 { out.append("\n") }
    footer.appendSummary()
  }

  /// Writes the changes to show, and how many more there are; returns how many there are in all.
  @discardableResult
  func appendListedChanges() throws -> Int {
    let listing = ChangeListing(comparison, options)
    try appendChanges(listing)
    if listing.remaining > 0 {
      palette.paint(.dim, out, "… and \(Grouped.number(listing.remaining)) more")
      out.append("\n")
    }
    return listing.matching
  }

  private func appendChanges(_ listing: ChangeListing) throws {
    guard comparison.sections != nil else {
      return try listing.write(to: out) { out in
        let report = TextReport(self, out)
        return { _, entry in report.append(entry) }
      }
    }
    for group in SectionGroups(listing, reader).groups {
      palette.paint(.heading, out, "§ " + reader.displayName(of: group.section))
      out.append("\n")
      for place in group.places {
        append(comparison.entry(at: place))
        try out.checkpoint()
      }
    }
  }

  /// Writes one change.
  func append(_ entry: ChangeEntry) {
    palette.paint(entry.kind.role, out) { out.append(entry.kind.mark) }
    out.append(" ")
    appendKey(entry)
    switch entry.kind {
    case .deleted: appendRecord(entry, .source)
    case .inserted: appendRecord(entry, .target)
    case .updated: appendDifferences(entry)
    case .moved: appendMoved(entry)
    }
  }

  private func appendKey(_ entry: ChangeEntry) {
    guard comparison.hasKey else { return }
    var width = 0
    palette.paint(.bold, out) {
      width = reader.appendKey(
        of: entry, to: out, within: options.width.map { max($0 - 2, 8) } ?? 400)
    }
    if width + 4 > indent {
      out.append("\n")
      appendIndent()
    } else {
      out.append(repeating: UInt8(ascii: " "), count: indent - 2 - width)
    }
  }

  func appendIndent() { out.append(repeating: UInt8(ascii: " "), count: indent) }

  private func appendDifferences(_ entry: ChangeEntry) {
    var isFirst = true
    reader.forEachDifference(of: entry) { column, old, new in
      if !isFirst { appendIndent() }
      isFirst = false
      append(labels.compared[column], old, new)
    }
    guard entry.isMoved || isFirst else { return }
    if !isFirst { appendIndent() }
    if entry.isMoved {
      appendPlaces(entry)
    } else {
      palette.paint(.dim, out, "differs by the rules\n")
    }
  }

  /// `column: old → new`, both shortened around the place where they begin to differ.
  private func append(_ label: ColumnLabels.Label, _ old: Field, _ new: Field) {
    palette.paint(.dim, out, label.text)
    let width = room - label.width - 3
    let isQuoted = old.kind.isText != new.kind.isText
    if !isQuoted, let old = PrintableText(old), let new = PrintableText(new),
      old.width + new.width <= width
    {
      appendPair({ out.append(old.bytes) }, { out.append(new.bytes) })
    } else {
      let pair = ShortenedPair(
        DisplayText(old, isQuoted: isQuoted), DisplayText(new, isQuoted: isQuoted), width: width)
      appendPair({ out.append(text: pair.old) }, { out.append(text: pair.new) })
    }
  }

  private func appendPair(_ old: () -> Void, _ new: () -> Void) {
    palette.paint(.deleted, out, old)
    palette.paint(.dim, out) { out.append(" → ") }
    palette.paint(.inserted, out, new)
    out.append("\n")
  }

  private func appendMoved(_ entry: ChangeEntry) {
    if !comparison.hasKey {
      appendRecord(entry, .target)
      appendIndent()
    }
    appendPlaces(entry)
  }

  private func appendPlaces(_ entry: ChangeEntry) {
    if let sections = reader.sections(of: entry), let from = sections.from {
      palette.paint(.dim, out, "from ")
      palette.paint(.moved, out, "§ " + reader.displayName(of: from))
      out.append("\n")
      return
    }
    palette.paint(.dim, out, "moved: ")
    palette.paint(.moved, out) {
      out.append("record ")
      out.append(text: Grouped.number(reader.record(of: entry, .source) + 1))
      out.append(" → ")
      out.append(text: Grouped.number(reader.record(of: entry, .target) + 1))
    }
    out.append("\n")
  }
}
