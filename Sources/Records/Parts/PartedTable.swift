import Platform

/// Makes one table of the tables of several files.
///
/// No text is copied: places count as ``TextSegments`` says, and where a record ends is kept with each, since what
/// stands behind the last one of a part is none of it.
///
/// The parts' own indexes are copied behind each other and let go of.
struct PartedTable {
  let name: String
  /// The parts' tables, in order; at least one.
  let tables: [RecordTable]
  let folders: [[FolderValue]]

  /// The table of all records.
  ///
  /// - Complexity: O(*n*) for *n* records.
  func table() throws(RecordError) -> RecordTable {
    guard let first = filled.first ?? tables.first else { throw RecordError(.noParts(isPattern: false), file: name) }
    let storage = ByteStorage(parts: tables.map(\.source))
    guard storage.segments?.areTellable == true else {
      throw RecordError(.tooLarge(limit: storage.size, isInflated: false), file: name)
    }
    var source = ByteSource(
      name: name, storage: storage, start: 0, format: first.format, options: first.source.options, notes: [])
    source.options.isPart = false
    let index = try joinedIndex()
    let sections = try joinedSections()
    return RecordTable(
      source: source, index: index, layout: try layout(source, index), notes: notes(first),
      sections: sections.table, sectionStarts: sections.starts, parts: parts())
  }

  /// Parts with records: one without any may lack even a header.
  private var filled: [RecordTable] { tables.filter { $0.count > 0 } }

  private func joinedIndex() throws(RecordError) -> RecordIndex {
    let index = RecordIndex(hasEnds: true, tables.first?.options)
    let keepsHashes = filled.allSatisfy { $0.index.hashes.count == $0.count }
    index.reserve(tables.reduce(0) { $0 + $1.count }, hasHashes: keepsHashes)
    for (part, table) in tables.enumerated() {
      index.append(table.index, shiftedBy: TextSegments.start(of: part), keepsHashes: keepsHashes) { table.end(of: $0) }
    }
    index.finish(at: 0)
    try index.checkSpilled(name)
    return index
  }

  private func parts() -> [TablePart] {
    var next = 0
    return tables.enumerated().map { part, table in
      defer { next += table.count }
      return TablePart(table, start: TextSegments.start(of: part), firstRecord: next)
    }
  }

  private func notes(_ first: RecordTable) -> [ReadNote] {
    first.notes.filter { !$0.isWarning }
      + tables.flatMap { table in table.notes.filter(\.isWarning).map { ReadNote(.ofPart(table.name, $0)) } }
  }

  private func joinedSections() throws(RecordError) -> (table: RecordTable?, starts: [Int]) {
    let outer = tables.compactMap(\.sections)
    guard outer.count == tables.count else { return (nil, []) }
    var starts: [Int] = []
    var records = 0
    for table in tables {
      starts += table.sectionStarts.dropLast().map { $0 + records }
      records += table.count
    }
    let joined = try PartedTable(name: name, tables: outer, folders: folders).table()
    return (joined, starts + [records])
  }

  private func layout(_ source: ByteSource, _ index: RecordIndex) throws(RecordError) -> any RecordLayout {
    let names = folders.first?.map(\.column) ?? []
    let plain: any RecordLayout
    let known: Set<ColumnName>
    if source.format.hasRows {
      let layouts = tables.compactMap { $0.layout as? CSVLayout }
      // Of records with more cells than the header has names, each part knows its own columns.
      guard let widest = layouts.max(by: { $0.columns.count < $1.columns.count }) else {
        throw RecordError(.noParts(isPattern: false), file: name)
      }
      known = Set(named: widest.columns)
      plain = widest.adding(names.filter { !known.contains(ColumnName($0)) })
    } else {
      let layouts = try jsonLayouts()
      let own = JSONLayout(joining: layouts, source, index, more: [])
      known = Set(named: own.columns)
      let more = names.filter { !known.contains(ColumnName($0)) }
      plain = JSONLayout(joining: layouts, source, index, more: more)
    }
    let added = folders.map { row in row.filter { !known.contains(ColumnName($0.column)) }.map(\.value) }
    guard added.first?.isEmpty == false, !plain.columns.isEmpty else { return plain }
    return FolderLayout(plain, texts: tables.map(\.source.text), values: added)
  }

  /// The layouts of JSON, all of which hold the same kind of records.
  private func jsonLayouts() throws(RecordError) -> [JSONLayout] {
    var first: (name: String, kind: RecordError.PartKind)?
    for table in filled {
      guard let layout = table.layout as? JSONLayout else { continue }
      let kind = layout.shape.kind
      if let first, first.kind != kind {
        throw RecordError(.otherRecords(kind, first: first.name, first.kind), file: table.name)
      }
      first = first ?? (table.name, kind)
    }
    return tables.compactMap { $0.layout as? JSONLayout }
  }
}

extension RecordTable {
  fileprivate func end(of record: Int) -> Int {
    index.ends?[record] ?? index.starts[record] + recordBytes(record).count
  }
}

extension JSONShape {
  fileprivate var kind: RecordError.PartKind {
    switch self {
    case .objects: .objects
    case .values: .values
    case .keyed: .keyed
    case .pairs: .pairs
    }
  }
}
