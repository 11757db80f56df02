extension RecordTable {
  /// Whether records of equal bytes in both tables are equal, field by field.
  package func hasSameLayout(as other: RecordTable) -> Bool {
    if let mine = layout as? CSVLayout, let theirs = other.layout as? CSVLayout {
      return mine.reads(like: theirs)
    }
    return !hasFolderColumns && !other.hasFolderColumns && !format.isDelimited
      && !other.format.isDelimited
      && recordsAreWhole && other.recordsAreWhole
  }

  /// Whether the bytes of a record say all of its fields; the name of a member is one that the member's do not, and so is
  /// what the names of folders say.
  package var recordsAreWhole: Bool {
    guard !hasFolderColumns else { return false }
    return format.isDelimited || ownColumnIndex(of: JSONShape.keyColumn) == nil
  }

  /// Whether the records are plain values of JSON and no objects, the values of the column `@value`.
  package var hasPlainValues: Bool { layout.ofRecords(JSONLayout.self)?.shape == .values }

  /// Whether the records are the members of an object, whose names are the column `@key`.
  package var isObjectOfRecords: Bool { layout.ofRecords(JSONLayout.self)?.shape == .keyed }

  /// Whether some columns are what the names of folders say.
  private var hasFolderColumns: Bool { layout is FolderLayout }

  /// The name of a record that is a member of an object, decoded (lone surrogates as WTF-8).
  package func memberName(of record: Int) -> [UInt8] {
    let scanner = JSONScanner(recordBytes(record))
    return (try? scanner.nameText(scanner.start).text) ?? []
  }

  /// A record of JSON as the value that it is, of an object of objects without its name.
  package func jsonValue(of record: Int) -> Field {
    let bytes = recordBytes(record)
    let scanner = JSONScanner(bytes)
    // The bytes were checked when they were indexed. If the file has changed under them since, nothing is there.
    let start = isObjectOfRecords ? try? scanner.nameAndColon(scanner.start) : scanner.start
    return start.flatMap { try? scanner.field($0).field } ?? .absent
  }

  /// Whether records may have few of many columns, so that cursors say which.
  package var isSparse: Bool { layout.isSparse }

  /// Whether a record may lack a column or have a null in it.
  package var mayLackFields: Bool {
    !format.isDelimited || source.options.ragged == .pad || !source.options.nullTexts.isEmpty
  }
}
