import Records

/// Rewrites a value before rules see it; runs natively.
package protocol Normalizer: Sendable {
  func normalize(_ buffer: FieldBuffer) throws(MatchingError)
  var summary: String { get }
  /// Whether it does with the value what it is for, if only some values are such: a number is one, a text in a map.
  func fits(_ value: Field) -> Bool
  /// What brings values of another spelling to the form that it makes of its own, where that is a number or a date;
  /// what the other side goes through if only one side's values go through this.
  var counterpart: (any Normalizer)? { get }
}

extension Normalizer {
  package func fits(_ value: Field) -> Bool { true }
  package var counterpart: (any Normalizer)? { nil }
}
