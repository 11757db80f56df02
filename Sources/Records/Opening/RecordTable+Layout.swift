import Platform

extension RecordTable {
  /// Whether records of equal bytes in both tables are equal, field by field.
  package func hasSameLayout(as other: RecordTable) -> Bool {
    if let mine = layout as? CSVLayout, let theirs = other.layout as? CSVLayout { return mine.reads(like: theirs) }
    return !hasFolderColumns && !other.hasFolderColumns && !format.hasRows && !other.format.hasRows
      && recordsAreWhole && other.recordsAreWhole
  }

  /// Whether no name leads to anything but a column, and the names of its columns tell which.
  package var hasColumnsAlone: Bool { layout is CSVLayout }

  /// Whether a record's bytes say all of its fields, unlike the name of a member or what the names of folders say.
  package var recordsAreWhole: Bool {
    guard !hasFolderColumns else { return false }
    return format.hasRows || ownColumnIndex(of: JSONShape.keyColumn) == nil
  }

  /// Whether the records are plain values of JSON and no objects, the values of the column `@value`.
  package var hasPlainValues: Bool { layout.ofRecords(JSONLayout.self)?.shape == .values }

  /// Whether the records are the members of an object, whose names are the column `@key`.
  package var isObjectOfRecords: Bool { layout.ofRecords(JSONLayout.self)?.shape.isObject ?? false }

  /// Whether the records are the members of an object of plain values, which are the column `@value`.
  package var isObjectOfValues: Bool { layout.ofRecords(JSONLayout.self)?.shape == .pairs }

  /// Whether some columns are what the names of folders say.
  private var hasFolderColumns: Bool { layout is FolderLayout }

  /// The name of a record that is a member of an object, decoded (lone surrogates as WTF-8).
  package func memberName(of record: Int) -> [UInt8] {
    JSONScanner(recordBytes(record)).checked { scanner throws(JSONFault) in
      try scanner.nameText(scanner.start).text
    } ?? []
  }

  /// A record of JSON as the value that it is, of an object of objects without its name.
  package func jsonValue(of record: Int) -> Field {
    JSONScanner(recordBytes(record)).checked { scanner throws(JSONFault) in
      try scanner.field(isObjectOfRecords ? scanner.nameAndColon(scanner.start) : scanner.start).field
    } ?? .absent
  }

  /// Whether records may have few of many columns, so that cursors say which.
  package var isSparse: Bool { layout.isSparse }

  /// Whether a record may lack a column or have a null in it.
  package var mayLackFields: Bool {
    !format.hasRows || source.options.ragged == .pad || !source.options.nullTexts.isEmpty
  }
}

extension RecordTable {
  package var hasHeader: Bool { format.hasRows && source.options.readsHeader }

  /// Whether the cells of a record are the names of the columns.
  package func repeatsHeader(_ record: Int) -> Bool {
    var cursor = makeCursor()
    return columns.indices.allSatisfy { column in
      columns[column].withBytes { name in cursor.field(record, column).withText { $0.isSame(as: name) } ?? false }
    }
  }

  /// How many lines stand above the first of 20 records that has a cell of this text; `nil` if none has.
  package func linesAbove(cell text: String) -> Int? {
    guard hasHeader, hasLines else { return nil }
    let values = (0..<min(20, count)).first { record in
      columns.indices.contains { value(record, $0).description == text }
    }
    return values.map { line(of: $0) - 1 }
  }
}

extension RecordTable {
  /// The same records of JSON with columns behind all others, which none of them has.
  package func adding(_ names: [String]) -> RecordTable {
    guard !names.isEmpty, let own = layout as? JSONLayout else { return self }
    let wider = JSONLayout(joining: [own], source, index, more: names)
    return RecordTable(source: source, index: index, layout: wider, notes: notes)
  }

  /// Whether records of these columns are plain values of JSON and no objects, as far as their names tell.
  package static func arePlainValues(_ columns: [String]) -> Bool { columns == [JSONShape.valueColumn] }
}

extension RecordTable {
  /// The input that the records were read from; an error where that is no longer what it was.
  package func input() throws(RecordError) -> RecordInput { try RecordInput(source: source) }
}

extension RecordInput {
  /// The text as it was read, without a byte order mark.
  package var text: BytesView { source.text }

  /// The whole text as it was read: without compression, as UTF-8, with its byte order mark if it has one.
  package var wholeText: BytesView { source.storage.bytes }

  package var textSize: Int { parts.isEmpty ? source.storage.size : parts.reduce(0) { $0 + $1.textSize } }

  /// Whether the text is that of a file, and not what a plug-in's reader made of one.
  package var isFileText: Bool { parts.isEmpty && source.options.hasLines }

  /// Whether the text was converted from another encoding, so that its bytes are not those of the file.
  package var isConverted: Bool {
    source.notes.contains { if case .convertedEncoding = $0.kind { true } else { false } }
  }

  package var formatOfContent: InputFormat { Recognition.format(of: source.text) }

  /// How many bytes of the text are held in memory, and are no file's.
  package var heldSize: Int { parts.isEmpty ? source.storage.heldSize : parts.reduce(0) { $0 + $1.heldSize } }

  /// How many records there are, about: as many as there are lines of the length that the first ones have.
  package var estimatedCount: Int {
    let sample = BytesView(rebasing: text.prefix(1 << 16))
    let lines = LineIndex.lineEnds(in: sample, 0..<sample.count)
    return textSize / max(1, sample.count / max(1, lines))
  }
}
