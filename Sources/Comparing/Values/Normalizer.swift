import Records

/// Rewrites a value before rules see it; runs natively.
package protocol Normalizer: Sendable {
  func normalize(_ buffer: FieldBuffer) throws(MatchingError)
  var summary: String { get }
  /// Whether it does with the value what it is for, if only some values are such: a number is one, a text in a map.
  func fits(_ value: Field) -> Bool
}

extension Normalizer { package func fits(_ value: Field) -> Bool { true } }
