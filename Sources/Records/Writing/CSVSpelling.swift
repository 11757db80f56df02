/// Spells records of delimited text with the table's delimiter, quotes, line ends and habits of quoting.
struct CSVSpelling: RecordSpelling {
  let separator: [UInt8]
  private let table: RecordTable
  private let layout: CSVLayout
  private let header: HeaderPlace
  private let habits: QuotingHabits

  private var dialect: CSVDialect { layout.dialect }

  init(_ table: RecordTable, _ layout: CSVLayout) {
    self.table = table
    self.layout = layout
    header = HeaderPlace(table, layout)
    habits = QuotingHabits(table, layout.dialect, names: header.cells ?? [])
    separator = Self.separator(table, layout.dialect, header)
  }

  func prefix(columns: [String]) throws(WriteError) -> [UInt8] {
    let text = table.wholeText
    guard let cells = header.cells else { return try prefixWithoutHeader(columns) }
    var prefix = Array(text[..<header.range.lowerBound])
    if columns.areSameNames(as: table.columns) {
      prefix += text[header.range]
    } else {
      for (number, name) in columns.prefix(namedCount(of: columns, cells.count)).enumerated() {
        if number > 0 { prefix.append(dialect.delimiter) }
        if let index = table.ownColumnIndex(of: name), index < cells.count {
          prefix += text[cells[index]]
        } else {
          try append(name: name, isFirst: number == 0, to: &prefix)
        }
      }
    }
    let rest = text[header.range.upperBound..<table.bodyStart]
    return prefix + rest + (rest.last.map(dialect.ends) ?? false ? [] : separator)
  }

  /// How many of some columns are named in the header: those beyond it only where others follow.
  private func namedCount(of columns: [String], _ cells: Int) -> Int {
    let last = columns.lastIndex { name in table.ownColumnIndex(of: name).map { $0 < cells } ?? true }
    return (last ?? -1) + 1
  }

  /// What stands before the records where no header was read: an empty text gets one, if it may have one.
  private func prefixWithoutHeader(_ columns: [String]) throws(WriteError) -> [UInt8] {
    var prefix = Array(table.wholeText[..<table.bodyStart])
    guard table.source.options.readsHeader, !columns.isEmpty else { return prefix }
    for (number, name) in columns.enumerated() {
      if number > 0 { prefix.append(dialect.delimiter) }
      try append(name: name, isFirst: number == 0, to: &prefix)
    }
    return prefix + separator
  }

  private func append(name: String, isFirst: Bool, to output: inout [UInt8]) throws(WriteError) {
    guard append(Array(name.utf8), isFirst, habits.quotesNames, to: &output) else {
      throw .nameNeedsQuotes(column: name)
    }
  }

  var suffix: [UInt8] {
    guard table.count > 0 else { return (endsLine ? separator : []) + table.wholeText[table.source.end...] }
    return Array(table.wholeText[table.range(of: table.count - 1).upperBound...])
  }

  func textWithoutRecords(columns: [String]) throws(WriteError) -> [UInt8] {
    if table.count == 0, columns.areSameNames(as: table.columns) { return Array(table.wholeText) }
    var text = try prefix(columns: columns)
    if table.count > 0 { text += suffix.drop(while: dialect.ends) }
    if !endsLine, text.suffix(separator.count) == separator[...] { text.removeLast(separator.count) }
    return text
  }

  /// Whether a line end stands at the end of the text, before a footer, as in a text without a byte.
  private var endsLine: Bool { table.wholeText[..<table.source.end].last.map(dialect.ends) ?? true }

  func append(_ values: [Field.Member], to output: inout [UInt8]) throws(WriteError) {
    let start = output.count
    let count = cellCount(values.map { $0.value.kind != .absent })
    for (number, value) in values.prefix(count).enumerated() {
      if number > 0 { output.append(dialect.delimiter) }
      try append(value, isFirst: number == 0, to: &output)
    }
    if output.count == start { try appendNothing(values.first?.name ?? "", to: &output) }
  }

  func append(_ record: Int, columns: SpelledColumns?, replacing values: [Field.Member], to output: inout [UInt8])
    throws(WriteError)
  {
    let columns = columns?.names ?? table.columns
    let cells = self.cells(of: record)
    let bytes = table.recordBytes(record)
    let start = output.count
    let news = Dictionary(values.map { (ColumnName($0.name), $0) }) { first, _ in first }
    let parts = columns.map { name in
      let index = table.ownColumnIndex(of: name)
      let cell = index.flatMap { $0 < cells.count ? cells[$0] : nil }
      return (cell: cell, new: news[ColumnName(name)])
    }
    let count = cellCount(parts.map { cell, new in new.map { $0.value.kind != .absent } ?? (cell != nil) })
    for (number, (cell, new)) in parts.prefix(count).enumerated() {
      if number > 0 { output.append(dialect.delimiter) }
      if let new {
        let old = cell.map { bytes[$0] }
        if let old { output += dialect.blanks(before: old) }
        let wasQuoted = old.map(dialect.isIdlyQuoted) ?? false
        try append(new, isFirst: number == 0, wasQuoted: wasQuoted, to: &output)
      } else if let cell {
        output += bytes[cell]
      }
    }
    if output.count == start { try appendNothing(columns.first ?? "", to: &output) }
  }

