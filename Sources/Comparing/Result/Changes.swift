import Records

extension Comparison {
  /// How many changes there are; a record that is updated and moved is one.
  package var changeCount: Int { entries.count }

  /// Bytes of memory that the result holds beside the tables, about.
  package var footprint: Int {
    let records = input.tables.source.count + input.tables.target.count
    return 4096 + records * 32 + entries.count * MemoryLayout<ChangeEntry>.stride
  }

  /// The changes in the order of reports: deleted records in source order, then the rest in target order.
  ///
  /// - Throws: What a rule throws that fails when it is asked again.
  package var changes: [Change] { get throws { try (0..<changeCount).map(change) } }

  /// Makes one change.
  ///
  /// - Parameter index: Its place in the order of reports, from 0 to `changeCount` − 1.
  /// - Complexity: O(*l*) for a record of length *l*.
  package func change(at index: Int) throws -> Change {
    let entry = entries[index]
    return try change(entry, key: keyValues(of: entry), paths: paths)
  }

  /// The same without what rules would be asked for again: its key is empty, and its fields have no paths.
  package func plainChange(at index: Int) -> Change { change(entries[index], key: []) { _, _, _ in nil } }

  private typealias Paths = (ResolvedPlan.Column, Int?, Int?) throws -> [PathChange]?

  private func change(_ entry: ChangeEntry, key: [Value], paths: Paths) rethrows -> Change {
    let sections = sectionNames(of: entry)
    func whole(_ side: Side, _ offset: Int32) -> RecordView? {
      record(side, offset).map { RecordView(table: tables[side], names: names[side], number: $0) }
    }
    return Change(
      kind: entry.kind, key: key, old: whole(.source, entry.source), new: whole(.target, entry.target),
      moved: entry.isMoved, match: match(of: entry), section: sections.section, fromSection: sections.from,
      fields: entry.kind == .updated ? try fieldChanges(of: entry, paths) : [])
  }

  /// The kind, offsets and flags of a change, without its values.
  package func entry(at index: Int) -> ChangeEntry { entries[index] }

  /// The offsets of a side's records without a partner, ascending.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes.
  package func unpairedOffsets(_ side: Side) -> [Int32] {
    let kind: Change.Kind = side == .source ? .deleted : .inserted
    return entries.lazy.filter { $0.kind == kind }.map { side == .source ? $0.source : $0.target }.sorted()
  }

  /// Which pass has paired the records of a change, and how near they are; `nil` without a partner, or with one pass
  /// alone.
  package func match(of entry: ChangeEntry) -> MatchedPasses.Match? {
    entry.source < 0 || entry.target < 0 ? nil : passes?.match(of: entry.target)
  }

  /// Calls `body` with some changes, each with its place in `indices`.
  ///
  /// Their records lie far apart, and waiting for memory would be most of the work: so they are fetched some changes
  /// ahead.
  package func forEachEntry(at indices: ArraySlice<Int32>, _ body: (Int, ChangeEntry) throws -> Void) rethrows {
    let (sourceOrder, targetOrder) = (input.orders.source, input.orders.target)
    try source.withRecordBytes { sources in
      try target.withRecordBytes { targets in
        for position in indices.indices {
          let far = entries[Int(indices[min(position + 24, indices.endIndex - 1)])]
          if far.source >= 0 { sources.prefetchPlace(of: sourceOrder[Int(far.source)]) }
          if far.target >= 0 { targets.prefetchPlace(of: targetOrder[Int(far.target)]) }
          let later = entries[Int(indices[min(position + 8, indices.endIndex - 1)])]
          if later.source >= 0 { sources.prefetch(sourceOrder[Int(later.source)]) }
          if later.target >= 0 { targets.prefetch(targetOrder[Int(later.target)]) }
          try body(position, entries[Int(indices[position])])
        }
      }
    }
  }

  /// The number in its file of the record at an offset; `nil` for none.
  package func record(_ side: Side, _ offset: Int32) -> Int? {
    offset < 0 ? nil : input.orders[side][Int(offset)]
  }

