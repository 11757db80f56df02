/// Makes the tables of a collection that has been read.
struct JSONTables {
  private let source: ByteSource
  private let plan: JSONPlan
  private let merged: JSONMerge
  private let key: [String]?

  init(_ source: ByteSource, _ plan: JSONPlan, _ merged: JSONMerge, key: [String]?) {
    self.source = source
    self.plan = plan
    self.merged = merged
    self.key = key
  }

  /// The table of the records; that of the sections with it, if there are any.
  func table() throws(RecordError) -> RecordTable {
    guard let name = source.options.elements else {
      let layout = JSONLayout(source, merged.entries, shape: plan.shape)
      return try table(merged.entries, layout, isRequired: true)
    }
    let hasElements = merged.entries.columns.names.contains(Array(name.utf8))
    if merged.entries.index.count > 0, !hasElements {
      throw RecordError(.json(.noElements(name)), file: source.name)
    }
    let outer = JSONLayout(source, merged.entries, shape: plan.shape, elements: plan.elements)
    let inner = JSONLayout(source, merged.elements, shape: merged.elements.shape ?? .objects)
    let sections = try table(merged.entries, outer, isRequired: false)
    return try table(merged.elements, inner, isRequired: true, sections: sections)
  }

  private func table(
    _ records: JSONMerge.Records, _ layout: JSONLayout, isRequired: Bool,
    sections: RecordTable? = nil
  ) throws(RecordError) -> RecordTable {
    let columns = try keyColumns(layout, isRequired: isRequired)
    let index = layout.index
    if let columns, columns.isEmpty || columns.contains(where: { $0 >= layout.columns.count }) {
      index.replaceHashes(try hashes(layout, columns))
    } else if columns == nil, key != nil {
      index.replaceHashes([])
    }
    try index.checkSpilled(source.name)
    return RecordTable(
      source: source, index: index, layout: layout, notes: source.notes + notes(records),
      sections: sections, sectionStarts: sections == nil ? [] : merged.sectionStarts)
  }

  /// The key's columns; nil without a key, and where sections do not have it.
  private func keyColumns(
    _ layout: JSONLayout, isRequired: Bool
  ) throws(RecordError) -> [Int]? {
    guard let key else { return nil }
    let places = Dictionary(placesOf: layout.columns)
    var found: [Int] = []
    for name in key where layout.index.count > 0 {
      if let column = places[ColumnName(name)] ?? layout.derivedColumn(named: name) {
        found.append(column)
      } else if isRequired, !source.options.isPart, !leadsIntoColumn(name, layout) {
        throw RecordError(
          .unknownColumn(name: name, columns: layout.columns), file: source.name)
      } else {
        return nil
      }
    }
    return found
  }

  /// Whether a name is a path into a column, though no record has anything there: whoever compares says which paths there
  /// are.
  private func leadsIntoColumn(_ name: String, _ layout: JSONLayout) -> Bool {
    let bytes = Array(name.utf8)
    let columns = Set(layout.columns.map(ColumnName.init))
    return bytes.indices.contains { end in
      (bytes[end] == UInt8(ascii: ".") || bytes[end] == Ascii.bracket)
        && columns.contains(ColumnName(String(decoding: bytes[..<end], as: UTF8.self)))
    }
  }

  /// The key's hashes where it has paths, which are known only when all columns are.
  private func hashes(_ layout: JSONLayout, _ columns: [Int]) throws(RecordError) -> [UInt64] {
    var split = SplitRecord()
    return try (0..<layout.index.count).map { record throws(RecordError) in
      try source.options.checkWanted(source.name)
      layout.split(layout.bytes(of: record), into: &split)
      var hasher = FieldHasher()
      for column in columns {
        let field =
          column < layout.columns.count
          ? split.fields[column] : layout.derivedField(column, of: split.fields)
        field.hash(into: &hasher)
      }
      return hasher.value
    }
  }

  private func notes(_ records: JSONMerge.Records) -> [ReadNote] {
    guard let offset = records.repeats.firstOffset else { return [] }
    let count = records.repeats.records
    let line = LineIndex(source: source).line(at: offset)
    let subject = count == 1 ? "1 record repeats" : "\(count) records repeat"
    return [
      ReadNote(
        .other(
          "\(subject) a member name, whose last value counts; the first on line \(line)",
          isWarning: true))
    ]
  }
}
