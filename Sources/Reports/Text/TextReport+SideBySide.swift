import Comparing
import Records

extension TextReport {
  func appendHeadings(_ grid: TableWidths) {
    palette.paint(.dim, out) {
      out.append("  ")
      if grid.key > 0 { append("key", width: grid.key + 2) }
      append("column", width: grid.lead)
      append("old", width: grid.value)
      out.append(text: " " + TableWidths.bar + "new\n")
    }
  }

  /// One change: what differs, a row each; of a record that came or went, what it holds on its side.
  func append(_ entry: ChangeEntry, _ grid: TableWidths) throws {
    try appendKey(of: entry, grid)
    switch entry.kind {
    case .deleted: appendRecord(entry, .source, grid)
    case .inserted: appendRecord(entry, .target, grid)
    case .updated, .moved: try appendRows(of: entry, grid)
    }
  }

  private struct Row {
    let name: String
    let old: [DisplayText.Run]
    let new: [DisplayText.Run]
    var roles: (old: Palette.Role, new: Palette.Role) = (.deleted, .inserted)
  }

  private func appendKey(of entry: ChangeEntry, _ grid: TableWidths) throws {
    guard grid.key > 0 else { return }
    let key = try reader.displayKey(of: entry)
    palette.paint(.bold, out, key.text(within: grid.key + grid.lead + 2 * grid.value))
    if key.width <= grid.key {
      appendBlanks(grid.key + 2 - key.width)
    } else {
      out.append("\n")
      appendBlanks(grid.indent)
    }
  }

  private func appendRows(of entry: ChangeEntry, _ grid: TableWidths) throws {
    var isFirst = true
    func append(_ row: Row) {
      if !isFirst { appendBlanks(grid.indent) }
      self.append(row, grid)
      isFirst = false
    }
    for row in contextRows(of: entry, grid) { append(row) }
    try reader.forEachDifference(of: entry) { column, old, new in
      let name = reader.columns[column].name
      let changes = try reader.nestedChanges(of: entry, column: column) ?? []
      if changes.isEmpty { append(row(name, old, new, grid)) }
      if changes.isEmpty, let texts = try reader.ruledTexts(of: entry, column: column, old, new) {
        append(compared(texts, grid))
      }
      for change in changes { append(row(of: change, below: name, grid)) }
    }
    if entry.isMoved {
      append(moved("moved", places: places(of: entry)))
    } else if isFirst {
      append(Row(name: "differs by the rules", old: [], new: []))
    }
  }

  private func row(_ name: String, _ old: Field, _ new: Field, _ grid: TableWidths) -> Row {
    let pair = ValuePair(old, new, width: 2 * grid.value, isMarked: palette.isOn, isEven: true)
    return Row(name: name, old: fitting(pair.old, grid.value), new: fitting(pair.new, grid.value))
  }

  /// In a narrow table a value may have less room than a pair needs to show what differs.
  private func fitting(_ runs: [DisplayText.Run], _ room: Int) -> [DisplayText.Run] {
    guard width(of: runs) > room else { return runs }
    let text = DisplayText(runs.map(\.text).joined()).text(within: room)
    return [DisplayText.Run(text: text, isChanged: true)]
  }

  private func row(of change: NestedChange, below column: String, _ grid: TableWidths) -> Row {
    let name = change.name(below: column)
    switch change.kind {
    case .moved: return moved(name + Self.movedWord, places: [change.from, change.path].map { "[\($0?.place ?? 0)]" })
    case .updated: return row(name, change.old ?? .absent, change.new ?? .absent, grid)
    case .inserted: return Row(name: name, old: [], new: part(change.new, "+ ", grid))
    case .deleted: return Row(name: name, old: part(change.old, "- ", grid), new: [])
    }
  }

  /// What stands before values as they were compared.
  static let comparedWords = "compared as"

  /// What is behind the name of an element that moved.
  static let movedWord = " moved"

  private func spelled(_ value: Field?, within limit: Int) -> String {
    let value = value ?? .absent
    guard !value.isNested else { return DisplayText(value).text(within: limit) }
    return Value.text(Text(utf8: value.compactSpelling)).withField { DisplayText($0).text(within: limit) }
  }

