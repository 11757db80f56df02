import Comparing
import Platform
import Records

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

  /// A part of the new text.
  package enum Step: Sendable, Equatable {
    /// These bytes of the first text.
    case copy(Range<Int>)
    /// New text.
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

  /// Adds a part of the first text.
  mutating func copy(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    if case .copy(let last)? = steps.last, last.upperBound == range.lowerBound {
      steps[steps.count - 1] = .copy(last.lowerBound..<range.upperBound)
    } else {
      steps.append(.copy(range))
    }
  }

  /// Adds new text.
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
  package func fits(_ text: BytesView) -> Bool {
    from.bytes == text.count && from.crc32 == Checksum.crc32(text)
  }

  /// Makes the new text.
  ///
  /// - Returns: `nil` where the script does not give the text that it was recorded from.
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