  /// The identity of a change's record, as it is shown.
  package func keyValues(of entry: ChangeEntry) throws -> [Value] {
    try entry.kind == .inserted ? keyValues(.target, Int(entry.target)) : keyValues(.source, Int(entry.source))
  }

  /// The identity of the record at an offset, as it is shown.
  package func keyValues(_ side: Side, _ offset: Int) throws -> [Value] {
    let key = try asking { try comparedKey(side, offset) }
    return keyMask?.shown(key) ?? key
  }

  /// The identity of the record at an offset, as the rules see it.
  ///
  /// - Throws: What a rule throws that is not a function of the record: every identity was made once without an error.
  package func comparedKey(_ side: Side, _ offset: Int) throws -> [Value] {
    try withWorker { try identities.values(side, offset, $0) }
  }

  /// Calls `body` with each part of the identity of the record at an offset as it is shown, valid during the call; a
  /// worker of the collections' does it.
  package func forEachKeyPart(_ side: Side, _ offset: Int, _ worker: ComparisonWorker, _ body: (Field) -> Void) throws {
    try asking {
      try worker.prepare()
      var part = 0
      try identities.forEachPart(side, offset, worker) { field in
        if let keyMask, keyMask.isMasked(part) { keyMask.sign(of: field.value).withField(body) } else { body(field) }
        part += 1
      }
    }
  }

  /// The compared columns that differ in an updated record.
  package func changedColumns(of entry: ChangeEntry) -> [ResolvedPlan.Column] {
    differingColumns(ofTarget: entry.target).map { comparedColumns[Int($0)] }
  }

  /// What differs between the record at an offset in the target and its partner, with the values of columns that only
  /// one side has, as far as rules do not leave them out.
  package func allFieldChanges(ofTarget offset: Int32) throws -> [Change.FieldChange] {
    let entry = ChangeEntry(kind: .updated, isMoved: false, source: pairs.source(of: offset), target: offset)
    let fields = try fieldChanges(of: entry, paths)
    let known = Set(named: fields.map(\.column))
    func value(_ side: Side, _ offset: Int32, _ name: String) -> Value? {
      record(side, offset).flatMap { RecordView(table: tables[side], names: names[side], number: $0)[name] }
    }
    let old = columnChanges.deleted.map { ($0, value(.source, entry.source, $0), Value?.none) }
    let new = columnChanges.inserted.map { ($0, Value?.none, value(.target, entry.target, $0)) }
    return fields
      + (old + new).filter { !known.contains($0) && ($1 ?? $2) != nil }.map {
        Change.FieldChange(column: $0, old: $1, new: $2, paths: nil)
      }
  }

  private func fieldChanges(of entry: ChangeEntry, _ paths: Paths) rethrows -> [Change.FieldChange] {
    let (source, target) = (record(.source, entry.source), record(.target, entry.target))
    var old = tables.source.makeCursor()
    var new = tables.target.makeCursor()
    return try changedColumns(of: entry).map { column in
      Change.FieldChange(
        column: column.name,
        old: derivedValue(of: column, source, .source) ?? Self.value(source, column.source, &old),
        new: derivedValue(of: column, target, .target) ?? Self.value(target, column.target, &new),
        paths: try paths(column, source, target))
    }
  }

  private func paths(_ column: ResolvedPlan.Column, _ source: Int?, _ target: Int?) throws -> [PathChange]? {
    guard let source, let target else { return nil }
    return try asking {
      try withWorker { try $0.nestedChanges(in: column, source: source, target: target)?.map(PathChange.init) }
    }
  }

  /// The value of a derived column; `nil` of any other.
  private func derivedValue(of column: ResolvedPlan.Column, _ record: Int?, _ side: Side) -> Value? {
    guard let record, column.isDerived(in: side) else { return nil }
    // A function that cannot be asked has said so when the records were compared.
    do { return try madeValue(of: column, record, side) } catch { return .null }
  }

  private static func value(_ record: Int?, _ column: Int?, _ cursor: inout FieldCursor) -> Value? {
    guard let record, let column else { return nil }
    let value = cursor.field(record, column).value
    return value == .absent ? nil : value
  }
}

