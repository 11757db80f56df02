import Platform
import Comparing
import Records

/// One row for each changed value, for spreadsheets.
///
/// Columns: `kind`, the key's columns (with `key ` before a name that is another column's), `section` where there are
/// any, `column`, `old`, `new`, and the numbers of the old and the new record, counted from 1. A deleted or inserted
/// record has a row for each of its values, or one without a column if it has no value but its key; a record that moved
/// has a row of kind `moved` without a column. Of a nested
/// value each path that differs has a row, with the path as its column. The columns for context come last, with `with `
/// before a name that is taken. Where differences are accepted, `accepted` has `yes` for those that are. What is absent
/// or null is an empty cell. Behind them come rows for changes of no
/// record: `section_deleted`, `section_inserted`, `section_updated` and `section_moved` with the section's name,
/// `column_deleted` and `column_inserted`.
///
/// An object, since it is passed along for every value, and a copy would cost more than the value.
final class CSVReport {
  let comparison: Comparison
  let options: ReportOptions
  let out: OutputBuffer
  private let reader: ChangeReader
  private let listing: ChangeListing
  private let context: ContextColumns
  /// Columns that every row has anyway.
  private let keyPlaces: Sides<Set<Int>>
  /// Whether somebody has accepted what the next row says.
  private var isAccepted = false

  init(_ comparison: Comparison, _ options: ReportOptions, _ out: OutputBuffer, context: ContextColumns) {
    self.comparison = comparison
    self.options = options
    self.out = out
    reader = ChangeReader(comparison)
    self.context = context
    listing = ChangeListing(comparison, options)
    let keys = reader.rawKeyColumns ?? []
    keyPlaces = Sides { side in Set(keys.compactMap { $0.places[side] }) }
  }

  private init(_ report: CSVReport, _ out: OutputBuffer) {
    comparison = report.comparison
    options = report.options
    self.out = out
    reader = ChangeReader(report.comparison)
    listing = report.listing
    context = report.context
    keyPlaces = report.keyPlaces
  }

  func write() throws {
    try appendHeader()
    try listing.write(to: out) { out in
      let report = CSVReport(self, out)
      return { _, entry in try report.append(entry, report.lead(of: entry)) }
    }
    for kind in Change.Kind.allCases {
      for name in comparison.sectionNames(changed: kind) { try append(kind, section: name) }
    }
    let (all, open) = (comparison.columnChanges, comparison.openColumnChanges)
    for name in all.deleted { try appendRow("column_deleted", name, isAccepted: !open.deleted.contains(name)) }
    for name in all.inserted { try appendRow("column_inserted", name, isAccepted: !open.inserted.contains(name)) }
  }

  private func appendRow(_ kind: String, _ column: String, isAccepted: Bool) throws {
    let leads = try keyCount + (comparison.hasSections ? 1 : 0)
    let blanks = { Array(repeating: "", count: $0) }
    let accepted = comparison.acceptance == nil ? [] : [isAccepted ? "yes" : ""]
    append(row: [kind] + blanks(leads) + [column] + blanks(4) + accepted + blanks(context.columns.count))
  }

  /// A row for a section that came, went, moved, or whose own content differs.
  private func append(_ kind: Change.Kind, section: Value) throws {
    out.append(text: "section_\(kind.rawValue)" + String(repeating: ",", count: try keyCount + 1))
    section.withField { append($0) }
    out.append(text: String(repeating: ",", count: 5))
    append(accepted: comparison.acceptance?.contains(kind, section: section) ?? false)
    out.append(text: String(repeating: ",", count: context.columns.count) + "\n")
  }

  private func append(row cells: [String]) {
    for (number, cell) in cells.enumerated() {
      if number > 0 { out.append(",") }
      append(text: cell)
    }
    out.append("\n")
  }

  private func append(text: String) { text.withBytes { append(cell: $0) } }

  private var keyCount: Int { get throws { try reader.keyTitles.count } }

  private func appendHeader() throws {
    var own = ["column", "old", "new", "old_record", "new_record"]
    if comparison.hasSections { own.insert("section", at: 0) }
    if comparison.acceptance != nil { own.append("accepted") }
    var names = ["kind"]
    var taken: Set = ["kind"]
    func add(_ name: String, prefix: String, besides own: [String]) {
      var name = name
      while taken.contains(name) || own.contains(name) { name = prefix + name }
      names.append(name)
      taken.insert(name)
    }
    for name in try reader.keyTitles { add(name, prefix: "key ", besides: own) }
    names += own
    taken.formUnion(own)
    for column in context.columns { add(column.name, prefix: "with ", besides: []) }
    append(row: names)
  }

  /// The cells between the kind and the column: key and section, each with a comma before it.
  private func lead(of entry: ChangeEntry) throws -> [UInt8] {
    let start = out.count
    if comparison.hasKey {
      try reader.forEachKeyPart(of: entry) { field in
        out.append(",")
        append(computed: field)
      }
    }
    if let section = comparison.sectionPlaces(of: entry)?.own {
      out.append(",")
      comparison.name(of: section).withField { append(computed: $0) }
    }
    return out.takeBytes(from: start)
  }

