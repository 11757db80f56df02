import Comparing
import Records

/// The operations on a document that is an object of records.
///
/// Its members have no order. One whose name changed moves, unless another one has the new name or gets the old one:
/// then the members of these names are replaced.
struct ObjectOperations {
  private let document: DocumentOperations
  private let names: Sides<[[UInt8]]>
  /// The record that each name is, of members of one name the last.
  private let records: Sides<[[UInt8]: Int]>
  private let partners: [Int32]
  private let isCompared: [Bool]

  init(_ document: DocumentOperations) {
    self.document = document
    let tables = document.tables
    let names = Sides { side in
      (0..<tables[side].count).map { tables[side].memberName(of: $0) }
    }
    self.names = names
    records = Sides { side in
      Dictionary(zip(names[side], names[side].indices)) { _, last in last }
    }
    partners = document.partners()
    let order = document.comparison.collections.orders.source
    var isCompared = [Bool](repeating: false, count: tables.source.count)
    for offset in 0..<order.count { isCompared[order[offset]] = true }
    self.isCompared = isCompared
  }

  func forEach(_ body: (PatchOperation) throws -> Void) throws {
    let arrived = try forEachDeparture(body)
    for target in names.target.indices where isAdded(target, arrived) {
      try body(.add(document.tables.target.jsonValue(of: target), at: pointer(.target, target)))
    }
    try forEachReplacement(body)
    try document.forEachDifferingPair { source, target, differing in
      guard isPair(source, target) || arrived.contains(target) else { return }
      try document.forEachOperation(
        inside: (source, target), differing, at: pointer(.target, target), body)
    }
  }

  private func pointer(_ side: Side, _ record: Int) -> [UInt8] {
    document.root.pointer(toMember: names[side][record])
  }

  /// Whether two partners have the same name, and no later member has it too.
  private func isPair(_ source: Int, _ target: Int) -> Bool {
    let name = names.target[target]
    return partners[target] == Int32(source) && records.source[name] == source
      && records.target[name] == target
  }

  /// Names that are no longer there: removed or moved.
  ///
  /// - Returns: The records of the target that have moved to their names.
  private func forEachDeparture(_ body: (PatchOperation) throws -> Void) throws -> Set<Int> {
    var targets = [Int](repeating: -1, count: names.source.count)
    for (target, source) in partners.enumerated() where source >= 0 {
      targets[Int(source)] = target
    }
    var arrived: Set<Int> = []
    for source in names.source.indices
    where isCompared[source] && records.source[names.source[source]] == source
      && records.target[names.source[source]] == nil
    {
      let target = targets[source]
      if target >= 0, !document.changesMembersOnly, records.source[names.target[target]] == nil,
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
    return partners[target] > -2 && records.target[name] == target
      && records.source[name] == nil && !arrived.contains(target)
  }

  /// Names that other records have now.
  private func forEachReplacement(_ body: (PatchOperation) throws -> Void) throws {
    for target in names.target.indices where partners[target] > -2 {
      let name = names.target[target]
      guard records.target[name] == target, let source = records.source[name],
        !isPair(source, target)
      else { continue }
      let old = document.tables.source.jsonValue(of: source)
      let new = document.tables.target.jsonValue(of: target)
      if !old.isEqual(to: new) {
        try body(.replace(old, by: new, at: pointer(.target, target)))
      }
    }
  }
}
