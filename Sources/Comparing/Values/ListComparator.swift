import Platform
import Records

/// Lists are equal when they hold the same items, whatever the order: `luna.compare.list(";")`.
///
/// A text is cut at each separator; items are compared as they stand, or without the white space around them
/// (`trim = true`). Items that occur twice have to occur twice in both. Empty text is a list of one empty item, as `a;`
/// ends with one. JSON arrays are lists too; anything else is compared exactly.
package struct ListComparator: Comparator {
  private let separator: [UInt8]
  /// Whether somebody said what stands between the items, which lists of JSON have no use for.
  private let isSeparated: Bool
  private let trims: Bool

  /// Makes a comparator of lists.
  ///
  /// - Throws: ``OptionError`` if the separator is empty.
  package init(separator: Text? = ",", trim: Bool = false) throws(OptionError) {
    isSeparated = separator != nil
    let separator = separator ?? ","
    guard !separator.utf8.isEmpty else { throw OptionError("compare.list", .emptySeparator) }
    self.separator = separator.utf8
    trims = trim
  }

  package var summary: String {
    "list in any order"
      + (isSeparated ? ", separated by '\(String(decoding: separator, as: UTF8.self).excerpt)'" : "")
      + (trims ? ", trimmed" : "")
  }

  package func fits(_ value: Field) -> Bool {
    let isList = value.withText { text in trims || separator.withBytes { text.firstOffset(of: $0, from: 0) != nil } }
    return isList ?? (value.kind == .array)
  }

  package func areEqual(_ old: Field, _ new: Field) -> Bool {
    guard old.kind == .array, new.kind == .array else { return old.isEqual(to: new, comparingTexts: holdSameItems) }
    return old.isEqual(to: new) || sortedElements(old) == sortedElements(new)
  }

  private func sortedElements(_ array: Field) -> [[UInt8]] {
    array.canonicalElements.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private func holdSameItems(_ left: BytesView, _ right: BytesView) -> Bool {
    if left.isSame(as: right) { return true }
    return separator.withBytes { separator in
      let count = left.itemCount(separator)
      guard count == right.itemCount(separator) else { return false }
      let mine = sortedItems(of: left, separator, count)
      let theirs = sortedItems(of: right, separator, count)
      return zip(mine, theirs).allSatisfy { left[part: $0].isSame(as: right[part: $1]) }
    }
  }

  private func sortedItems(of text: BytesView, _ separator: BytesView, _ count: Int) -> [Range<Int>] {
    var items = text.items(between: separator, count)
    if trims { for place in items.indices { items[place] = text.trimmed(items[place]) } }
    items.sort { text[part: $0].precedes(text[part: $1]) }
    return items
  }
}

extension BytesView {
  /// How many items stand between the separators: one more than there are separators.
  func itemCount(_ separator: BytesView) -> Int {
    var (count, start) = (1, 0)
    while let found = firstOffset(of: separator, from: start) {
      count += 1
      start = found + separator.count
    }
    return count
  }

  /// Where so many items stand, all that there are.
  func items(between separator: BytesView, _ count: Int) -> [Range<Int>] {
    var (items, start) = ([Range<Int>](), 0)
    items.reserveCapacity(count)
    for _ in 0..<count {
      let end = firstOffset(of: separator, from: start) ?? self.count
      items.append(start..<end)
      start = end + separator.count
    }
    return items
  }

  fileprivate func firstOffset(of part: BytesView, from start: Int) -> Int? {
    guard part.count > 0, start + part.count <= count else { return nil }
    for offset in start...count - part.count where self[offset] == part[0] {
      if self[part: offset..<offset + part.count].isSame(as: part) { return offset }
    }
    return nil
  }
}
