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
      for change in changes { append(row(of: change, below: name, grid)) }
    }
    if entry.isMoved {
      append(moved("moved", places: places(of: entry)))
    } else if isFirst {
      append(Row(name: "differs by the rules", old: [], new: []))
    }
  }

  private func row(_ name: String, _ old: Field, _ new: Field, _ grid: TableWidths) -> Row {
    let room = grid.room(besides: name)
    let pair = ValuePair(old, new, width: 2 * room, isMarked: palette.isOn)
    return Row(name: name, old: fitting(pair.old, room), new: fitting(pair.new, room))
  }

  /// A pair may share its room unevenly; a table has the same for both.
  private func fitting(_ runs: [DisplayText.Run], _ room: Int) -> [DisplayText.Run] {
    guard width(of: runs) > room else { return runs }
    let text = DisplayText(runs.map(\.text).joined()).text(within: room)
    return [DisplayText.Run(text: text, isChanged: true)]
  }

  private func row(of change: NestedChange, below column: String, _ grid: TableWidths) -> Row {
    let name = (change.kind == .updated ? change.path : change.path.named).text(below: column)
    switch change.kind {
    case .moved: return moved("\(name) moved", places: [change.from, change.path].map { "[\($0?.place ?? 0)]" })
    case .updated: return row(name, change.old ?? .absent, change.new ?? .absent, grid)
    case .inserted: return Row(name: name, old: [], new: whole(change.new, of: name, grid))
    case .deleted: return Row(name: name, old: whole(change.old, of: name, grid), new: [])
    }
  }

  private func whole(_ value: Field?, of name: String, _ grid: TableWidths) -> [DisplayText.Run] {
    let text = DisplayText(value ?? .absent).text(within: grid.room(besides: name))
    return [DisplayText.Run(text: text, isChanged: true)]
  }

  private func moved(_ name: String, places: [String]) -> Row {
    let runs = places.map { [DisplayText.Run(text: $0, isChanged: true)] }
    return Row(name: name, old: runs[0], new: runs[1], roles: (.moved, .moved))
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
      let runs = whole(field, of: name, grid)
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

  /// A row; one whose name is wider than the column of names is not aligned, and takes a second line only if it has to.
  private func append(_ row: Row, _ grid: TableWidths) {
    let name = DisplayText(row.name)
    let (old, room) = (width(of: row.old), grid.room(besides: row.name))
    let needed = grid.indent + name.width + TableWidths.gap + old + 1 + TableWidths.bar.count
    palette.paint(.dim, out, name.text(within: grid.width - grid.indent))
    let isAligned = grid.hasRoom(for: row.name)
    let isInLine = !isAligned && needed + width(of: row.new) <= grid.width
    if isAligned {
      appendBlanks(grid.lead - name.width)
    } else if isInLine {
      appendBlanks(TableWidths.gap)
    } else {
      out.append("\n")
      appendBlanks(grid.indent)
    }
    append(row.old, row.roles.old)
    appendBlanks(isInLine ? 1 : room - old + 1)
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
