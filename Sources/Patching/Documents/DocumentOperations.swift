import Comparing
import Records
import StagedDiff

/// The operations that turn the document of a comparison's source into its target's, as JSON Patch (RFC 6902) has them.
///
/// Records go, move and come first; then what is inside those that stay changes, where they stand by then. What rules
/// declare equal stays as it is. JSON Lines count as a list.
package struct DocumentOperations {
  let comparison: Comparison
  let tables: Sides<RecordTable>
  /// Where the records are in the document.
  let root: [UInt8]
  private let columns: OperationColumns
  /// Whether nothing but members of objects changes: lists are replaced whole, and nothing moves.
  let changesMembersOnly: Bool
  private let worker: ComparisonWorker

  /// - Parameter changesMembersOnly: Whether nothing but members of objects changes: lists are replaced whole, and
  ///   nothing moves.
  /// - Throws: `OperationsError` where there are none.
  package init(
    _ comparison: Comparison, changesMembersOnly: Bool = false
  ) throws(OperationsError) {
    self.comparison = comparison
    tables = comparison.collections.tables
    self.changesMembersOnly = changesMembersOnly
    for side in Side.allCases where tables[side].format.isDelimited {
      throw OperationsError(reason: .notJSON, input: tables[side].name)
    }
    for side in Side.allCases where tables[side].sections != nil {
      throw OperationsError(reason: .sectioned, input: tables[side].name)
    }
    guard comparison.collections.plan.rules.renames.isEmpty else {
      throw OperationsError(reason: .renamed, input: tables.source.name)
    }
    root = Array((tables.source.options.pointer ?? "").utf8)
    columns = OperationColumns(comparison)
    worker = comparison.collections.workers.take()
  }

  /// Calls `body` with each operation, in the order in which they are applied.
  ///
  /// - Throws: What `body` throws.
  /// - Complexity: O(*n*) for *n* records, and O(*m* log *n*) for *m* moves.
  package func forEach(_ body: (PatchOperation) throws -> Void) throws {
    defer { comparison.collections.workers.put(back: worker) }
    switch (tables.source.isObjectOfRecords, tables.target.isObjectOfRecords) {
    case (true, true): try ObjectOperations(self).forEach(body)
    case (false, false): try ListOperations(self).forEach(body)
    default: try replaceAll(body)
    }
  }

  /// A list for an object, or the other way round.
  private func replaceAll(_ body: (PatchOperation) throws -> Void) throws {
    let isObject = tables.target.isObjectOfRecords
    var json = [UInt8(ascii: isObject ? "{" : "[")]
    for record in 0..<tables.target.count {
      if record > 0 { json.append(UInt8(ascii: ",")) }
      json += tables.target.recordBytes(record)
    }
    json.append(UInt8(ascii: isObject ? "}" : "]"))
    let text = JSONText(utf8: json)
    try (isObject ? Value.object(text) : .array(text)).withField { all in
      try body(.replace(Field(isObject ? .array : .object), by: all, at: root))
    }
  }

  // MARK: Records

  /// Calls `body` with the operations inside one record, which stands at a pointer.
  ///
  /// - Parameter differing: The numbers of the compared columns that differ.
  func forEachOperation(
    inside pair: (source: Int, target: Int), _ differing: ArraySlice<Int32>, at pointer: [UInt8],
    _ body: (PatchOperation) throws -> Void
  ) throws {
    for column in columns.columns(differing) {
      let (readers, places) = (worker.readers, column.places)
      let old = places.source.map { readers.source.rawField(pair.source, $0) } ?? .absent
      let new = places.target.map { readers.target.rawField(pair.target, $0) } ?? .absent
      let place = column.pointer(in: pointer)
      if old.isNested, new.isNested, !column.isWhole {
        let operations = try worker.operations(
          from: old, to: new, in: column, at: place, source: pair.source, target: pair.target,
          replacesLists: changesMembersOnly)
        try operations.forEach(body)
      } else if old.kind == .absent || new.kind == .absent {
        if new.kind != .absent { try body(.add(new, at: place)) }
        if old.kind != .absent { try body(.remove(place)) }
      } else if !old.isEqual(to: new) {
        try body(.replace(old, by: new, at: place))
      }
    }
  }

  /// Whether two records that are equal under the rules may differ in members that one side alone knows.
  private func mayDiffer(_ source: Int, _ target: Int) -> Bool {
    !columns.oneSided.isEmpty
      && !tables.source.recordBytes(source).isSame(as: tables.target.recordBytes(target))
  }

  /// For each record of the target its partner's number in the source; −1 for none, −2 where it is left out of account.
  func partners() -> [Int32] {
    let orders = comparison.collections.orders
    var partners = [Int32](repeating: -2, count: tables.target.count)
    for (offset, partner) in comparison.pairing.targetToSource.enumerated() {
      partners[orders.target[offset]] =
        partner < 0 ? -1 : Int32(truncatingIfNeeded: orders.source[Int(partner)])
    }
    return partners
  }

  /// Calls `body` with each pair whose content may differ, and the numbers of the compared columns that do.
  func forEachDifferingPair(
    _ body: (_ source: Int, _ target: Int, ArraySlice<Int32>) throws -> Void
  ) throws {
    let (differences, orders) = (comparison.differences, comparison.collections.orders)
    var next = 0
    for (offset, partner) in comparison.pairing.targetToSource.enumerated() where partner >= 0 {
      let (source, target) = (orders.source[Int(partner)], orders.target[offset])
      let isUpdated = next < differences.targets.count && Int(differences.targets[next]) == offset
      if isUpdated || mayDiffer(source, target) {
        try body(source, target, isUpdated ? differences.columns(at: next) : [])
      }
      if isUpdated { next += 1 }
    }
  }
}
