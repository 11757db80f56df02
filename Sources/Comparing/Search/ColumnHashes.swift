import Records

/// The hashes of some columns' values, for every record of one side: the same in every run, for they say which values
/// are looked at where there are many.
package struct ColumnHashes: Sendable {
  /// Consecutive records: for each column its values' hashes; what has no value is hashed like a value.
  typealias Chunk = [[UInt64]]

  let chunks: [Chunk]
  let count: Int

  /// Hashes the columns that the rules know by these names, after their normalizers.
  ///
  /// - Throws: What a normalizer that is a script throws.
  /// - Complexity: O(*b*) for *b* bytes of input, on several threads; 8 bytes of memory a value.
  package init(_ input: ComparisonInput, _ side: Side, columns: [String]) throws {
    let order = input.orders[side]
    count = order.count
    chunks = try input.map(count: order.count) { range, worker in
      let reader = worker.readers[side]
      let places = columns.map(reader.columnIndex)
      // Column behind column in one piece: to add to each of very many arrays in turn takes longer than to hash.
      let height = range.count
      var hashes = [UInt64](repeating: Self.hollow, count: columns.count * height)
      for (row, offset) in range.enumerated() {
        for (column, place) in places.enumerated() {
          guard let place else { continue }
          hashes[column * height + row] = Self.hash(try reader.field(order[offset], place))
        }
      }
      return columns.indices.map { Array(hashes[$0 * height..<($0 + 1) * height]) }
    }
  }

  private init(chunks: [Chunk], count: Int) {
    self.chunks = chunks
    self.count = count
  }

  func columns(_ places: [Int]) -> ColumnHashes {
    ColumnHashes(chunks: chunks.map { chunk in places.map { chunk[$0] } }, count: count)
  }

  func values(of column: Int) -> HashSet {
    var values = HashSet()
    for chunk in chunks { for hash in chunk[column] { _ = values.insert(hash) } }
    return values
  }

  /// The hash of a field; of one without a value, and of one that holds others: `hollow`.
  package static func hash(_ field: Field) -> UInt64 {
    switch field.kind {
    case .absent, .null, .object, .array: return hollow
    case .text where field.bytes.isEmpty: return hollow
    default:
      var hasher = FieldHasher(.fixed)
      field.hash(into: &hasher)
      return hasher.value
    }
  }

  /// What stands for no value that identifies anything.
  package static let hollow: UInt64 = 0
}
