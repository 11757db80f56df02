import Platform
import Records

/// Tells of which records groups consist, and which of these are the cause that two groups differ.
///
/// One belongs to one thread.
package final class GroupReader {
  /// The records of a group, by their numbers in the collection.
  package struct Group {
    package let records: ArraySlice<Int32>
    /// Those that have no equal in the other side's group; `nil` where there is nothing that they could be equal to.
    package let changed: [Int]?
  }

  private let comparison: Comparison
  private let groups: GroupedRecords
  /// Made when they are first of use.
  private var madeReaders: GroupReaders?
  /// The places of the columns of both inputs, those that are ignored aside.
  private var common = Sides<[Int]> { _ in [] }
  private let buffer = FieldBuffer()

  /// - Returns: `nil` where records were compared as they are.
  package init?(_ comparison: Comparison) {
    guard let groups = comparison.groups else { return nil }
    (self.comparison, self.groups) = (comparison, groups)
  }

  /// The two groups of a pair, or the one that came or went; `nil` for a side that has none.
  ///
  /// Records are equal if the columns that both inputs have, but for those that are ignored, have equal values after
  /// their normalizers.
  ///
  /// - Parameter numbers: The groups' numbers; −1 for none.
  package func groups(_ numbers: Sides<Int>) -> Sides<Group?> {
    let records = Sides { side in numbers[side] < 0 ? nil : groups.members[side]?[numbers[side]] }
    var changed: Sides<[Int]>?
    if let old = records.source, let new = records.target { changed = changes(old, new) }
    return Sides { side in records[side].map { Group(records: $0, changed: changed?[side]) } }
  }

  /// The same in words: `2, 6 → 1, 4; changed: 6 → 4`, numbered as messages number records.
  ///
  /// The field is valid until the next call.
  package func words(_ numbers: Sides<Int>) -> Field {
    let groups = groups(numbers)
    let lists = Sides { side in groups[side].map { Self.listed($0.records.map { Int($0) }) } }
    var words = [lists.source, lists.target].compactMap(\.self).unique.joined(separator: " → ")
    if let old = groups.source?.changed, let new = groups.target?.changed, !old.isEmpty || !new.isEmpty {
      words += "; changed: \(Self.listed(old)) → \(Self.listed(new))"
    }
    Array(words.utf8).withBytes { buffer.load(text: $0) }
    return buffer.field
  }

  /// So many records of a group are named in words.
  private static let mostNamed = 20

  private static func listed(_ records: [Int]) -> String {
    guard !records.isEmpty else { return "none" }
    let named = records.prefix(mostNamed).map { String($0 + 1) }.joined(separator: ", ")
    return records.count > mostNamed ? "\(named), +\(records.count - mostNamed)" : named
  }

  /// What a record has that its group is made of, by the names of the columns: nothing of what is masked.
  package func parts(of record: Int, _ side: Side) -> [(column: String, value: Value)] {
    guard let grouping = groups.plan.group?.sides[side], let reader = readersAsFarAsThereAre?.sides[side] else {
      return []
    }
    return grouping.origins.compactMap { name in
      guard let place = reader.columnIndex(of: name) else { return nil }
      let value = reader.rawField(record, place).value
      let isShown = !groups.plan.isMasked(name) || value == .absent
      return (name, isShown ? value : .text(Text(utf8: Array(BytesView(RecordTable.mask)))))
    }
  }
}

extension GroupReader {
  /// `nil` where functions of the rules cannot be asked, as they could when the groups were made.
  private var readersAsFarAsThereAre: GroupReaders? { do { return try readers } catch { return nil } }

  private var readers: GroupReaders {
    get throws {
      if let madeReaders { return madeReaders }
      let readers = try GroupReaders(groups.tables, groups.plan)
      let (old, new) = (readers.sides.source, readers.sides.target)
      let ignored = Set(named: groups.plan.ignored.map { $0.isOptional ? $0.withoutMark : $0 })
      let names = new.columns.filter { old.columnIndex(of: $0) != nil && !ignored.contains($0) }
      common = Sides { side in names.map { readers.sides[side].columnIndex(of: $0) ?? -1 } }
      madeReaders = readers
      return readers
    }
  }

  /// Which records of two groups have no equal in the other one; `nil` where a normalizer fails, which has failed when
  /// the groups were made.
  private func changes(_ old: ArraySlice<Int32>, _ new: ArraySlice<Int32>) -> Sides<[Int]>? {
    do {
      return try comparison.asking {
        let sides = try readers.sides
        let (source, target) = (try contents(old, sides.source), try contents(new, sides.target))
        return Sides(
          source: Self.records(old, source, missingIn: target), target: Self.records(new, target, missingIn: source))
      }
    } catch { return nil }
  }

  private func contents(_ records: ArraySlice<Int32>, _ reader: RecordReader) throws -> [[UInt8]] {
    let places = common[reader.side]
    return try records.map { record in
      var key = KeyBuffer()
      for place in places { key.append(try reader.field(Int(record), place)) }
      return key.bytes
    }
  }

  private static func records(_ records: ArraySlice<Int32>, _ contents: [[UInt8]], missingIn others: [[UInt8]])
    -> [Int]
  {
    var left = others.counted()
    return zip(records, contents).compactMap { record, content in
      guard let count = left[content], count > 0 else { return Int(record) }
      left[content] = count - 1
      return nil
    }
  }
}
