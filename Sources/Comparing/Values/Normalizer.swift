import Records

/// Rewrites a value before rules see it; runs natively.
package protocol Normalizer: Sendable {
  /// Rewrites the value that the buffer holds, in place.
  func normalize(_ buffer: FieldBuffer) throws(MatchingError)
  /// The words that say what it does, as `lunadiff check` prints them.
  var summary: String { get }
  /// Whether it does with the value what it is for, if only some values are such: a number is one, a text in a map.
  func fits(_ value: Field) -> Bool
}

extension Normalizer { package func fits(_ value: Field) -> Bool { true } }
