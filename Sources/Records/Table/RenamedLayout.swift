import Platform

/// The fields of records by other names of their columns.
final class RenamedLayout: RecordLayout {
  private let records: any RecordLayout
  /// The own name for each new one.
  private let ownNames: [ColumnName: String]
  let columns: [String]

  init(_ records: any RecordLayout, columns: [String], ownNames: [ColumnName: String]) {
    self.records = records
    self.columns = columns
    self.ownNames = ownNames
  }

  var border: RecordTerminator { records.border }
  var isSparse: Bool { records.isSparse }

  func split(_ record: BytesView, into split: inout SplitRecord, upTo count: Int) {
    records.split(record, into: &split, upTo: count)
  }

  func derivedColumn(named name: String) -> Int? { records.derivedColumn(named: ownName(of: name)) }

  func findPaths(_ names: [String]) { records.findPaths(names.map(ownName)) }

  func derive(from fields: [Field], into derived: inout SplitRecord) { records.derive(from: fields, into: &derived) }

  /// A path begins with the name of a column.
  private func ownName(of name: String) -> String {
    let end = name.utf8.firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") } ?? name.endIndex
    let own = ownNames[ColumnName(String(name[..<end]))]
    return own.map { $0 + name[end...] } ?? name
  }
}

extension RecordTable {
  /// The same records with other names for some columns, but for names that other columns have; the records' hashes
  /// are those of the columns that they were made of.
  package func renaming(_ newNames: [(old: String, new: String)]) -> RecordTable {
    var names = columns
    var ownNames: [ColumnName: String] = [:]
    for (old, new) in newNames {
      guard let index = ownColumnIndex(of: old), ownColumnIndex(of: new) == nil else { continue }
      names[index] = new
      ownNames[ColumnName(new)] = old
    }
    guard !ownNames.isEmpty else { return self }
    return RecordTable(
      source: source, index: index, layout: RenamedLayout(layout, columns: names, ownNames: ownNames), notes: notes,
      sections: sections, sectionStarts: sectionStarts, parts: parts)
  }
}
