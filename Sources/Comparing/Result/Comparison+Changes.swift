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
  /// Each is made when it is asked for.
  package var changes: ChangeList { ChangeList(comparison: self) }

  /// Makes one change.
  ///
  /// - Parameter index: Its place in the order of reports, from 0 to `changeCount` − 1.
  /// - Complexity: O(*l*) for a record of length *l*.
  package func change(at index: Int) -> Change {
    let entry = entries[index]
    let sections = sectionNames(of: entry)
    func whole(_ side: Side, _ offset: Int32) -> RecordView? {
      record(side, offset).map { RecordView(tables[side], $0, names[side]) }
    }
    return Change(
      kind: entry.kind, key: keyValues(of: entry), old: whole(.source, entry.source), new: whole(.target, entry.target),
      moved: entry.isMoved, match: match(of: entry), section: sections.section, fromSection: sections.from,
      fields: entry.kind == .updated ? fieldChanges(of: entry) : [])
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

  /// Which pass has paired the records of a change, and how near they are; `nil` without a partner, or with one pass alone.
  package func match(of entry: ChangeEntry) -> MatchedPasses.Match? {
    entry.source < 0 || entry.target < 0 ? nil : passes?.match(of: entry.target)
  }

  /// Calls `body` with some changes, each with its place in `indices`.
  ///
  /// Their records lie far apart, and waiting for memory would be most of the work: so they are fetched some changes
  /// ahead.
  package func forEachEntry(at indices: ArraySlice<Int32>, _ body: (Int, ChangeEntry) -> Void) {
    let (sourceOrder, targetOrder) = (input.orders.source, input.orders.target)
    source.withRecordBytes { sources in
      target.withRecordBytes { targets in
        for place in indices.indices {
          let far = entries[Int(indices[min(place + 24, indices.endIndex - 1)])]
          if far.source >= 0 { sources.prefetchPlace(of: sourceOrder[Int(far.source)]) }
          if far.target >= 0 { targets.prefetchPlace(of: targetOrder[Int(far.target)]) }
          let later = entries[Int(indices[min(place + 8, indices.endIndex - 1)])]
          if later.source >= 0 { sources.prefetch(sourceOrder[Int(later.source)]) }
          if later.target >= 0 { targets.prefetch(targetOrder[Int(later.target)]) }
          body(place, entries[Int(indices[place])])
        }
      }
    }
  }

  /// The number in its file of the record at an offset; `nil` for none.
  package func record(_ side: Side, _ offset: Int32) -> Int? {
    offset < 0 ? nil : input.orders[side][Int(offset)]
  }

  /// The identity of a change's record, as it is shown.
  package func keyValues(of entry: ChangeEntry) -> [Value] {
    entry.kind == .inserted ? keyValues(.target, Int(entry.target)) : keyValues(.source, Int(entry.source))
  }

  /// The identity of the record at an offset, as it is shown.
  package func keyValues(_ side: Side, _ offset: Int) -> [Value] {
    asking([]) {
      let key = try comparedKey(side, offset)
      return keyMask?.shown(key) ?? key
    }
  }

  /// The identity of the record at an offset, as the rules see it.
  ///
  /// - Throws: What a rule throws that is not a function of the record: every identity was made once without an error.
  package func comparedKey(_ side: Side, _ offset: Int) throws -> [Value] {
    try input.workers.withWorker { worker in
      try worker.prepare()
      return try identities.values(side, offset, worker)
    }
  }

  /// Calls `body` with each part of the identity of the record at an offset as it is shown, valid during the call; a worker
  /// of the collections' does it.
  package func forEachKeyPart(_ side: Side, _ offset: Int, _ worker: ComparisonWorker, _ body: (Field) -> Void) {
    asking(()) {
      try worker.prepare()
      var part = 0
      try identities.forEachPart(side, offset, worker) { field in
        if let keyMask, keyMask.isMasked(part) { keyMask.sign(of: field.value).withField(body) } else { body(field) }
        part += 1
      }
    }
  }

  /// Offsets in the target of the updated records, ascending.
  package var updatedTargets: [Int32] { differences.targets }

  /// The compared columns that differ in an updated record.
  package func changedColumns(of entry: ChangeEntry) -> [ResolvedPlan.Column] {
    guard let place = differences.place(of: entry.target) else { return [] }
    return differences.columns(at: place).map { input.plan.compared[Int($0)] }
  }

  private func fieldChanges(of entry: ChangeEntry) -> [Change.FieldChange] {
    let (source, target) = (record(.source, entry.source), record(.target, entry.target))
    var old = tables.source.makeCursor()
    var new = tables.target.makeCursor()
    return changedColumns(of: entry).map { column in
      Change.FieldChange(
        column: column.name, old: Self.value(source, column.source, &old), new: Self.value(target, column.target, &new),
        paths: paths(column, source, target))
    }
  }

  private func paths(_ column: ResolvedPlan.Column, _ source: Int?, _ target: Int?) -> [PathChange]? {
    guard let source, let target else { return nil }
    return asking(nil) {
      try input.workers.withWorker { worker in
        try worker.nestedChanges(in: column, source: source, target: target)?.map(PathChange.init)
      }
    }
  }

  private static func value(_ record: Int?, _ column: Int?, _ cursor: inout FieldCursor) -> Value? {
    guard let record, let column else { return nil }
    let value = cursor.field(record, column).value
    return value == .absent ? nil : value
  }

  /// The section of a change, and the one that a record left, where it went to another one.
  package func sectionNames(of entry: ChangeEntry) -> (section: Value?, from: Value?) {
    guard let divisions = sections?.divisions else { return (nil, nil) }
    func name(_ side: Side, _ offset: Int32) -> Value? {
      guard offset >= 0 else { return nil }
      return divisions[side].names[divisions[side].section(of: Int(offset))]
    }
    let old = name(.source, entry.source)
    let new = name(.target, entry.target)
    guard entry.isMoved, old != new else { return (new ?? old, nil) }
    return (new, old)
  }
}

/// The changes of a comparison, made one by one as they are asked for.
package struct ChangeList: RandomAccessCollection, Sendable {
  fileprivate let comparison: Comparison

  /// The place of the first change.
  package var startIndex: Int { 0 }
  /// The place after the last change.
  package var endIndex: Int { comparison.changeCount }

  /// Makes the change at a place.
  package subscript(position: Int) -> Change { comparison.change(at: position) }
}