/// Columns that rules make of others.
extension Comparison {
  /// Their names, but for those of the key, which every report shows.
  package var derivedNames: [String] { resolvedPlan.derived.map(\.name).namesMissing(in: keyColumns.map(\.name)) }

  /// All columns that may be named: the target's, those that the source alone has, and those that rules make.
  package var namedColumns: [String] {
    let own = target.columns + columns.deleted
    return own + resolvedPlan.derived.map(\.name).namesMissing(in: own)
  }

  package func derivedColumns(_ side: Side) -> [ResolvedPlan.Column] {
    resolvedPlan.derived.filter { $0.isDerived(in: side) }
  }

  /// The value of a derived column of a record, given by its number in the table.
  ///
  /// - Throws: What a function throws.
  package func madeValue(of column: ResolvedPlan.Column, _ record: Int, _ side: Side) throws -> Value {
    let value = try asking {
      try withWorker { worker in
        guard let place = column.place(in: side) else { return Value.absent }
        try worker.readers[side].check(record, place)
        return worker.readers[side].rawField(record, place).value
      }
    }
    return column.isMasked ? Mask.plainSign(of: value) : value
  }

  /// Makes the values of all changes in the columns at these places that are derived: a function that no rule has
  /// called may fail.
  ///
  /// - Throws: What the function throws.
  /// - Complexity: O(*c*) for *c* changes; nothing where no function makes such a column.
  package func checkDerived(_ places: [Sides<Int?>]) throws {
    guard resolvedPlan.rules.hasScriptedNormalizers else { return }
    try asking {
      try withWorker { worker in
        for entry in entries {
          for side in Side.allCases {
            guard let record = record(side, side == .source ? entry.source : entry.target) else { continue }
            for place in places.compactMap({ $0[side] }) where place >= RecordReader.firstDerived {
              try worker.readers[side].check(record, place)
            }
          }
        }
      }
    }
  }
}

/// One change as numbers: what a report asks for first, and what `Change` is made of on demand.
package struct ChangeEntry: Sendable, Hashable {
  package let kind: Change.Kind
  package let isMoved: Bool
  /// The offset in the source, or −1.
  package let source: Int32
  /// The offset in the target, or −1.
  package let target: Int32

  /// All changes in the order of reports: deleted records in source order, then the rest in target order.
  ///
  /// - Complexity: O(*c*) for *c* changes.
  static func list(_ edits: EngineChanges, pairs: any RecordPairs, updated: [Int32]) -> [ChangeEntry] {
    let deleted = edits.deletedSources(pairs)
    let moved = edits.movedTargets
    let inserted = edits.insertedTargets(pairs)
    var entries: [ChangeEntry] = []
    // Growing would take as much again, where there are many.
    entries.reserveCapacity(deleted.count + inserted.count + max(moved.count, updated.count))
    for source in deleted { entries.append(ChangeEntry(kind: .deleted, isMoved: false, source: source, target: -1)) }
    var places = (updated: 0, moved: 0, inserted: 0)
    func next(_ list: [Int32], _ position: Int) -> Int32 { position < list.count ? list[position] : .max }
    while true {
      let heads = (next(updated, places.updated), next(moved, places.moved), next(inserted, places.inserted))
      let target = min(heads.0, heads.1, heads.2)
      guard target < .max else { return entries }
      if heads.2 == target {
        entries.append(ChangeEntry(kind: .inserted, isMoved: false, source: -1, target: target))
        places.inserted += 1
        continue
      }
      entries.append(
        ChangeEntry(
          kind: heads.0 == target ? .updated : .moved, isMoved: heads.1 == target, source: pairs.source(of: target),
          target: target))
      places.updated += heads.0 == target ? 1 : 0
      places.moved += heads.1 == target ? 1 : 0
    }
  }

  static func summary(_ entries: [ChangeEntry], paired: Int) -> Summary {
    var summary = Summary(unchanged: paired)
    for entry in entries {
      switch entry.kind {
      case .deleted: summary.deleted += 1
      case .inserted: summary.inserted += 1
      case .updated, .moved:
        summary.unchanged -= 1
        summary.updated += entry.kind == .updated ? 1 : 0
        summary.moved += entry.isMoved ? 1 : 0
      }
    }
    return summary
  }
}
