import Platform
import Records

/// Reads the changes of a comparison without copying values; one per report.
///
/// Fields are valid as long as the comparison lives, except those of a key that a rule computed, which are valid
/// during the call, and those of derived columns, which are valid until another record is read.
package final class ChangeReader {
  /// A compared column as reports need it.
  package struct Column {
    package let name: String
    package let places: Sides<Int?>

    package init(name: String, places: Sides<Int?>) {
      self.name = name
      self.places = places
    }
  }

  package let comparison: Comparison
  /// The columns whose differences are listed, by the numbers that ``forEachDifference(of:_:)`` gives.
  package let columns: [Column]
  private let keyColumns: [Column]
  /// The places of ``columns`` and of the key's, −1 for none: read for every value, hence plain numbers.
  private let places: (compared: [Int], key: [Int])
  /// Which of ``columns`` have normalizers, so that their values are not the fields.
  private let isNormalized: [Bool]
  /// Which of them have a normalizer for one side, so that how values stand tells little of what differs.
  package let isSided: [Bool]
  /// Whether the identity is the fields in ``places``.
  private let hasRawKey: Bool
  // Both are read for every value, each time for no longer than the call.
  @exclusivity(unchecked) private var sourceCursor: FieldCursor
  @exclusivity(unchecked) private var targetCursor: FieldCursor
  /// Where the differing columns of the last change were found.
  private var lastDifference = 0
  private let orders: (source: RecordOrder, target: RecordOrder)
  private let widths: (source: Int, target: Int)
  /// Computes what takes more than reading columns: keys, and what differs inside values.
  private var madeWorker: ComparisonWorker?
  /// Tells of which records groups consist; `nil` where records were compared as they are.
  package private(set) lazy var groupReader = GroupReader(comparison)

  package init(_ comparison: Comparison) {
    self.comparison = comparison
    func columns(_ bound: [ResolvedPlan.Column]) -> [Column] {
      bound.map { Column(name: $0.name, places: Sides(source: $0.source, target: $0.target)) }
    }
    self.columns = columns(comparison.comparedColumns)
    let plan = comparison.plan
    isNormalized = self.columns.map { !plan.steps(for: $0.name).isEmpty }
    isSided = self.columns.map { plan.steps(for: $0.name).contains { $0.side != nil } }
    hasRawKey = comparison.hasRawKey
    keyColumns = columns(comparison.keyColumns)
    func flat(_ columns: [Column]) -> [Int] { columns.flatMap { [$0.places.source ?? -1, $0.places.target ?? -1] } }
    places = (flat(self.columns), flat(keyColumns))
    sourceCursor = comparison.source.makeCursor()
    targetCursor = comparison.target.makeCursor()
    let (old, new) = (comparison.orders.source, comparison.orders.target)
    orders = (old, new)
    widths = (comparison.source.columns.count, comparison.target.columns.count)
  }

  deinit { madeWorker.map(comparison.put(back:)) }

  /// The names of the key's columns; `nil` if the key is computed by a rule or there is none.
  package var keyNames: [String]? { comparison.hasKey && !keyColumns.isEmpty ? keyColumns.map(\.name) : nil }

  /// The key's columns, if the key is those columns as they stand.
  package var rawKeyColumns: [Column]? { comparison.hasKey && hasRawKey ? keyColumns : nil }

  /// The side whose record shows a change: the target's, unless there is none.
  package func side(of entry: ChangeEntry) -> Side { entry.target < 0 ? .source : .target }

  /// The record's number in its file, or −1.
  package func record(of entry: ChangeEntry, _ side: Side) -> Int {
    if side == .source { return entry.source < 0 ? -1 : orders.source[Int(entry.source)] }
    return entry.target < 0 ? -1 : orders.target[Int(entry.target)]
  }

  /// The numbers of the records of a change, −1 for none.
  package func records(of entry: ChangeEntry) -> Sides<Int> { Sides { record(of: entry, $0) } }

  package func forEachKeyPart(of entry: ChangeEntry, _ body: (Field) -> Void) throws {
    let side: Side = entry.source < 0 ? .target : .source
    try forEachKeyPart(side, side == .source ? entry.source : entry.target, body)
  }

  package func forEachKeyPart(_ side: Side, _ offset: Int32, _ body: (Field) -> Void) throws {
    let record = side == .source ? orders.source[Int(offset)] : orders.target[Int(offset)]
    guard hasRawKey else { return try comparison.forEachKeyPart(side, Int(offset), worker, body) }
    let offset = side == .source ? 0 : 1
    for index in stride(from: offset, to: places.key.count, by: 2) { body(field(side, record, places.key[index])) }
  }

  /// Calls `body` with the number of each column that differs, and its two values.
  package func forEachDifference(of entry: ChangeEntry, _ body: (Int, Field, Field) throws -> Void) rethrows {
    let (old, new) = (record(of: entry, .source), record(of: entry, .target))
    for number in differingColumns(of: entry) {
      let index = 2 * Int(number)
      try body(
        Int(number), field(.source, old, places.compared[index]), field(.target, new, places.compared[index + 1]))
    }
  }

  package var worker: ComparisonWorker {
    let worker = madeWorker ?? comparison.takeWorker()
    madeWorker = worker
    return worker
  }

  /// What differs inside the two values of a column of an updated record, given by the column's number.
  ///
  /// The values in it are valid until the next call.
  ///
  /// - Returns: `nil` unless both values are JSON objects or arrays, after the column's normalizers.
  package func nestedChanges(of entry: ChangeEntry, column: Int) throws -> [NestedChange]? {
    let (source, target) = (record(of: entry, .source), record(of: entry, .target))
    let (old, new) = (places.compared[2 * column], places.compared[2 * column + 1])
    guard old >= 0, new >= 0 else { return nil }
    if !isNormalized[column] {
      guard field(.source, source, old).isNested, field(.target, target, new).isNested else { return nil }
    }
    return try comparison.asking {
      try worker.prepare()
      return try worker.nestedChanges(in: comparison.comparedColumns[column], source: source, target: target)
    }
  }

  /// The two values of a column of an updated record as the rules see them, given by the column's number.
  ///
  /// - Returns: `nil` where that is how they stand, and where they are hidden: a function may have looked at what is
  ///   masked.
  /// - Throws: What a normalizer throws.
  package func ruledValues(of entry: ChangeEntry, column: Int) throws -> Sides<Value>? {
    guard isNormalized[column], !hidesRuledValues(column) else { return nil }
    return try comparison.asking {
      try worker.prepare()
      return try Sides { side in
        let place = comparison.comparedColumns[column].place(in: side)
        return try place.map { try worker.readers[side].field(record(of: entry, side), $0).value } ?? .absent
      }
    }
  }

  /// Whether nobody may know as what the rules see the values of a column, given by its number.
  package func hidesRuledValues(_ column: Int) -> Bool {
    let (rules, column) = (comparison.resolvedPlan.rules, comparison.comparedColumns[column])
    return column.isMasked || rules.hasMask && !rules.steps(for: column.name).allSatisfy(\.isNative)
  }

  private func derivedField(_ side: Side, _ record: Int, _ column: Int) -> Field {
    let worker = worker
    // A function that cannot be asked has said so when the records were compared.
    do { try worker.prepare() } catch { return .absent }
    let field = worker.readers[side].rawField(record, column)
    let isMasked = comparison.resolvedPlan.derived.contains { $0.place(in: side) == column && $0.isMasked }
    return isMasked && !field.isVoid ? Field(.text, BytesView(RecordTable.mask)) : field
  }

  package func differenceCount(of entry: ChangeEntry) -> Int { differingColumns(of: entry).count }

  package func differingColumns(of entry: ChangeEntry) -> ArraySlice<Int32> {
    comparison.differingColumns(of: entry, near: &lastDifference)
  }

  /// Calls `body` with each field of a record, by the number of its column; of sparse tables not with absent ones.
  package func forEachField(_ side: Side, _ record: Int, _ body: (Int, Field) throws -> Void) rethrows {
    guard record >= 0 else { return }
    let found = side == .source ? sourceCursor.foundColumns(record) : targetCursor.foundColumns(record)
    if let found {
      for column in found { try body(Int(column), field(side, record, Int(column))) }
      return
    }
    for column in 0..<(side == .source ? widths.source : widths.target) {
      try body(column, field(side, record, column))
    }
  }

  /// One field; absent where there is no such record or column.
  ///
  /// The cursors are two properties, since a subscript would copy them at every call.
  package func field(_ side: Side, _ record: Int, _ column: Int) -> Field {
    guard column >= 0, record >= 0 else { return .absent }
    if column >= RecordReader.firstDerived { return derivedField(side, record, column) }
    return switch side {
    case .source: sourceCursor.field(record, column)
    case .target: targetCursor.field(record, column)
    }
  }
}

extension ChangeReader {
  /// A digest of a change's key as it is shown, so that it tells nothing of masked values: the same in every run.
  package func keyDigest(of entry: ChangeEntry) throws -> UInt64 {
    var hash = SHA256()
    try forEachKeyPart(of: entry) { hash.update($0.digestedBytes) }
    return hash.finish().prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension Field {
  /// The value with what tells it from its neighbours: no two lists of values have the same bytes.
  package var digestedBytes: [UInt8] {
    let spelling = canonicalSpelling
    return Array("\(spelling.count):".utf8) + spelling
  }
}