  /// Spells a record of one empty cell so that it is no blank line, which most readers skip.
  private func appendNothing(_ column: String, to output: inout [UInt8]) throws(WriteError) {
    guard let quote = dialect.quote else { throw .needsQuotes(column: column) }
    output += [quote, quote]
  }

  /// How many cells a record is written with: only where short records are read may it lack its last ones.
  private func cellCount(_ isPresent: [Bool]) -> Int {
    guard table.source.options.ragged == .pad else { return isPresent.count }
    return (isPresent.lastIndex(of: true) ?? -1) + 1
  }

  private func append(_ value: Field.Member, isFirst: Bool, wasQuoted: Bool = false, to output: inout [UInt8])
    throws(WriteError)
  {
    let column = table.ownColumnIndex(of: value.name)
    let field = value.value
    let isWritten: Bool
    switch field.kind {
    case .absent: return
    case .null:
      output += Array((layout.nullTokens.first ?? "").utf8)
      return
    case .text, .escapedText:
      let text = field.withText { Array($0) } ?? []
      let habit = column.map(habits.quotes) ?? false
      isWritten = append(text, isFirst, wasQuoted || habit, to: &output)
    default: isWritten = append(Array(field.bytes), isFirst, wasQuoted, to: &output)
    }
    guard isWritten else { throw .needsQuotes(column: value.name) }
  }

  /// Appends a cell; false where it needs quotes, and there are none.
  private func append(_ text: [UInt8], _ isFirst: Bool, _ prefersQuotes: Bool, to output: inout [UInt8]) -> Bool {
    let needsQuotes = self.needsQuotes(text, isFirst)
    if dialect.escapesUnquoted && !prefersQuotes && !isNull(text) {
      appendEscaped(text, isFirst, to: &output)
    } else if let quote = dialect.quote, needsQuotes || prefersQuotes {
      appendQuoted(text, quote, to: &output)
    } else if needsQuotes {
      return false
    } else {
      output += text
    }
    return true
  }

  private func appendQuoted(_ text: [UInt8], _ quote: UInt8, to output: inout [UInt8]) {
    let escape = dialect.doublesQuotes ? quote : dialect.escape ?? quote
    output.append(quote)
    for byte in text {
      if byte == quote {
        output.append(escape)
      } else if let escape = dialect.escape, byte == escape || isNUL(byte) {
        output.append(escape)
      }
      output.append(isNUL(byte) ? UInt8(ascii: "0") : byte)
    }
    output.append(quote)
  }

  /// Spells text with an escape before every byte that means something outside quotes.
  private func appendEscaped(_ text: [UInt8], _ isFirst: Bool, to output: inout [UInt8]) {
    for (index, byte) in text.enumerated() {
      let isSpecial =
        index == 0 && (dialect.skips(byte) || byte == dialect.quote || (isFirst && byte == dialect.comment))
      if let escape = dialect.escape,
        isSpecial || byte == escape || isNUL(byte) || byte == dialect.delimiter || dialect.ends(byte)
      {
        output.append(escape)
      }
      output.append(isNUL(byte) ? UInt8(ascii: "0") : byte)
    }
  }

  /// Whether a byte has no other spelling than `\0`, in a dialect that knows it.
  private func isNUL(_ byte: UInt8) -> Bool { byte == 0 && dialect.escapesUnquoted }

  private func needsQuotes(_ text: [UInt8], _ isFirst: Bool) -> Bool {
    if text.contains(where: dialect.isSpecial) { return true }
    if let first = text.first, dialect.skips(first) || (isFirst && first == dialect.comment) { return true }
    return isNull(text)
  }

  private func isNull(_ text: [UInt8]) -> Bool { layout.nullTokens.contains { $0.utf8.elementsEqual(text) } }

  private func cells(of record: Int) -> [Range<Int>] {
    CSVScanner(text: table.recordBytes(record), dialect: dialect).cellRanges
  }

  private static func separator(_ table: RecordTable, _ dialect: CSVDialect, _ header: HeaderPlace) -> [UInt8] {
    let text = table.wholeText
    let places = header.cells == nil ? [] : [header.range.upperBound]
    let ends = places + (0..<min(1, table.count)).map { table.range(of: $0).upperBound }
    for end in ends where end < text.count && dialect.ends(text[end]) {
      let isPair = dialect.terminator == nil && text[end] == 0x0D
      return isPair && end + 1 < text.count && text[end + 1] == 0x0A ? [0x0D, 0x0A] : [text[end]]
    }
    return [dialect.terminator ?? 0x0A]
  }
}

struct HeaderPlace {
  let range: Range<Int>
  /// Where its cells stand; `nil` without a header.
  let cells: [Range<Int>]?

  init(_ table: RecordTable, _ layout: CSVLayout) {
    let source = table.source
    guard source.options.readsHeader, !table.columns.isEmpty else {
      range = 0..<0
      cells = nil
      return
    }
    let text = source.text
    let scanner = CSVScanner(text: text, dialect: layout.dialect)
    let start = scanner.recordStart(from: layout.start)
    let end = scanner.record(at: start).end
    let header = text[part: start..<end]
    range = source.start + start..<source.start + end
    let offset = range.lowerBound
    cells = CSVScanner(text: header, dialect: layout.dialect).cellRanges.map {
      $0.lowerBound + offset..<$0.upperBound + offset
    }
  }
}
