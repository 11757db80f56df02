import Comparing
import Records

/// The changes as text for a terminal.
struct TextReport {
  let comparison: Comparison
  let options: ReportOptions
  private(set) var out: OutputBuffer
  private(set) var reader: ChangeReader
  let palette: Palette
  let labels: ColumnLabels
  let context: ContextColumns
  private let listing: ChangeListing
  /// What many records have in common, if that is said before them.
  let repeated: RepeatedChanges?
  /// Whether keys seldom tell which record is meant.
  let hasRepeatedKeys: Bool
  /// Where values stand behind keys of the usual widths.
  private let usual: Layout
  /// Where they stand in a table, if this is one.
  private let grid: TableWidths?

  struct Layout {
    let indent: Int
    let room: Int

    init(indent: Int, width: Int?) {
      self.indent = indent
      room = max((width ?? 400) - indent, 24)
    }
  }

  private static let widestKey = 28
  private static let sampledKeys = 400

  init(
    _ comparison: Comparison, _ options: ReportOptions, _ out: OutputBuffer, context: ContextColumns = ContextColumns(),
    isTable: Bool = false
  ) throws {
    self.comparison = comparison
    self.options = options
    self.out = out
    reader = ChangeReader(comparison)
    palette = Palette(isOn: options.color)
    self.context = context
    listing = ChangeListing(
      forPeople: comparison, options, countedMoves: ChangeListing.countedMoves(comparison, options))
    let isGrouped =
      options.groups && !isTable && !comparison.hasSections && options.limit == ChangeLimits()
      && context.columns.isEmpty && options.show.contains(.updated)
      // Of what is accepted each change is marked, and those that count stand out.
      && comparison.acceptance == nil
    repeated = isGrouped ? try RepeatedChanges(reader) : nil
    hasRepeatedKeys = comparison.hasRepeatedKeys
    usual = Layout(indent: try Self.indent(reader, listing.places), width: options.width)
    labels = ColumnLabels(reader, room: usual.room)
    grid = isTable ? try Self.grid(reader, context, usual, listing.places, width: options.width) : nil
  }

  private init(_ report: TextReport, _ out: OutputBuffer) {
    self = report
    self.out = out
    reader = ChangeReader(report.comparison)
  }

  /// Wide enough for the keys of some changes from all over the list, so that what follows them is aligned.
  private static func indent(_ reader: ChangeReader, _ indices: [Int32]) throws -> Int {
    guard reader.comparison.hasKey else { return 2 }
    var widest = 1
    for entry in entries(reader, from: indices) {
      let width = try reader.displayKey(of: entry).width
      if width <= widestKey { widest = max(widest, width) }
    }
    return 2 + widest + 2
  }

  /// Some changes from all over the list.
  private static func entries(_ reader: ChangeReader, from indices: [Int32]) -> [ChangeEntry] {
    stride(from: 0, to: indices.count, by: max(1, indices.count / sampledKeys)).map { sample in
      reader.comparison.entry(at: Int(indices[indices.count - 1 - sample]))
    }
  }

  private static func grid(
    _ reader: ChangeReader, _ context: ContextColumns, _ usual: Layout, _ indices: [Int32], width: Int?
  ) throws -> TableWidths {
    var names = (reader.columns + context.columns).map { DisplayText($0.name).width }
    if reader.isSided.contains(true) { names.append(comparedWords.count) }
    for entry in entries(reader, from: indices) where entry.kind == .updated {
      for column in reader.differingColumns(of: entry) {
        let changes = try reader.nestedChanges(of: entry, column: Int(column)) ?? []
        let name = reader.columns[Int(column)].name
        names += changes.map { DisplayText($0.name(below: name) + ($0.kind == .moved ? movedWord : "")).width }
      }
    }
    return TableWidths(keys: reader.comparison.hasKey ? max(usual.indent - 4, 3) : 0, names: names, width: width)
  }

  /// Writes head, changes and counts, or the counts before the changes where the whole is long.
  func write() throws {
    let footer = ReportFooter(comparison: comparison, options: options, out: out)
    footer.appendNames()
    out.append("\n")
    guard let longest = options.longest else {
      if try appendList() { out.append("\n") }
      return footer.appendSummary()
    }
    try write(footer, longest: longest)
  }

