/// Rewrites a value before rules see it; runs natively.
package protocol Normalizer: Sendable {
  /// Rewrites the value that the buffer holds, in place.
  func normalize(_ buffer: FieldBuffer) throws(MatchingError)
  /// The words that say what it does, as `lunadiff check` prints them.
  var summary: String { get }
}
