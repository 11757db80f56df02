import Comparing
import Platform
import Records
import StagedDiff

/// A script that makes one text of another: parts of the first one and new text, in order.
///
/// This is what `--patchable` records, once for each direction. Both texts are known by their size and checksum, so
/// that it is applied to the right one only, and gives the other one byte for byte.
package struct PatchScript: Sendable, Equatable {
  /// A text without its bytes.
  package struct Fingerprint: Sendable, Equatable {
    package let bytes: Int
    package let crc32: UInt32
  }

  package enum Step: Sendable, Equatable {
    case copy(Range<Int>)
    case text([UInt8])
  }

  package let from: Fingerprint
  package let to: Fingerprint
  package private(set) var steps: [Step]

  package init(from: Fingerprint, to: Fingerprint, steps: [Step] = []) {
    self.from = from
    self.to = to
    self.steps = steps
  }

  mutating func copy(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    if case .copy(let last)? = steps.last, last.upperBound == range.lowerBound {
      steps[steps.count - 1] = .copy(last.lowerBound..<range.upperBound)
    } else {
      steps.append(.copy(range))
    }
  }

  mutating func add(_ text: some Collection<UInt8>) {
    guard !text.isEmpty else { return }
    // Taken out before it grows, so that it is not copied.
    guard case .text? = steps.last, case .text(var last)? = steps.popLast() else {
      steps.append(.text(Array(text)))
      return
    }
    last += text
    steps.append(.text(last))
  }

  /// Whether a text is the one that the script begins with.
  package func fits(_ text: BytesView) -> Bool { from.bytes == text.count && from.crc32 == Checksum.crc32(text) }

  /// Makes the new text; `nil` where the script does not give the text that it was recorded from.
  package func apply(to text: BytesView) -> [UInt8]? {
    var result: [UInt8] = []
    // What a damaged script claims is not believed before it is checked.
    result.reserveCapacity(min(to.bytes, 2 * text.count + (1 << 20)))
    for step in steps {
      switch step {
      case .copy(let range):
        guard range.upperBound <= text.count else { return nil }
        result += text[range]
      case .text(let bytes): result += bytes
      }
    }
    let sum = result.withBytes { Checksum.crc32($0) }
    return to == Fingerprint(bytes: result.count, crc32: sum) ? result : nil
  }
}

extension PatchScript {
  /// Reads the member `patch` of a result.
  static func both(in patch: Field, _ input: String) throws(PatchError) -> Sides<PatchScript?> {
    guard patch.kind != .absent else { return Sides(source: nil, target: nil) }
    guard let source = fingerprint(patch["source"]), let target = fingerprint(patch["target"]),
      let forward = steps(patch["forward"]), let reverse = steps(patch["reverse"])
    else { throw PatchError(.notAResult("its member \"patch\" is damaged"), input: input) }
    return Sides(
      source: PatchScript(from: source, to: target, steps: forward),
      target: PatchScript(from: target, to: source, steps: reverse))
  }

  private static func fingerprint(_ field: Field) -> Fingerprint? {
    guard let bytes = field["bytes"].offset, let crc32 = field["crc32"].plainText.flatMap({ UInt32($0, radix: 16) })
    else { return nil }
    return Fingerprint(bytes: bytes, crc32: crc32)
  }

  private static func steps(_ field: Field) -> [Step]? {
    guard field.kind == .array else { return nil }
    var steps: [Step] = []
    for element in field.elements {
      if let text = element.withText({ Array($0) }) {
        steps.append(.text(text))
        continue
      }
      let numbers = element.elements.compactMap(\.offset)
      guard numbers.count == 2 else { return nil }
      let (end, isTooFar) = numbers[0].addingReportingOverflow(numbers[1])
      guard !isTooFar else { return nil }
      steps.append(.copy(numbers[0]..<end))
    }
    return steps
  }

  package static func write(forward: PatchScript, reverse: PatchScript, to json: JSONEmitter) {
    json.object {
      json.member("source") { forward.from.write(to: json) }
      json.member("target") { forward.to.write(to: json) }
      json.member("forward") { forward.writeSteps(to: json) }
      json.member("reverse") { reverse.writeSteps(to: json) }
    }
  }

  private func writeSteps(to json: JSONEmitter) {
    json.list(steps) { step in
      switch step {
      case .copy(let range): json.list([range.lowerBound, range.count]) { json.value($0) }
      case .text(let text): json.value(utf8: text)
      }
    }
  }
}

extension PatchScript.Fingerprint {
  fileprivate func write(to json: JSONEmitter) {
    let digits = String(crc32, radix: 16)
    json.object {
      json.member("bytes", bytes)
      json.member("crc32", String(repeating: "0", count: 8 - digits.count) + digits)
    }
  }
}

extension PatchScript {
  package static func check(_ comparison: Comparison) throws(PatchError) {
    for side in Side.allCases where !comparison.tables[side].isOneText {
      throw PatchError(.writing(.severalFiles), input: comparison.tables[side].name)
    }
  }

  /// Makes sure that what is written, `what` in messages, may hold every value: no column is masked.
  package static func checkMask(of comparison: Comparison, for what: String = "a patch") throws(PatchError) {
    let masked = comparison.plan.masked
    guard masked.isEmpty else { throw PatchError(.masked(what: what, columns: masked), input: comparison.source.name) }
  }

  /// Records how one side's text becomes the other's.
  ///
  /// Records that are paired and the same are copied, as are the beginnings and ends that paired records share; the
  /// rest is written out.
  ///
  /// - Complexity: O(*b*) for *b* bytes of both texts.
  package init(_ comparison: Comparison, from side: Side) {
    let tables = comparison.comparedTables
    let (old, new) = (tables[side], tables[side.other])
    self.init(from: Fingerprint(of: old.wholeText), to: Fingerprint(of: new.wholeText))
    let partners = comparison.partners(of: side.other)
    append(new.wholeText[..<new.bodyStart], like: 0..<old.bodyStart, of: old.wholeText)
    for record in 0..<new.count {
      let range = new.unit(of: record)
      if partners[record] < 0 {
        add(new.wholeText[range])
      } else {
        append(new.wholeText[range], like: old.unit(of: Int(partners[record])), of: old.wholeText)
      }
    }
  }

  private mutating func append(_ text: Slice<BytesView>, like range: Range<Int>, of old: BytesView) {
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
  init(of text: BytesView) { self.init(bytes: text.count, crc32: Checksum.crc32(text)) }
}

extension RecordTable {
  /// Where a record stands in the whole text, with what separates it from the next.
  fileprivate func unit(of record: Int) -> Range<Int> {
    let start = range(of: record).lowerBound
    return start..<(record + 1 < count ? range(of: record + 1).lowerBound : wholeText.count)
  }
}

extension UInt8 {
  fileprivate var isContinuation: Bool { self & 0xC0 == 0x80 }
}