  /// Holds back the changes, as far as they fit into one piece, until it is known whether the whole is long.
  private func write(_ footer: ReportFooter, longest: Int) throws {
    var isLong = false
    let list = OutputBuffer { [out] bytes in
      if !isLong {
        footer.appendSummary()
        out.append("\n")
      }
      isLong = true
      out.append(bytes)
      try out.checkpoint()
    }
    let isListed = try TextReport(self, list).appendList()
    let summary = OutputBuffer()
    ReportFooter(comparison: comparison, options: options, out: summary).appendSummary()
    if isLong || isListed && [out, list, summary].reduce(1, { $0 + $1.lineCount }) >= longest {
      try list.flush()
      out.append("\n")
      return footer.appendCounts()
    }
    list.withBytes { out.append($0) }
    if isListed { out.append("\n") }
    summary.withBytes { out.append($0) }
  }

  private func appendList() throws -> Bool {
    if let grid, listing.matching > 0 { appendHeadings(grid) }
    return try appendListedChanges()
  }

  /// Writes the changes to show, and how many more there are; returns whether there are any.
  @discardableResult func appendListedChanges() throws -> Bool {
    if let repeated { for group in repeated.groups { try append(group) } }
    try appendChanges()
    let more = listing.remaining.map { "\(Grouped.number($0.count)) more \($0.kind.rawValue)" }
    if !more.isEmpty { palette.paintLine(.dim, out, "… and " + more.joined(separator: ", ")) }
    if let moves = listing.countedMoves { palette.paintLine(.moved, out, moves) }
    return listing.matching > 0 || listing.countedMoves != nil
  }

  private func appendChanges() throws {
    guard comparison.hasSections else {
      return try listing.write(to: out) { out in
        let report = TextReport(self, out)
        return { _, entry in try report.append(entry) }
      }
    }
    for group in SectionGroups(listing).groups {
      palette.paintLine(.heading, out, "§ " + reader.displayName(of: group.section))
      for place in group.places {
        try append(comparison.entry(at: place))
        try out.checkpoint()
      }
    }
  }

  func append(_ entry: ChangeEntry) throws {
    let start = out.count
    guard try appendWhole(entry) else { return out.truncate(to: start) }
    guard comparison.isAccepted(entry) else { return }
    let lines = out.takeBytes(from: start)
    let end = lines.firstIndex(of: UInt8(ascii: "\n")) ?? lines.count
    out.append(Array(lines[..<end]))
    palette.paint(.dim, out, "  (accepted)")
    out.append(Array(lines[end...]))
  }

  /// - Returns: `false` if all of it has been said before, of many records at once.
  private func appendWhole(_ entry: ChangeEntry) throws -> Bool {
    palette.paint(entry.kind.role, out) { out.append(entry.kind.mark) }
    out.append(" ")
    if let grid {
      try append(entry, grid)
      return true
    }
    let layout = try appendKey(entry)
    switch entry.kind {
    case .deleted: appendRecord(entry, .source, layout)
    case .inserted: appendRecord(entry, .target, layout)
    case .updated: return try appendDifferences(entry, layout)
    case .moved: appendMoved(entry, layout)
    }
    return true
  }

  /// Writes the key; what follows it is moved to the right where that makes room, else to the next line.
  private func appendKey(_ entry: ChangeEntry) throws -> Layout {
    guard comparison.hasKey else { return usual }
    var width = 0
    try palette.paint(.bold, out) {
      width = try reader.appendKey(of: entry, to: out, within: options.width.map { max($0 - 2, 8) } ?? 400)
    }
    let indent = width <= Self.widestKey ? max(usual.indent, width + 4) : usual.indent
    let layout = indent == usual.indent ? usual : Layout(indent: indent, width: options.width)
    if width + 4 > indent {
      out.append("\n")
      appendIndent(layout)
    } else {
      out.append(repeating: UInt8(ascii: " "), count: indent - 2 - width)
    }
    return layout
  }

  func appendIndent(_ layout: Layout) { out.append(repeating: UInt8(ascii: " "), count: layout.indent) }
}

extension TextReport {
  /// One thing that differs inside a value: `items[sku=A1].qty: 1 → 2`, `borders: + "BLR"`.
  func append(_ change: NestedChange, in column: String, room: Int) {
    let label = ColumnLabels.Label(change.name(below: column), within: max(room / 2, 12))
    let left = max(room - label.width, 12)
    switch change.kind {
    case .updated: append(label, change.old ?? .absent, change.new ?? .absent, room: room)
    case .inserted: append(change.new, "+ ", .inserted, label, room: left)
    case .deleted: append(change.old, "- ", .deleted, label, room: left)
    case .moved: appendMoved(change, label, room: left)
    }
  }

