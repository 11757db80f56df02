import Platform

/// The fields of records without the values of some columns, in place of which the same text stands everywhere.
///
/// What is absent, null or empty stays so: there is nothing to hide.
final class MaskedLayout: RecordLayout {
  let records: any RecordLayout
  private let masked: Set<Int>

  init(_ records: any RecordLayout, columns: Set<Int>) {
    self.records = records
    masked = columns
  }

  var columns: [String] { records.columns }
  var border: RecordTerminator { records.border }
  var isSparse: Bool { records.isSparse }

  func split(_ record: BytesView, into split: inout SplitRecord, upTo count: Int) {
    records.split(record, into: &split, upTo: count)
    split.withFields { fields in
      for column in masked where column < min(count, fields.count) {
        if !fields[column].isVoid { fields[column] = Self.mask }
      }
    }
  }

  func derivedColumn(named name: String) -> Int? { records.derivedColumn(named: name) }

  func findPaths(_ names: [String]) { records.findPaths(names) }

  func derive(from fields: [Field], into derived: inout SplitRecord) {
    records.derive(from: fields, into: &derived)
    let first = columns.count
    derived.withFields { fields in
      for place in masked.map({ $0 - first }) where fields.indices.contains(place) {
        if !fields[place].isVoid { fields[place] = Self.mask }
      }
    }
  }

  private static var mask: Field { Field(.text, BytesView(RecordTable.mask)) }
}

extension RecordTable {
  package static let mask: StaticString = "***"

  /// The same records with the values of some columns masked, those of paths into nested values included.
  package func masking(_ columns: Set<Int>) -> RecordTable {
    guard !columns.isEmpty else { return self }
    return RecordTable(
      source: source, index: index, layout: MaskedLayout(layout, columns: columns), notes: notes, sections: sections,
      sectionStarts: sectionStarts, parts: parts)
  }
}