  /// A part of a value that came or went: without a mark, nothing beside it would read as an empty value.
  private func part(_ value: Field?, _ mark: String, _ grid: TableWidths) -> [DisplayText.Run] {
    [DisplayText.Run(text: mark + spelled(value, within: grid.value - mark.count), isChanged: true)]
  }

  private func moved(_ name: String, places: [String]) -> Row {
    let runs = places.map { [DisplayText.Run(text: $0, isChanged: true)] }
    return Row(name: name, old: runs[0], new: runs[1], roles: (.moved, .moved))
  }

  private func compared(_ texts: Sides<String>, _ grid: TableWidths) -> Row {
    let runs = Sides { fitting([DisplayText.Run(text: texts[$0], isChanged: true)], grid.value) }
    return Row(name: Self.comparedWords, old: runs.source, new: runs.target, roles: (.dim, .dim))
  }

  /// Where a record was and is: its section where that is another, else its number.
  private func places(of entry: ChangeEntry) -> [String] {
    if let sections = comparison.sectionPlaces(of: entry), let from = sections.from {
      return [from, sections.own].map { "§ " + reader.displayName(of: $0) }
    }
    return placeWords(of: entry).map { "record \($0)" }
  }

  private func contextRows(of entry: ChangeEntry, _ grid: TableWidths) -> [Row] {
    var rows: [Row] = []
    reader.forEachContext(context, of: entry) { number, field in
      let name = context.columns[number].name
      let runs = [DisplayText.Run(text: DisplayText(field).text(within: grid.value), isChanged: true)]
      rows.append(Row(name: name, old: runs, new: runs, roles: (.dim, .dim)))
    }
    return rows
  }

  private func appendRecord(_ entry: ChangeEntry, _ side: Side, _ grid: TableWidths) {
    let runs = [DisplayText.Run(text: recordText(entry, side, within: grid.value), isChanged: true)]
    append(Row(name: "", old: side == .source ? runs : [], new: side == .target ? runs : []), grid)
  }

  private func recordText(_ entry: ChangeEntry, _ side: Side, within limit: Int) -> String {
    var parts: [DisplayText] = []
    var width = 0
    func add(_ label: ColumnLabels.Label, _ field: Field) {
      let part = DisplayText(label.text + DisplayText(field).text(within: limit))
      width += part.width + 2
      parts.append(part)
    }
    reader.forEachField(side, reader.record(of: entry, side)) { column, field in
      guard width < limit, !field.isVoid, let label = labels.values[side][column] else { return }
      add(label, field)
    }
    reader.forEachDerived(context, of: entry) { number, field in
      if width < limit { add(ColumnLabels.Label(context.columns[number].name, within: 24), field) }
    }
    reader.forEachContext(context, of: entry) { add(ColumnLabels.Label(context.columns[$0].name, within: 24), $1) }
    return DisplayText(joining: parts).text(within: limit)
  }

  /// A row; of a name that is wider than the column of names the beginning and the end are to be seen.
  private func append(_ row: Row, _ grid: TableWidths) {
    let name = DisplayText(row.name).ends(within: grid.name, last: grid.name / 2)
    palette.paint(.dim, out, name)
    appendBlanks(grid.lead - DisplayText(name).width)
    append(row.old, row.roles.old)
    appendBlanks(grid.value - width(of: row.old) + 1)
    palette.paint(.dim, out, row.new.isEmpty ? "│" : TableWidths.bar)
    append(row.new, row.roles.new)
    out.append("\n")
  }

  private func width(of runs: [DisplayText.Run]) -> Int { runs.reduce(0) { $0 + DisplayText($1.text).width } }

  private func append(_ text: String, width: Int) {
    out.append(text: text)
    appendBlanks(width - text.count)
  }

  private func appendBlanks(_ count: Int) { if count > 0 { out.append(repeating: UInt8(ascii: " "), count: count) } }
}

extension NestedChange {
  /// The path of what differs; of an element that nothing names, and that came or went, that of its list.
  func name(below column: String) -> String { (kind == .updated ? path : path.named).text(below: column) }
}
