import Comparing
import Records

/// Two values side by side within a width: shortened around the place where they differ, with what differs known.
package struct ValuePair {
  let old: [DisplayText.Run]
  let new: [DisplayText.Run]

  /// Characters that are left before the first one that differs, at least.
  private static let lead = 8
  /// Bytes that are looked at before that one, in values too long to be looked at whole.
  private static let context = 256

  /// - Parameter isEven: Whether each has half of the width, whatever the other one needs.
  package init(_ old: Field, _ new: Field, width: Int, isMarked: Bool, isEven: Bool = false) {
    let isQuoted = old.kind.isText != new.kind.isText
    let start = isQuoted ? 0 : Self.start(old, new)
    var texts = (
      old: DisplayText(old, isQuoted: isQuoted, from: start), new: DisplayText(new, isQuoted: isQuoted, from: start)
    )
    let parts = Self.parts(&texts.old, &texts.new, isMarked: isMarked && !isQuoted)
    let half = max(width / 2, Self.lead)
    let limits =
      isEven
      ? (old: half, new: half) : (old: max(half, width - texts.new.width), new: max(half, width - texts.old.width))
    let first = Self.firstShown(texts.old, texts.new, within: min(limits.old, limits.new))
    let shown = texts
    func runs(fills: Bool) -> (old: [DisplayText.Run], new: [DisplayText.Run]) {
      (
        shown.old.runs(within: limits.old, from: first, changed: parts.old, fills: fills),
        shown.new.runs(within: limits.new, from: first, changed: parts.new, fills: fills)
      )
    }
    let filled = runs(fills: true)
    // Of runs of one letter, one longer than the other, the ends look the same.
    let looksSame = filled.old.map(\.text) == filled.new.map(\.text)
    (self.old, self.new) = looksSame ? runs(fills: false) : filled
  }

  package var texts: (old: String, new: String) { (old.map(\.text).joined(), new.map(\.text).joined()) }

  /// Two values as texts that together take a width.
  package static func texts(_ values: Sides<Value>, width: Int) -> (old: String, new: String) {
    values.source.withField { old in
      values.target.withField { new in ValuePair(old, new, width: width, isMarked: false).texts }
    }
  }

  /// The parts that differ; where that is white space alone, it is made visible.
  private static func parts(_ old: inout DisplayText, _ new: inout DisplayText, isMarked: Bool) -> (
    old: [Range<Int>], new: [Range<Int>]
  ) {
    let numbers = (old: old.numbers, new: new.numbers)
    let whole = (old: [numbers.old.indices], new: [numbers.new.indices])
    guard !old.isOdd, !new.isOdd else { return whole }
    let isBlank = WordDifference.isWhiteSpaceAlone(numbers.old, numbers.new)
    guard isMarked || isBlank else { return whole }
    let difference = WordDifference(numbers.old, numbers.new)
    guard !difference.old.isEmpty || !difference.new.isEmpty else { return whole }
    if isBlank {
      old.dotBlanks(in: difference.old)
      new.dotBlanks(in: difference.new)
    }
    return (difference.old, difference.new)
  }

  /// The first character to show of texts that are too wide, so that what differs is in the middle.
  private static func firstShown(_ old: DisplayText, _ new: DisplayText, within limit: Int) -> Int {
    guard max(old.width, new.width) > limit else { return 0 }
    let same = old.commonStart(with: new)
    let differing = max(old.width, new.width) - same - old.commonEnd(with: new)
    let first = same > lead + 4 ? max(0, same - max(lead, (limit - differing) / 2)) : 0
    return [old, new].map { $0.start(showing: same, from: first, within: limit) }.max() ?? first
  }

  /// How many bytes of two long values can be left out, since both begin with them.
  private static func start(_ old: Field, _ new: Field) -> Int {
    guard max(old.bytes.count, new.bytes.count) > DisplayText.limit else { return 0 }
    return old.withCharacters { old in
      new.withCharacters { new in
        let same = zip(old, new).prefix { $0 == $1 }.count
        guard same > DisplayText.limit / 2 else { return 0 }
        // Not within a character: its other bytes follow the first.
        return (0...same - context).last { old[$0] & 0xC0 != 0x80 } ?? 0
      }
    }
  }
}
