/// The normalizers of one column, in order.
final class NormalizerChain {
  let column: String
  let steps: [ComparisonPlan.NormalizerStep]
  /// The steps where all of them run natively.
  private let natives: [any Normalizer]?

  /// A chain of these steps; `nil` if there are none.
  init?(_ column: String, _ steps: [ComparisonPlan.NormalizerStep]) {
    guard !steps.isEmpty else { return nil }
    self.column = column
    self.steps = steps
    let natives = steps.compactMap {
      if case .native(let normalizer) = $0 { normalizer } else { nil }
    }
    self.natives = natives.count == steps.count ? natives : nil
  }

  /// Rewrites the value, if every step runs natively.
  ///
  /// - Returns: `false` if a script has to be asked; nothing is rewritten then.
  func normalize(_ buffer: FieldBuffer) throws(MatchingError) -> Bool {
    guard let natives else { return false }
    for normalizer in natives { try normalizer.normalize(buffer) }
    return true
  }
}
