/// A collection inside a text: where its entries begin, and what they are.
struct JSONCollection: Sendable {
  var plan: JSONPlan
  var start: Int
  /// Where the first entry begins; nil if there is none.
  var first: Int?
}
