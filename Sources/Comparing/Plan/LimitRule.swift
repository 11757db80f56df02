import Records

/// Up to how many changes of a kind do not warn, and up to how many do not count.
package struct LimitRule: Sendable, Equatable {
  /// Which changes of the kind it is about.
  package enum Scope: Sendable, Hashable {
    /// Those that no other limit is about.
    case rest
    /// Updates of a column, or of a path inside its values; a name that ends in `?` may be missing.
    case column(String)
    /// Those in a section, by its name; ``everySection``: in each section by itself.
    case section(String)
  }

  package let kind: ChangeKind
  package let scope: Scope
  /// `nil` where nothing warns.
  package var warn: ChangeAmount?
  /// `nil` where nothing fails.
  package var fail: ChangeAmount?

  package static let everySection = "*"

  package init(_ kind: ChangeKind, _ scope: Scope = .rest, warn: ChangeAmount? = nil, fail: ChangeAmount?) {
    (self.kind, self.scope, self.warn, self.fail) = (kind, scope, warn, fail)
  }

  /// The limit as its flag says it, as in `max updated` and `max updated price`.
  package var name: String {
    switch scope {
    case .rest: "max \(kind.rawValue)"
    case .column(let name): "max \(kind.rawValue) \(name)"
    case .section(let name): "max \(kind.rawValue) section:\(name)"
    }
  }

  /// What is wrong with a rule that can never warn, since it fails before; `nil` of any other.
  package var contradiction: String? {
    guard let warn, let fail, let isLess = warn.isLess(than: fail), !isLess else { return nil }
    return "it cannot warn above \(warn.words) where it fails above \(fail.words): the lesser amount warns"
  }

  /// `5%`, or with the amount that warns before it, `1%..5%`.
  package var words: String { (warn.map { $0.words + ".." } ?? "") + (fail?.words ?? "") }
}

extension [LimitRule] {
  /// Lays other limits over these: one of the same kind and scope takes the place of the one before.
  package func overridden(by others: [LimitRule]) -> [LimitRule] {
    filter { rule in !others.contains { $0.kind == rule.kind && $0.scope == rule.scope } } + others
  }
}

/// How many changes: so many, or a part of the old records.
package enum ChangeAmount: Sendable, Equatable {
  case count(Int)
  /// A part of the records of the old file: this many, of 10 to the power of `scale` per cent.
  case share(Int, scale: Int)

  private static let largestScale = 9

  /// Reads `10` or `0.1%`; `nil` if it is neither.
  package init?(_ text: String) {
    guard text.last == "%" else {
      guard let count = Int(text), count >= 0 else { return nil }
      self = .count(count)
      return
    }
    let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? parts[1] : ""
    guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty }), fraction.count <= Self.largestScale,
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }), let digits = Int(parts[0] + fraction)
    else { return nil }
    self = .share(digits, scale: fraction.count)
  }

  /// Reads `90` or `99.5%`, a share of at most everything; `nil` if it is none.
  package init?(leastShare text: String) {
    self.init(text.hasSuffix("%") ? text : text + "%")
    guard isReached(by: 100, of: 100) else { return nil }
  }

  /// As it is written: `10` or `0.1%`.
  package var words: String {
    switch self {
    case .count(let count): return String(count)
    case .share(let digits, let scale):
      let text = String(digits)
      let whole = String(repeating: "0", count: max(0, scale + 1 - text.utf8.count)) + text
      let mark = scale > 0 ? "." : ""
      return "\(whole.dropLast(scale))\(mark)\(whole.suffix(scale))%"
    }
  }

  /// Whether it is the lesser of two amounts; `nil` of a number and a share, where that depends on the records.
  func isLess(than other: ChangeAmount) -> Bool? {
    switch (self, other) {
    case (.count(let mine), .count(let theirs)): mine < theirs
    case (.share(let mine, let scale), .share(let theirs, let otherScale)):
      Int128(mine) * Self.unit(otherScale) < Int128(theirs) * Self.unit(scale)
    case (.count, .share), (.share, .count): nil
    }
  }

  /// Whether so many are at least as many as this; exact, without rounding.
  package func isReached(by count: Int, of all: Int) -> Bool {
    switch self {
    case .count(let least): return count >= least
    case .share(let digits, let scale): return Int128(count) * Self.unit(scale) >= Int128(digits) * Int128(all)
    }
  }

  /// How many of a share's digits are the whole.
  private static func unit(_ scale: Int) -> Int128 { (0..<scale).reduce(100) { unit, _ in unit * 10 } }

  /// Whether there are more changes than this; exact, without rounding.
  package func isExceeded(by changes: Int, of records: Int) -> Bool {
    switch self {
    case .count(let count): return changes > count
    case .share(let digits, let scale): return Int128(changes) * Self.unit(scale) > Int128(digits) * Int128(records)
    }
  }
}