  private func append(_ entry: ChangeEntry, _ lead: [UInt8]) throws {
    let accepted = comparison.acceptedParts(of: entry)
    isAccepted = accepted.content
    switch entry.kind {
    case .deleted: appendRecord("deleted", .source, entry, lead)
    case .inserted: appendRecord("inserted", .target, entry, lead)
    case .updated:
      try reader.forEachDifference(of: entry) { column, old, new in
        isAccepted = accepted.content || accepted.columns.contains(Int32(column))
        let name = reader.columns[column].name
        let changes = try reader.nestedChanges(of: entry, column: column) ?? []
        if changes.isEmpty { appendRow("updated", lead, name, (old, new), entry) }
        for change in changes { append(change, in: name, lead, entry) }
      }
      if reader.differenceCount(of: entry) == 0 { appendRow("updated", lead, "", nil, entry) }
    case .moved: break
    }
    isAccepted = accepted.place
    if entry.isMoved { appendRow("moved", lead, "", nil, entry) }
  }

  /// A row for a path into a nested value; of an element that moved, with its old and its new path as values.
  private func append(_ change: NestedChange, in column: String, _ lead: [UInt8], _ entry: ChangeEntry) {
    let path = change.path.text(below: column)
    guard change.kind == .moved else {
      let values = (change.old ?? .absent, change.new ?? .absent)
      return appendRow("updated", lead, path, values, entry)
    }
    Value.text(Text(change.from?.text(below: column) ?? column)).withField { from in
      Value.text(Text(path)).withField { appendRow("moved", lead, path, (from, $0), entry) }
    }
  }

  private func appendRecord(_ kind: StaticString, _ side: Side, _ entry: ChangeEntry, _ lead: [UInt8]) {
    let names = comparison.tables[side].columns
    let keys = keyPlaces[side]
    var isEmpty = true
    reader.forEachField(side, reader.record(of: entry, side)) { column, field in
      guard field.kind != .absent, !keys.contains(column) else { return }
      let values = side == .source ? (field, Field.absent) : (Field.absent, field)
      appendRow(kind, lead, names[column], values, entry)
      isEmpty = false
    }
    if isEmpty { appendRow(kind, lead, "", nil, entry) }
  }

  private func appendRow(
    _ kind: StaticString, _ lead: [UInt8], _ column: String, _ values: (Field, Field)?, _ entry: ChangeEntry
  ) {
    out.append(kind)
    out.append(lead)
    out.append(",")
    append(text: column)
    out.append(",")
    if let values { append(values.0) }
    out.append(",")
    if let values { append(values.1) }
    for side in Side.allCases {
      out.append(",")
      let record = reader.record(of: entry, side)
      if record >= 0 { out.append(record + 1) }
    }
    append(accepted: isAccepted)
    for column in context.columns {
      out.append(",")
      append(reader.value(of: column, entry))
    }
    out.append("\n")
  }

  private func append(accepted: Bool) {
    if comparison.acceptance != nil { out.append(accepted ? ",yes" : ",") }
  }

  private func append(_ field: Field) { field.withCharacters { append(cell: $0) } }

  /// A value that may be a rule's, and so may have any bytes.
  private func append(computed field: Field) {
    field.withCharacters { append(cell: $0, isText: $0.allSatisfy { 0x01...0x7F ~= $0 }) }
  }

  /// A cell, quoted where it has to be.
  ///
  /// Spreadsheets take a cell that begins with `=`, `+`, `-`, `@`, a tab or a return for a formula, even from a file
  /// of data; unless told otherwise, such text gets an apostrophe before it. Numbers do not. Half of a UTF-16 pair,
  /// which no UTF-8 can hold, a NUL and what is no UTF-8 are written as JSON writes them.
  private func append(cell bytes: BytesView, isText: Bool = true) {
    let isFormula = options.escapesFormulas && Self.isFormula(bytes)
    guard isFormula || !isText || bytes.contains(where: Self.isSpecial) else { return out.append(bytes) }
    let isQuoted = isFormula || bytes.contains(where: Self.needsQuotes)
    if isQuoted { out.append("\"") }
    if isFormula { out.append("'") }
    var place = 0
    while place < bytes.count { place = append(bytes, at: place) }
    if isQuoted { out.append("\"") }
  }

  /// Appends what stands at a place of a cell; returns the place behind it.
  private func append(_ bytes: BytesView, at place: Int) -> Int {
    let byte = bytes[place]
    guard let (point, count) = UTF8Sequence.read(bytes, at: place) else {
      out.append(JSONWriter.escape(of: 0xDC00 | UInt16(byte)))
      return place + 1
    }
    if point == 0 || Unicode.Scalar(point) == nil {
      out.append(JSONWriter.escape(of: UInt16(truncatingIfNeeded: point)))
    } else {
      if byte == UInt8(ascii: "\"") { out.append(byte) }
      out.append(bytes[part: place..<place + count])
    }
    return place + count
  }

  private static let leadOfSurrogates: UInt8 = 0xED

  private static func isSpecial(_ byte: UInt8) -> Bool { needsQuotes(byte) || byte == leadOfSurrogates || byte == 0 }

  private static func needsQuotes(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
  }

  private static func isFormula(_ bytes: BytesView) -> Bool {
    switch bytes.first {
    case UInt8(ascii: "="), UInt8(ascii: "@"), 0x09, 0x0D: true
    case UInt8(ascii: "+"), UInt8(ascii: "-"): ExactDecimal(bytes) == nil
    default: false
    }
  }
}

extension ChangeReader {
  /// The names of the key's columns; of a key that a rule computes one for each part that the first one has, and none
  /// where there is no key.
  var keyTitles: [String] {
    get throws {
      guard comparison.hasKey else { return [] }
      if let keyNames { return keyNames }
      guard comparison.changeCount > 0 else { return ["key"] }
      var count = 0
      try forEachKeyPart(of: comparison.entry(at: 0)) { _ in count += 1 }
      return count == 1 ? ["key"] : (1...max(count, 1)).map { "key\($0)" }
    }
  }
}
