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
  /// For each record its partner's number on the other side; −1 for none, −2 where it is left out of account.
  let partners: Sides<[Int32]>
  let root: [UInt8]
  private let columns: OperationColumns
  private let worker: ComparisonWorker

  package init(_ comparison: Comparison) throws(OperationsError) {
    self.comparison = comparison
    tables = comparison.comparedTables
    for side in Side.allCases where tables[side].format.hasRows {
      throw OperationsError(reason: .notJSON, input: tables[side].name)
    }
    for side in Side.allCases where tables[side].sections != nil {
      throw OperationsError(reason: .sectioned, input: tables[side].name)
    }
    guard comparison.plan.renames.isEmpty else { throw OperationsError(reason: .renamed, input: tables.source.name) }
    root = Array((tables.source.options.pointer ?? "").utf8)
    partners = Sides { comparison.partners(of: $0) }
    columns = OperationColumns(comparison)
    worker = comparison.takeWorker()
  }

  /// Calls `body` with each operation, in the order in which they are applied.
  ///
  /// - Complexity: O(*n*) for *n* records, and O(*m* log *n*) for *m* moves.
  package func forEach(_ body: (PatchOperation) throws -> Void) throws {
    defer { comparison.put(back: worker) }
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
      try body(.replace(by: all, at: root))
    }
  }

  /// Calls `body` with the operations inside one record, which stands at a pointer.
  private func forEachOperation(
    inside pair: ComparedPair, at pointer: [UInt8], _ body: (PatchOperation) throws -> Void
  ) throws {
    for column in columns.columns(pair.differing) {
      let (readers, places) = (worker.readers, column.places)
      let old = places.source.map { readers.source.rawField(pair.source, $0) } ?? .absent
      let new = places.target.map { readers.target.rawField(pair.target, $0) } ?? .absent
      let place = column.pointer(in: pointer)
      if old.isNested, new.isNested, !column.isWhole {
        let operations = try worker.judging(column.inside, column.name, pair.source, pair.target) { scripts in
          try NestedOperations.operations(from: old, to: new, at: place, rules: column.inside, scripts: scripts)
        }
        try operations.forEach(body)
      } else if old.kind == .absent || new.kind == .absent {
        if new.kind != .absent { try body(.add(new, at: place)) }
        if old.kind != .absent { try body(.remove(place)) }
      } else if !old.isEqual(to: new) {
        try body(.replace(by: new, at: place))
      }
    }
  }

  /// Whether two records that are equal under the rules may differ in members that one side alone knows.
  private func mayDiffer(_ source: Int, _ target: Int) -> Bool {
    !columns.oneSided.isEmpty && !tables.source.recordBytes(source).isSame(as: tables.target.recordBytes(target))
  }

  /// Calls `body` with the operations inside each pair that is wanted and whose content may differ.
  ///
  /// - Parameter pointer: Where a record of the target stands; `nil` where it is not wanted.
  func forEachOperationInsidePairs(
    at pointer: (_ pair: ComparedPair) -> [UInt8]?, _ body: (PatchOperation) throws -> Void
  ) throws {
    for pair in comparison.comparedPairs where !pair.differing.isEmpty || mayDiffer(pair.source, pair.target) {
      guard let pointer = pointer(pair) else { continue }
      try forEachOperation(inside: pair, at: pointer, body)
    }
  }
}

struct ListOperations {
  private let document: DocumentOperations

  init(_ document: DocumentOperations) { self.document = document }

  func forEach(_ body: (PatchOperation) throws -> Void) throws {
    let (root, target, partners) = (document.root, document.tables.target, document.partners)
    let listed = self.listed(partners.target)
    let removed = partners.source.indices.filter { partners.source[$0] == -1 }
    let steps = ListSteps(count: partners.source.count, removed: removed, items: items(listed, partners.target))
    for step in steps.steps { try body(step.operation(in: root) { target.jsonValue(of: Int(listed[$0])) }) }
    var positions = [Int32](repeating: -1, count: target.count)
    for (record, position) in zip(listed, steps.positions) { positions[Int(record)] = position }
    try document.forEachOperationInsidePairs(at: { root.pointer(toElement: Int(positions[$0.target])) }, body)
  }

  private var isOrdered: Bool { document.comparison.plan.moves != .none }

