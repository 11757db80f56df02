import Comparing
import Platform
import Records
import StagedDiff

extension PatchScript {
  /// Makes sure that there is one text on each side.
  ///
  /// - Throws: `PatchError` for an input of several files.
  package static func check(_ comparison: Comparison) throws(PatchError) {
    for side in Side.allCases where !comparison.tables[side].isOneText {
      throw PatchError(.severalFiles, input: comparison.tables[side].name)
    }
  }

  /// Makes sure that what is written may hold every value.
  ///
  /// - Parameter what: What messages call it.
  /// - Throws: `PatchError` where columns are masked.
  package static func checkMask(
    of comparison: Comparison, for what: String = "a patch"
  ) throws(PatchError) {
    let masked = comparison.plan.masked
    guard masked.isEmpty else {
      throw PatchError(.masked(what: what, columns: masked), input: comparison.source.name)
    }
  }

  /// Records how one side's text becomes the other's.
  ///
  /// Records that are paired and the same are copied, as are the beginnings and ends that paired records share; the
  /// rest is written out.
  ///
  /// - Complexity: O(*b*) for *b* bytes of both texts.
  package init(_ comparison: Comparison, from side: Side) {
    let other: Side = side == .source ? .target : .source
    let tables = comparison.collections.tables
    let (old, new) = (tables[side], tables[other])
    self.init(from: Fingerprint(of: old.wholeText), to: Fingerprint(of: new.wholeText))
    let partners = RecordPartners(comparison, of: other)
    append(new.wholeText[..<new.bodyStart], like: 0..<old.bodyStart, of: old.wholeText)
    for record in 0..<new.count {
      let range = new.unit(of: record)
      if let partner = partners[record] {
        append(new.wholeText[range], like: old.unit(of: partner), of: old.wholeText)
      } else {
        add(new.wholeText[range])
      }
    }
  }

  /// Adds a text that is much like a part of the first text.
  private mutating func append(
    _ text: Slice<BytesView>, like range: Range<Int>, of old: BytesView
  ) {
    let new = BytesView(rebasing: text)
    let model = old[part: range]
    if new.isSame(as: model) { return copy(range) }
    let least = min(new.count, model.count)
    var start = 0
    while start < least, new[start] == model[start] { start += 1 }
    while start > 0, start < new.count, new[start].isContinuation { start -= 1 }
    var end = 0
    while end < least - start, new[new.count - 1 - end] == model[model.count - 1 - end] { end += 1 }
    while end > 0, new[new.count - end].isContinuation { end -= 1 }
    // A short piece costs more as a copy than as text.
    if start < Self.shortest { start = 0 }
    if end < Self.shortest { end = 0 }
    copy(range.lowerBound..<range.lowerBound + start)
    add(new[start..<new.count - end])
    copy(range.upperBound - end..<range.upperBound)
  }

  private static let shortest = 12
}

extension PatchScript.Fingerprint {
  init(of text: BytesView) {
    self.init(bytes: text.count, crc32: Checksum.crc32(text))
  }
}

extension RecordTable {
  /// Where a record stands in the whole text, with what separates it from the next.
  fileprivate func unit(of record: Int) -> Range<Int> {
    let start = range(of: record).lowerBound
    return start..<(record + 1 < count ? range(of: record + 1).lowerBound : wholeText.count)
  }
}

extension UInt8 {
  /// Whether the byte is one of a character's further bytes in UTF-8.
  fileprivate var isContinuation: Bool { self & 0xC0 == 0x80 }
}

/// For each record of one side its partner on the other, by record numbers.
private struct RecordPartners {
  private var partners: [Int32]

  init(_ comparison: Comparison, of side: Side) {
    let orders = comparison.collections.orders
    let pairing = comparison.pairing
    let found = side == .target ? pairing.targetToSource : pairing.sourceToTarget
    let other: Side = side == .source ? .target : .source
    partners = [Int32](repeating: -1, count: comparison.collections.tables[side].count)
    for (offset, partner) in found.enumerated() where partner >= 0 {
      partners[orders[side][offset]] = Int32(truncatingIfNeeded: orders[other][Int(partner)])
    }
  }

  subscript(record: Int) -> Int? { partners[record] < 0 ? nil : Int(partners[record]) }
}
