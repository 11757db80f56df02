import Comparing

/// How many changes of each kind a report lists at most.
package struct ChangeLimits: Sendable, Equatable, ExpressibleByIntegerLiteral {
  /// The most of each kind that ``named`` does not have; `nil`: as many as there are, or as the format can bear.
  package var each: Int?
  /// The most of single kinds.
  package var named: [Change.Kind: Int]

  /// Limits of all kinds, and of single ones.
  package init(each: Int? = nil, named: [Change.Kind: Int] = [:]) {
    self.each = each
    self.named = named
  }

  /// One limit for each kind.
  package init(integerLiteral value: Int) { self.init(each: value) }

  /// The most changes of a kind; `nil` where none was set.
  package subscript(kind: Change.Kind) -> Int? { named[kind] ?? each }
}
