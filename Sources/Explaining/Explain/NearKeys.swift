import Comparing
import Platform
import Records

/// The records of one side that have no partner, by how their identities are written.
struct NearKeys {
  private let index: SuggestionIndex
  private var offsets: [String: Int] = [:]

  /// How many records without a partner are looked at.
  private static let most = 20_000
  private static let longest = 64

  /// - Complexity: O(1): a fixed number of short texts are put in order.
  init(_ explainer: Explainer, _ side: Side) {
    for offset in explainer.unpairedOffsets[side].prefix(Self.most).map(Int.init) {
      let text = Change.describe(explainer.keyValues(side, offset))
      if text.utf8.count <= Self.longest, offsets[text] == nil { offsets[text] = offset }
    }
    index = SuggestionIndex(offsets.keys.sorted())
  }

  /// The offset of the record whose identity is written most alike, if it is alike enough to be a slip.
  func offset(near key: [Value]) -> Int? {
    let wanted = Change.describe(key)
    guard wanted.utf8.count <= Self.longest else { return nil }
    return index.nearest(to: wanted).flatMap { offsets[$0] }
  }
}