  /// The records of the target that are compared; without order, those with a partner first, in its order.
  private func listed(_ partners: [Int32]) -> [Int32] {
    let all = partners.indices.lazy.filter { partners[$0] > -2 }.map { Int32(truncatingIfNeeded: $0) }
    guard !isOrdered else { return Array(all) }
    let paired = all.filter { partners[Int($0)] >= 0 }
    return paired.sorted { partners[Int($0)] < partners[Int($1)] } + all.filter { partners[Int($0)] < 0 }
  }

  private func items(_ listed: [Int32], _ partners: [Int32]) -> [ListSteps.Item] {
    let isMoved = self.isMoved(listed, partners)
    return zip(listed, isMoved).map { record, isMoved in
      ListSteps.Item(old: max(partners[Int(record)], -1), isMoved: isMoved)
    }
  }

  /// Which of the listed records have moved: as the comparison found it, in sections by the places in the files.
  private func isMoved(_ listed: [Int32], _ partners: [Int32]) -> [Bool] {
    guard isOrdered else { return listed.map { _ in false } }
    let comparison = document.comparison
    if !comparison.hasSections {
      var isMoved = [Bool](repeating: false, count: partners.count)
      for offset in comparison.movedTargets { isMoved[comparison.orders.target[Int(offset)]] = true }
      return listed.map { isMoved[Int($0)] }
    }
    let old = listed.map { partners[Int($0)] }
    let least = LeastMoves(targetCount: old.count)
    least.keep(old, from: 0..<Int32(document.tables.source.count))
    return old.indices.map { old[$0] >= 0 && !least.isKept($0) }
  }
}

/// The operations on a document that is an object of records.
///
/// Its members have no order. One whose name changed moves, unless another one has the new name or gets the old one:
/// then the members of these names are replaced.
struct ObjectOperations {
  private let document: DocumentOperations
  private let names: Sides<[[UInt8]]>
  /// The record that each name is, of members of one name the last.
  private let records: Sides<[[UInt8]: Int]>
  private let partners: Sides<[Int32]>

  init(_ document: DocumentOperations) {
    self.document = document
    let tables = document.tables
    let names = Sides { side in (0..<tables[side].count).map { tables[side].memberName(of: $0) } }
    self.names = names
    records = Sides { side in Dictionary(zip(names[side], names[side].indices)) { _, last in last } }
    partners = document.partners
  }

  func forEach(_ body: (PatchOperation) throws -> Void) throws {
    let arrived = try forEachDeparture(body)
    for target in names.target.indices where isAdded(target, arrived) {
      try body(.add(document.tables.target.jsonValue(of: target), at: pointer(.target, target)))
    }
    try forEachReplacement(body)
    try document.forEachOperationInsidePairs(
      at: { isPair($0.source, $0.target) || arrived.contains($0.target) ? pointer(.target, $0.target) : nil }, body)
  }

  private func pointer(_ side: Side, _ record: Int) -> [UInt8] { document.root.pointer(toMember: names[side][record]) }

  /// Whether two partners have the same name, and no later member has it too.
  private func isPair(_ source: Int, _ target: Int) -> Bool {
    let name = names.target[target]
    return partners.target[target] == Int32(source) && records.source[name] == source && records.target[name] == target
  }

  /// Names that are no longer there: removed or moved.
  ///
  /// - Returns: The records of the target that have moved to their names.
  private func forEachDeparture(_ body: (PatchOperation) throws -> Void) throws -> Set<Int> {
    var arrived: Set<Int> = []
    for source in names.source.indices
    where partners.source[source] > -2 && records.source[names.source[source]] == source
      && records.target[names.source[source]] == nil
    {
      let target = Int(partners.source[source])
      if target >= 0, records.source[names.target[target]] == nil,
        records.target[names.target[target]] == target
      {
        arrived.insert(target)
        try body(.move(pointer(.source, source), to: pointer(.target, target)))
      } else {
        try body(.remove(pointer(.source, source)))
      }
    }
    return arrived
  }

  private func isAdded(_ target: Int, _ arrived: Set<Int>) -> Bool {
    let name = names.target[target]
    return partners.target[target] > -2 && records.target[name] == target && records.source[name] == nil
      && !arrived.contains(target)
  }

  /// Names that other records have now.
  private func forEachReplacement(_ body: (PatchOperation) throws -> Void) throws {
    for target in names.target.indices where partners.target[target] > -2 {
      let name = names.target[target]
      guard records.target[name] == target, let source = records.source[name], !isPair(source, target) else { continue }
      let old = document.tables.source.jsonValue(of: source)
      let new = document.tables.target.jsonValue(of: target)
      if !old.isEqual(to: new) { try body(.replace(by: new, at: pointer(.target, target))) }
    }
  }
}
