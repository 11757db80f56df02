import RecordDiff
import Records

/// Which changes make a pair of a batch different, and whether a missing file does.
public struct BatchTolerance: Sendable, Equatable {
  /// The most changes of a kind that do not count.
  public enum Threshold: Sendable, Equatable {
    /// A number of records.
    case count(Int)
    /// A part of the records of the old file: this many, of 10 to the power of `scale` per cent.
    case share(Int, scale: Int)
  }

  /// The kinds of change that count.
  public var kinds = Set(Change.Kind.allCases)
  /// Whether a file that one side lacks counts.
  public var countsMissing = true
  /// Up to how many changes of a kind do not count; none without an entry.
  public var thresholds: [Change.Kind: Threshold] = [:]

  /// Every change counts, and so does a missing file.
  public init() {}

  /// The kinds of which there are more changes than are tolerated, of records or of sections.
  func counting(_ comparison: Comparison) -> [Change.Kind] {
    Change.Kind.allCases.filter { kind in
      guard kinds.contains(kind) else { return false }
      let threshold = thresholds[kind] ?? .count(0)
      let records = (comparison.summary[kind], comparison.source.count)
      let sections = (comparison.sectionSummary?[kind] ?? 0, comparison.sectionCount(.source))
      return [records, sections].contains { threshold.isExceeded(by: $0.0, of: $0.1) }
    }
  }
}

extension BatchTolerance.Threshold {
  private static let largestScale = 9

  /// Reads `10` or `0.1%`; `nil` if it is neither.
  public init?(_ text: String) {
    guard text.last == "%" else {
      guard let count = Int(text), count >= 0 else { return nil }
      self = .count(count)
      return
    }
    let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? parts[1] : ""
    guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty }),
      fraction.count <= Self.largestScale,
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let digits = Int(parts[0] + fraction)
    else { return nil }
    self = .share(digits, scale: fraction.count)
  }

  /// Whether there are more changes than this; exact, without rounding.
  package func isExceeded(by changes: Int, of records: Int) -> Bool {
    switch self {
    case .count(let count): return changes > count
    case .share(let digits, let scale):
      let unit = (0..<scale).reduce(Int128(100)) { unit, _ in unit * 10 }
      return Int128(changes) * unit > Int128(digits) * Int128(records)
    }
  }
}

extension Summary {
  /// How many records changed in this way.
  subscript(kind: Change.Kind) -> Int {
    switch kind {
    case .deleted: deleted
    case .inserted: inserted
    case .updated: updated
    case .moved: moved
    }
  }
}
