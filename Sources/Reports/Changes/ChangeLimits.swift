import RecordDiff

/// How many changes of each kind a report lists at most.
public struct ChangeLimits: Sendable, Equatable, ExpressibleByIntegerLiteral {
  /// The most of each kind that ``named`` does not have; `nil`: as many as there are, or as the format can bear.
  public var each: Int?
  /// The most of single kinds.
  public var named: [Change.Kind: Int]

  /// Limits of all kinds, and of single ones.
  public init(each: Int? = nil, named: [Change.Kind: Int] = [:]) {
    self.each = each
    self.named = named
  }

  /// One limit for each kind.
  public init(integerLiteral value: Int) { self.init(each: value) }

  /// The most changes of a kind; `nil` if nobody said.
  public subscript(kind: Change.Kind) -> Int? { named[kind] ?? each }
}