  private func append(
    _ value: Field?, _ mark: StaticString, _ role: Palette.Role, _ label: ColumnLabels.Label, room: Int
  ) {
    palette.paint(.dim, out, label.text)
    palette.paint(role, out) {
      out.append(mark)
      appendSpelled(value, within: max(room - 2, 12))
    }
  }

  /// Where an element of a list was and is; without a name of its own, which one it is.
  private func appendMoved(_ change: NestedChange, _ label: ColumnLabels.Label, room: Int) {
    let indices = [change.from, change.path].map { "[\($0?.place ?? 0)]" }
    palette.paint(.dim, out, label.text + "moved ")
    if change.path.named != change.path {
      palette.paint(.moved, out) { appendSpelled(change.new, within: max(room - 30, 12)) }
      out.append(" ")
    }
    guard indices[0] != indices[1] else {
      // The others around it changed: it is behind another one than before.
      palette.paint(.dim, out, "among others, still at ")
      palette.paint(.moved, out, indices[1])
      return
    }
    palette.paint(.dim, out, "from ")
    palette.paint(.moved, out, indices[0])
    palette.paint(.dim, out, " to ")
    palette.paint(.moved, out, indices[1])
  }

  private func appendSpelled(_ value: Field?, within limit: Int) {
    let value = value ?? .absent
    guard !value.isNested else {
      _ = out.append(shown: value, within: limit)
      return
    }
    Value.text(Text(utf8: value.compactSpelling)).withField { _ = out.append(shown: $0, within: limit) }
  }
}

extension TextReport {
  /// A record on one line: the columns beside the key that have a value, as many as fit.
  func appendRecord(_ entry: ChangeEntry, _ side: Side, _ layout: Layout) {
    let words = entry.kind == .moved ? nil : contextWords(of: entry, layout)
    let room = layout.room - (words?.width ?? 0)
    var line = RecordLine(left: room, widest: max(min(60, room / 2), 12))
    reader.forEachField(side, reader.record(of: entry, side)) { column, field in
      guard !field.isVoid, let label = labels.values[side][column] else { return }
      append(label, field, entry.kind.role, &line)
    }
    reader.forEachDerived(context, of: entry) { number, field in
      append(ColumnLabels.Label(context.columns[number].name, within: 24), field, entry.kind.role, &line)
    }
    if line.hidden > 0 { palette.paint(.dim, out, ", +\(line.hidden)") }
    end(words)
  }

  private struct RecordLine {
    var left: Int
    /// Columns that a value takes at most.
    let widest: Int
    var hidden = 0
    var isEmpty = true
  }

  /// Appends a column and its value, or takes it back if it does not fit.
  private func append(_ label: ColumnLabels.Label, _ field: Field, _ role: Palette.Role, _ line: inout RecordLine) {
    guard line.hidden == 0 else { return line.hidden += 1 }
    let start = out.count
    if !line.isEmpty { out.append(", ") }
    palette.paint(.dim, out, label.text)
    var width = label.width + (line.isEmpty ? 0 : 2)
    palette.paint(role, out) { width += out.append(shown: field, within: line.widest) }
    guard line.isEmpty || width + 6 <= line.left else {
      out.truncate(to: start)
      return line.hidden += 1
    }
    line.left -= width
    line.isEmpty = false
  }
}

extension ChangeReader {
  /// Appends the key for people, cut to `limit` columns, and returns how many columns the whole key takes.
  func appendKey(of entry: ChangeEntry, to out: OutputBuffer, within limit: Int) throws -> Int {
    let start = out.count
    var width = 0
    var isPlain = true
    try forEachKeyPart(of: entry) { part in
      guard isPlain, let text = PrintableText(part) else { return isPlain = false }
      if width > 0 { out.append(", ") }
      out.append(text.bytes)
      width += text.width + (width > 0 ? 2 : 0)
    }
    if isPlain, width <= limit { return width }
    out.truncate(to: start)
    let key = try displayKey(of: entry)
    out.append(text: key.text(within: limit))
    return key.width
  }

  func displayKey(of entry: ChangeEntry) throws -> DisplayText {
    var parts: [DisplayText] = []
    try forEachKeyPart(of: entry) { parts.append(DisplayText($0)) }
    return parts.count == 1 ? parts[0] : DisplayText(joining: parts)
  }

  func displayName(of section: SectionPlace) -> String {
    comparison.name(of: section).withField { DisplayText($0).text(within: 120) }
  }
}
