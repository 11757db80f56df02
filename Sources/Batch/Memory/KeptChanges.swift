import Comparing
import Platform
import Records
import Reports

/// What a history keeps of a pair's changes, so that those of two runs can be told apart: new, gone, the same.
///
/// A change is kept as two digests, of its key and of what happened to the record. Of many changes those are kept whose
/// keys have the smallest digests, which are those of the same records in every run: two runs can be compared by what
/// they have below the smaller of their bounds, and that is told as the part that it is. The smallest have names, too.
package struct KeptChanges: Sendable, Equatable {
  /// The digests of a change.
  struct Entry: Comparable, Hashable {
    let key: UInt64
    let content: UInt32

    static func < (one: Entry, other: Entry) -> Bool { (one.key, one.content) < (other.key, other.content) }
  }

  /// What a change is called.
  package struct Name: Sendable, Equatable {
    package let kind: Change.Kind
    package let key: [String]
    package let columns: [String]
  }

  package let count: Int
  /// In ascending order.
  let entries: [Entry]
  /// Of the first of them.
  let names: [Name]

  private static let mostKept = 1000
  private static let mostNamed = 100
}

extension KeptChanges {
  /// - Returns: `nil` where keys are masked, with signs that are others in every run.
  /// - Throws: What a rule throws that fails when it is asked again.
  /// - Complexity: O(*c*) for *c* changes, with the values of a fixed number of them.
  package init?(of comparison: Comparison) throws {
    guard comparison.keyMask == nil || Mask.hasLastingSigns else { return nil }
    let reader = ChangeReader(comparison)
    var smallest: [(key: UInt64, index: Int)] = []
    func cut() {
      smallest.sort { $0 < $1 }
      smallest.removeLast(max(0, smallest.count - Self.mostKept))
    }
    for index in 0..<comparison.changeCount {
      let key = try reader.keyDigest(of: comparison.entry(at: index))
      // As many as are kept are in order; those behind them are smaller than the last of these, or the same.
      guard smallest.count < Self.mostKept || key <= smallest[Self.mostKept - 1].key else { continue }
      smallest.append((key, index))
      if smallest.count.isMultiple(of: Self.mostKept) { cut() }
    }
    cut()
    let found = try smallest.map { key, index in
      (index: index, entry: Entry(key: key, content: try reader.contentDigest(of: comparison.entry(at: index))))
    }.sorted { $0.entry < $1.entry }
    count = comparison.changeCount
    entries = found.map(\.entry)
    names = try found.prefix(Self.mostNamed).map { try reader.name(of: comparison.entry(at: $0.index)) }
  }

  /// The digest of a key below which all changes are kept; `nil` where that is all.
  private var bound: UInt64? { entries.count < count ? entries.last?.key ?? 0 : nil }
}

extension KeptChanges {
  /// What became of the changes of one run in another one.
  package struct Difference: Sendable, Equatable {
    /// Records that had no change, and have one now; that had one, and have none now.
    package var new = 0
    package var gone = 0
    /// Records that have the same change; that have another one.
    package var same = 0
    package var other = 0
    /// Names of those that are new, gone, and have another change, as far as they are kept.
    package var newNames: [Name] = []
    package var goneNames: [Name] = []
    package var otherNames: [Name] = []
    /// How many changes of the two runs there are, and how many of them were looked at.
    package var counts = Sides(source: 0, target: 0)
    package var lookedAt = Sides(source: 0, target: 0)

    package var isSample: Bool { lookedAt != counts }
  }

  package func difference(from old: KeptChanges) -> Difference {
    let bound = [bound, old.bound].compactMap { $0 }.min()
    func known(_ changes: KeptChanges) -> ArraySlice<Entry> {
      bound.map { bound in changes.entries.prefix { $0.key < bound } } ?? changes.entries[...]
    }
    var (before, after) = (known(old), known(self))
    var difference = Difference(
      counts: Sides(source: old.count, target: count), lookedAt: Sides(source: before.count, target: after.count))
    while let key = [before.first?.key, after.first?.key].compactMap({ $0 }).min() {
      let (was, now) = (before.prefix { $0.key == key }, after.prefix { $0.key == key })
      let same = Self.common(was, now)
      let paired = min(was.count, now.count)
      difference.same += same
      difference.other += paired - same
      let others = now.indices.prefix(paired).filter { !was.contains(now[$0]) }.prefix(paired - same)
      difference.otherNames += others.flatMap { names(of: $0..<$0 + 1) }
      difference.gone += was.count - paired
      difference.new += now.count - paired
      if now.count > paired { difference.newNames += names(of: now.dropFirst(paired).indices) }
      if was.count > paired { difference.goneNames += old.names(of: was.dropFirst(paired).indices) }
      (before, after) = (before.dropFirst(was.count), after.dropFirst(now.count))
    }
    return difference
  }

  private func names(of indices: Range<Int>) -> ArraySlice<Name> { names[indices.clamped(to: names.indices)] }

  /// How many entries of one key two runs have in common.
  private static func common(_ one: ArraySlice<Entry>, _ other: ArraySlice<Entry>) -> Int {
    var left = other.map(\.content).counted()
    return one.count { entry in
      guard let count = left[entry.content], count > 0 else { return false }
      left[entry.content] = count - 1
      return true
    }
  }
}

extension ChangeReader {
  fileprivate func contentDigest(of entry: ChangeEntry) throws -> UInt32 {
    var hash = SHA256()
    hash.update(entry.kind.rawValue.utf8)
    hash.update([entry.isMoved ? 1 : 0])
    if entry.kind == .updated {
      forEachDifference(of: entry) { column, old, new in
        hash.update(Array(columns[column].name.utf8) + [0] + old.digestedBytes + new.digestedBytes)
      }
    } else if entry.kind != .moved {
      let side = side(of: entry)
      forEachField(side, record(of: entry, side)) { column, field in
        guard field.kind != .absent else { return }
        hash.update(Array(comparison.tables[side].columns[column].utf8) + [0] + field.digestedBytes)
      }
    }
    return hash.finish().prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  fileprivate func name(of entry: ChangeEntry) throws -> KeptChanges.Name {
    var key: [String] = []
    try forEachKeyPart(of: entry) { key.append(DisplayText($0).text(within: 60)) }
    let names = entry.kind == .updated ? differingColumns(of: entry).map { columns[Int($0)].name } : []
    return KeptChanges.Name(kind: entry.kind, key: key, columns: names)
  }
}
