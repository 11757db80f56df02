import Platform

/// The fields of records that lie in folders whose names are columns, behind the fields that the files say.
///
/// Which folder a record is in is told by where its bytes lie.
final class FolderLayout: RecordLayout {
  /// How the rest of a record becomes fields; has room for the folders' columns behind its own.
  let records: any RecordLayout
  private let first: Int
  /// Where the texts of the parts begin, ascending, and which part each is.
  private let starts: [(address: UInt, part: Int)]
  /// For each part the bytes of its folders' values; `nil` for null.
  private let values: [[ByteStorage?]]

  /// The last columns of `records` are the folders'; `values` are those of each part's folders.
  init(_ records: any RecordLayout, texts: [BytesView], values: [[String?]]) {
    self.records = records
    first = records.columns.count - (values.first?.count ?? 0)
    starts = texts.enumerated().map { ($1.address, $0) }.sorted { $0.address < $1.address }
    self.values = values.map { row in row.map { value in value.map { ByteStorage(copying: Array($0.utf8)) } } }
  }

  var columns: [String] { records.columns }
  var border: RecordTerminator { records.border }
  var isSparse: Bool { records.isSparse }

  func split(_ record: BytesView, into split: inout SplitRecord, upTo count: Int) {
    records.split(record, into: &split, upTo: min(count, first))
    guard count > first || isSparse else { return }
    for (place, bytes) in values[part(of: record)].enumerated() {
      let field = bytes.map { Field(.text, $0.bytes) } ?? Field(.null)
      if isSparse { split.add(first + place, field) } else { split.set(first + place, field) }
    }
  }

  func derivedColumn(named name: String) -> Int? { records.derivedColumn(named: name) }

  func findPaths(_ names: [String]) { records.findPaths(names) }

  func derive(from fields: [Field], into derived: inout SplitRecord) { records.derive(from: fields, into: &derived) }

  private func part(of record: BytesView) -> Int {
    let address = record.address
    return starts[max(0, starts.partitioningIndex { $0.address > address } - 1)].part
  }
}

extension RecordLayout {
  /// The layout of the records themselves if it is of this kind, without folders' columns and masks.
  func ofRecords<Layout: RecordLayout>(_ kind: Layout.Type) -> Layout? {
    if let masked = self as? MaskedLayout { return masked.records.ofRecords(kind) }
    return (self as? FolderLayout)?.records as? Layout ?? self as? Layout
  }
}
