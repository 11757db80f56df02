import Platform
import Records

/// A difference that somebody has accepted, or all those that it fits: what it does not say may be anything.
///
/// With a key it is about records of this key, with a column and no key about this column in all records, or about the
/// column itself that came or went; with a section alone about the section.
package struct AcceptedDifference: Sendable, Equatable {
  /// The values that are accepted.
  package enum Content: Sendable, Equatable {
    case any
    /// The two values of a cell, or of a place inside one; a side that has none is `.absent`.
    case values(old: Value, new: Value)
    /// The values of a record that came or went, by column.
    case record([String: Value])
    case digest(ContentDigest)
  }

  /// The table that it is about, by its name or a pattern of the shell; `nil`: any.
  package var table: String?
  /// The identity as reports show it, one value per part.
  package var key: [Value]?
  package var section: Value?
  /// The section that a record moved from.
  package var fromSection: Value?
  package var kind: Change.Kind?
  package var column: String?
  /// A JSON Pointer into the column's values, where a step `*` is any; what is below belongs to it, too.
  package var path: String?
  package var content = Content.any
  /// The last day on which it holds, as in `2026-12-31`.
  package var until: String?
  package var reason: String?
  /// The line of the file that it stands in, from 1; 0 where it stands in none yet.
  package var line = 0

  package init() {}

  package func isAbout(_ name: String) -> Bool { table.map { FilePath.matches($0, name) } ?? true }

  /// What it is about, in few words: `7 price`.
  var words: String {
    let parts = [
      key.map(Change.describe), section.map { "section \($0.description)" }, column.map { $0 + (path ?? "") },
    ]
    return parts.compactMap(\.self).joined(separator: " ")
  }
}

extension AcceptedDifference {
  func fits(_ part: ContentParts) -> Bool {
    switch content {
    case .any: true
    case .values(let old, let new): part == ContentParts(old: old, new: new)
    case .record(let values): part == ContentParts(record: values)
    case .digest(let digest): part.digest(isKeyed: digest.isKeyed) == digest
    }
  }

  func fits(pointer: String) -> Bool {
    guard let path else { return false }
    let (own, other) = (
      path.split(separator: "/", omittingEmptySubsequences: false),
      pointer.split(
        separator: "/", omittingEmptySubsequences: false)
    )
    let isBelow = content == .any ? own.count <= other.count : own.count == other.count
    return isBelow && zip(own, other).allSatisfy { $0 == $1 || $0 == "*" }
  }
}

/// Values that were accepted, as one spelling for all that are equal.
struct ContentParts: Equatable {
  private var bytes: [UInt8] = []

  init(old: Value, new: Value) {
    add("old", old)
    add("new", new)
  }

  /// What a record lacks does not count.
  init(record: [String: Value]) {
    for (name, value) in record.sorted(by: { $0.key < $1.key }) where value != .absent { add(name, value) }
  }

  /// Each text with its length before it, so that no two lists have the same bytes.
  private mutating func add(_ name: String, _ value: Value) {
    for text in [Array(name.utf8), Mask.spelling(of: value)] {
      bytes += Array("\(text.count):".utf8)
      bytes += text
    }
  }

  func digest(isKeyed: Bool) -> ContentDigest { ContentDigest(of: bytes, isKeyed: isKeyed) }
}

/// 128 bits that stand for values: of SHA-256, or of HMAC under the key of masks, from which values cannot be guessed.
package struct ContentDigest: Sendable, Equatable {
  package let isKeyed: Bool
  private let digits: String

  private static let size = 16
  private static let names = (plain: "sha256:", keyed: "hmac:")

  init(of bytes: [UInt8], isKeyed: Bool) {
    self.isKeyed = isKeyed
    let digest = isKeyed ? Mask.digest(of: bytes) : SHA256.digest(of: bytes)
    digits = digest.prefix(Self.size).hexadecimal
  }

  /// Reads `sha256:` or `hmac:` with 32 digits; `nil` if it is neither.
  package init?(_ text: String) {
    isKeyed = text.hasPrefix(Self.names.keyed)
    let name = isKeyed ? Self.names.keyed : Self.names.plain
    digits = String(text.dropFirst(name.count))
    let isHexadecimal = digits.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    guard text.hasPrefix(name), digits.utf8.count == 2 * Self.size, isHexadecimal else { return nil }
  }

  package var text: String { (isKeyed ? Self.names.keyed : Self.names.plain) + digits }
}

/// Differences that are accepted, and the table that they are held against.
package struct AcceptedList {
  package let name: String
  package let entries: [AcceptedDifference]
  /// What the inputs are called where an entry names its table.
  package let table: String
  /// Whether it is for other tables as well, so that an entry for any table need not fit anything in this one.
  package let isShared: Bool

  package init(name: String, _ entries: [AcceptedDifference], table: String, isShared: Bool = false) {
    (self.name, self.entries, self.table, self.isShared) = (name, entries, table, isShared)
  }
}
